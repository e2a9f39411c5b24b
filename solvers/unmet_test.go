package solvers

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// boundless are whole numbers that no problem is too small for.
var boundless = map[string]string{
	"starts": "drawn anew each", "start-iterations": "of each start", "floor-every": "an interval", "inner": "a limit", "trials": "a limit",
	"warm-steps": "steps", "passes": "passes over X", "epochs": "passes over the edges", "negative-samples": "drawn with replacement",
	"grid": "refused where X has no such lines",
}

// TestUnmetOptionsAreTold gives every whole number of every solver a value that a problem of four samples at rank 2 cannot meet: it is
// refused, or told.
func TestUnmetOptionsAreTold(t *testing.T) {
	x := matrix.NewDense(3, 4, []float64{1, 5, 2, 7, 3, 1, 4, 2, 6, 2, 1, 3})
	asked := 0
	for _, e := range Catalog {
		for _, o := range Options(e.New()) {
			if o.Type != "int" || boundless[o.Name] != "" {
				continue
			}
			asked++
			s := e.New()
			if err := SetOption(s, o.Name, "1000"); err != nil {
				t.Fatal(err)
			}
			p := Problem{X: x, Rank: 2}
			if said := Unmet(s, p); len(said) != 1 || !strings.Contains(said[0].String(), o.Name+" = 1000, and there are ") {
				t.Errorf("%s, %s = 1000: %q", e.Name, o.Name, said)
			}
			w, ht := s.Rows(3, 4)
			f := Factors{W: ones(w), Ht: ones(ht)}
			if _, err := s.Start(p, f, rand.New(rand.NewPCG(1, 1))); err != nil { // it is cut, as is told
				t.Errorf("%s, %s = 1000: %v", e.Name, o.Name, err)
			}
			if said := Unmet(e.New(), Problem{X: matrix.NewDense(3, 60, nil), Rank: 20}); said != nil {
				t.Errorf("%s with its defaults on 60 samples: %q", e.Name, said)
			}
		}
	}
	if asked < 9 {
		t.Errorf("%d options were asked for, want those of graphs, embeddings and components", asked)
	}
}

// ones returns a factor of so many rows and two unequal columns, nil of none.
func ones(rows int) *mat.Dense {
	if rows == 0 {
		return nil
	}
	a := mat.NewDense(rows, 2, nil)
	for i := range rows {
		a.SetRow(i, []float64{1, 1 + float64(i)/7})
	}
	return a
}

package solvers

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/note"
	"nmfrepro/solvers/matrix"
)

// Of a sample or feature without a known entry no initialisation is left: 0 is what every method says of it.
func TestNothingKnown(t *testing.T) {
	dense := RandomFactor(8, 9, rand.New(rand.NewPCG(5, 1)))
	var known []matrix.Triplet
	for i := range 8 {
		for j := range 9 {
			if i != 3 && j != 5 && (i+j)%4 != 0 {
				known = append(known, matrix.Triplet{Row: i, Col: j, Value: dense.At(i, j)})
			}
		}
	}
	x, err := matrix.NewMasked(8, 9, known)
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, e := range Catalog {
		if !e.Takes.Masked {
			continue
		}
		for _, init := range []Init{InitScaled, InitRandom} {
			s := e.New()
			if _, graphed := s.(Graphed); graphed {
				if err := SetOption(s, "graph", "none"); err != nil {
					t.Fatal(err)
				}
			}
			f, err := Factorize(context.Background(), s, Problem{X: x, Rank: 2}, Plan{Init: init, Settings: Settings{Iterations: 20}})
			if err != nil {
				t.Errorf("%s: %v", e.Name, err)
				continue
			}
			tried++
			if top := mat.Max(f.W.RowView(3)); top != 0 {
				t.Errorf("%s, %s: feature of which nothing is known: %v", e.Name, init, f.W.RawRowView(3))
			}
			if top := mat.Max(f.Ht.RowView(5)); top != 0 {
				t.Errorf("%s, %s: sample of which nothing is known: %v", e.Name, init, f.Ht.RawRowView(5))
			}
			if mat.Min(f.W.RowView(0)) < 0 || mat.Max(f.W.RowView(0)) == 0 {
				t.Errorf("%s: feature that is known: %v", e.Name, f.W.RawRowView(0))
			}
		}
	}
	if tried < 20 {
		t.Errorf("%d fits", tried)
	}
}

// Rows with fewer known entries than components are counted, and a penalty is named unless there is one.
func TestFewKnown(t *testing.T) {
	var known []matrix.Triplet
	for k, at := range [][2]int{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}} {
		known = append(known, matrix.Triplet{Row: at[0], Col: at[1], Value: float64(1 + k)})
	}
	x, err := matrix.NewMasked(3, 4, known)
	if err != nil {
		t.Fatal(err)
	}
	p := Problem{X: x, Rank: 3}
	for _, tt := range []struct {
		s    Solver
		want string
	}{
		{&HALS{}, "1 of 3 features and 1 of 4 samples have fewer known entries than components (3): what is unknown of them is not determined; " +
			"take a penalty, as l2-w=1 and l2-h=1"},
		{&HALS{PenaltyOptions: PenaltyOptions{L2W: 1, L2H: 1}}, ""},
		{&BetaNMF{}, "take a lower rank, or a solver with penalties"},
	} {
		if got := strings.Join(note.Texts(doubtKnown(tt.s, p)), "; "); (tt.want == "") != (got == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%T: %q", tt.s, got)
		}
	}
	if got := doubtKnown(&HALS{}, Problem{X: x, Rank: 2}); got != nil {
		t.Errorf("rank 2: %q", got)
	}
}

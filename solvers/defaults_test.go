package solvers

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// A method whose options are all left 0 is a method, and those that mean nothing at 0 are the catalog's.
func TestZeroOptions(t *testing.T) {
	x := matrix.FromDense(RandomFactor(8, 20, rand.New(rand.NewPCG(1, 1))))
	for _, e := range Catalog {
		s := reflect.New(reflect.TypeOf(e.New()).Elem()).Interface().(Solver)
		w, ht := s.Rows(8, 20)
		stream := rand.New(rand.NewPCG(1, 2))
		f := Factors{W: RandomFactor(w, 2, stream), Ht: RandomFactor(ht, 2, stream)}
		if _, err := s.Start(Problem{X: x, Rank: 2}, f, stream); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
		if !reflect.ValueOf(s).Elem().IsZero() {
			t.Errorf("%s: Start changed the options that it was given", e.Name)
		}
		for _, o := range Options(withDefaults(s)) {
			for _, usual := range Options(e.New()) {
				if o.Name == usual.Name && o.Choices != nil && o.Value != usual.Value {
					t.Errorf("%s: %s = %v, want %v", e.Name, o.Name, o.Value, usual.Value)
				}
			}
		}
	}
}

// What was set stays, and what is set to nothing by name is refused.
func TestDefaultsKeepWhatIsSet(t *testing.T) {
	s := &GNMF{Lambda: 0, Order: WFirst}
	if got := withDefaults(s); got.Order != WFirst || got.Lambda != 0 || got.Neighbours != 5 || s.Neighbours != 0 {
		t.Errorf("got %+v from %+v", got, s)
	}
	whole := newGNMF()
	if withDefaults(whole) != whole {
		t.Error("options without gaps were copied")
	}
	for _, tt := range [][3]string{{"sdnmf", "lambda", "0"}, {"sdnmf", "degree", "0"}, {"pnmf-kl", "power", "0"}, {"umap", "spread", "-1"},
		{"symnmf", "damping", "0"}, {"lle", "reg", "0"}} {
		e, _ := Find(tt[0])
		if err := SetOption(e.New(), tt[1], tt[2]); err == nil || !strings.Contains(err.Error(), "above 0") {
			t.Errorf("%s %s=%s: %v", tt[0], tt[1], tt[2], err)
		}
	}
}

// A method with its options at 0 has the bits of the catalog's where those are the defaults.
func TestZeroOptionsBits(t *testing.T) {
	x := matrix.FromDense(RandomFactor(8, 20, rand.New(rand.NewPCG(1, 1))))
	ends := func(s Solver) *mat.Dense {
		f := Factors{W: RandomFactor(8, 2, rand.New(rand.NewPCG(1, 2))), Ht: RandomFactor(20, 2, rand.New(rand.NewPCG(1, 3)))}
		run, err := s.Start(Problem{X: x, Rank: 2}, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			run.Step()
		}
		return run.Finish().Ht
	}
	for _, pair := range [][2]Solver{{&NMF{}, newNMF()}, {&HALS{}, newHALS()}, {&NMFKL{}, newNMFKL()}, {&ONMF{}, newONMF()}} {
		if !mat.Equal(ends(pair[0]), ends(pair[1])) {
			t.Errorf("%T differs", pair[0])
		}
	}
}

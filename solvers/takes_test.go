package solvers

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nmfrepro/solvers/matrix"
)

// Methods that the catalog says make a sparse X dense, or form all pairs of samples, say so before they start where there is
// no such memory; the others make nothing of that size.
func TestMemory(t *testing.T) {
	const side = 300_000
	x, err := matrix.NewCSR(side, side, []matrix.Triplet{{Row: 1, Col: 1, Value: 1}})
	if err != nil {
		t.Fatal(err)
	}
	p := Problem{X: x, Rank: 2}
	for _, e := range Catalog {
		s := e.New()
		needed := Memory(s, p)
		switch e.Takes.Sparse {
		case SparseByEntries, SparseAtDenseCost:
			if needed != 0 {
				t.Errorf("%s: %.3g bytes, and the catalog says %q", e.Name, needed, e.Takes)
			}
			continue
		}
		if needed < 8*side*side {
			t.Errorf("%s: %.3g bytes, and the catalog says %q", e.Name, needed, e.Takes)
		}
		w, ht := s.Rows(side, side)
		stream := rand.New(rand.NewPCG(1, 1))
		f := Factors{W: RandomFactor(w, 2, stream), Ht: RandomFactor(ht, 2, stream)}
		if _, err := s.Start(p, f, stream); !errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), "GB are free") {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
}

// No X is an error of every method.
func TestNoX(t *testing.T) {
	for _, e := range Catalog {
		if _, err := e.New().Start(Problem{Rank: 1}, Factors{}, rand.New(rand.NewPCG(1, 1))); err == nil ||
			!strings.Contains(err.Error(), e.Name+": there is no X") {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
}

// Capabilities of some methods as their papers have them.
func TestCapabilities(t *testing.T) {
	for name, want := range map[string]Capabilities{
		"nmf":        {Basis: true, Masked: true, Sparse: "by-entries", Held: true},
		"gnmf":       {Basis: true, Masked: true, Sparse: "by-entries", Constraints: true, Labels: true, Graph: true},
		"rpr-nmf-kl": {Basis: true, Masked: true, Sparse: "by-entries", Constraints: true},
		"lcnmf":      {Basis: true, Masked: true, Sparse: "by-entries", Constraints: true, Labels: true},
		"lle":        {Signed: true, AlwaysSigned: true, Sparse: "all-pairs", Memory: 8e6},
		"om-rpca":    {Signed: true, AlwaysSigned: true, Sparse: "made-dense", Memory: 24e6},
		"cauchy-nmf": {Basis: true, Sparse: "dense-time"},
	} {
		e, ok := Find(name)
		if !ok {
			t.Fatalf("no %s", name)
		}
		if got := e.Capabilities(); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

// No source of random numbers is an error of the methods that draw some, and nothing to the others.
func TestNoStream(t *testing.T) {
	draw := []string{"kernel-kmeans", "ncut", "pod", "umap"}
	p := Problem{X: matrix.FromDense(RandomFactor(12, 14, rand.New(rand.NewPCG(1, 1)))), Rank: 2}
	for _, e := range Catalog {
		s := e.New()
		stream := rand.New(rand.NewPCG(1, 2))
		w, ht := s.Rows(12, 14)
		run, err := s.Start(p, Factors{W: RandomFactor(w, 2, stream), Ht: RandomFactor(ht, 2, stream)}, nil)
		if slices.Contains(draw, e.Name) {
			if err == nil || !strings.Contains(err.Error(), e.Name+": needs a random source") {
				t.Errorf("%s: %v", e.Name, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		run.Step()
	}
}

// What is free stands in files of the system; a small problem, of which a command may have thousands, does not read them.
func TestMemoryOfSmallProblems(t *testing.T) {
	p := Problem{X: matrix.NewDense(3, 4, make([]float64, 12)), Rank: 2}
	for _, e := range Catalog {
		s := e.New()
		if n := testing.AllocsPerRun(5, func() { _ = checkMemory(e.Name, s, p) }); n > 5 {
			t.Errorf("%s: %v allocations to see that there is memory", e.Name, n)
		}
	}
}

package solvers

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

func symmetric(n int, rng *rand.Rand) *mat.Dense {
	k := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range i + 1 {
			v := rng.Float64()
			k.Set(i, j, v)
			k.Set(j, i, v)
		}
	}
	return k
}

func TestKernelInput(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	asymmetric := symmetric(5, rng)
	asymmetric.Set(1, 3, 9)
	for _, tt := range []struct {
		name string
		x    *mat.Dense
		want string // "" is success
	}{
		{"symmetric", symmetric(5, rng), ""},
		{"not square", mat.NewDense(4, 5, nil), "X is 4×5, want a square matrix"},
		{"asymmetric", asymmetric, "row 4, column 2"},
	} {
		s := newPNMF().(*PNMF)
		s.Samples.Input = InputKernel
		_, n := tt.x.Dims()
		f := Factors{Ht: RandomFactor(n, 2, rng)}
		_, err := s.Start(Problem{X: matrix.FromDense(tt.x), Rank: 2}, f, nil)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: got error %v, want %q", tt.name, err, tt.want)
		}
	}
}

// The trimmed entries show right after the update when no stabiliser rescales them.
func TestEntryFloorAndCut(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	x := matrix.FromDense(RandomFactor(8, 6, rng))
	start := RandomFactor(8, 2, rng)
	step := func(floor, cut float64) *mat.Dense {
		s := newOPNMF().(*OPNMF)
		s.Stabilise, s.EntryFloor, s.EntryCut = StabiliseNone, floor, cut
		f := Factors{W: mat.DenseCopyOf(start)}
		run, err := s.Start(Problem{X: x, Rank: 2}, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		run.Step()
		return f.W
	}
	plain := step(0, 0)
	values := mat.DenseCopyOf(plain).RawMatrix().Data
	limit := (mat.Min(plain) + mat.Max(plain)) / 2
	raised, cut := step(limit, 0).RawMatrix().Data, step(0, limit).RawMatrix().Data
	for i, v := range values {
		if want := math.Max(v, limit); raised[i] != want {
			t.Errorf("floor: entry %d is %v, want %v", i, raised[i], want)
		}
		want := v
		if v < limit {
			want = 0
		}
		if cut[i] != want {
			t.Errorf("cut: entry %d is %v, want %v", i, cut[i], want)
		}
	}
}

// Without a stabiliser the objective of (5) goes on alternating; with one it settles.
func TestStabiliser(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	x := matrix.FromDense(RandomFactor(10, 8, rng))
	start := RandomFactor(10, 2, rng)
	for _, tt := range []struct {
		how      Stabiliser
		settles  bool
		atNorm   bool // the factor ends with spectral norm 1
		whenever When
	}{
		{StabiliseNone, false, false, StabiliseAfter},
		{StabiliseRho, true, false, StabiliseAfter},
		{StabiliseSpectral, true, true, StabiliseAfter},
		{StabiliseSpectral, true, false, StabiliseBefore},
	} {
		s := newPNMF().(*PNMF)
		s.Stabilise, s.StabiliseWhen = tt.how, tt.whenever
		f := Factors{W: mat.DenseCopyOf(start)}
		run, err := s.Start(Problem{X: x, Rank: 2}, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 2000 {
			run.Step()
		}
		old := run.Objective()
		run.Step()
		if settled := math.Abs(run.Objective()-old) <= 1e-6*old; settled != tt.settles {
			t.Errorf("%s: objective %v, then %v", tt.how, old, run.Objective())
		}
		var svd mat.SVD
		svd.Factorize(f.W, mat.SVDNone)
		if norm := svd.Values(nil)[0]; tt.atNorm && math.Abs(norm-1) > 1e-14 {
			t.Errorf("%s: spectral norm %v, want 1", tt.how, norm)
		}
	}
}

func TestGramForm(t *testing.T) {
	for _, tt := range []struct {
		form   GramForm
		p, nnz int
		want   bool
	}{
		{GramAuto, 400, 400 * 10304, true},  // many features: K is small
		{GramAuto, 2237, 62 * 2237, false},  // 2237² against 2·62·2237
		{GramAuto, 1 << 20, 1 << 45, false}, // K would not fit in memory
		{GramExplicit, 2237, 62 * 2237, true},
		{GramImplicit, 400, 400 * 10304, false},
	} {
		if got := tt.form.explicit(tt.p, tt.nnz); got != tt.want {
			t.Errorf("%s, p = %d, nnz = %d: got %v, want %v", tt.form, tt.p, tt.nnz, got, tt.want)
		}
	}
}

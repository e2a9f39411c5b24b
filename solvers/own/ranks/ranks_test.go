package ranks

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// made is max(0, W·H + noise) of a rank; of rank 0, noise alone.
func made(m, n, rank int, noise float64, seed uint64) *matrix.Dense {
	rng := rand.New(rand.NewPCG(seed, 0))
	if rank == 0 {
		x := mat.NewDense(m, n, nil)
		x.Apply(func(int, int, float64) float64 { return math.Abs(rng.NormFloat64()) }, x)
		return matrix.FromDense(x)
	}
	x, _ := signal(m, n, rank, rng)
	x.Apply(func(_, _ int, v float64) float64 { return max(0, v+noise*rng.NormFloat64()) }, x)
	return matrix.FromDense(x)
}

func options(t *testing.T, hold Hold, last int, names ...string) Options {
	t.Helper()
	o := Options{Name: "X", Hold: hold, Starts: 3, Folds: 5, Thorough: true, Init: solvers.InitScaled, Seed: 1}
	o.Stop = solvers.Settings{Iterations: 500, TolObjective: 1e-4, Every: 10}
	for r := 1; r <= last; r++ {
		o.Ranks = append(o.Ranks, r)
	}
	for _, name := range names {
		e, ok := solvers.Find(name)
		if !ok {
			t.Fatal(name)
		}
		o.Methods = append(o.Methods, Method{e, e.New})
	}
	return o
}

// Noise has no components: the smallest rank is recommended whatever the draw, and stability of more is low.
func TestNoise(t *testing.T) {
	undecided := 0
	for draw := range 4 {
		r, _ := computed(t, made(30, 40, 0, 0, uint64(draw)), options(t, Blocks, 4, "hals"), kept{})
		if r.Recommend == nil || r.Recommend.Rank != 1 {
			t.Errorf("draw %d: %+v", draw, r.Recommend)
		}
		if r.Recommend.Undecided {
			undecided++
			if want := "No rank from 1 to 4 is better than another"; !strings.HasPrefix(r.verdict(), want) {
				t.Errorf("draw %d: %q, want it to begin with %q", draw, r.verdict(), want)
			}
		}
	}
	if undecided == 0 {
		t.Error("every draw prefers a rank")
	}
	// Without rank 1 among those tried, the edge is told.
	o := options(t, Entries, 4, "nmf")
	o.Ranks = o.Ranks[1:]
	r, _ := computed(t, made(30, 40, 0, 0, 1), o, kept{})
	if r.Recommend == nil || r.Recommend.Rank != 2 || !strings.Contains(r.Recommend.Reason, "smallest rank tried") {
		t.Errorf("%+v", r.Recommend)
	}
}

// Two singular vectors hold 99.9 % of iris' square sum, and what the third adds is less than what it overfits.
func TestIris(t *testing.T) {
	e, ok := datasets.Find("iris")
	if !ok {
		t.Fatal("no iris")
	}
	d, err := datasets.Load("", e, e.New(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var svd mat.SVD
	if !svd.Factorize(d.X, mat.SVDNone) {
		t.Fatal("no singular values")
	}
	s := svd.Values(nil)
	if share := (s[0]*s[0] + s[1]*s[1]) / matrix.SumOfSquares(d.X); share < 0.998 {
		t.Fatalf("two singular values hold %v", share)
	}
	r, _ := computed(t, d.X, options(t, Entries, 3, "nmf"), kept{})
	if r.Recommend == nil || r.Recommend.Rank != 2 {
		t.Errorf("%+v", r.Recommend)
	}
}

// Parts keep the kind of a matrix and its entries; the checksum depends on what a matrix holds alone.
func TestPartsAndChecksum(t *testing.T) {
	entries := []matrix.Triplet{{Row: 0, Col: 1, Value: 2}, {Row: 1, Col: 0, Value: 3}, {Row: 2, Col: 2, Value: 4}, {Row: 2, Col: 3, Value: 5}}
	csr, err := matrix.NewCSR(3, 4, entries)
	if err != nil {
		t.Fatal(err)
	}
	masked, err := matrix.NewMasked(3, 4, entries)
	if err != nil {
		t.Fatal(err)
	}
	full := matrix.FromDense(mat.DenseCopyOf(csr))
	if checksum(csr) != checksum(full) {
		t.Error("a sparse matrix and the same one in full differ")
	}
	if checksum(csr) == checksum(masked) {
		t.Error("what is zero and what is unknown are the same")
	}
	if checksum(csr) == checksum(csr.Trans()) {
		t.Error("a matrix and its transpose are the same")
	}
	rows, cols := []int{0, 2}, []int{1, 3}
	for _, x := range []matrix.Matrix{csr, full} {
		p, err := part(x, rows, cols)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := fmt.Sprintf("%T", p), fmt.Sprintf("%T", x); got != want {
			t.Errorf("part of %s is %s", want, got)
		}
		for k, i := range rows {
			for l, j := range cols {
				if a, b := p.At(k, l), x.At(i, j); a != b {
					t.Errorf("%T: %v at %d, %d, want %v", x, a, k, l, b)
				}
			}
		}
	}
}

// Sparse and masked data go through both ways of holding out, and give what the same numbers in full give.
func TestKinds(t *testing.T) {
	const m, n = 40, 50
	x := made(m, n, 2, 0.1, 5)
	rng := rand.New(rand.NewPCG(5, 1))
	var entries, some []matrix.Triplet // those that are not zero; those that are known
	for i := range m {
		for j := range n {
			e := matrix.Triplet{Row: i, Col: j, Value: x.At(i, j)}
			if e.Value != 0 {
				entries = append(entries, e)
			}
			if rng.Float64() < 0.7 {
				some = append(some, e)
			}
		}
	}
	csr, err := matrix.NewCSR(m, n, entries)
	if err != nil {
		t.Fatal(err)
	}
	masked, err := matrix.NewMasked(m, n, some)
	if err != nil {
		t.Fatal(err)
	}
	o := options(t, Blocks, 2, "nmf")
	full, _ := computed(t, x, o, kept{})
	sparse, _ := computed(t, csr, o, kept{})
	for k, r := range full.Solvers[0].Ranks {
		for f, e := range r.Errors {
			if other := sparse.Solvers[0].Ranks[k].Errors[f]; math.Abs(other-e) > 1e-6 {
				t.Errorf("rank %d, fold %d: %v, and %v if sparse", r.Rank, f, e, other)
			}
		}
	}
	r, _ := computed(t, masked, options(t, Entries, 3, "nmf"), kept{})
	if len(r.Solvers[0].Failed) > 0 || r.Recommend == nil || r.Recommend.Rank != 2 {
		var text strings.Builder
		if err := r.Text(&text); err != nil {
			t.Fatal(err)
		}
		t.Errorf("%v, %+v\n%s", r.Solvers[0].Failed, r.Recommend, &text)
	}
	if _, err := New(masked, options(t, Blocks, 3, "nmf")); err == nil || !strings.Contains(err.Error(), "hold out entries") {
		t.Errorf("blocks of a masked matrix: %v", err)
	}
}

// A solver without a model is told, and does not keep the others from a recommendation.
func TestFailures(t *testing.T) {
	x := made(12, 16, 2, 0.1, 3)
	r, _ := computed(t, x, options(t, Blocks, 2, "lle", "hals"), kept{})
	if len(r.Solvers[0].failures()) == 0 || r.Solvers[0].Choice != nil {
		t.Errorf("lle: %+v", r.Solvers[0])
	}
	if r.Recommend == nil || r.Recommend.Solver != "hals" {
		t.Errorf("%+v", r.Recommend)
	}
	for _, tt := range []struct {
		change func(*Options)
		want   string
	}{
		{func(o *Options) { o.Starts = 1 }, "--starts = 1, want at least 2"},
		{func(o *Options) { o.Folds = 1 }, "--folds = 1, want at least 2"},
		{func(o *Options) { o.Folds = 9 }, "want at least 4 rows and 18 columns"},
		{func(o *Options) { o.Ranks = []int{13} }, "rank 13, but X is 12×16: want at most 12"},
		{func(o *Options) { o.Ranks = nil }, "want at least one rank"},
	} {
		o := options(t, Blocks, 2, "hals")
		tt.change(&o)
		if _, err := New(x, o); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %q", err, tt.want)
		}
	}
}

// Few ratings of many, at a rank that they cannot carry: the result says that a constant predicts better, and not where a penalty
// mends it.
func TestWorseThanAConstant(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	var known []matrix.Triplet
	for i := range 40 {
		for j := range 60 {
			if rng.IntN(8) == 0 || i == j%40 || j == i {
				known = append(known, matrix.Triplet{Row: i, Col: j, Value: float64(1 + rng.IntN(5))})
			}
		}
	}
	x, err := matrix.NewMasked(40, 60, known)
	if err != nil {
		t.Fatal(err)
	}
	o := options(t, Entries, 4, "hals")
	o.Ranks = []int{4}
	r, _ := computed(t, x, o, kept{})
	if r.Constant == nil || !(*r.Constant > 0.3 && *r.Constant < 0.6) || !(*r.Solvers[0].Ranks[0].HeldOut.Mean > *r.Constant) || !strings.Contains(r.Solvers[0].Doubt, "worse than a constant") {
		t.Errorf("constant %v, doubt %q", r.Constant, r.Solvers[0].Doubt)
	}
	// Where a structure is known well, no such word falls.
	r, _ = computed(t, made(30, 40, 2, 0.01, 3), options(t, Entries, 2, "hals"), kept{})
	if r.Constant == nil || strings.Contains(r.Solvers[0].Doubt, "constant") {
		t.Errorf("constant %v, doubt %q", r.Constant, r.Solvers[0].Doubt)
	}
}

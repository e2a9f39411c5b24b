package run

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/experiments/engine/store"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/own/ranks"
)

// planted is a matrix of rank 3, 60 % of whose factors are not zero, with noise, cut at zero.
func planted(noise float64, seed uint64) *matrix.Dense {
	const m, n, r = 20, 24, 3
	rng := rand.New(rand.NewPCG(seed, 0))
	factor := func(rows, cols int) *mat.Dense {
		a := mat.NewDense(rows, cols, nil)
		a.Apply(func(int, int, float64) float64 { return rng.ExpFloat64() * float64(min(1, rng.IntN(5)/2)) }, a)
		return a
	}
	var x mat.Dense
	x.Mul(factor(m, r), factor(r, n))
	x.Apply(func(_, _ int, v float64) float64 { return math.Max(0, v+noise*rng.NormFloat64()) }, &x)
	return matrix.FromDense(&x)
}

func studied(hold ranks.Hold, last int, names ...string) ranks.Options {
	o := ranks.Options{Name: "X", Hold: hold, Starts: 3, Folds: 5, Thorough: true, Init: solvers.InitScaled, Seed: 1,
		Stop: solvers.Settings{Iterations: 500, TolObjective: 1e-4, Every: 10}}
	for r := 1; r <= last; r++ {
		o.Ranks = append(o.Ranks, r)
	}
	for _, name := range names {
		e, _ := solvers.Find(name)
		o.Methods = append(o.Methods, ranks.Method{Entry: e, Solver: e.New})
	}
	return o
}

// judged runs a study in a folder and returns its result and how many runs there were to make.
func judged(t *testing.T, x matrix.Matrix, o ranks.Options, folder string, workers int) (*ranks.Result, int) {
	t.Helper()
	s, err := ranks.New(x, o)
	if err != nil {
		t.Fatal(err)
	}
	st, made := store.Open(folder, func(warning string) { t.Error(warning) }), 0
	for k := range s.Levels() {
		fits := NewFits(s, store.NewRecords(st))
		missing := fits.Plan(s.Plan(k, fits.Left)).Missing(fits.set)
		made += len(missing)
		r := Runner{Store: st, Workers: workers}
		if err := r.Run(context.Background(), missing); err != nil {
			t.Fatal(err)
		}
	}
	return s.Result(NewFits(s, store.NewRecords(st)).Left), made
}

// A study goes on where it was: more ranks and starts compute only what is new, and the numbers are those of one run with
// any number of workers.
func TestGoesOn(t *testing.T) {
	x := planted(0.1, 1)
	folder := t.TempDir()
	small := studied(ranks.Blocks, 2, "hals", "nmf-kl")
	small.Starts = 2
	if _, units := judged(t, x, small, folder, 1); units != 2*2*(2+5) {
		t.Errorf("%d units, want %d", units, 2*2*(2+5))
	}
	full := studied(ranks.Blocks, 3, "hals", "nmf-kl")
	grown, units := judged(t, x, full, folder, 1)
	if want := 2 * (2*1 + (3 + 5)); units != want { // a start more at two ranks, and a rank more
		t.Errorf("%d more units, want %d", units, want)
	}
	if _, units := judged(t, x, full, folder, 1); units != 0 {
		t.Errorf("%d units once all were done", units)
	}
	fresh, _ := judged(t, x, full, t.TempDir(), 4)
	if a, b := timeless(t, grown), timeless(t, fresh); a != b {
		t.Errorf("grown (-), and in one run (+):\n%s", cmp.Diff(a, b))
	}
	// Other folds hold out other things, other data is other data: neither is taken for what there is.
	full.Folds = 4
	if _, units := judged(t, x, full, folder, 2); units != 2*3*4 {
		t.Errorf("%d units of other folds, want %d", units, 2*3*4)
	}
	if _, units := judged(t, planted(0.1, 2), full, folder, 2); units != 2*3*(4+3) {
		t.Errorf("%d units of other data, want %d", units, 2*3*(4+3))
	}
}

// The answer of levels is the same with any number of workers, after a kill in any of them, and beside records that --thorough left.
func TestLevelsGoOn(t *testing.T) {
	x := planted(0.3, 4)
	o := studied(ranks.Entries, 5, "nmf", "nmf-kl")
	o.Thorough, o.Starts = false, 6
	folder := t.TempDir()
	one, runs := judged(t, x, o, folder, 1)
	if one.Levels != 3 || one.Recommend == nil || runs >= 2*5*(5*5+6) {
		t.Fatalf("%d levels, %d runs, %+v", one.Levels, runs, one.Recommend)
	}
	want := timeless(t, one)
	if other, _ := judged(t, x, o, t.TempDir(), 4); timeless(t, other) != want {
		t.Errorf("4 workers (-want +got):\n%s", cmp.Diff(want, timeless(t, other)))
	}
	all := o
	all.Thorough = true
	judged(t, x, all, folder, 2)
	if again, more := judged(t, x, o, folder, 2); more != 0 || timeless(t, again) != want {
		t.Errorf("beside all runs, %d more, (-want +got):\n%s", more, cmp.Diff(want, timeless(t, again)))
	}
	for _, after := range []int{5, 32, runs - 3} {
		s, err := ranks.New(x, o)
		if err != nil {
			t.Fatal(err)
		}
		killed := t.TempDir()
		st, left := store.Open(killed, nil), after
		for k := range s.Levels() {
			fits := NewFits(s, store.NewRecords(st))
			missing := fits.Plan(s.Plan(k, fits.Left)).Missing(fits.set)
			r := Runner{Store: st, Workers: 1}
			if err := r.Run(context.Background(), missing[:min(left, len(missing))]); err != nil {
				t.Fatal(err)
			}
			if left -= len(missing); left <= 0 {
				break
			}
		}
		if part := s.Result(NewFits(s, store.NewRecords(st)).Left); (part.Recommend == nil) != (after < 20) { // two folds of ten pairs
			t.Errorf("after %d runs: %+v", after, part.Recommend)
		}
		if other, more := judged(t, x, o, killed, 2); timeless(t, other) != want || more != runs-after {
			t.Errorf("killed after %d runs, with %d more of %d, (-want +got):\n%s", after, more, runs, cmp.Diff(want, timeless(t, other)))
		}
	}
}

// timeless is a result without what a clock measured.
func timeless(t *testing.T, r *ranks.Result) string {
	t.Helper()
	for _, m := range r.Solvers {
		for i := range m.Ranks {
			m.Ranks[i].Seconds = ranks.Mean{}
		}
	}
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

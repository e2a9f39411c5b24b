package solvers_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/kernel"
)

// setAll sets options given as name=value.
func setAll(t *testing.T, s solvers.Solver, options ...string) solvers.Solver {
	t.Helper()
	for _, option := range options {
		name, value, _ := strings.Cut(option, "=")
		if err := solvers.SetOption(s, name, value); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func mixedSigns(m, n int, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(m, n, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, x)
	return x
}

// A Gaussian kernel made from the data, of any sign, is the one that a user can give.
func TestGaussianKernel(t *testing.T) {
	const m, n, r = 5, 12, 3
	rng := rand.New(rand.NewPCG(1, 2))
	x := mixedSigns(m, n, rng)
	d := kernel.Distances(matrix.FromDense(x))
	peak, _, err := kernel.PeakOf(d)
	if err != nil {
		t.Fatal(err)
	}
	start := solvers.RandomFactor(n, r, rng)
	for _, name := range []string{"pnmf", "opnmf", "semi-nkpca"} {
		for sigma, width := range map[string]float64{"0": peak, "1.5": 1.5} {
			run := func(x *mat.Dense, options ...string) (*mat.Dense, float64, solvers.Result) {
				s := setAll(t, newSolver(t, name), options...)
				if w, ht := s.Rows(m, n); w != 0 || ht != n {
					t.Fatalf("%s: factors of %d and %d rows, want one on the samples", name, w, ht)
				}
				f := solvers.Factors{Ht: mat.DenseCopyOf(start)}
				run, err := s.Start(solvers.Problem{X: matrix.FromDense(x), Rank: r}, f, nil)
				if err != nil {
					t.Fatal(err)
				}
				for range 20 {
					run.Step()
				}
				return f.Ht, run.Objective(), run.Finish()
			}
			u, objective, res := run(x, "kernel=rbf", "sigma="+sigma)
			given, want, _ := run(kernel.RBF(d, width), "input=kernel")
			if !mat.Equal(u, given) || objective != want {
				t.Errorf("%s, σ = %v: the data's kernel and the given one differ", name, width)
			}
			if res.W != nil || res.Basis != nil || res.Ht == nil {
				t.Errorf("%s: a Gaussian kernel leaves a basis among the data", name)
			}
		}
	}
}

// The rule with the root, which no golden file has, as printed in Appendix H.
func TestSemiNKPCARoot(t *testing.T) {
	const n, r = 9, 3
	rng := rand.New(rand.NewPCG(3, 4))
	x := mixedSigns(4, n, rng)
	f := solvers.Factors{Ht: solvers.RandomFactor(n, r, rng)}
	u := mat.DenseCopyOf(f.Ht)
	run, err := setAll(t, newSolver(t, "semi-nkpca"), "power=0.5", "stabilise=none").Start(solvers.Problem{X: matrix.FromDense(x), Rank: r}, f,
		nil)
	if err != nil {
		t.Fatal(err)
	}
	k := times(x.T(), x)
	kp, km := mat.DenseCopyOf(k), mat.DenseCopyOf(k)
	kp.Apply(func(_, _ int, v float64) float64 { return (math.Abs(v) + v) / 2 }, kp)
	km.Apply(func(_, _ int, v float64) float64 { return (math.Abs(v) - v) / 2 }, km)
	for range 10 {
		run.Step()
		u = updated(u, plus(times(kp, u), times(u, u.T(), km, u)), plus(times(km, u), times(u, u.T(), kp, u)), math.Sqrt)
	}
	near(t, "U", f.Ht, u)
}

// Features are the samples of Xᵀ; new samples are projected onto what was learned.
func TestSemiNKPCAOnFeatures(t *testing.T) {
	const m, n, r, steps = 7, 9, 2, 10
	rng := rand.New(rand.NewPCG(5, 6))
	x := mixedSigns(m, n, rng)
	u := solvers.RandomFactor(m, r, rng)
	v := mat.DenseCopyOf(u)
	features, samples := setAll(t, newSolver(t, "semi-nkpca"), "on=features"), newSolver(t, "semi-nkpca")
	got, _, _ := traced(t, features, solvers.Problem{X: matrix.FromDense(x), Rank: r}, solvers.Factors{W: u}, steps)
	want, _, _ := traced(t, samples, solvers.Problem{X: matrix.FromDense(mat.DenseCopyOf(x.T())), Rank: r}, solvers.Factors{Ht: v}, steps)
	near(t, "W", got.W, want.Ht)
	near(t, "Ht", got.Ht, want.W)
	if p := project(t, "semi-nkpca", features, matrix.FromDense(x), got.Basis); p.Rule.Formula != "H = WᵀX" ||
		!mat.EqualApprox(p.Ht, got.Ht, 1e-12) {
		t.Errorf("%v, or other coefficients than those of the run", p.Rule)
	}
}

func TestKernelOptions(t *testing.T) {
	same := mat.NewDense(2, 3, []float64{1, 1, 1, 2, 2, 2})
	for _, name := range []string{"pnmf", "opnmf", "semi-nkpca", "kernel-kmeans", "pod"} {
		for _, tt := range []struct {
			x       *mat.Dense
			options []string
			want    string
		}{
			{same, []string{"sigma=2"}, `sigma = 2 with kernel = "linear"`},
			{same, []string{"kernel=rbf"}, "no two samples differ"},
			{mat.NewDense(2, 2, []float64{1, 0, 0, 1}), []string{"kernel=rbf", "input=kernel"}, "X is the kernel already"},
			{same, []string{"input=kernel"}, "X is 2×3, want a square matrix"},
			{mat.NewDense(2, 2, []float64{1, 2, 3, 1}), []string{"input=kernel"}, "want a symmetric matrix"},
		} {
			s := setAll(t, newSolver(t, name), tt.options...)
			m, n := tt.x.Dims()
			w, ht := s.Rows(m, n)
			rng := rand.New(rand.NewPCG(5, 6))
			f := solvers.Factors{W: solvers.RandomFactor(w, 1, rng), Ht: solvers.RandomFactor(ht, 1, rng)}
			_, err := s.Start(solvers.Problem{X: matrix.FromDense(tt.x), Rank: 1}, f, rng)
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.HasPrefix(err.Error(), "solvers: "+name) {
				t.Errorf("%s %v: got error %v, want %q", name, tt.options, err, tt.want)
			}
		}
	}
}

package solvers

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

// someTriplets share points, so that one point is q, r and s at once.
var someTriplets = []constraint.Triplet{{Q: 0, R: 1, S: 2}, {Q: 1, R: 0, S: 3}, {Q: 2, R: 4, S: 0}, {Q: 5, R: 2, S: 1}, {Q: 0, R: 5, S: 4}}

// exponential and hinge are the penalties by their definitions (Eq. 9 and 10), without weight.
func exponential(factor *mat.Dense, triplets []constraint.Triplet) (sum float64) {
	for _, t := range triplets {
		q := factor.RawRowView(t.Q)
		sum += math.Exp(constraint.SquaredDistance(q, factor.RawRowView(t.R)))
		sum += math.Exp(-constraint.SquaredDistance(q, factor.RawRowView(t.S)))
	}
	return sum
}

func hinge(factor *mat.Dense, triplets []constraint.Triplet) (sum float64) {
	for _, t := range triplets {
		q := factor.RawRowView(t.Q)
		sum += max(0, divergenceBothWays(q, factor.RawRowView(t.R))-divergenceBothWays(q, factor.RawRowView(t.S)))
	}
	return sum
}

// The terms that a penalty adds to numerator and denominator are the negative and the positive part of its gradient,
// divided by two for the squared error, whose own ratio leaves out the two.
func TestPenaltyGradients(t *testing.T) {
	const p, r = 6, 3
	for seed := range uint64(5) {
		factor := RandomFactor(p, r, rand.New(rand.NewPCG(seed, 1)))
		lambda := 0.7
		s := newSide(factor, nil)
		for _, tt := range []struct {
			name    string
			value   func(*mat.Dense, []constraint.Triplet) float64
			penalty componentPenalty
			parts   float64 // of the gradient that den - num is
		}{
			{"exponential", exponential, newExponentialPenalty(s, someTriplets, lambda), 2},
			{"hinge", hinge, newHingePenalty(s, someTriplets, &lambda, 1), 1},
		} {
			if got, want := tt.penalty.value(), lambda*tt.value(factor, someTriplets); math.Abs(got-want) > 1e-12*want {
				t.Errorf("%s: value %v, want %v", tt.name, got, want)
			}
			gradient := fd.Gradient(nil, func(v []float64) float64 {
				return lambda * tt.value(mat.NewDense(p, r, v), someTriplets)
			}, factor.RawMatrix().Data, &fd.Settings{Formula: fd.Central})
			for c := range r {
				const start = 1e3 // so large that no denominator becomes negative
				num, den := make([]float64, p), make([]float64, p)
				fill(den, start)
				tt.penalty.add(c, s.component(c), num, den)
				for i := range p {
					got, want := tt.parts*(den[i]-start-num[i]), gradient[i*r+c]
					if math.Abs(got-want) > 1e-6*max(1, math.Abs(want)) {
						t.Errorf("%s, seed %d: slope %v at (%d,%d), by differences %v", tt.name, seed, got, i+1, c+1, want)
					}
				}
			}
		}
	}
}

// A denominator that the hinge would make negative stays as it is, and entries at 0 do no harm.
func TestHingeDropped(t *testing.T) {
	factor := mat.NewDense(3, 1, []float64{0, 2, 1}) // g(q,r) - g(q,s) is about -1/eps, and -g(s,q) about -37
	lambda := 1.0
	s := newSide(factor, nil)
	p := newHingePenalty(s, []constraint.Triplet{{Q: 0, R: 1, S: 2}}, &lambda, 1)
	den := []float64{3, 3, 3}
	p.add(0, s.component(0), make([]float64, 3), den)
	if want := 3 + (math.Log(2/machineEpsilon)+1)/2; den[0] != 3 || den[2] != 3 || math.Abs(den[1]-want) > 1e-12 {
		t.Errorf("denominators %v, want 3, %v and 3", den, want)
	}
}

func constrainedProblem(x matrix.Matrix) Problem {
	features := []constraint.Triplet{{Q: 0, R: 1, S: 2}, {Q: 7, R: 3, S: 1}}
	return Problem{X: x, Rank: 3, Constraints: constraint.Set{W: features, H: someTriplets}}
}

func constrainedStart(seed uint64) (*mat.Dense, Factors) {
	rng := rand.New(rand.NewPCG(seed, 2))
	return RandomFactor(12, 9, rng), Factors{W: RandomFactor(12, 3, rng), Ht: RandomFactor(9, 3, rng)}
}

// With constraints on both sides: the objective is that of the definition, dense, sparse and full-mask X agree, the
// penalty falls below that of plain NMF, and a step leaves the heap alone.
func TestConstrainedRuns(t *testing.T) {
	for _, tt := range []struct {
		name      string
		solver    Solver
		plain     Solver
		objective func(x *mat.Dense, f Factors, p Problem, run Progress) float64
		penalty   func(*mat.Dense, []constraint.Triplet) float64
	}{
		{"rpr-nmf", &RPRNMF{Lambda: 5, Divide: true, Scale: ScaleNone}, newNMFCW(), func(x *mat.Dense, f Factors, p Problem, _ Progress) float64 {
			fit := matrix.NewEntrywise(matrix.FromDense(x)).Sum(f.W, f.Ht, matrix.Squared)
			return fit + 5.0/5*exponential(f.Ht, p.Constraints.H) + 5.0/2*exponential(f.W, p.Constraints.W)
		}, exponential},
		{"rpr-nmf, two weights", &RPRNMF{Lambda: 5, LambdaW: 3, Scale: ScaleNone}, newNMFCW(),
			func(x *mat.Dense, f Factors, p Problem, _ Progress) float64 {
				fit := matrix.NewEntrywise(matrix.FromDense(x)).Sum(f.W, f.Ht, matrix.Squared)
				return fit + 5*exponential(f.Ht, p.Constraints.H) + 3*exponential(f.W, p.Constraints.W)
			}, exponential},
		{"rpr-nmf-kl, two weights", &RPRNMFKL{Lambda: 2, LambdaW: 3, Compare: CompareSameLambda}, newNMFKLCW(),
			func(x *mat.Dense, f Factors, p Problem, run Progress) float64 {
				fit := matrix.NewEntrywise(matrix.FromDense(x)).Sum(f.W, f.Ht, matrix.Divergence)
				lambda := run.(*scheduledRun).lambda
				if run.(*scheduledRun).accepted {
					lambda /= lambdaGrowth
				}
				return fit + lambda*(hinge(f.Ht, p.Constraints.H)+1.5*hinge(f.W, p.Constraints.W))
			}, hinge},
		{"rpr-nmf-kl", &RPRNMFKL{Lambda: 2, Compare: CompareSameLambda}, newNMFKLCW(), func(x *mat.Dense, f Factors, p Problem, run Progress) float64 {
			fit := matrix.NewEntrywise(matrix.FromDense(x)).Sum(f.W, f.Ht, matrix.Divergence)
			lambda := run.(*scheduledRun).lambda
			if run.(*scheduledRun).accepted {
				lambda /= lambdaGrowth
			}
			return fit + lambda*(hinge(f.Ht, p.Constraints.H)+hinge(f.W, p.Constraints.W))
		}, hinge},
	} {
		x, start := constrainedStart(3)
		begin := func(x matrix.Matrix, s Solver) (Factors, Problem, Progress) {
			f, p := Factors{W: mat.DenseCopyOf(start.W), Ht: mat.DenseCopyOf(start.Ht)}, constrainedProblem(x)
			run, err := s.Start(p, f, nil)
			if err != nil {
				t.Fatal(err)
			}
			return f, p, run
		}
		f, p, run := begin(matrix.FromDense(x), tt.solver)
		others := []matrix.Matrix{matrix.FromDense(x).Compact(), matrixtest.Masked(t, x), matrixtest.Sparse(t, x)}
		var factors []Factors
		var runs []Progress
		for _, other := range others {
			g, _, r := begin(other, tt.solver)
			factors, runs = append(factors, g), append(runs, r)
		}
		plain, _, plainRun := begin(matrix.FromDense(x), tt.plain)
		for step := range 30 {
			if got, want := run.Objective(), tt.objective(x, f, p, run); math.Abs(got-want) > 1e-9*want {
				t.Fatalf("%s: objective after %d steps is %v, by definition %v", tt.name, step, got, want)
			}
			run.Step()
			plainRun.Step()
			for k := range runs {
				runs[k].Step()
			}
		}
		for k, g := range factors {
			if !mat.EqualApprox(g.W, f.W, 1e-9) || !mat.EqualApprox(g.Ht, f.Ht, 1e-9) {
				t.Errorf("%s: storage %d gives other factors", tt.name, k)
			}
		}
		if got, without := tt.penalty(f.Ht, p.Constraints.H), tt.penalty(plain.Ht, p.Constraints.H); !(got < without) {
			t.Errorf("%s: penalty %v, and %v without constraints", tt.name, got, without)
		}
		if got := testing.AllocsPerRun(5, run.Step); got != 0 {
			t.Errorf("%s: %v allocations a step", tt.name, got)
		}
	}
}

// Scaled by its range, grey levels give what their fractions of 255 give, and W comes back in grey levels.
func TestRangeScaling(t *testing.T) {
	levels := matrix.NewDense(12, 9, nil)
	rng := rand.New(rand.NewPCG(4, 4))
	levels.Raw().Apply(func(i, j int, _ float64) float64 {
		switch {
		case i == 0 && j == 0:
			return 0
		case i == 1 && j == 1:
			return 255
		}
		return float64(1 + rng.IntN(254))
	}, levels.Raw())
	fractions := mat.DenseCopyOf(levels)
	fractions.Scale(1.0/255, fractions)
	_, start := constrainedStart(5)
	after := func(s Solver, x matrix.Matrix) Result {
		f := Factors{W: mat.DenseCopyOf(start.W), Ht: mat.DenseCopyOf(start.Ht)}
		run, err := s.Start(constrainedProblem(x), f, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			run.Step()
		}
		return run.Finish()
	}
	want := after(&RPRNMF{Lambda: 1, Scale: ScaleNone}, matrix.FromDense(fractions))
	want.W.Scale(255, want.W)
	for _, x := range []matrix.Matrix{levels, levels.Compact(), matrixtest.Masked(t, levels.Raw())} {
		got := after(&RPRNMF{Lambda: 1, Scale: ScaleRange}, x)
		if !mat.EqualApprox(got.W, want.W, 1e-9) || !mat.EqualApprox(got.Ht, want.Ht, 1e-9) || got.Basis != got.W {
			t.Errorf("%T: other factors", x)
		}
	}
	if unit := ScaleRange.unit(matrix.NewDense(2, 2, []float64{3, 3, 3, 3})); unit != 3 {
		t.Errorf("equal entries are divided by %v", unit)
	}
}

// Far apart points do not overflow.
func TestOverflowGuard(t *testing.T) {
	x, f := constrainedStart(6)
	f.Ht.Scale(1e3, f.Ht)
	run, err := (&RPRNMF{Lambda: 1e6, Scale: ScaleNone}).Start(constrainedProblem(matrix.FromDense(x)), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		run.Step()
	}
	if got := run.(Warner).Warnings(); len(got) != 1 || !strings.Contains(got[0].String(), "above 300") {
		t.Errorf("cut exponents: warnings %q", got)
	}
	if !finite(run.Objective()) || !finite(mat.Sum(f.W)) || !finite(mat.Sum(f.Ht)) {
		t.Errorf("objective %v, sums %v and %v", run.Objective(), mat.Sum(f.W), mat.Sum(f.Ht))
	}
}

// The weights of every sweep, rejected ones included, are those that the authors' code wrote down.
func TestLambdaSchedule(t *testing.T) {
	for _, tt := range []struct {
		dir    string
		lambda float64
	}{{"rprnmf_RPRNMF_div_chain_lam60", 60}, {"rprnmf_RPRNMF_div_chain_lam5", 5}} {
		x, f, triplets := goldenChain(t, tt.dir)
		run, err := (&RPRNMFKL{Lambda: tt.lambda, Compare: CompareAsAccepted}).Start(
			Problem{X: x, Rank: 4, Constraints: constraint.Set{H: triplets}}, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		accepted := 0.0
		for _, line := range matrixtest.Rows(t, "testdata", "golden", tt.dir, "lambda_hist.csv") { // sweep, λ after it, accepted
			if line[2] == 0 {
				continue
			}
			run.Step()
			accepted++
			if got := run.(Warner).Warnings(); len(got) != 0 != (run.(*scheduledRun).lambda < tt.lambda/10) {
				t.Errorf("%s: after sweep %v, λ = %v: warnings %q", tt.dir, accepted, run.(*scheduledRun).lambda, got)
			}
			if got := run.(*scheduledRun).lambda; line[0] != accepted || math.Abs(got-line[1]) > 1e-12*line[1] {
				t.Fatalf("%s: λ = %v after sweep %v, want %v", tt.dir, got, accepted, line[1])
			}
		}
	}
}

// As Algorithm 2 prints it: every sweep counts, λ halves after one that raised the objective and grows after any other.
func TestSweepsAreKept(t *testing.T) {
	x, f, triplets := goldenChain(t, "rprnmf_RPRNMF_div_chain_lam60")
	run, err := (&RPRNMFKL{Lambda: 60, Compare: CompareAsAccepted, Keep: true}).Start(Problem{X: x, Rank: 4,
		Constraints: constraint.Set{H: triplets}}, f, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := run.(*scheduledRun)
	rises := 0
	for step := range 100 {
		value, lambda, before := s.Objective(), s.lambda, mat.DenseCopyOf(f.Ht)
		run.Step()
		rose, want := step > 0 && s.Objective() > value*(1+objectiveRounding), lambdaGrowth*lambda
		if rose {
			rises++
			want = lambdaCut * lambda
		}
		if s.lambda != want || mat.Equal(f.Ht, before) {
			t.Fatalf("step %d: rose %v, λ from %v to %v; factors moved: %v", step+1, rose, lambda, s.lambda, !mat.Equal(f.Ht, before))
		}
	}
	if rises == 0 {
		t.Error("no sweep raised the objective")
	}
}

func goldenChain(t *testing.T, dir string) (matrix.Matrix, Factors, []constraint.Triplet) {
	t.Helper()
	read := func(file string) *mat.Dense {
		rows := matrixtest.Rows(t, "testdata", "golden", dir, file)
		a := mat.NewDense(len(rows), len(rows[0]), nil)
		for i, row := range rows {
			a.SetRow(i, row)
		}
		return a
	}
	var triplets []constraint.Triplet
	for _, row := range matrixtest.Rows(t, "testdata", "golden", dir, "Lchain.csv") {
		triplets = append(triplets, constraint.Triplet{Q: int(row[0]) - 1, R: int(row[1]) - 1, S: int(row[2]) - 1})
	}
	return matrix.FromDense(read("V.csv")), Factors{W: read("W0.csv"), Ht: mat.DenseCopyOf(read("H0.csv").T())}, triplets
}

// Where the objective rises whatever λ is, the run is done with the factors of the last accepted sweep.
func TestLambdaTooSmall(t *testing.T) {
	x, f := constrainedStart(7)
	run, err := newRPRNMFKL().Start(constrainedProblem(matrix.FromDense(x)), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	scheduled := run.(*scheduledRun)
	run.Step()
	rising := 0.0
	scheduled.componentRun.objective = func() float64 { rising++; return 1e6 * rising }
	before, value := mat.DenseCopyOf(f.Ht), run.Objective()
	last, status, err := Solve(context.Background(), run, f, Settings{Iterations: 5})
	if err != nil || status != Converged || last.Iteration != 1 || last.Objective != value || !mat.Equal(f.Ht, before) {
		t.Errorf("%v after %d iterations, %v; factors restored: %v", status, last.Iteration, err, mat.Equal(f.Ht, before))
	}
	if got := scheduled.Warnings(); len(got) != 1 || !strings.Contains(got[0].String(), "ended early") {
		t.Errorf("warnings %q", got)
	}
	if rising < 20 || rising > 25 { // 2.02 halved until below 1e-6 takes 21 sweeps
		t.Errorf("%v sweeps were tried", rising)
	}
}

// However small λ is at first, there is a result.
func TestTinyLambda(t *testing.T) {
	for _, lambda := range []float64{1e-5, 1e-6, 1e-7, 1e-12} {
		x, f := constrainedStart(7)
		s := newRPRNMFKL().(*RPRNMFKL)
		s.Lambda = lambda
		run, err := s.Start(constrainedProblem(matrix.FromDense(x)), f, nil)
		if err != nil {
			t.Fatal(err)
		}
		first := run.Objective()
		last, status, err := Solve(context.Background(), run, f, Settings{Iterations: 50})
		if err != nil || status != MaxIterations || !(last.Objective < first) {
			t.Errorf("λ = %v: %v after %d iterations, objective %v, at first %v; %v", lambda, status, last.Iteration, last.Objective, first, err)
		}
	}
}

// Every method that takes triplets refuses those of other points, by side.
func TestBadTriplets(t *testing.T) {
	for _, s := range []Solver{newRPRNMF(), newRPRNMFKL(), newLCNMF(), newLCNMFKL()} {
		x, f := constrainedStart(8)
		p := constrainedProblem(matrix.FromDense(x))
		p.Constraints.H = []constraint.Triplet{{Q: 0, R: 1, S: 9}}
		if _, err := s.Start(p, f, nil); err == nil ||
			!strings.Contains(err.Error(), "triplets of samples: constraint: triplet 1: found 10 in 1,2,10, want 1 to 9") {
			t.Errorf("%T: samples: %v", s, err)
		}
		p.Constraints = constraint.Set{W: []constraint.Triplet{{Q: 11, R: 11, S: 0}}}
		if _, err := s.Start(p, f, nil); err == nil ||
			!strings.Contains(err.Error(), "triplets of features: constraint: triplet 1: found 12,12,1") {
			t.Errorf("%T: features: %v", s, err)
		}
		if !TakesConstraints(s) {
			t.Errorf("%T is said to take no constraints", s)
		}
	}
}

// Without a weight there is nothing to cut down, and a sweep that raises the objective by rounding is as good as any.
func TestDivergenceWithoutWeight(t *testing.T) {
	x := mat.NewDense(8, 12, nil)
	x.Outer(1, RandomFactor(8, 1, rand.New(rand.NewPCG(2, 1))).ColView(0), RandomFactor(12, 1, rand.New(rand.NewPCG(2, 2))).ColView(0))
	p := Problem{X: matrix.FromDense(x), Rank: 2, Constraints: constraint.Set{H: []constraint.Triplet{{Q: 0, R: 1, S: 2}}}}
	s := newRPRNMFKL().(*RPRNMFKL)
	s.Lambda = 0
	f, err := Factorize(context.Background(), s, p, Plan{Settings: Settings{Iterations: 2000}}) // a step that does not end would hang here
	if err != nil || f.Last.Iteration != 2000 || !(f.Last.Objective < 1e-10) {
		t.Errorf("%v after %d iterations, %v", f.Last.Objective, f.Last.Iteration, err)
	}
}

// divergenceBothWays is SD(x,y) = ½ Σ (x - y)·log(x/y) (Jiang, Li and Xu, IEEE TKDE 31(8), 2019), entries in the logarithm
// counting as at least 2^-52 as in the authors' code.
func divergenceBothWays(x, y []float64) float64 {
	var sum float64
	for k, v := range x {
		sum += (v - y[k]) * (math.Log(max(v, 0x1p-52)) - math.Log(max(y[k], 0x1p-52)))
	}
	return sum / 2
}

// The conformance suite of factorisation methods: what every method owes its callers, whatever it computes. A method is described by a
// [Case], and [Run] tries all of it; no check may skip itself.

package solvers_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// Case is a method with one set of options, and what it claims about itself.
type Case struct {
	Name string
	New  func() solvers.Solver

	// Objective is the method's objective by its definition, entry by entry on dense matrices; an entry of x that is NaN
	// is unknown.
	Objective func(x *mat.Dense, f solvers.Factors) float64

	// Exact makes a problem and factors at which the objective is 0 and Step should stay.
	Exact func(rng *rand.Rand) (x *mat.Dense, f solvers.Factors)

	Scaling
	Accepts

	Excuses
}

// Scaling says how the least objective and the factors grow with the scale of X.
type Scaling struct {
	Least  func(x *mat.Dense) float64 // the least value of the objective on x, where Exact has it; nil means 0
	Grown  func(f, c float64) float64 // the objective of c·X, f being that of X; nil means f·c^Degree
	Degree float64                    // the objective grows as this power of the scale of X
	WScale float64                    // W grows as this power of the scale of X
}

// Accepts says which data the method takes.
type Accepts struct {
	Masked bool // unknown entries are honoured; false means refused
	Signed bool // X may have negative entries
	Mixed  bool // the test problems do have negative entries

	Positive bool // an entry that is 0 is refused by name; no test problem has one otherwise

	// Affinity tells that the factors approximate an affinity of the samples, which leaves no basis.
	Affinity bool
}

// Excuses give the reasons for which a property does not hold.
type Excuses struct {
	// Rises tells why Step may raise the objective, and then it must be seen doing so; a method that says nothing must
	// descend at every step.
	Rises string

	// Unscaled tells why the iterates depend on the scale of X; a method that says nothing must take data of any scale
	// through the same iterates.
	Unscaled string

	// Ordered tells why the order of the samples matters; a method that says nothing must give the same factors in any
	// order, one that has a reason must at least treat the reversed order alike.
	Ordered string

	// Limit tells why the limit is no stationary point of the objective over the non-negative factors; a method that says
	// nothing must end where the first-order conditions hold.
	Limit string

	// Restless tells, besides Limit, why there is no limit at all, and then the factors must be seen moving.
	Restless string
}

// check is one property; the table makes sure that no case misses one.
type check struct {
	name string
	run  func(t *testing.T, c Case)
}

var checks = []check{
	{"objective", checkObjective},
	{"non-negative", checkNonNegative},
	{"progress", checkProgress},
	{"stationary", checkStationary},
	{"exact", checkExact},
	{"same-bits", checkSameBits},
	{"concurrent", checkConcurrent},
	{"threads", checkThreads},
	{"sparse", checkSparse},
	{"masked", checkMasked},
	{"allocations", checkAllocations},
	{"scaling", checkScaling},
	{"permutation", checkPermutation},
	{"degenerate", checkDegenerate},
	{"bad-data", checkBadData},
	{"bad-start", checkBadStart},
	{"status", checkStatus},
	{"options", checkOptions},
}

// Run tries every property on the case.
func Run(t *testing.T, c Case) {
	for _, check := range checks {
		t.Run(check.name, func(t *testing.T) { check.run(t, c) })
	}
}

// The shape of the ordinary test problem: no two sides equal, so that swapped ones show.
const rows, cols, rank = 12, 9, 3

// problem returns m×n data: U(0,1), a third of it zero, or mixed in sign where the case admits that.
func (c Case) problem(m, n int, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(m, n, nil)
	for i := range m {
		for j := range n {
			v := rng.Float64()
			if c.Mixed {
				v -= 0.4
			}
			if zero := rng.IntN(3) == 0; c.Positive {
				x.Set(i, j, v+0.01)
			} else if !zero {
				x.Set(i, j, v)
			}
		}
	}
	return x
}

// start returns random factors for an m×n problem.
func (c Case) start(m, n, r int, rng *rand.Rand) solvers.Factors {
	w, ht := c.New().Rows(m, n)
	return solvers.Factors{W: solvers.RandomFactor(w, r, rng), Ht: solvers.RandomFactor(ht, r, rng)}
}

// begin starts a run; f is updated by it.
func (c Case) begin(t *testing.T, x matrix.Matrix, f solvers.Factors) solvers.Progress {
	t.Helper()
	run, err := c.New().Start(solvers.Problem{X: x, Rank: rankOf(f)}, f, seeded(99))
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

func rankOf(f solvers.Factors) int {
	for _, a := range present(f) {
		_, r := a.Dims()
		return r
	}
	return 0
}

// present lists the factors that a method has.
func present(f solvers.Factors) []*mat.Dense {
	var list []*mat.Dense
	for _, a := range []*mat.Dense{f.W, f.Ht} {
		if a != nil {
			list = append(list, a)
		}
	}
	return list
}

func clone(f solvers.Factors) solvers.Factors {
	if f.W != nil {
		f.W = mat.DenseCopyOf(f.W)
	}
	if f.Ht != nil {
		f.Ht = mat.DenseCopyOf(f.Ht)
	}
	return f
}

// close reports whether two matrices agree to tol of the largest entry.
func close(a, b *mat.Dense, tol float64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return mat.EqualApprox(scaledBy(a, 1/mat.Norm(b, 2)), scaledBy(b, 1/mat.Norm(b, 2)), tol)
}

func scaledBy(a *mat.Dense, c float64) *mat.Dense {
	if math.IsInf(c, 0) {
		c = 1 // an all-zero reference
	}
	b := mat.DenseCopyOf(a)
	b.Scale(c, b)
	return b
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

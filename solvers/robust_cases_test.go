package solvers_test

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
)

// How many of robustCases are excused from descent, from a stationary limit, and from scaling.
const (
	robustRising    = 3
	robustElsewhere = 14
	robustUnscaled  = 7
)

// robustCases describes the methods of the ORNMF and MCNMF papers.
func robustCases() []Case {
	const (
		met         = "residual norms have no gradient where a sample is met exactly, and at the end some are"
		leak        = "W grows and H shrinks for ever, which lowers the penalty at no cost"
		penalty     = "the penalty does not grow with X"
		neighbours  = "neighbouring samples are drawn together"
		once        = "Eq. 13 counts a pair of components once, Eq. 5 twice"
		unbounded   = "the objective has no lower bound where X has zeros"
		free        = "the conditions hold for the free samples, and not for those that follow them"
		between     = "every second sample lies between its neighbours"
		overwritten = "coefficients are overwritten after their update"
		rescaled    = "the scale of W is fixed, not optimised"
	)
	robust := Case{Objective: residualNorms, Exact: ExactPair, Scaling: Scaling{Degree: 1, WScale: 1}, Excuses: Excuses{Limit: met}}
	ordered := Case{
		Objective: orderedObjective(0.3), Exact: exactConstant, Scaling: Scaling{Degree: 1, WScale: 1},
		Excuses: Excuses{Ordered: neighbours, Unscaled: penalty, Limit: leak},
	}
	unit := ordered
	unit.Limit, unit.Rises = rescaled, rescaled
	unit.Exact = exactUnitConstant
	unordered := ordered
	unordered.Objective, unordered.Ordered, unordered.Unscaled, unordered.Limit = residualNorms, "", "", met
	components := Case{
		Objective: multiComponent(0.01, 3), Exact: exactComponents(3), Scaling: Scaling{Degree: 2, WScale: 1}, Excuses: Excuses{Unscaled: penalty, Limit: once},
	}
	strong := components
	strong.Objective = multiComponent(10, 3)
	two := components
	two.Objective = multiComponent(0.01, 2)
	two.Exact, two.Limit = exactComponents(2), ""
	cauchy := Case{Objective: cauchyLoss, Exact: exactCauchy, Scaling: Scaling{Least: leastCauchy, Grown: grownCauchy, Degree: 1, WScale: 1},
		Excuses: Excuses{Limit: unbounded}}
	interpolated := Case{Objective: squaredError, Exact: exactConstant, Scaling: Scaling{Degree: 2, WScale: 1}, Excuses: Excuses{Ordered: between, Rises: overwritten,
		Limit: overwritten, Restless: overwritten}}
	constrained := interpolated
	constrained.Rises, constrained.Restless, constrained.Limit = "", "", free
	cone := Case{Objective: coneObjective(1), Exact: ExactBasis, Scaling: Scaling{Degree: 2, WScale: 1}, Excuses: Excuses{Unscaled: penalty,
		Limit: rescaled}}
	return []Case{
		of(cone, "lanmf"),
		of(interpolated, "nmfi"),
		of(interpolated, "nmfi", "parity=alternating"),
		of(constrained, "nmfi", "form=constrained"),
		of(cauchy, "cauchy-nmf"),
		of(cauchy, "cauchy-nmf", "rule=naive"),
		of(components, "mcnmf"),
		of(two, "mcnmf", "components=2", "pairs=twice"),
		of(strong, "mcnmf", "alpha=10"),
		of(robust, "rnmf"),
		of(robust, "rnmf", "order=h-first"),
		of(ordered, "ornmf"),
		of(ordered, "ornmf", "weights=refresh"),
		of(unordered, "ornmf", "alpha=0"),
		of(unit, "ornmf", "unit-basis=true"),
	}
}

// residualNorms is ‖X - WH‖₂,₁.
func residualNorms(x *mat.Dense, f solvers.Factors) float64 {
	var d mat.Dense
	d.Mul(f.W, f.Ht.T())
	d.Sub(x, &d)
	return columnNorms(&d)
}

// columnNorms is ‖A‖₂,₁.
func columnNorms(a *mat.Dense) (sum float64) {
	_, n := a.Dims()
	for j := range n {
		sum += mat.Norm(a.ColView(j), 2)
	}
	return sum
}

// orderedObjective is ‖X - WH‖₂,₁ + α‖HR‖₂,₁ with R written out.
func orderedObjective(alpha float64) func(x *mat.Dense, f solvers.Factors) float64 {
	return func(x *mat.Dense, f solvers.Factors) float64 {
		_, n := x.Dims()
		penalty := 0.0
		if n > 1 {
			r := mat.NewDense(n, n-1, nil)
			for j := range n - 1 {
				r.Set(j, j, -1)
				r.Set(j+1, j, 1)
			}
			var hr mat.Dense
			hr.Mul(f.Ht.T(), r)
			penalty = columnNorms(&hr)
		}
		return residualNorms(x, f) + alpha*penalty
	}
}

// exactConstant returns samples that are all the same, which costs neither fit nor order.
func exactConstant(rng *rand.Rand) (*mat.Dense, solvers.Factors) {
	w, h := solvers.RandomFactor(12, 3, rng), solvers.RandomFactor(1, 3, rng)
	ht := mat.NewDense(9, 3, nil)
	for j := range 9 {
		ht.SetRow(j, h.RawRowView(0))
	}
	return times(w, ht.T()), solvers.Factors{W: w, Ht: ht}
}

// exactUnitConstant is exactConstant with columns of W of unit length.
func exactUnitConstant(rng *rand.Rand) (*mat.Dense, solvers.Factors) {
	x, f := exactConstant(rng)
	for k := range 3 {
		norm := mat.Norm(f.W.ColView(k), 2)
		for i := range 12 {
			f.W.Set(i, k, f.W.At(i, k)/norm)
		}
		for j := range 9 {
			f.Ht.Set(j, k, f.Ht.At(j, k)*norm)
		}
	}
	return x, f
}

// exactComponents returns samples that are all the same and v components that meet them, each alone.
func exactComponents(v int) func(rng *rand.Rand) (*mat.Dense, solvers.Factors) {
	return func(rng *rand.Rand) (*mat.Dense, solvers.Factors) {
		x, f := exactConstant(rng)
		at := 0
		for _, c := range components(f, v) {
			_, k := c.W.Dims()
			for j := range k {
				var direction mat.Dense
				direction.Scale(1/(float64(k)*c.Ht.At(0, j)), x.ColView(0))
				for i := range 12 {
					f.W.Set(i, at, direction.At(i, 0))
				}
				at++
			}
		}
		return x, f
	}
}

// cauchyLoss is Σ 1.5·log(σ² + x²) - log σ with σ = WH.
func cauchyLoss(x *mat.Dense, f solvers.Factors) float64 {
	return overKnown(x, f.W, f.Ht, func(v, scale float64) float64 { return 1.5*math.Log(scale*scale+v*v) - math.Log(scale) })
}

// exactCauchy gives every entry the scale at which it is likeliest, x/√2.
func exactCauchy(rng *rand.Rand) (*mat.Dense, solvers.Factors) {
	x, f := ExactPair(rng)
	f.W.Scale(1/math.Sqrt2, f.W)
	return x, f
}

func leastCauchy(x *mat.Dense) (sum float64) {
	for _, v := range x.RawMatrix().Data {
		sum += 1.5*math.Log(1.5*v*v) - math.Log(v/math.Sqrt2)
	}
	return sum
}

// grownCauchy adds 3 log c - log c for each of the 12×9 entries.
func grownCauchy(f, c float64) float64 { return f + 12*9*2*math.Log(c) }

// coneObjective is ‖X - WH‖²/n + λ·Σ_{i≠j} w_i·w_j.
func coneObjective(lambda float64) func(x *mat.Dense, f solvers.Factors) float64 {
	return func(x *mat.Dense, f solvers.Factors) float64 {
		_, n := x.Dims()
		gram := times(f.W.T(), f.W)
		return squaredError(x, f)/float64(n) + lambda*(mat.Sum(gram)-mat.Trace(gram))
	}
}

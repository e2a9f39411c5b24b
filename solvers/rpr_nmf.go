package solvers

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"nmfrepro/datasets/note"
	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
)

// RPRNMF is relative pairwise relationship constrained NMF for the Euclidean measure (Jiang, Li and Xu, IEEE TKDE 31(8),
// 2019, Algorithm 1): minimise (Eq. 9)
//
//	‖X - WH‖² + λ_H Σ exp(E(q,r)) + exp(-E(q,s)) + the same of W,    E(x,y) = ‖x - y‖²
//
// over the triplets "q is nearer to r than to s" of the samples (columns of H), of the features (rows of W) or of both. It
// is the sweep of nmf-cw in which every ratio of H_c: becomes (num + λ_H C⁻) ./ (den + λ_H C⁺), where a triplet adds, with
// a = exp(E(q,r)), b = exp(-E(q,s)) and x = H_c:,
//
//	C⁺: a·x_q + b·x_s to q, a·x_r to r, b·x_q to s        C⁻: a·x_r + b·x_q to q, a·x_q to r, b·x_s to s
//
// and likewise for W. a and b follow every component. The objective is that of the scaled X.
//
// As in the authors' code, and not in the paper: X is divided by its range first and W multiplied by it at the end, since
// exp(E) overflows at the scale of grey levels; λ is divided by the number of triplets of its side. Differs from the code:
// exponents are cut at maxExponent. A step may raise the objective.
// Cost per step: that of nmf-cw, and O(lr) for l triplets, two exponentials each.
type RPRNMF struct {
	TwoFactors `yaml:"-"`
	Lambda     float64         `yaml:"lambda" min:"0" doc:"weight λ of the penalty on H, and on W unless lambda-w is given, ≥ 0; default 1 [section 4.2]; 20 for images, 200, 10 and 1 for ratings"`
	LambdaW    float64         `yaml:"lambda-w" min:"0" doc:"weight λ_W of the penalty on W, ≥ 0; default 0 (that of H) [authors' code]"`
	Divide     bool            `yaml:"divide" doc:"divide λ by the number of triplets of its side; default true [authors' code], false [Eq. 9]"`
	Scale      Scaling         `yaml:"scale" doc:"range: divide X by max - min first, multiply W by it at the end (default) [authors' code]; none [paper]"`
	Guards     ComponentGuards `yaml:",inline"`
}

// Scaling tells by what X is divided before a factorisation that depends on its scale.
type Scaling string

// The scalings.
const (
	ScaleRange Scaling = "range"
	ScaleNone  Scaling = "none"
)

// Choices lists the scalings.
func (Scaling) Choices() []string { return choices(ScaleRange, ScaleNone) }

// unit returns what x is divided by; the entry itself where all are equal. An entry that x does not hold counts as 0 here even if it is
// unknown, as in the authors' code: ratings from 1 to 5 are divided by 5.
func (s Scaling) unit(x matrix.Matrix) float64 {
	if s == ScaleNone {
		return 1
	}
	m, n := x.Dims()
	buf := make([]float64, n)
	low, high := math.Inf(1), math.Inf(-1)
	for i := range m {
		if _, vals := x.Row(i, buf); len(vals) > 0 {
			low, high = min(low, slices.Min(vals)), max(high, slices.Max(vals))
		}
	}
	if x.NNZ() < m*n {
		low, high = min(low, 0), max(high, 0)
	}
	if matrix.Alike(low, high) {
		return cmp.Or(high, 1)
	}
	return high - low
}

func newRPRNMF() Solver { return &RPRNMF{Lambda: 1, Divide: true, Scale: ScaleRange} }

func (s *RPRNMF) unitOf(x matrix.Matrix) float64 { return s.Scale.unit(x) }

// Start implements Solver.
func (s *RPRNMF) Start(p Problem, f Factors, _ *rand.Rand) (_ Progress, err error) {
	if s, err = prepared("rpr-nmf", s, p, f); err != nil {
		return nil, err
	}
	if err := checkTriplets("rpr-nmf", p); err != nil {
		return nil, err
	}
	unit := s.Scale.unit(p.X)
	run := newComponentsInUnits(p.X, unit, f, s.Guards, nil, nil)
	lambdas := [...]float64{sideW: cmp.Or(s.LambdaW, s.Lambda), sideH: s.Lambda}
	for k, triplets := range [...][]constraint.Triplet{sideW: p.Constraints.W, sideH: p.Constraints.H} {
		if len(triplets) == 0 {
			continue
		}
		lambda := lambdas[k]
		if s.Divide {
			lambda /= float64(len(triplets))
		}
		run.sides[k].penalty = newExponentialPenalty(run.sides[k], triplets, lambda)
	}
	return &rescaledRun{run, unit}, nil
}

// checkTriplets reports triplets whose points the problem does not have, of both sides at once.
func checkTriplets(name string, p Problem) error {
	m, n := p.X.Dims()
	for _, side := range []struct {
		of       string
		triplets []constraint.Triplet
		points   int
	}{{"samples", p.Constraints.H, n}, {"features", p.Constraints.W, m}} {
		if err := constraint.Check(side.triplets, side.points); err != nil {
			return fmt.Errorf("solvers: %s: triplets of %s: %w", name, side.of, err)
		}
	}
	return nil
}

// rescaledRun is a factorisation of X/unit; its result is one of X.
type rescaledRun struct {
	*componentRun
	unit float64
}

func (r *rescaledRun) Finish() Result {
	res := r.componentRun.Finish()
	if r.unit == 1 {
		return res
	}
	_, rank := res.W.Dims()
	res.W = scaledColumns(res.W, slices.Repeat([]float64{r.unit}, rank))
	res.Basis = res.W
	return res
}

// Warnings tells when the penalty is not the one of Eq. 9.
func (r *rescaledRun) Warnings() []note.Note {
	for _, s := range r.sides {
		if p, penalised := s.penalty.(*exponentialPenalty); penalised && slices.Max(p.near) > maxExponent {
			return []note.Note{solverNote("rpr-nmf",
				"E(q,r) of some triplets is above %d, where its exponential is cut: λ or the scale of the factors "+
					"is too large", maxExponent)}
		}
	}
	return nil
}

// exponentialPenalty is λ Σ exp(E(q,r)) + exp(-E(q,s)) over the triplets of one side.
type exponentialPenalty struct {
	side     *side
	triplets []constraint.Triplet
	lambda   float64
	near     []float64 // E(q,r) of every triplet
	far      []float64 // E(q,s)
}

// maxExponent bounds E inside exp: sums and products with the entries of a factor stay finite.
const maxExponent = 300

func newExponentialPenalty(s *side, triplets []constraint.Triplet, lambda float64) *exponentialPenalty {
	p := &exponentialPenalty{
		side: s, triplets: triplets, lambda: lambda,
		near: make([]float64, len(triplets)), far: make([]float64, len(triplets)),
	}
	p.sweep()
	return p
}

// sweep forms the distances afresh: the changes of the components leave some rounding behind.
func (p *exponentialPenalty) sweep() {
	clear(p.near)
	clear(p.far)
	_, r := p.side.factor.Dims()
	for c := range r {
		x := p.side.component(c)
		for k, t := range p.triplets {
			p.near[k] += matrix.SquaredError(x[t.Q], x[t.R])
			p.far[k] += matrix.SquaredError(x[t.Q], x[t.S])
		}
	}
}

func (p *exponentialPenalty) add(_ int, x, num, den []float64) {
	for k, t := range p.triplets {
		a := p.lambda * math.Exp(min(p.near[k], maxExponent))
		b := p.lambda * math.Exp(-p.far[k])
		q, r, s := x[t.Q], x[t.R], x[t.S]
		den[t.Q] += a*q + b*s
		den[t.R] += a * r
		den[t.S] += b * q
		num[t.Q] += a*r + b*q
		num[t.R] += a * q
		num[t.S] += b * s
	}
}

func (p *exponentialPenalty) moved(_ int, old, x []float64) {
	for k, t := range p.triplets {
		p.near[k] += matrix.SquaredError(x[t.Q], x[t.R]) - matrix.SquaredError(old[t.Q], old[t.R])
		p.far[k] += matrix.SquaredError(x[t.Q], x[t.S]) - matrix.SquaredError(old[t.Q], old[t.S])
	}
}

func (p *exponentialPenalty) value() float64 {
	var sum float64
	for k, near := range p.near {
		sum += math.Exp(min(near, maxExponent)) + math.Exp(-p.far[k])
	}
	return p.lambda * sum
}

func (*RPRNMF) projection() ProjectionRule {
	return leastSquares(sizePenalty{}, "no triplets relate new samples")
}

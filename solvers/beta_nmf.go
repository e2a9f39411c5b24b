package solvers

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// BetaNMF minimises a β-divergence Σ d(x|y), y = WH, or the Hellinger distance, by majorisation and minimisation (Févotte and
// Idier, Neural Computation 23(9), 2011, Eq. 60 and Table 2):
//
//	W ← W .* ((P·Hᵀ) ./ (Q·Hᵀ))^γ        H ← H .* ((Wᵀ·P) ./ (Wᵀ·Q))^γ
//
//	β             d(x|y)                                        P = x·Q/y   Q         γ
//	0             x/y - log(x/y) - 1 (Itakura-Saito)                        1/y       1/2
//	below 1       (x^β + (β-1)·y^β - β·x·y^(β-1)) / (β(β-1))                y^(β-1)   1/(2-β)
//	1             x·log(x/y) - x + y (Kullback-Leibler)                     1         1
//	1 to 2        as below 1; at 2 it is (x-y)²/2                           y^(β-1)   1
//	above 2       as below 1                                                y^(β-1)   1/(β-1)
//	hellinger     (√x - √y)²                                    √(x/y)      1         2
//
// where the entries of P and Q are 0 that a mask leaves unknown. The objective falls at every step. The last line is derived in
// the same way as the others (Jensen on -√y), and the rule of Cichocki et al. 2008 for the α-divergence at 1/2. With β = 1 and 2
// the factors are those of nmf-kl and nmf.
//
// Differs from the paper: y counts as at least 1e-75 times the largest entry of X, and both sums are in units of that entry to
// the power of β - 1. X must be positive for β ≤ 0: of an entry 0 the divergence is infinite.
// Cost per step: 12mnr and two powers an entry, sparse X included; with a mask 12·nnz·r.
type BetaNMF struct {
	TwoFactors `yaml:"-"`
	Beta       float64        `yaml:"beta" doc:"β of the divergence, -2 to 4: default 0 (Itakura-Saito), 1 is Kullback-Leibler, 2 half the squared error [Févotte 2011]"`
	Divergence DivergenceForm `yaml:"divergence" doc:"beta (default) or hellinger, which has no β: (√x - √y)²"`
	Order      Order          `yaml:"order" doc:"which factor is updated first: h-first (default) or w-first [scikit-learn]"`
}

// DivergenceForm is a family of divergences.
type DivergenceForm string

// The families.
const (
	DivergenceBeta      DivergenceForm = "beta"
	DivergenceHellinger DivergenceForm = "hellinger"
)

// Choices lists the families.
func (DivergenceForm) Choices() []string { return choices(DivergenceBeta, DivergenceHellinger) }

func newBetaNMF() Solver { return &BetaNMF{Divergence: DivergenceBeta, Order: HFirst} }

// leastModel is what a model counts as at least, in units of the largest entry of X: its powers and quotients stay within the
// range of numbers for every β.
const leastModel = 1e-75

// Start implements Solver.
func (s *BetaNMF) Start(p Problem, f Factors, _ *rand.Rand) (_ Progress, err error) {
	if s, err = prepared("beta-nmf", s, p, f); err != nil {
		return nil, err
	}
	if err := s.check(p.X); err != nil {
		return nil, err
	}
	unit := unitOf(p.X)
	fit, loss := matrix.NewEntrywise(p.X), matrix.Loss{Of: s.loss(leastModel * unit)}
	run := &alternatingRun{
		f: f, w: s.half(unit, p.X, f.W, f.Ht), ht: s.half(unit, p.X.Trans(), f.Ht, f.W), order: s.Order,
		objective: func() float64 { return fit.Sum(f.W, f.Ht, loss) },
	}
	run.hold(p.Held)
	return run, nil
}

// unitOf returns the largest entry of X, 1 for zeros.
func unitOf(x matrix.Matrix) float64 { return cmp.Or(largest(x), 1) }

// check looks at what β and X are to each other.
func (s *BetaNMF) check(x matrix.Matrix) error {
	switch {
	case s.Divergence == DivergenceHellinger && s.Beta != 0:
		return fmt.Errorf("solvers: beta-nmf: beta = %v with divergence = %q, which has none", s.Beta, s.Divergence)
	case s.Divergence == DivergenceHellinger:
		return nil
	case s.Beta < -2 || s.Beta > 4:
		return fmt.Errorf("solvers: beta-nmf: beta = %v, want -2 to 4", s.Beta)
	case s.Beta > 2:
		return checkScale("beta-nmf", x, minScale, math.Pow(10, 300/s.Beta), "powers β")
	case s.Beta > 0:
		return nil
	}
	m, n := x.Dims()
	_, masked := x.(*matrix.Masked)
	buf := make([]float64, n)
	for i := range m {
		cols, vals := x.Row(i, buf)
		for k, v := range vals {
			if v == 0 {
				return &EntryError{"beta-nmf", i, matrix.Column(cols, k), 0, noZero}
			}
		}
		if len(vals) < n && !masked {
			return fmt.Errorf("solvers: beta-nmf: X has zeros in row %d, want %s", i+1, noZero)
		}
	}
	return nil
}

const noZero = "none, since a divergence with beta ≤ 0 is infinite there: raise the zeros, leave them out by a mask, or take beta above 0"

func (s *BetaNMF) power() float64 {
	switch b := s.Beta; {
	case s.Divergence == DivergenceHellinger:
		return 2
	case b < 1:
		return 1 / (2 - b)
	case b > 2:
		return 1 / (b - 1)
	}
	return 1
}

// weights returns what sets p to a row of P and the model to one of Q.
func (s *BetaNMF) weights(unit float64) func(x, model, p []float64) {
	floor, power := leastModel*unit, s.Beta-1
	return func(x, model, p []float64) {
		for j, v := range x {
			y := max(model[j], floor)
			if s.Divergence == DivergenceHellinger {
				p[j], model[j] = math.Sqrt(v/y), 1
				continue
			}
			q := math.Pow(y/unit, power)
			p[j], model[j] = v/y*q, q
		}
	}
}

// loss returns the divergence of an entry from its model.
func (s *BetaNMF) loss(floor float64) func(x, y float64) float64 {
	b := s.Beta
	switch {
	case s.Divergence == DivergenceHellinger:
		return func(x, y float64) float64 { return matrix.SquaredError(math.Sqrt(x), math.Sqrt(y)) }
	case b == 0:
		return func(x, y float64) float64 { q := x / max(y, floor); return q - math.Log(q) - 1 }
	case b == 1:
		return matrix.FlooredDivergence(floor).Of
	case b == 2:
		return func(x, y float64) float64 { return matrix.SquaredError(x, y) / 2 }
	}
	return func(x, y float64) float64 {
		y = max(y, floor)
		return (math.Pow(x, b) + math.Pow(y, b-1)*((b-1)*y-b*x)) / (b * (b - 1))
	}
}

// betaHalf updates one tall factor a (p×r) of X ≈ a·bᵀ, b fixed.
type betaHalf struct {
	a, b, num, den *mat.Dense
	model          *matrix.Entrywise
	weigh          func(x, model, p []float64)
	power          float64
}

func (s *BetaNMF) half(unit float64, x matrix.Matrix, a, b *mat.Dense) *betaHalf {
	rows, r := a.Dims()
	return &betaHalf{
		a: a, b: b, num: mat.NewDense(rows, r, nil), den: mat.NewDense(rows, r, nil),
		model: matrix.NewEntrywise(x), weigh: s.weights(unit), power: s.power(),
	}
}

func (h *betaHalf) step() {
	h.model.WeighTo(h.num, h.den, h.a, h.b, h.weigh)
	updatePower(h.a, h.num, h.den, h.power)
}

// projection repeats the update of H. The divergence is convex in the model for β from 1 to 2, and so is the Hellinger distance.
func (s *BetaNMF) projection() ProjectionRule {
	name := fmt.Sprintf("d_β(X‖WH), β = %g,", s.Beta)
	if s.Divergence == DivergenceHellinger {
		name = "Σ(√X - √(WH))²"
	}
	rule := repeated("min "+name+" over H ≥ 0", func(x matrix.Matrix, w, ht *mat.Dense) float64 {
		return matrix.NewEntrywise(x).Sum(w, ht, matrix.Loss{Of: s.loss(leastModel * unitOf(x))})
	}, func(unit float64, xt matrix.Matrix, ht, w *mat.Dense) half { return s.half(unit, xt, ht, w) })
	rule.Local = s.Divergence == DivergenceBeta && (s.Beta < 1 || s.Beta > 2)
	return rule
}

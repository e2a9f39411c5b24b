package solvers

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// CauchyNMF fits WH to the scale of isotropic complex Cauchy variables of which X holds the magnitudes (Liutkus, Fitzgerald and
// Badeau, WASPAA 2015): minimise Σ 1.5·log(σ² + x²) - log σ with σ = WH. In the update of W, with
//
//	a = ¾·(σ./(σ² + x²))·Hᵀ        b = (1./σ)·Hᵀ
//
// the rules are
//
//	majorise-equalise:  W ← W .* b ./ (a + √(a² + 2ab))
//	naive:              W ← W .* b ./ 4a
//	sqrt:               W ← W .* √(b ./ 4a)
//
// and likewise for H with Wᵀ on the left. W goes first. Only the first rule has a proof of descent; the others were seen to
// descend as well. WH is a scale and no mean: for a single x it ends at x/√2.
//
// Differs from the paper: σ is floored at tinyDenominator. Masks are refused. Every zero of X counts, so a sparse X costs as
// much as a dense one: 12mnr a step.
type CauchyNMF struct {
	TwoFactors `yaml:"-"`
	Rule       CauchyRule `yaml:"rule" doc:"majorise-equalise (default) [Liutkus et al.], naive or sqrt"`
	ScaleStart bool       `yaml:"scale-start" doc:"divide the columns of W by their largest entry at the start, and give the rows of H the largest entry of X; default false, true in cauchy_NMF.m"`
	UnitBasis  bool       `yaml:"unit-basis" doc:"scale the columns of W to unit sum after every step and H to match; default false, true in cauchy_NMF.m"`
}

// CauchyRule names an update of Cauchy NMF.
type CauchyRule string

// The rules.
const (
	CauchyMajoriseEqualise CauchyRule = "majorise-equalise"
	CauchyNaive            CauchyRule = "naive"
	CauchySqrt             CauchyRule = "sqrt"
)

// Choices lists the rules.
func (CauchyRule) Choices() []string { return choices(CauchyMajoriseEqualise, CauchyNaive, CauchySqrt) }

// cauchyFactors are what an entry is multiplied by, for a and b above.
var cauchyFactors = map[CauchyRule]func(a, b float64) float64{
	// b = 0 wherever a = 0, and the tiny sum keeps 0/0 at 0.
	CauchyMajoriseEqualise: func(a, b float64) float64 { return b / (a + math.Sqrt(a*a+2*a*b) + tinyDenominator) },
	CauchyNaive:            func(a, b float64) float64 { return b / (4*a + tinyDenominator) },
	CauchySqrt:             func(a, b float64) float64 { return math.Sqrt(b / (4*a + tinyDenominator)) },
}

func newCauchyNMF() Solver { return &CauchyNMF{Rule: CauchyMajoriseEqualise} }

// Start implements Solver.
func (s *CauchyNMF) Start(p Problem, f Factors, _ *rand.Rand) (_ Progress, err error) {
	if s, err = prepared("cauchy-nmf", s, p, f); err != nil {
		return nil, err
	}
	if s.ScaleStart {
		peakStart(f, largest(p.X))
	}
	entries := matrix.NewEntrywise(p.X)
	return &cauchyRun{
		f: f, unit: s.UnitBasis,
		w:         newCauchyHalf(p.X, f.W, f.Ht, cauchyFactors[s.Rule]),
		ht:        newCauchyHalf(p.X.Trans(), f.Ht, f.W, cauchyFactors[s.Rule]),
		norms:     make([]float64, p.Rank),
		objective: func() float64 { return entries.Sum(f.W, f.Ht, matrix.Loss{Of: cauchyLoss}) },
	}, nil
}

// cauchyLoss returns the negative log-likelihood of a magnitude up to a constant.
func cauchyLoss(x, scale float64) float64 {
	scale = max(scale, tinyDenominator)
	return 1.5*math.Log(scale*scale+x*x) - math.Log(scale)
}

type cauchyRun struct {
	f         Factors
	w, ht     *cauchyHalf
	unit      bool
	norms     []float64
	objective func() float64
	gauge     gauge
}

func (r *cauchyRun) Step() {
	r.w.step()
	r.ht.step()
	if r.unit {
		unitSums(r.f, r.norms)
	}
}

func (r *cauchyRun) Objective() float64 { return r.objective() }

func (r *cauchyRun) Finish() Result { return Factorisation(r.f) }

// cauchyHalf updates one tall factor a of X ≈ a·bᵀ.
type cauchyHalf struct {
	a, b, num, den *mat.Dense
	model          *matrix.Entrywise
	factor         func(a, b float64) float64
}

func newCauchyHalf(x matrix.Matrix, a, b *mat.Dense, factor func(a, b float64) float64) *cauchyHalf {
	p, r := a.Dims()
	return &cauchyHalf{a: a, b: b, num: mat.NewDense(p, r, nil), den: mat.NewDense(p, r, nil), model: matrix.NewEntrywise(x), factor: factor}
}

// cauchyEntries returns 1/σ and, in place of σ, σ/(σ² + x²).
func cauchyEntries(x, model, p []float64) {
	for j, v := range x {
		s := max(model[j], tinyDenominator)
		p[j], model[j] = 1/s, s/(s*s+v*v)
	}
}

func (h *cauchyHalf) step() {
	h.model.WeighTo(h.num, h.den, h.a, h.b, cauchyEntries)
	p, _ := h.a.Dims()
	for i := range p {
		up, down, a := h.num.RawRowView(i), h.den.RawRowView(i), h.a.RawRowView(i)
		for c, v := range a {
			a[c] = v * h.factor(0.75*down[c], up[c])
		}
		matrix.Flush(a)
	}
}

// unitSums scales the columns of W to unit sum and H to match; a zero column is left alone. sums is a buffer.
func unitSums(f Factors, sums []float64) {
	matrix.SumRows(sums, f.W)
	scaleComponents(f, sums)
}

// peakStart divides the columns of W by their largest entry and scales the rows of H to the largest entry peak.
func peakStart(f Factors, peak float64) {
	for _, side := range []struct {
		a  *mat.Dense
		to float64
	}{{f.W, 1}, {f.Ht, peak}} {
		_, r := side.a.Dims()
		c := make([]float64, r)
		for k := range c {
			if top := mat.Max(side.a.ColView(k)); top > 0 {
				c[k] = side.to / top
			}
		}
		multiplyColumns(side.a, c)
	}
}

func (s *CauchyNMF) projection() ProjectionRule {
	rule := repeated("min Σ 1.5·log((WH)² + X²) - log(WH) over H ≥ 0", lossOf(matrix.Loss{Of: cauchyLoss}, sizePenalty{}),
		func(_ float64, xt matrix.Matrix, ht, w *mat.Dense) half {
			return newCauchyHalf(xt, ht, w, cauchyFactors[s.Rule])
		})
	rule.Local = true
	return rule
}

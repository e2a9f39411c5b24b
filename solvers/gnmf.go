package solvers

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// GNMF is graph regularised NMF (Cai, He, Han and Huang, IEEE TPAMI 33(8), 2011): minimise ‖X - WH‖² + λ·tr(H·L·Hᵀ), L = D - S
// the Laplacian of a graph with weights S and degrees D on the samples, by (14), (15)
//
//	H ← H .* (WᵀX + λ·H·S) ./ (WᵀW·H + λ·H·D)        W ← W .* (XHᵀ) ./ (W·HHᵀ)
//
// and for a mask M the weighted form of their appendix, in which X and WH run over the known entries. Details are those of
// the authors' GNMF.m: H goes first, the columns of W have unit length at the start and at the end. That scaling at the end
// is not neutral for the penalty, which the columns of W keep from shrinking H only through the fit. A graph on the
// features, if there is one, does for W what that on the samples does for H.
//
// Differs from GNMF.m: denominators are floored at tinyDenominator instead of 1e-10.
// Cost per step: that of [NMF] and 2·nnz(S)·r; several starts cost their iterations before the first step.
type GNMF struct {
	TwoFactors   `yaml:"-"`
	Lambda       float64      `yaml:"lambda" min:"0" doc:"weight λ of the graph penalty, ≥ 0; default 100 [Cai 2011, section 5.2]"`
	Order        Order        `yaml:"order" doc:"which factor is updated first: h-first (default) [GNMF.m] or w-first"`
	SampleWeight SampleWeight `yaml:"sample-weight" doc:"none (default), or ncw: samples scaled by (xᵀ·Σx)^-½ before, as normalised cuts would have it [GNMF.m]"`
	GraphOptions `yaml:",inline"`
	CaiOptions   `yaml:",inline"`
}

// SampleWeight scales the samples before a factorisation.
type SampleWeight string

// The sample weights.
const (
	WeightNone SampleWeight = "none"
	WeightNCW  SampleWeight = "ncw"
)

// Choices lists the sample weights.
func (SampleWeight) Choices() []string { return choices(WeightNone, WeightNCW) }

func newGNMF() Solver {
	return &GNMF{Lambda: 100, Order: HFirst, SampleWeight: WeightNone, GraphOptions: newGraphOptions(), CaiOptions: newCai()}
}

func (*GNMF) carriesScale() Side { return SideH }

// Start implements Solver.
func (s *GNMF) Start(p Problem, f Factors, rng *rand.Rand) (_ Progress, err error) {
	if s, err = prepared("gnmf", s, p, f); err != nil {
		return nil, err
	}
	graphs, err := s.build("gnmf", p)
	if err != nil {
		return nil, err
	}
	x, err := s.SampleWeight.apply("gnmf", p.X)
	if err != nil {
		return nil, err
	}
	fit := matrix.NewEntrywise(x)
	onW, onH := newPenalty(s.Lambda, graphs.FeatureGraph, p.Rank), newPenalty(s.Lambda, graphs.SampleGraph, p.Rank)
	run := &caiRun{options: s.CaiOptions, alternatingRun: alternatingRun{
		f:     f,
		w:     &smoothHalf{newFrobeniusHalf(x, f.W, f.Ht, Guards{}), onW},
		ht:    &smoothHalf{newFrobeniusHalf(x.Trans(), f.Ht, f.W, Guards{}), onH},
		order: s.Order,
		objective: func() float64 {
			return fit.Sum(f.W, f.Ht, matrix.Squared) + onW.value(f.W) + onH.value(f.Ht)
		},
	}}
	return run, run.start(p, rng)
}

// smoothHalf is a Frobenius update with a penalty on its factor.
type smoothHalf struct {
	*frobeniusHalf
	penalty *penalty
}

func (h *smoothHalf) step() {
	h.ratio()
	h.penalty.addTo(h.num, h.den, h.a)
	h.Guards.update(h.a, h.num, h.den)
}

// apply returns X with its samples weighted. A sample of zeros stays one.
func (w SampleWeight) apply(name string, x matrix.Matrix) (matrix.Matrix, error) {
	if w != WeightNCW {
		return x, nil
	}
	if err := refuseMask(name, x, ""); err != nil {
		return nil, fmt.Errorf("%w (sample-weight = %q)", err, w)
	}
	m, n := x.Dims()
	total, product := mat.NewDense(m, 1, nil), mat.NewDense(n, 1, nil)
	x.MulTo(total, mat.NewDense(n, 1, slices.Repeat([]float64{1}, n)))
	x.Trans().MulTo(product, total)
	scale := make([]float64, n)
	for j := range n {
		if v := product.At(j, 0); v > 0 {
			scale[j] = 1 / math.Sqrt(v)
		}
	}
	if d, ok := x.(*matrix.Dense); ok {
		return matrix.FromDense(scaledColumns(d.Raw(), scale)), nil
	}
	var entries []matrix.Triplet
	for e := range matrix.Entries(x) {
		e.Value *= scale[e.Col]
		entries = append(entries, e)
	}
	return matrix.NewCSR(m, n, entries)
}

// projection does what GNMFtest.m does.
func (*GNMF) projection() ProjectionRule {
	return ProjectionRule{
		Formula: "H = max(0, (WᵀW)⁻¹·WᵀX)", Note: "GNMFtest.m of the authors; no graph joins new samples", whole: true,
		find: clippedLeastSquares, objective: lossOf(matrix.Squared, sizePenalty{}),
	}
}

// clippedLeastSquares solves (WᵀW)·H = WᵀX and clips.
func clippedLeastSquares(p *projection) error {
	p.x.Trans().MulTo(p.ht, p.w)
	_, r := p.w.Dims()
	gram := mat.NewDense(r, r, nil)
	matrix.Gram(gram, p.w)
	var factors mat.Cholesky
	if !factors.Factorize(mat.NewSymDense(r, gram.RawMatrix().Data)) {
		return errors.New("the columns of the basis depend on each other, want independent ones for least squares")
	}
	var h mat.Dense
	if err := factors.SolveTo(&h, p.ht.T()); err != nil {
		return fmt.Errorf("basis: %w", err)
	}
	p.ht.Apply(func(j, k int, _ float64) float64 { return max(0, h.At(k, j)) }, p.ht)
	return nil
}

// CaiOptions are the habits that the codes of Cai and others share: unit columns of W, the best of several starts, and a stopping
// rule on the smoothed objective.
type CaiOptions struct {
	UnitBasis       bool    `yaml:"unit-basis" doc:"scale the columns of W to unit length at the start and at the end, H compensated; default true [GNMF.m]"`
	UnitEach        bool    `yaml:"unit-each,omitempty" doc:"scale the columns of W to unit length after every iteration, H compensated, so that no scale can move out of the reach of a penalty on H; the objective may then rise; default false"`
	Starts          int     `yaml:"starts" min:"1" doc:"starts tried, the given one first, the others U(0,1], or as the program of init draws them; the best objective goes on; default 1, 10 in GNMF.m without a given start"`
	StartIterations int     `yaml:"start-iterations" min:"0" doc:"iterations of each start when there are several, before the first one counted, ≥ 0; default 30 in gnmf [GNMF.m], 10 in gnmf-kl [GNMF_KL.m]"`
	SmoothedTol     float64 `yaml:"smoothed-tol" min:"0" doc:"stop when (m-f)/m is at most this, m ← 0.1·m + 0.9·f after each iteration, m = 10·f at the start; default 0 (off), 1e-5 in GNMF.m"`
}

func newCai() CaiOptions { return CaiOptions{UnitBasis: true, Starts: 1, StartIterations: 30} }

// caiRun is a run with those habits around the updates of a method.
type caiRun struct {
	alternatingRun
	options CaiOptions
	mean    float64 // the smoothed objective
	last    float64 // the objective that the rule compares with it
}

var _ Stopper = (*caiRun)(nil)

// start prepares the factors: it leaves the best of the starts in r.f.
func (r *caiRun) start(p Problem, rng *rand.Rand) error {
	var best Factors
	lowest := math.Inf(1)
	r.unitBasis()
	for trial := range r.options.Starts {
		if r.options.Starts == 1 {
			break
		}
		if trial > 0 {
			if err := r.draw(p, rng); err != nil {
				return err
			}
		}
		for range r.options.StartIterations {
			r.step()
		}
		if f := r.objective(); trial == 0 || f < lowest {
			lowest = f
			best = Factors{W: mat.DenseCopyOf(r.f.W), Ht: mat.DenseCopyOf(r.f.Ht)}
		}
	}
	if best.W != nil {
		r.f.W.Copy(best.W)
		r.f.Ht.Copy(best.Ht)
	}
	if r.options.SmoothedTol > 0 {
		r.last = r.objective()
		r.mean = 10 * r.last
	}
	return nil
}

// draw replaces the factors by another start.
func (r *caiRun) draw(p Problem, rng *rand.Rand) error {
	if p.Another != nil {
		f, err := p.Another()
		if err != nil {
			return err
		}
		r.f.W.Copy(f.W)
		r.f.Ht.Copy(f.Ht)
		r.unitBasis()
		return nil
	}
	for _, a := range []*mat.Dense{r.f.W, r.f.Ht} {
		rows, rank := a.Dims()
		a.Copy(RandomFactor(rows, rank, rng))
	}
	r.unitBasis()
	return nil
}

// step makes one iteration, with W at unit length after it where the options want that.
func (r *caiRun) step() {
	r.alternatingRun.Step()
	if r.options.UnitEach {
		r.unitBasis()
	}
}

// unitBasis scales the factors in place.
func (r *caiRun) unitBasis() {
	if r.options.UnitBasis || r.options.UnitEach {
		scaled := Normalise(Factorisation(r.f), NormaliseWL2)
		r.f.W.Copy(scaled.W)
		r.f.Ht.Copy(scaled.Ht)
	}
}

func (r *caiRun) Step() {
	r.step()
	if r.options.SmoothedTol > 0 {
		r.last = r.objective()
		r.mean = 0.1*r.mean + 0.9*r.last
	}
}

// Done applies GNMF.m's rule; a vanished objective is done.
func (r *caiRun) Done() bool {
	return r.options.SmoothedTol > 0 && r.mean-r.last <= r.options.SmoothedTol*r.mean
}

func (r *caiRun) Finish() Result {
	res := Factorisation(r.f)
	if r.options.UnitBasis {
		return Normalise(res, NormaliseWL2)
	}
	return res
}

package solvers

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// DivergenceOptions are the options that the projective methods for the generalised Kullback-Leibler divergence share:
// minimise D(X‖UUᵀX) over one non-negative factor U.
//
//	on features:  U is W (m×r),  X ≈ W·Wᵀ·X,  H = WᵀX
//	on samples:   U is Ht (n×r), X ≈ X·U·Uᵀ,  W = XU: the former on Xᵀ
//
// With V = XᵀU, Z = X ./ (U·Vᵀ) and x̄ the row sums of X, both rules are made of
//
//	B = Z·V + X·(ZᵀU)        C_ik = Σ_j V_jk + x̄_i·Σ_a U_ak
//
// B ./ C has degree -2 in the scale of U against +1 for U itself: without a stabiliser the scale flips between odd and even
// steps for ever, unless the ratio's root is taken. Cost per step: 12mnr dense, 12·nnz·r sparse; nothing of size m×n is
// formed.
type DivergenceOptions struct {
	On        Domain               `yaml:"on" doc:"what is projected: features (default, X ≈ WWᵀX) or samples (X ≈ XUUᵀ, clusters the samples)"`
	Stabilise DivergenceStabiliser `yaml:"stabilise" doc:"scaling of the factor after the update: eq55 (default, the best scale for the divergence) [Eq. 55] or none [Yang 2010]"`
}

// DivergenceStabiliser is the scaling that stops the oscillation of projective updates for the divergence.
type DivergenceStabiliser string

// The stabilisers for the divergence.
const (
	StabiliseEq55   DivergenceStabiliser = "eq55"
	StabiliseNoneKL DivergenceStabiliser = "none"
)

// Choices lists the stabilisers.
func (DivergenceStabiliser) Choices() []string { return choices(StabiliseEq55, StabiliseNoneKL) }

func newDivergenceProjective() DivergenceOptions {
	return DivergenceOptions{On: OnFeatures, Stabilise: StabiliseEq55}
}

// Rows implements Solver: there is one factor.
func (o *DivergenceOptions) Rows(m, n int) (w, ht int) { return oneFactor(o.On == OnSamples, m, n) }

// start does Start for both methods; update is the rule that sets them apart.
func (o *DivergenceOptions) start(name string, s Solver, p Problem, f Factors, update func(*divergenceRun)) (Progress, error) {
	if err := prepare(name, s, p, f); err != nil {
		return nil, err
	}
	u, x := f.W, p.X
	if o.On == OnSamples {
		u, x = f.Ht, p.X.Trans()
	}
	rows, cols := x.Dims()
	run := &divergenceRun{
		options: *o, x: x, u: u, update: update,
		divergenceSums: divergenceSums{rowSums: rowSums(x), vSum: make([]float64, p.Rank), uSum: make([]float64, p.Rank)},
		v:              mat.NewDense(cols, p.Rank, nil), ztu: mat.NewDense(cols, p.Rank, nil),
		b: mat.NewDense(rows, p.Rank, nil), c: mat.NewDense(rows, p.Rank, nil), tmp: mat.NewDense(rows, p.Rank, nil),
		small: mat.NewDense(p.Rank, p.Rank, nil),
		fit:   matrix.NewEntrywise(x), fitT: matrix.NewEntrywise(x.Trans()),
	}
	_, run.free = s.(*PNMFKL)
	run.total = sumOf(run.rowSums)
	run.refresh()
	return run, nil
}

func rowSums(x matrix.Matrix) []float64 {
	m, _ := x.Dims()
	sums := make([]float64, m)
	for e := range matrix.Entries(x) {
		sums[e.Row] += e.Value
	}
	return sums
}

// divergenceRun keeps V = XᵀU and the column sums of U and V up to date with U.
type divergenceRun struct {
	options DivergenceOptions
	x       matrix.Matrix // the data that U projects: X, or Xᵀ on samples
	u, v    *mat.Dense
	update  func(*divergenceRun) // sets u from b and c
	divergenceSums

	fit, fitT *matrix.Entrywise // of x and of its transpose
	ztu       *mat.Dense
	b, c, tmp *mat.Dense
	small     *mat.Dense // r×r
	free      bool       // U is bound by nothing but U ≥ 0
	gauge     gauge
}

// divergenceSums are the sums of rows and columns.
type divergenceSums struct {
	rowSums    []float64
	total      float64 // Σ X
	vSum, uSum []float64
}

func (r *divergenceRun) Step() {
	r.terms()
	r.update(r)
	r.refresh()
	if r.options.Stabilise == StabiliseEq55 {
		r.stabilise()
	}
}

// terms sets b and c.
func (r *divergenceRun) terms() {
	r.fit.RatioMulTo(r.b, r.u, r.v, tinyDenominator)
	r.fitT.RatioMulTo(r.ztu, r.v, r.u, tinyDenominator)
	r.x.MulTo(r.tmp, r.ztu)
	r.b.Add(r.b, r.tmp)
	for i, s := range r.rowSums {
		row := r.c.RawRowView(i)
		for k, v := range r.vSum {
			row[k] = v + s*r.uSum[k]
		}
	}
}

// refresh recomputes what depends on U.
func (r *divergenceRun) refresh() {
	r.x.Trans().MulTo(r.v, r.u)
	matrix.SumRows(r.vSum, r.v)
	matrix.SumRows(r.uSum, r.u)
}

// stabilise applies (55) at the present U: Σ UUᵀX = Σ_k (Σ_i U_ik)(Σ_j V_jk) becomes Σ X.
func (r *divergenceRun) stabilise() {
	var model float64
	for k, s := range r.uSum {
		model += s * r.vSum[k]
	}
	c := math.Sqrt(r.total / model)
	if !(c > 0) || math.IsInf(c, 0) {
		return // a zero factor, or zero data, has no scale to mend
	}
	scaleBy(r.u, c)
	scaleBy(r.v, c)
	for k := range r.uSum {
		r.uSum[k] *= c
		r.vSum[k] *= c
	}
}

// Objective returns D(X‖UUᵀX).
func (r *divergenceRun) Objective() float64 { return r.fit.Sum(r.u, r.v, flooredKL) }

// Finish returns the factorisation that the projection amounts to.
func (r *divergenceRun) Finish() Result {
	w, ht := r.u, r.v
	if r.options.On == OnSamples {
		w, ht = r.v, r.u
	}
	return Result{W: w, Ht: ht, Basis: w}
}

// projection returns the model itself on features; on samples new ones fit a basis that stays.
func (o *DivergenceOptions) projection() ProjectionRule {
	if o.On == OnSamples {
		return divergence(sizePenalty{}, "")
	}
	return linear(flooredKL)
}

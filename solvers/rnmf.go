package solvers

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// RNMF is the robust factorisation of Kong, Ding and Huang (CIKM 2011): minimise ‖X - WH‖₂,₁ = Σ_j ‖x_j - W·h_j‖, the norms
// themselves instead of their squares, with D = diag(1/‖x_j - W·h_j‖) and
//
//	W ← W .* (X·D·Hᵀ) ./ (W·(H·D·Hᵀ))        H ← H .* (Wᵀ·X·D) ./ (WᵀW·H·D)
//
// D cancels in the rule of H, column by column, and is therefore left out there.
//
// Differs from the paper: norms are raised to norm-floor times the mean norm of a sample, which keeps D finite where a
// sample is met exactly; the norms come from XᵀW and WᵀW, except where that would lose digits.
// Cost per step: 4mnr, as NMF, and O((m+n)r²). Masks are refused.
type RNMF struct {
	TwoFactors `yaml:"-"`
	Order      Order   `yaml:"order" doc:"which factor is updated first: w-first (default) [Kong et al.] or h-first"`
	NormFloor  float64 `yaml:"norm-floor" min:"0" doc:"least residual norm of a sample, in units of the mean norm of a sample, ≥ 0; default 1e-10, ours"`
}

// defaultNormFloor is far below the residual of any sample that is not met to rounding, and leaves the reciprocal room.
const defaultNormFloor = 1e-10

func newRNMF() Solver { return &RNMF{Order: WFirst, NormFloor: defaultNormFloor} }

// Start implements Solver.
func (s *RNMF) Start(p Problem, f Factors, _ *rand.Rand) (Run, error) {
	s = withDefaults(s)
	if err := prepare("rnmf", s, p, f); err != nil {
		return nil, err
	}
	w := newWeightedBasis(p.X, nil, f, s.NormFloor) // X is used twice, but not block by block
	return &alternatingRun{
		f: f, w: w, ht: robustCoefficients{w.fit}, order: s.Order,
		objective: w.objective,
	}, nil
}

// robustCoefficients is the update of H, which is that of NMF.
type robustCoefficients struct{ fit *residuals }

func (h robustCoefficients) step() {
	n, _ := h.fit.ht.Dims()
	for from := 0; from < n; from += h.fit.size {
		ht, xtw, hwtw := h.fit.block(from, min(from+h.fit.size, n))
		matrix.Update(&ht, &xtw, &hwtw, tinyDenominator)
	}
}

// weightedBasis is the update of W with the samples weighted by the reciprocals of their residual norms.
type weightedBasis struct {
	fit      *residuals
	floor    float64
	norm     []float64  // of the residuals
	dht      *mat.Dense // D·Hᵀ, or a block of it where X is used by blocks
	hdht     *mat.Dense // H·D·Hᵀ
	num, den *mat.Dense
}

// newWeightedBasis works by blocks of samples if parts, those of x, are there.
func newWeightedBasis(x matrix.Matrix, parts *matrix.Samples, f Factors, floor float64) *weightedBasis {
	n, r := f.Ht.Dims()
	m, _ := f.W.Dims()
	b := &weightedBasis{
		fit: newResiduals(x, parts, f), norm: make([]float64, n),
		hdht: mat.NewDense(r, r, nil),
		num:  mat.NewDense(m, r, nil), den: mat.NewDense(m, r, nil),
	}
	if parts != nil {
		n = b.fit.size
	}
	b.dht = mat.NewDense(n, r, nil)
	b.floor = max(floor*meanNorm(b.fit.square), tinyDenominator)
	return b
}

// step measures the residuals and updates W.
func (b *weightedBasis) step() {
	for from := 0; from < len(b.norm); from += b.fit.size {
		to := min(from+b.fit.size, len(b.norm))
		b.measure(from, to)
		b.weigh(from, to)
		b.sum(from, to)
	}
	b.update()
}

// measure sets norm for a block of samples.
func (b *weightedBasis) measure(from, to int) {
	b.fit.block(from, to)
	b.fit.norms(b.norm[from:to], from, b.floor)
}

// weighted is dht for a block of samples.
func (b *weightedBasis) weighted(from, to int) mat.Dense {
	if b.fit.parts != nil {
		from, to = 0, to-from
	}
	return rows(b.dht, from, to)
}

// weigh sets dht for a block of samples, whose norms are there.
func (b *weightedBasis) weigh(from, to int) {
	dh := b.weighted(from, to)
	for i, norm := range b.norm[from:to] {
		d, row := 1/norm, dh.RawRowView(i)
		for k, v := range b.fit.ht.RawRowView(from + i) {
			row[k] = d * v
		}
	}
}

// sum adds a block of samples, whose dht is there, to hdht and num. Blocks come in order.
func (b *weightedBasis) sum(from, to int) {
	add := 1.0
	if from == 0 {
		add = 0
	}
	h, dh := rows(b.fit.ht, from, to), b.weighted(from, to)
	matrix.Gemm(blas.Trans, blas.NoTrans, 1, h.RawMatrix(), dh.RawMatrix(), add, b.hdht.RawMatrix())
	switch {
	case b.fit.parts != nil:
		b.fit.parts.AddTo(b.num, &dh, from, to)
	case to == len(b.norm):
		b.fit.x.MulTo(b.num, b.dht)
	}
}

// update is the update of W with the weighted samples.
func (b *weightedBasis) update() {
	matrix.Mul(b.den, b.fit.w, b.hdht)
	matrix.Update(b.fit.w, b.num, b.den, tinyDenominator)
	b.fit.changed()
}

// objective is ‖X - WH‖₂,₁. The floor is no part of it.
func (b *weightedBasis) objective() float64 {
	var sum float64
	for from := 0; from < len(b.norm); from += b.fit.size {
		to := min(from+b.fit.size, len(b.norm))
		b.fit.block(from, to)
		b.fit.norms(b.norm[from:to], from, 0)
		for _, norm := range b.norm[from:to] {
			sum += norm
		}
	}
	return sum
}

package solvers

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/nnls"
	"nmfrepro/solvers/matrix"
)

// MCNMF is multi-component NMF: V factorisations of the same X whose coefficients are to be independent, minimise
// Σ_i ‖X - W_iH_i‖² + α·Σ_{i≠j} tr(R·K_i·R·K_j) (Eq. 5), K_i = H_iᵀH_i, R = I - 11ᵀ/n, with
//
//	W_i ← W_i .* (XH_iᵀ) ./ (W_i·H_iH_iᵀ)                                                                  (Eq. 6)
//	H_i ← H_i .* √( (W_iᵀX + α·H_i(R⁺K̄R⁻ + R⁻K̄R⁺)) ./ (W_iᵀW_i·H_i + α·H_i(R⁻K̄R⁻ + R⁺K̄R⁺)) )   (Eq. 13)
//
// where K̄ sums the newest K_j of the others. A step updates W_i and H_i for i = 1, ..., V.
//
// The rank is the sum of the components' ranks: W (m×r) and Ht (n×r) hold the components side by side, and all of Ht is the
// representation. X ≈ W_iH_i for each of them, so that the basis of X is W/V.
//
// Differs from the paper: H is never squared to n×n (see independence); W_i does not depend on the other components, so that
// all of W goes first with the same result. Eq. 13 counts each pair of components once where Eq. 5 counts it twice: what
// it provably lowers, and settles at, is Eq. 5 with α/2. Eq. 5 itself was never seen to rise; pairs = twice makes the two agree.
// Scaling W up and H down lowers the penalty at no cost. Masks are refused.
// Cost per step: 4mnr, as NMF, and O((m+n)r²).
type MCNMF struct {
	TwoFactors `yaml:"-"`
	Alpha      float64   `yaml:"alpha" min:"0" doc:"weight of the penalty, ≥ 0; default 0.01, the paper takes 0.01 to 0.05"`
	Components int       `yaml:"components" min:"1" doc:"number of components, which share the rank as equally as can be, ≥ 1 and cut to the rank; default 3 [section 4]"`
	Pairs      PairCount `yaml:"pairs" doc:"how often the update of H counts a pair of components: once (default) [Eq. 13] or twice [the gradient of Eq. 5]"`
}

// PairCount tells how often a pair of components counts.
type PairCount string

// The counts.
const (
	PairsOnce  PairCount = "once"
	PairsTwice PairCount = "twice"
)

// Choices lists the counts.
func (PairCount) Choices() []string { return choices(PairsOnce, PairsTwice) }

func newMCNMF() Solver { return &MCNMF{Alpha: 0.01, Components: 3, Pairs: PairsOnce} }

// Start implements Solver.
func (s *MCNMF) Start(p Problem, f Factors, _ *rand.Rand) (_ Progress, err error) {
	if s, err = prepared("mcnmf", s, p, f); err != nil {
		return nil, err
	}
	m, n := p.X.Dims()
	r := p.Rank
	blocks := split(r, s.Components)
	k := blocks[0].width()
	run := &mcnmfRun{
		alpha: s.Alpha, weight: s.Alpha, x: p.X, f: f, blocks: blocks, penalty: newIndependence(f.Ht, blocks),
		xht: mat.NewDense(m, r, nil), xtw: mat.NewDense(n, r, nil),
		wgram: make([]*mat.Dense, len(blocks)),
		wden:  mat.NewDense(m, k, nil), hden: mat.NewDense(n, k, nil),
		entries: matrix.NewEntrywise(p.X), square: matrix.SumOfSquares(p.X),
	}
	if s.Pairs == PairsTwice {
		run.weight *= 2
	}
	for i, b := range blocks {
		run.wgram[i] = mat.NewDense(b.width(), b.width(), nil)
	}
	return run, nil
}

type mcnmfRun struct {
	alpha, weight float64 // in the objective and in the update
	x             matrix.Matrix
	f             Factors
	blocks        []span
	penalty       *independence
	xht, xtw      *mat.Dense
	wgram         []*mat.Dense // W_iᵀW_i
	wden          *mat.Dense
	hden          *mat.Dense
	entries       *matrix.Entrywise
	square        float64 // ‖X‖²
	fresh         bool    // xtw and wgram belong to the present W
	look          *componentsLook
}

func (r *mcnmfRun) Step() {
	r.penalty.begin()
	r.x.MulTo(r.xht, r.f.Ht)
	for i, b := range r.blocks {
		w, gram := columns(r.f.W, b), r.penalty.within(i)
		num, den := columns(r.xht, b), columns(r.wden, span{0, b.width()})
		matrix.Mul(&den, &w, &gram)
		matrix.Update(&w, &num, &den, tinyDenominator)
	}
	r.fresh = false
	r.products()
	for i := range r.blocks {
		r.penalty.turn(i)
		r.coefficients(i)
		r.penalty.settle(i)
	}
}

// coefficients makes the update of H_i (Eq. 13), in the products that independence explains.
// P·N + T·G and T·N are sums of products of matrices that are not negative, but rounding might be, and is then raised to 0.
// Conversions to float64 keep a compiler from fusing.
func (r *mcnmfRun) coefficients(i int) {
	b := r.blocks[i]
	h, fit, den := columns(r.f.Ht, b), columns(r.xtw, b), columns(r.hden, span{0, b.width()})
	matrix.Mul(&den, &h, r.wgram[i])
	d := r.penalty
	pg := d.products()
	num := columns(&pg, span{0, b.width()}) // takes the place of P·G
	n, _ := r.f.Ht.Dims()
	c := 1 / float64(n)
	across, inner, outer := r.weight*c*(1-c), r.weight*c*c, r.weight*(1-c)*(1-c)
	t := d.sum[b.from:b.to]
	for j := range n {
		xtw, above, below := fit.RawRowView(j), num.RawRowView(j), den.RawRowView(j)
		sg := pg.At(j, b.width())
		for q, pg := range above {
			mixed := max(0, d.ps[q]+float64(t[q]*sg)-2*pg)      // P·N + T·G
			equal := max(0, float64(t[q]*(d.ss-sg))-d.ps[q]+pg) // T·N
			above[q] = xtw[q] + float64(across*mixed)
			below[q] += float64(inner*equal) + float64(outer*pg)
		}
	}
	matrix.UpdateSqrt(&h, &num, &den, tinyDenominator)
}

// products brings xtw and wgram up to date.
func (r *mcnmfRun) products() {
	if r.fresh {
		return
	}
	r.x.Trans().MulTo(r.xtw, r.f.W)
	for i, b := range r.blocks {
		w := columns(r.f.W, b)
		matrix.Gram(r.wgram[i], &w)
	}
	r.fresh = true
}

// Objective returns Eq. 5, whatever pairs says.
func (r *mcnmfRun) Objective() float64 {
	penalty := r.penalty.value() // first: its products serve the fit
	return r.fit() + r.alpha*penalty
}

// fit returns Σ_i ‖X - W_iH_i‖², from the products at hand, those of the penalty among them, where that loses no digits.
func (r *mcnmfRun) fit() float64 {
	r.products()
	var total float64
	for i, b := range r.blocks {
		h, xtw := columns(r.f.Ht, b), columns(r.xtw, b)
		hgram := r.penalty.within(i)
		fit := r.square - 2*matrix.Inner(&xtw, &h) + matrix.Inner(r.wgram[i], &hgram)
		if fit < cancellation*r.square {
			w := columns(r.f.W, b)
			fit = r.entries.Sum(&w, &h, matrix.Squared)
		}
		total += fit
	}
	return total
}

// Finish returns the components side by side; the basis averages their models of X.
func (r *mcnmfRun) Finish() Result {
	res := Factorisation(r.f)
	res.Basis = mat.DenseCopyOf(r.f.W)
	res.Basis.Scale(1/float64(len(r.blocks)), res.Basis)
	return res
}

// projection fits the basis of every component by itself, as the objective does. The penalty is about all samples of a run.
func (s *MCNMF) projection() ProjectionRule {
	each := func(w, ht *mat.Dense, do func(w, ht *mat.Dense)) {
		_, r := w.Dims()
		spans := split(r, s.Components)
		for _, b := range spans {
			wb, hb := columns(w, b), columns(ht, b)
			scaled := mat.DenseCopyOf(&wb)
			scaled.Scale(float64(len(spans)), scaled) // a basis is W/V
			do(scaled, &hb)
		}
	}
	return ProjectionRule{
		Least: true, Formula: "min Σ_i ‖X - W_iH_i‖² over H ≥ 0, each component by itself", Note: "independence is about the samples of the run",
		find: func(p *projection) error {
			each(p.w, p.ht, func(w, ht *mat.Dense) { ht.Copy(nnls.Coefficients(p.x, w, 0, 0)) })
			return nil
		},
		objective: func(x matrix.Matrix, w, ht *mat.Dense) (sum float64) {
			each(w, ht, func(w, ht *mat.Dense) { sum += matrix.NewEntrywise(x).Sum(w, ht, matrix.Squared) })
			return sum
		},
	}
}

// independence is the HSIC penalty of MCNMF on the coefficients of components that lie side by side in Ht. With R = I - 11ᵀ/n
// and K_j = H_jᵀH_j, tr(R·K_i·R·K_j) = ‖H_i·R·H_jᵀ‖², so that no n×n matrix is needed.
//
// In the update of H_i, let G hold the rows of all other components, s and t the row sums of G and H_i, P = H_i·Gᵀ and
// c = 1/n. R = R⁺ - R⁻ with R⁺ = (1-c)I and R⁻ = c(11ᵀ - I), and for K̄ = GᵀG
//
//	H_i(R⁺K̄R⁻ + R⁻K̄R⁺) = c(1-c)·(P·N + T·G)
//	H_i(R⁻K̄R⁻ + R⁺K̄R⁺) = c²·T·N + (1-c)²·P·G
//
// where N = s1ᵀ - G and T = t·sᵀ - P. All four products come from P·G, P·s and sᵀG: O(r) for each entry of H_i. P is part of the
// Gram matrix of all rows, of which only what changed is computed anew.
type independence struct {
	ht     *mat.Dense // n×r
	blocks []span     // the components
	gram   *mat.Dense // H·Hᵀ of all of H; of components updated in this step, only the products with later ones are up to date
	sum    []float64  // row sums of all of H
	fresh  bool       // gram belongs to all of the present H
	summed bool       // sum does, as soon as it is there
	p      *mat.Dense // (P, s)ᵀ with zeros for component i itself, r×(max k + 1)
	pg     *mat.Dense // (P·G, sᵀG)ᵀ
	ps     []float64  // P·s
	ss     float64    // sᵀs
	own    span       // component i
}

// span is columns from to to of a factor.
type span struct{ from, to int }

func (s span) width() int { return s.to - s.from }

// split divides r columns into v spans as equal as can be, the wider ones first; at most r spans, none empty.
func split(r, v int) []span {
	v = min(v, r)
	spans := make([]span, v)
	at := 0
	for i := range spans {
		width := r / v
		if i < r%v {
			width++
		}
		spans[i] = span{at, at + width}
		at += width
	}
	return spans
}

func newIndependence(ht *mat.Dense, blocks []span) *independence {
	n, r := ht.Dims()
	k := blocks[0].width()
	return &independence{
		ht: ht, blocks: blocks, gram: mat.NewDense(r, r, nil), sum: make([]float64, r),
		p: mat.NewDense(r, k+1, nil), pg: mat.NewDense(n, k+1, nil), ps: make([]float64, k),
	}
}

// begin makes HHᵀ and the sums of the rows of H, unless they are there already.
func (d *independence) begin() {
	if d.fresh {
		return
	}
	matrix.Gram(d.gram, d.ht)
	if !d.summed {
		matrix.SumRows(d.sum, d.ht)
	}
	d.fresh, d.summed = true, true
}

// within returns H_iH_iᵀ as begin found it.
func (d *independence) within(i int) mat.Dense {
	b := d.blocks[i]
	part := rows(d.gram, b.from, b.to)
	return columns(&part, b)
}

// turn does what comes before component i is updated.
func (d *independence) turn(i int) {
	d.own = d.blocks[i]
	k := d.own.width()
	d.fresh = false
	clear(d.ps)
	d.ss = 0
	for l, s := range d.sum {
		row, g := d.p.RawRowView(l), d.gram.RawRowView(l)[d.own.from:d.own.to]
		clear(row)
		if d.own.from <= l && l < d.own.to {
			continue
		}
		copy(row, g)
		row[k] = s
		for q, v := range g {
			d.ps[q] += v * s
		}
		d.ss += s * s
	}
}

// products returns (P·G, sᵀG)ᵀ.
func (d *independence) products() mat.Dense {
	k, others := d.own.width(), d.others()
	all, p, pg := columns(d.ht, others), rows(d.p, others.from, others.to), columns(d.pg, span{0, k + 1})
	p = columns(&p, span{0, k + 1})
	matrix.Mul(&pg, &all, &p)
	return pg
}

// others spans the rows of p that are not 0, with the component's own between them if it lies there.
func (d *independence) others() span {
	_, r := d.ht.Dims()
	s := span{0, r}
	switch {
	case d.own == s || r > 256: // longer sums are cut, and should be cut where they were
	case d.own.from == 0:
		s.from = d.own.to
	case d.own.to == r:
		s.to = d.own.from
	}
	return s
}

// settle does what comes when component i has been updated: those after it need its sums and the products with it.
func (d *independence) settle(i int) {
	_, r := d.ht.Dims()
	own, later := d.blocks[i], span{d.blocks[i].to, r}
	h := columns(d.ht, own)
	total := d.sum[own.from:own.to]
	clear(total)
	for j := range h.RawMatrix().Rows {
		for q, v := range h.RawRowView(j) {
			total[q] += v
		}
	}
	if later.width() == 0 {
		return
	}
	others, cross := columns(d.ht, later), rows(d.gram, own.from, own.to)
	cross = columns(&cross, later)
	matrix.MulTN(&cross, &h, &others) // where the turn of the later ones looks
}

// value returns Σ ‖H_i·R·H_jᵀ‖² over all ordered pairs of different components.
func (d *independence) value() float64 {
	n, r := d.ht.Dims()
	d.begin()
	var total float64
	for _, own := range d.blocks {
		for l := own.from; l < own.to; l++ {
			for q := range r {
				if own.from <= q && q < own.to {
					continue
				}
				v := d.gram.At(l, q) - d.sum[l]*d.sum[q]/float64(n)
				total += v * v
			}
		}
	}
	return total
}

// columns returns the columns s of a, as a value: mat.Dense.Slice would allocate.
func columns(a *mat.Dense, s span) mat.Dense {
	raw := a.RawMatrix()
	raw.Data = raw.Data[s.from : (raw.Rows-1)*raw.Stride+s.to]
	raw.Cols = s.width()
	var v mat.Dense
	v.SetRawMatrix(raw)
	return v
}

// rows returns rows from to to of a, as a value: mat.Dense.Slice would allocate.
func rows(a *mat.Dense, from, to int) mat.Dense {
	raw := a.RawMatrix()
	raw.Data = raw.Data[from*raw.Stride : (to-1)*raw.Stride+raw.Cols]
	raw.Rows = to - from
	var v mat.Dense
	v.SetRawMatrix(raw)
	return v
}

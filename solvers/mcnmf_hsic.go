package solvers

import (
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

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

// begin is called at the start of a step.
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

// turn is called before component i is updated.
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

// settle is called when component i has been updated: those after it need its sums and the products with it.
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

// value is Σ ‖H_i·R·H_jᵀ‖² over all ordered pairs of different components.
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

// columns is the columns s of a, as a value: mat.Dense.Slice would allocate.
func columns(a *mat.Dense, s span) mat.Dense {
	raw := a.RawMatrix()
	raw.Data = raw.Data[s.from : (raw.Rows-1)*raw.Stride+s.to]
	raw.Cols = s.width()
	var v mat.Dense
	v.SetRawMatrix(raw)
	return v
}

// HSIC returns tr(R·K_a·R·K_b) of two representations of the same n samples, a (n×k) and b (n×l), with inner product kernels
// and R = I - 11ᵀ/n: the Hilbert-Schmidt independence criterion (Gretton et al. 2005; Eq. 3 of MCNMF) without its factor
// (n-1)⁻². It is 0 if no direction of a is correlated with one of b.
func HSIC(a, b *mat.Dense) float64 {
	n, k := a.Dims()
	_, l := b.Dims()
	cross := mat.NewDense(k, l, nil)
	matrix.MulTN(cross, a, b)
	sa, sb := make([]float64, k), make([]float64, l)
	matrix.SumRows(sa, a)
	matrix.SumRows(sb, b)
	var sum float64
	for i, s := range sa {
		for j, v := range cross.RawRowView(i) {
			v -= s * sb[j] / float64(n)
			sum += v * v
		}
	}
	return sum
}

// rows is rows from to to of a, as a value: mat.Dense.Slice would allocate.
func rows(a *mat.Dense, from, to int) mat.Dense {
	raw := a.RawMatrix()
	raw.Data = raw.Data[from*raw.Stride : (to-1)*raw.Stride+raw.Cols]
	raw.Rows = to - from
	var v mat.Dense
	v.SetRawMatrix(raw)
	return v
}

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
// where N = s1ᵀ - G and T = t·sᵀ - P. All four products come from P·G, P·s and sᵀG: O(nr) for each row of H_i.
type independence struct {
	ht     *mat.Dense // n×r
	blocks []span     // the components
	p      *mat.Dense // Gᵀ·H_iᵀ with zeros for component i itself, r×max k
	pg     *mat.Dense // (P·G)ᵀ, n×max k
	sum    []float64  // row sums of all of H
	ps     []float64  // P·s
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
		ht: ht, blocks: blocks,
		p: mat.NewDense(r, k, nil), pg: mat.NewDense(n, k, nil),
		sum: make([]float64, r), ps: make([]float64, k),
	}
}

// add sets num to fit plus alpha times the first term of component i, and adds alpha times the second to den. All are n×k_i
// and belong to H_iᵀ.
func (d *independence) add(i int, alpha float64, num, fit, den *mat.Dense) {
	if len(d.blocks) < 2 || alpha == 0 {
		n, _ := num.Dims()
		for j := range n {
			copy(num.RawRowView(j), fit.RawRowView(j))
		}
		return
	}
	own := d.blocks[i]
	n, r := d.ht.Dims()
	k := own.width()
	hi, p, pg := columns(d.ht, own), columns(d.p, span{0, k}), columns(d.pg, span{0, k})
	matrix.MulTN(&p, d.ht, &hi)
	matrix.SumRows(d.sum, d.ht)
	clear(d.ps)
	for l := range r {
		row := p.RawRowView(l)
		if own.from <= l && l < own.to {
			clear(row)
			continue
		}
		for a, v := range row {
			d.ps[a] += v * d.sum[l]
		}
	}
	matrix.Mul(&pg, d.ht, &p)
	var ss float64 // sᵀs
	for l, v := range d.sum {
		if l < own.from || l >= own.to {
			ss += v * v
		}
	}
	c := 1 / float64(n)
	across, inner, outer := alpha*c*(1-c), alpha*c*c, alpha*(1-c)*(1-c)
	t := d.sum[own.from:own.to]
	for j := range n {
		var sg float64 // sᵀG at sample j
		for l, v := range d.ht.RawRowView(j) {
			if l < own.from || l >= own.to {
				sg += d.sum[l] * v
			}
		}
		a, x, b, g := num.RawRowView(j), fit.RawRowView(j), den.RawRowView(j), pg.RawRowView(j)
		for q, v := range g {
			// Both brackets are sums of products of N, T, P and G, which are not negative; rounding might be.
			a[q] = x[q] + across*max(0, d.ps[q]+t[q]*sg-2*v)
			b[q] += inner*max(0, t[q]*(ss-sg)-d.ps[q]+v) + outer*v
		}
	}
}

// value is Σ ‖H_i·R·H_jᵀ‖² over all ordered pairs of different components. gram is a buffer, r×r.
func (d *independence) value(gram *mat.Dense) float64 {
	n, r := d.ht.Dims()
	matrix.Gram(gram, d.ht)
	matrix.SumRows(d.sum, d.ht)
	var total float64
	for _, own := range d.blocks {
		for l := own.from; l < own.to; l++ {
			for q := range r {
				if own.from <= q && q < own.to {
					continue
				}
				v := gram.At(l, q) - d.sum[l]*d.sum[q]/float64(n)
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

package matrix

import (
	"iter"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Gapped is a sparse matrix some of whose entries, its gaps, are unknown; every other absent entry is zero. A [Masked] matrix would hold
// each of these zeros.
type Gapped struct {
	pattern
	gaps pattern // 1 at each gap
}

var _ Matrix = (*Gapped)(nil)

// GappedFrom returns the m×n matrix that entries yield, except at the gaps, whose values do not count. Both sources yield the same every time.
func GappedFrom(m, n int, entries, gaps iter.Seq[Triplet]) (*Gapped, error) {
	g := new(Gapped)
	if err := g.gaps.fill(m, n, func(yield func(Triplet) bool) {
		for e := range gaps {
			if e.Value = 1; !yield(e) {
				return
			}
		}
	}); err != nil {
		return nil, err
	}
	return g, g.fill(m, n, func(yield func(Triplet) bool) {
		for e := range entries {
			if e.Value != 0 && g.gaps.at(e.Row, e.Col, 0) == 0 && !yield(e) {
				return
			}
		}
	})
}

// Known returns how many entries are no gaps.
func (g *Gapped) Known() int {
	m, n := g.Dims()
	return m*n - g.gaps.NNZ()
}

// At returns entry (i, j), NaN in a gap and zero where absent.
func (g *Gapped) At(i, j int) float64 {
	if g.gaps.at(i, j, 0) != 0 {
		return math.NaN()
	}
	return g.at(i, j, 0)
}

// T returns the transpose as gonum wants it.
func (g *Gapped) T() mat.Matrix { return mat.Transpose{Matrix: g} }

// Trans returns Xᵀ.
func (g *Gapped) Trans() Matrix {
	g.once.Do(func() {
		t := new(Gapped)
		g.transposeTo(&t.pattern, g)
		g.gaps.transposeTo(&t.gaps, nil)
		g.trans = t
	})
	return g.trans
}

// MulTo sets dst = X·b, gaps taken for zeros.
func (g *Gapped) MulTo(dst, b *mat.Dense) {
	checkMul(g, dst, b)
	g.x.MulTo(dst.RawMatrix(), b.RawMatrix())
}

// sumGaps returns the loss of the gaps as if they were zeros, which a sum over a sparse matrix has counted.
func (e *Entrywise) sumGaps(a, b *mat.Dense, loss Loss) float64 {
	return e.sumOver(e.gaps, a, b, func(x, model, buf []float64) {
		clear(e.zeros[:len(x)])
		loss.entries(e.zeros[:len(x)], model, buf)
	})
}

// fitGapped sets num = X·B and den = (M.*(A·Bᵀ))·B, where M is 0 in the gaps: all entries of the model but these.
func (e *Entrywise) fitGapped(num, den, a, b *mat.Dense) {
	e.x.MulTo(num, b)
	_, r := a.Dims()
	e.gramsOf(r)
	Gram(e.gramB, b)
	Mul(den, a, e.gramB)
	e.withoutGaps(den, func(hidden *mat.Dense) { e.gaps.x.ModelMulTo(hidden.RawMatrix(), a.RawMatrix(), b.RawMatrix()) })
}

// sumsGapped sets den = M·B.
func (e *Entrywise) sumsGapped(den, b *mat.Dense) {
	m, r := den.Dims()
	e.gramsOf(r)
	SumRows(e.sumB, b)
	for i := range m {
		copy(den.RawRowView(i), e.sumB)
	}
	e.withoutGaps(den, func(hidden *mat.Dense) { e.gaps.x.MulTo(hidden.RawMatrix(), b.RawMatrix()) })
}

// withoutGaps takes from den what the gaps add to it. Rounding leaves nothing below zero.
func (e *Entrywise) withoutGaps(den *mat.Dense, of func(hidden *mat.Dense)) {
	m, r := den.Dims()
	if e.hidden == nil || e.hidden.RawMatrix().Cols != r {
		e.hidden = mat.NewDense(m, r, nil)
	}
	of(e.hidden)
	for i := range m {
		row := den.RawRowView(i)
		for k, v := range e.hidden.RawRowView(i) {
			row[k] = max(0, row[k]-v)
		}
	}
}

package solvers

import (
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/kernel"
)

// GramForm tells how the products K·B with a Gram matrix K = AᵀA are formed; the numbers agree up to rounding.
type GramForm string

// The forms.
const (
	GramAuto     GramForm = "auto"     // the cheaper one
	GramExplicit GramForm = "explicit" // K is formed once
	GramImplicit GramForm = "implicit" // Aᵀ(A·B), K never formed
)

// Choices lists the forms.
func (GramForm) Choices() []string {
	return []string{string(GramAuto), string(GramExplicit), string(GramImplicit)}
}

// maxGramEntries is where auto stops forming K: 2 GiB of memory.
const maxGramEntries = 1 << 28

// explicit decides for a p×p Gram matrix of a matrix that holds nnz entries: 2p²r operations a product against 4·nnz·r.
func (g GramForm) explicit(p, nnz int) bool {
	if g == GramAuto {
		return p <= 2*nnz/p && p <= maxGramEntries/p
	}
	return g == GramExplicit
}

// gram multiplies by K = AᵀA, or by a K that is given.
type gram struct {
	last  matrix.Matrix // K itself, or Aᵀ
	first matrix.Matrix // A, nil where last is K
	tmp   *mat.Dense    // A·B
	trace float64       // tr K
}

// newGram returns the product with AᵀA for a p-column A and right sides of r columns.
func newGram(a matrix.Matrix, r int, form GramForm) *gram {
	q, p := a.Dims()
	g := &gram{trace: matrix.SumOfSquares(a)}
	if form.explicit(p, a.NNZ()) {
		g.last = matrix.FromDense(kernel.Linear(a))
		return g
	}
	g.first, g.last, g.tmp = a, a.Trans(), mat.NewDense(q, r, nil)
	return g
}

// givenGram returns the product with a symmetric K.
func givenGram(k matrix.Matrix) *gram {
	n, _ := k.Dims()
	g := &gram{last: k}
	for i := range n {
		g.trace += k.At(i, i)
	}
	return g
}

// mulTo sets dst = K·b.
func (g *gram) mulTo(dst, b *mat.Dense) {
	if g.first != nil {
		g.first.MulTo(g.tmp, b)
		b = g.tmp
	}
	g.last.MulTo(dst, b)
}

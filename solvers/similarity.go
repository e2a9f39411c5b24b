package solvers

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/kernel"
)

// similarity measures ‖XᵀX - λHᵀH‖² without an n×n matrix where XᵀX is not formed.
type similarity struct {
	k      *gram
	lambda float64
	square float64 // ‖XᵀX‖²
	hht    *mat.Dense
	kh     *mat.Dense // XᵀX·Ht
	pick   *mat.Dense // columns of the identity
	model  *mat.Dense // columns of λHᵀH
}

func newSimilarity(x matrix.Matrix, r int, lambda float64) *similarity {
	m, n := x.Dims()
	s := &similarity{
		k: newGram(x, r, GramAuto), lambda: lambda,
		hht: mat.NewDense(r, r, nil), kh: mat.NewDense(n, r, nil), pick: mat.NewDense(n, r, nil), model: mat.NewDense(n, r, nil),
	}
	csr, sparse := x.(*matrix.CSR)
	switch {
	case s.k.first == nil:
		s.square = matrix.SumOfSquares(s.k.last)
	case m <= n && m <= maxGramEntries/m: // ‖XXᵀ‖ is the same, and smaller
		s.square = matrix.SumOfSquares(matrix.FromDense(kernel.Linear(x.Trans())))
	case sparse:
		s.square = sparseSquare(csr)
	default:
		s.square = s.entrywise(mat.NewDense(n, r, nil))
	}
	return s
}

// sparseSquare returns ‖XᵀX‖², sample by sample: row j of XᵀX is made of the rows of X in which sample j has entries.
func sparseSquare(x *matrix.CSR) (sum float64) {
	samples := x.Trans()
	n, m := samples.Dims()
	products, buf, rowBuf := make([]float64, n), make([]float64, m), make([]float64, n)
	for j := range n {
		features, weights := samples.Row(j, buf)
		for k, i := range features {
			cols, vals := x.Row(int(i), rowBuf)
			for l, c := range cols {
				products[c] += weights[k] * vals[l]
			}
		}
		for c, v := range products {
			sum += v * v
			products[c] = 0
		}
	}
	return sum
}

// cancelled is the share of ‖XᵀX‖² below which its expansion has too few digits for the mismatch.
const cancelled = 1e-5

// mismatch returns ‖XᵀX‖² - 2λ·⟨Ht, XᵀX·Ht⟩ + λ²‖HHᵀ‖², or the same entry by entry where that cancels.
func (s *similarity) mismatch(ht *mat.Dense) float64 {
	s.k.mulTo(s.kh, ht)
	matrix.Gram(s.hht, ht)
	value := s.square - 2*s.lambda*matrix.Inner(ht, s.kh) + s.lambda*s.lambda*matrix.Inner(s.hht, s.hht)
	if value > cancelled*s.square || !finite(value) {
		return value
	}
	return s.entrywise(ht)
}

// entrywise sums over r columns of XᵀX at a time.
func (s *similarity) entrywise(ht *mat.Dense) float64 {
	n, r := ht.Dims()
	h := ht.RawMatrix()
	var sum float64
	for j0 := 0; j0 < n; j0 += r {
		width := min(r, n-j0)
		for c := range width {
			s.pick.Set(j0+c, c, 1)
		}
		s.k.mulTo(s.kh, s.pick)
		some := blas64.General{Rows: width, Cols: r, Stride: h.Stride, Data: h.Data[j0*h.Stride:]}
		model := s.model.RawMatrix()
		model.Cols = width
		matrix.Gemm(blas.NoTrans, blas.Trans, s.lambda, h, some, 0, model)
		for i := range n {
			products := s.model.RawRowView(i)
			for c, v := range s.kh.RawRowView(i)[:width] {
				sum += (v - products[c]) * (v - products[c])
			}
		}
		for c := range width {
			s.pick.Set(j0+c, c, 0)
		}
	}
	return sum
}

// GramForm tells how the products K·B with a Gram matrix K = AᵀA are formed; the numbers agree up to rounding.
type GramForm string

// The forms.
const (
	GramAuto     GramForm = "auto"     // the cheaper one
	GramExplicit GramForm = "explicit" // K is formed once
	GramImplicit GramForm = "implicit" // Aᵀ(A·B), K never formed
)

// Choices lists the forms.
func (GramForm) Choices() []string { return choices(GramAuto, GramExplicit, GramImplicit) }

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
		g.last = matrix.Symmetric(kernel.Linear(a))
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

package matrix

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix/gemm"
)

// SampleBlock is the number of samples in a block of Samples, the number of terms that a product adds up before it adds them to
// the result: products by blocks have the bits of products of all of X.
const SampleBlock = 256

// CachedEntries is the size of a block of X that is still in the second-level cache when it is used again.
const CachedEntries = 64 << 10

// Samples multiplies a dense X by blocks of samples, so that what is between the two products of a step stays in the cache, and
// the block itself where it is small enough.
type Samples struct {
	x, xt gemm.Entries
}

// NewSamples returns nil where products of all of X are better: unless X is dense, or with several threads, for which a block
// may be too little work.
func NewSamples(x Matrix) *Samples {
	d, dense := x.(*Dense)
	if !dense || gemm.Threads() > 1 {
		return nil
	}
	return &Samples{d.x, d.Trans().(*Dense).x}
}

// MulTo sets dst = X_Bᵀ·w, where B is the samples from to to.
func (s *Samples) MulTo(dst, w *mat.Dense, from, to int) {
	b := s.xt.Part(from, to, 0, s.xt.Cols)
	b.MulTo(dst.RawMatrix(), w.RawMatrix())
}

// AddTo adds X_B·b to dst, or sets dst for the block that comes first; B begins at a multiple of SampleBlock.
func (s *Samples) AddTo(dst, b *mat.Dense, from, to int) {
	add := 1.0
	if from == 0 {
		add = 0
	}
	part := s.xt.Part(from, to, 0, s.xt.Cols)
	if part.F64 != nil && part.Rows*part.Cols <= CachedEntries { // else rows of X come from memory faster than columns of Xᵀ
		a := blas64.General{Rows: part.Rows, Cols: part.Cols, Stride: part.Stride, Data: part.F64}
		Gemm(blas.Trans, blas.NoTrans, 1, a, b.RawMatrix(), add, dst.RawMatrix())
		return
	}
	part = s.x.Part(0, s.x.Rows, from, to)
	part.AddMulTo(dst.RawMatrix(), b.RawMatrix(), add)
}

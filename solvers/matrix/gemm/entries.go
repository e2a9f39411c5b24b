package gemm

import "gonum.org/v1/gonum/blas/blas64"

// Entries is a dense row-major data matrix, held in the smallest type that loses nothing; one of the slices is set. Every
// entry counts as its float64 value, so that results do not depend on how it is held.
type Entries struct {
	Rows, Cols, Stride int
	F64                []float64
	F32                []float32
	U8                 []uint8
}

func (x *Entries) empty() bool { return x.F64 == nil && x.F32 == nil && x.U8 == nil }

// segment returns len(buf) entries of row i from column j on; in buf, unless they are held as float64.
func (x *Entries) segment(ker *kernel, i, j int, buf []float64) []float64 {
	at := i*x.Stride + j
	switch {
	case x.U8 != nil:
		ker.widen8(buf, x.U8[at:at+len(buf)])
	case x.F32 != nil:
		ker.widen32(buf, x.F32[at:at+len(buf)])
	default:
		return x.F64[at : at+len(buf)]
	}
	return buf
}

// Row returns row i, in buf (length Cols) unless it is held as float64.
func (x *Entries) Row(i int, buf []float64) []float64 {
	return x.segment(active.Load(), i, 0, buf[:x.Cols])
}

// MulTo sets dst = X·b. Every shape must fit; dst must not overlap the others.
func (x *Entries) MulTo(dst, b blas64.General) {
	if dst.Rows != x.Rows || b.Rows != x.Cols || dst.Cols != b.Cols {
		panic("gemm: MulTo: shapes do not fit")
	}
	if x.Rows == 0 || b.Cols == 0 {
		return
	}
	p := product{
		m: x.Rows, n: b.Cols, k: x.Cols, to: x.Rows, alpha: 1,
		b: operand{b.Data, b.Stride, 1}, c: dst.Data, ldc: dst.Stride,
	}
	if x.F64 != nil {
		p.a = operand{x.F64, x.Stride, 1}
	} else {
		p.x = *x
	}
	p.run()
}

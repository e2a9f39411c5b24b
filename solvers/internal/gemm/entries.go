package gemm

import (
	"math"
	"unsafe"

	"gonum.org/v1/gonum/blas/blas64"
)

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

// fetch asks for the cache lines of rows i to i+rows, columns j to j+cols. Rows that X does not have are left out.
func (x *Entries) fetch(ker *kernel, i, rows, j, cols int) {
	rows = min(rows, x.Rows-i)
	if ker.fetch == nil || rows <= 0 || cols <= 0 {
		return
	}
	at := i*x.Stride + j
	switch {
	case x.U8 != nil:
		ker.fetch(unsafe.Pointer(&x.U8[at]), x.Stride, rows, cols)
	case x.F32 != nil:
		ker.fetch(unsafe.Pointer(&x.F32[at]), 4*x.Stride, rows, 4*cols)
	case x.F64 != nil:
		ker.fetch(unsafe.Pointer(&x.F64[at]), 8*x.Stride, rows, 8*cols)
	}
}

// Row returns row i, in buf (length Cols) unless it is held as float64.
func (x *Entries) Row(i int, buf []float64) []float64 {
	return x.segment(active.Load(), i, 0, buf[:x.Cols])
}

// MulTo sets dst = X·b. Every shape must fit; dst must not overlap the others.
func (x *Entries) MulTo(dst, b blas64.General) { x.AddMulTo(dst, b, 0) }

// AddMulTo sets dst = X·b + beta·dst. Every shape must fit; dst must not overlap the others.
func (x *Entries) AddMulTo(dst, b blas64.General, beta float64) {
	if dst.Rows != x.Rows || b.Rows != x.Cols || dst.Cols != b.Cols {
		panic("gemm: MulTo: shapes do not fit")
	}
	if x.Rows == 0 || b.Cols == 0 {
		return
	}
	p := product{
		m: x.Rows, n: b.Cols, k: x.Cols, to: x.Rows, alpha: 1, beta: beta,
		b: operand{b.Data, b.Stride, 1}, c: dst.Data, ldc: dst.Stride,
	}
	if x.F64 != nil {
		p.a = operand{x.F64, x.Stride, 1}
	} else {
		p.x = *x
	}
	p.run()
}

// The X whose product with few columns is quicker from Xᵀ: it lies in a second-level cache or near it, since a tile goes from row to row of
// Xᵀ, which are no multiple of half a page apart; and it is large enough for a call and a transposition more.
const (
	nearEntries = 1 << 19
	mostRowsOff = 256 // entries of half a page
	leastRows   = 24
	leastTerms  = 16
)

// narrow tells whether the product of x with r columns is quicker from Xᵀ: they leave a part of each vector unused.
func (x *Entries) narrow(r int, trans *Entries) bool {
	return r < active.Load().vector && x.F64 != nil && trans.F64 != nil && x.Rows >= leastRows && x.Cols >= leastTerms &&
		x.Rows*x.Cols <= nearEntries && trans.Stride%mostRowsOff != 0
}

// MulBothTo sets dst = X·b with the bits of MulTo, where Xᵀ is there too. Every shape must fit; dst must not overlap the others.
func (x *Entries) MulBothTo(dst, b blas64.General, trans *Entries) {
	r := b.Cols
	if r == 0 || !x.narrow(r, trans) {
		x.MulTo(dst, b)
		return
	}
	w := newWorkspace()
	if len(w.narrow) < r*x.Rows {
		w.narrow = make([]float64, r*x.Rows)
	}
	p := product{
		m: r, n: x.Rows, k: x.Cols, to: r, alpha: 1,
		a: newOperand(b.Data, b.Stride, true), b: operand{trans.F64, trans.Stride, 1}, c: w.narrow, ldc: x.Rows,
	}
	p.run()
	for i := range x.Rows {
		row := dst.Data[i*dst.Stride:][:r]
		for k := range row {
			row[k] = w.narrow[k*x.Rows+i]
		}
	}
	w.release()
}

// Part returns rows i to i2, columns j to j2 of x, on the same storage. There is a row and a column.
func (x *Entries) Part(i, i2, j, j2 int) Entries {
	from, to := i*x.Stride+j, (i2-1)*x.Stride+j2
	p := Entries{Rows: i2 - i, Cols: j2 - j, Stride: x.Stride}
	switch {
	case x.U8 != nil:
		p.U8 = x.U8[from:to]
	case x.F32 != nil:
		p.F32 = x.F32[from:to]
	default:
		p.F64 = x.F64[from:to]
	}
	return p
}

// At returns entry (i, j).
func (x *Entries) At(i, j int) float64 {
	at := i*x.Stride + j
	switch {
	case x.U8 != nil:
		return float64(x.U8[at])
	case x.F32 != nil:
		return float64(x.F32[at])
	default:
		return x.F64[at]
	}
}

// Compact returns x held in the smallest type that keeps every bit; ok tells whether that is smaller than float64.
func (x *Entries) Compact() (smaller Entries, ok bool) {
	if x.F64 == nil {
		return Entries{}, false
	}
	bytes, floats := true, true
	for i := range x.Rows {
		for _, v := range x.F64[i*x.Stride : i*x.Stride+x.Cols] {
			bits := math.Float64bits(v)
			bytes = bytes && v >= 0 && v <= 255 && math.Float64bits(float64(uint8(v))) == bits
			floats = floats && math.Float64bits(float64(float32(v))) == bits
		}
		if !bytes && !floats {
			return Entries{}, false
		}
	}
	smaller = Entries{Rows: x.Rows, Cols: x.Cols, Stride: x.Cols}
	if bytes {
		smaller.U8 = make([]uint8, x.Rows*x.Cols)
		convert(smaller.U8, x)
	} else {
		smaller.F32 = make([]float32, x.Rows*x.Cols)
		convert(smaller.F32, x)
	}
	return smaller, true
}

func convert[T uint8 | float32](dst []T, x *Entries) {
	for i := range x.Rows {
		for j, v := range x.F64[i*x.Stride : i*x.Stride+x.Cols] {
			dst[i*x.Cols+j] = T(v)
		}
	}
}

// Transposed returns Xᵀ in storage of its own, held as X is. float64 entries stand in room, if it has a place for each; it is made
// else.
func (x *Entries) Transposed(room []float64) Entries {
	t := Entries{Rows: x.Cols, Cols: x.Rows, Stride: x.Rows}
	switch {
	case x.U8 != nil:
		t.U8 = make([]uint8, x.Rows*x.Cols)
		transpose(t.U8, x.U8, x)
	case x.F32 != nil:
		t.F32 = make([]float32, x.Rows*x.Cols)
		transpose(t.F32, x.F32, x)
	case x.F64 != nil:
		if t.F64 = room; len(room) != x.Rows*x.Cols {
			t.F64 = make([]float64, x.Rows*x.Cols)
		}
		transpose(t.F64, x.F64, x)
	}
	return t
}

// side is that of the squares that are transposed at a time: two of them, of float64, lie in the first-level cache.
const side = 32

// transpose writes square by square, so that neither what is read nor what is written leaves the cache half used.
func transpose[T any](t, data []T, x *Entries) {
	for i0 := 0; i0 < x.Rows; i0 += side {
		i1 := min(i0+side, x.Rows)
		for j0 := 0; j0 < x.Cols; j0 += side {
			j1 := min(j0+side, x.Cols)
			for j := j0; j < j1; j++ {
				to := t[j*x.Rows+i0 : j*x.Rows+i1]
				from := data[i0*x.Stride+j:]
				for i := range to {
					to[i] = from[i*x.Stride]
				}
			}
		}
	}
}

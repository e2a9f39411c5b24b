package gemm

import "gonum.org/v1/gonum/blas/blas64"

// fused is dst = q·B for q = A·Bᵀ or q = X ./ max(A·Bᵀ, floor): A is m×r, B n×r, X m×n. The model A·Bᵀ is formed a few
// rows by blockK columns at a time and used up while it lies in the first-level cache. Every entry of the model and of
// dst is the sum that Dgemm defines.
type fused struct {
	m, n, r  int
	from, to int // the rows of dst to compute
	a, b     blas64.General
	dst      blas64.General
	x        Entries // no data for q = A·Bᵀ
	floor    float64
}

// RatioMul sets dst = (X ./ max(A·Bᵀ, floor))·B. Every shape must fit; dst must not overlap the others.
func RatioMul(dst blas64.General, x Entries, a, b blas64.General, floor float64) {
	if x.Rows != a.Rows || x.Cols != b.Rows {
		panic("gemm: RatioMul: X does not have the shape of the model")
	}
	f := newFused(dst, a, b, x, floor)
	f.run()
}

// ModelMul sets dst = (A·Bᵀ)·B, the product of RatioMul without the ratio.
func ModelMul(dst, a, b blas64.General) {
	f := newFused(dst, a, b, Entries{}, 0)
	f.run()
}

func newFused(dst, a, b blas64.General, x Entries, floor float64) fused {
	if a.Cols != b.Cols || dst.Rows != a.Rows || dst.Cols != a.Cols {
		panic("gemm: factors do not fit")
	}
	return fused{m: a.Rows, n: b.Rows, r: a.Cols, from: 0, to: a.Rows, a: a, b: b, dst: dst, x: x, floor: floor}
}

// modelRows is the number of rows of the model that are formed at a time: 8 rows of 264 entries are half a first-level cache.
const modelRows = 8

func (f *fused) run() {
	w := newWorkspace()
	w.fused = *f
	w.run(fusion, partsOf(f.m, f.n, f.r))
}

var fusion = task{
	share: func(on, all *workspace, _ *kernel, part, parts int) {
		f := all.fused
		f.from, f.to = cut(f.m, modelRows, part, parts), cut(f.m, modelRows, part+1, parts)
		on.fused = f
	},
	do: (*workspace).ratioMul,
}

// ratioMul computes the fused product in w on one thread.
func (w *workspace) ratioMul(ker *kernel) {
	f := &w.fused
	if f.from == f.to || f.r == 0 {
		return
	}
	if f.n == 0 {
		for i := f.from; i < f.to; i++ {
			clear(f.dst.Data[i*f.dst.Stride : i*f.dst.Stride+f.r])
		}
		return
	}
	wide := roundUp(f.r, ker.vector)
	w.b = grown(w.b, blockK*wide)
	w.bt = grown(w.bt, f.r*blockK)
	w.tile.alpha = 1
	for j0 := 0; j0 < f.n; j0 += blockK {
		cols := min(blockK, f.n-j0)
		w.packPanels(ker, w.b, operand{f.b.Data, f.b.Stride, 1}.from(j0, 0), f.r, cols)
		for k0 := 0; k0 < f.r; k0 += blockK {
			w.packPanels(ker, w.bt[k0*roundUp(cols, ker.vector):], operand{f.b.Data, 1, f.b.Stride}.from(k0, j0), cols, min(blockK, f.r-k0))
		}
		for i := f.from; i < f.to; i += modelRows {
			rows := min(modelRows, f.to-i)
			w.model(ker, f, i, rows, j0, cols)
			w.ratio(ker, f, i, rows, j0, cols)
			w.consume(ker, f, i, rows, cols, j0 > 0)
		}
	}
	w.tile.a, w.tile.b, w.tile.c = nil, nil, nil
}

// model forms rows i to i+rows of columns j0 to j0+cols of A·Bᵀ in w.a. Meanwhile the entries of X that the next rows
// will meet are on their way.
func (w *workspace) model(ker *kernel, f *fused, i, rows, j0, cols int) {
	t := &w.tile
	t.aStride, t.aStep, t.cStride = f.a.Stride, 1, packedRowA
	t.add = 0
	for k0 := 0; k0 < f.r; k0 += blockK {
		t.k = min(blockK, f.r-k0)
		b := panels{w.bt[k0*roundUp(cols, ker.vector):], 0}
		w.band(ker, b, f.a.Data[i*f.a.Stride+k0:], w.a, rows, cols, func(j, n int) { f.x.fetch(ker, i+rows, modelRows, j0+j, n) })
		t.add = 1
	}
}

// ratio divides the entries of X by the model in w.a.
func (w *workspace) ratio(ker *kernel, f *fused, i, rows, j0, cols int) {
	if f.x.empty() {
		return
	}
	for r := range rows {
		model := w.a[r*packedRowA : r*packedRowA+cols]
		floored(ker.ratio, ratioPortable, model, f.x.segment(ker, i+r, j0, w.wide[:cols]), model, f.floor)
	}
}

// consume multiplies w.a by the present rows of B.
func (w *workspace) consume(ker *kernel, f *fused, i, rows, cols int, add bool) {
	t := &w.tile
	t.aStride, t.aStep, t.cStride = packedRowA, 1, f.dst.Stride
	t.k, t.add = cols, 0
	if add {
		t.add = 1
	}
	w.band(ker, panels{w.b, 0}, w.a, f.dst.Data[i*f.dst.Stride:], rows, f.r, func(int, int) {})
}

// band runs the tiles of a few rows over all panels of b, and tells before each which columns it has.
func (w *workspace) band(ker *kernel, b panels, a, c []float64, rows, n int, before func(j, cols int)) {
	t := &w.tile
	for j := 0; j < n; {
		cols := ker.panel(n - j)
		before(j, cols)
		t.b, t.bStride = b.at(ker, j, cols, t.k)
		for i, height := 0, 0; i < rows; i += height {
			height = rows - i
			if height > ker.rows {
				height -= height % ker.rows
			}
			t.a, t.c = a[i*t.aStride:], c[i*t.cStride+j:]
			ker.run(t, height, cols)
		}
		j += cols
	}
}

func grown(x []float64, n int) []float64 {
	if len(x) < n {
		return make([]float64, n)
	}
	return x
}

package gemm

import "golang.org/x/sys/cpu"

// kernels is every kernel, best first.
var kernels = []*kernel{
	{
		name: "avx512", rows: 8, vector: 8, width: 24, usable: hasAVX512,
		run: runAVX512, packRows: packRowsAVX2, packColumns: packColumnsAVX2, fetch: fetchBlock, vectorKernel: vector512, lossKernel: losses512,
		conjugate: conjugate512,
	},
	{
		name: "avx2", rows: 4, vector: 4, width: 12, usable: hasAVX2,
		run: runAVX2, packRows: packRowsAVX2, packColumns: packColumnsAVX2, fetch: fetchBlock, vectorKernel: vector256, lossKernel: losses256,
		conjugate: conjugate256,
	},
	&portable,
}

func hasAVX512() bool {
	return cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL && cpu.X86.HasAVX2 && cpu.X86.HasFMA
}
func hasAVX2() bool { return cpu.X86.HasAVX2 && cpu.X86.HasFMA }

func runAVX512(t *tile, rows, cols int) {
	v := (cols + 7) / 8
	t.mask = 0xff >> (8*v - cols)
	t.stack = max(1, rows/8)
	tiles512[min(rows, 8)-1][v-1](t)
}

func runAVX2(t *tile, rows, cols int) {
	v := (cols + 3) / 4
	t.mask = cols - 4*(v-1)
	t.stack = max(1, rows/4)
	tiles := &tiles256
	if t.mask < 4 {
		tiles = &tiles256m
	}
	tiles[min(rows, 4)-1][v-1](t)
}

// masks256 is the AVX2 mask of a vector of which the first i entries count.
var masks256 = [5][4]int64{{}, {-1}, {-1, -1}, {-1, -1, -1}, {-1, -1, -1, -1}}

func packRowsAVX2(out []float64, width int, b operand, cols, k int) {
	whole := cols &^ 3
	if whole > 0 {
		packRows256(&out[0], 8*width, &b.data[0], 8*b.stride, whole/4, k)
	}
	if whole < cols {
		packRows(out[whole:], width, b.from(0, whole), cols-whole, k)
	}
}

func packColumnsAVX2(out []float64, width int, b operand, cols, k int) {
	whole, deep := cols&^3, k&^3
	if whole > 0 && deep > 0 {
		packColumns256(&out[0], 8*width, &b.data[0], 8*b.step, whole/4, deep)
	}
	if whole < cols {
		packColumns(out[whole:], width, b.from(0, whole), cols-whole, k)
	}
	if deep < k {
		packColumns(out[deep*width:], width, b.from(deep, 0), whole, k-deep)
	}
}

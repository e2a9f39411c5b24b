package gemm

import "golang.org/x/sys/cpu"

// kernels is every kernel, best first.
var kernels = []*kernel{
	{name: "avx512", rows: 8, vector: 8, width: 24, usable: hasAVX512, run: runAVX512},
	{name: "avx2", rows: 4, vector: 4, width: 12, usable: hasAVX2, run: runAVX2},
	&portable,
}

func hasAVX512() bool { return cpu.X86.HasAVX512F && cpu.X86.HasAVX2 && cpu.X86.HasFMA }
func hasAVX2() bool   { return cpu.X86.HasAVX2 && cpu.X86.HasFMA }

func runAVX512(t *tile, rows, cols int) {
	v := (cols + 7) / 8
	t.mask = 0xff >> (8*v - cols)
	tiles512[rows-1][v-1](t)
}

func runAVX2(t *tile, rows, cols int) {
	v := (cols + 3) / 4
	t.mask = cols - 4*(v-1)
	if t.mask == 4 {
		tiles256[rows-1][v-1](t)
	} else {
		tiles256m[rows-1][v-1](t)
	}
}

// masks256 is the AVX2 mask of a vector of which the first i entries count.
var masks256 = [5][4]int64{{}, {-1}, {-1, -1}, {-1, -1, -1}, {-1, -1, -1, -1}}

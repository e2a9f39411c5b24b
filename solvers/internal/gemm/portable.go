package gemm

import "math"

// portable is the kernel in plain Go. math.FMA is one instruction where the CPU has it and exact, but slow, elsewhere.
var portable = kernel{
	name: "portable", rows: 2, vector: 4, width: 4,
	usable: func() bool { return true },
	run:    runPortable, packRows: packRows, packColumns: packColumns,
	vectorKernel: vectorKernel{
		dot: dotPortable, axpy: axpyPortable, ratio: ratioPortable, update: updatePortable, updateSqrt: updateSqrtPortable,
		sampledKernel: sampledKernel{
			sampledDots: sampledDotsPortable, sampledSum: sampledSumPortable, sampledSums: sampledSumsPortable,
			sampledMost: math.MaxInt, sampledRows: sampledRowsPortable,
		},
		widen8: widen8Portable, widen32: widen32Portable, sweep: sweepPortable,
	},
	lossKernel: lossKernel{squares: squaresPortable, divergences: divergencesPortable, divergenceSums: divergenceSumsPortable,
		powers: powersPortable},
	conjugate: conjugatePortable,
}

func runPortable(t *tile, rows, cols int) {
	part := *t
	for i := 0; i < rows; i += 2 {
		part.a, part.c = t.a[i*t.aStride:], t.c[i*t.cStride:]
		if i+2 <= rows && cols == 4 {
			part.sum2x4()
			continue
		}
		for r := range min(2, rows-i) {
			for j := range cols {
				part.put(r*t.cStride+j, part.sum(r, j))
			}
		}
	}
}

func (t *tile) sum(i, j int) (s float64) {
	ia, ib := i*t.aStride, j
	for range t.k {
		s = math.FMA(t.a[ia], t.b[ib], s)
		ia += t.aStep
		ib += t.bStride
	}
	return s
}

func (t *tile) sum2x4() {
	var s00, s01, s02, s03, s10, s11, s12, s13 float64
	a, b := t.a, t.b
	i0, i1, ib := 0, t.aStride, 0
	for range t.k {
		a0, a1 := a[i0], a[i1]
		q := b[ib : ib+4 : ib+4]
		s00 = math.FMA(a0, q[0], s00)
		s01 = math.FMA(a0, q[1], s01)
		s02 = math.FMA(a0, q[2], s02)
		s03 = math.FMA(a0, q[3], s03)
		s10 = math.FMA(a1, q[0], s10)
		s11 = math.FMA(a1, q[1], s11)
		s12 = math.FMA(a1, q[2], s12)
		s13 = math.FMA(a1, q[3], s13)
		i0 += t.aStep
		i1 += t.aStep
		ib += t.bStride
	}
	t.put(0, s00)
	t.put(1, s01)
	t.put(2, s02)
	t.put(3, s03)
	t.put(t.cStride, s10)
	t.put(t.cStride+1, s11)
	t.put(t.cStride+2, s12)
	t.put(t.cStride+3, s13)
}

// put adds the sum s of a block to an entry of C.
func (t *tile) put(at int, s float64) {
	if t.add == 0 {
		t.c[at] = t.alpha * s
	} else {
		t.c[at] = math.FMA(t.alpha, s, t.c[at])
	}
}

package gemm

import "gonum.org/v1/gonum/blas/blas64"

// The functions of rows of the two instruction sets; four lanes are one vector of AVX2 in both.

var rows512 = rowKernel{
	stepSquares: stepSquares, fitSums: fitSums, fitAndStepSums: fitAndStepSums,
	columnSums: func(dst []float64, a blas64.General) { columnSums(&columnSums512, 8, dst, a) },
	scaleRows: func(dst, a blas64.General, scale []float64) {
		scaleRows512(&dst.Data[0], dst.Stride, &a.Data[0], a.Stride, &scale[0], a.Cols, a.Rows)
	},
	roots:       func(x []float64, floor float64) { roots512(&x[0], floor, len(x)) },
	over:        func(dst []float64, a float64, x []float64) { over512(&dst[0], a, &x[0], len(dst)) },
	updateChain: func(p *chain) { updateChain512(p) },
	updateApart: func(p *apart) { updateApart512(p) },
}

var rows256 = rowKernel{
	stepSquares: stepSquares, fitSums: fitSums, fitAndStepSums: fitAndStepSums,
	columnSums: func(dst []float64, a blas64.General) { columnSums(&columnSums256, 4, dst, a) },
	scaleRows: func(dst, a blas64.General, scale []float64) {
		scaleRows256(&dst.Data[0], dst.Stride, &a.Data[0], a.Stride, &scale[0], a.Cols, a.Rows)
	},
	roots:       func(x []float64, floor float64) { roots256(&x[0], floor, len(x)) },
	over:        func(dst []float64, a float64, x []float64) { over256(&dst[0], a, &x[0], len(dst)) },
	updateChain: func(p *chain) { updateChain256(p) },
	updateApart: func(p *apart) { updateApart256(p) },
}

func stepSquares(steps []float64, h blas64.General, after []float64) {
	stepSquares256(&steps[0], &h.Data[0], h.Stride, &after[0], h.Cols, h.Rows)
}

func fitSums(fits []float64, h, a, b blas64.General) {
	fitSums256(&fits[0], &h.Data[0], h.Stride, &a.Data[0], a.Stride, &b.Data[0], b.Stride, h.Cols, h.Rows)
}

func fitAndStepSums(fits, steps []float64, h, a, b blas64.General, after []float64) {
	fitAndStepSums256(&fits[0], &steps[0], &h.Data[0], h.Stride, &a.Data[0], a.Stride, &b.Data[0], b.Stride, &after[0], h.Cols, h.Rows)
}

func columnSums(functions *[4]func(dst, a *float64, stride, last, count int), vector int, dst []float64, a blas64.General) {
	for k := 0; k < a.Cols; k += 4 * vector {
		n := min(4*vector, a.Cols-k)
		v := (n + vector - 1) / vector
		functions[v-1](&dst[k], &a.Data[k], a.Stride, n-vector*(v-1), a.Rows)
	}
}

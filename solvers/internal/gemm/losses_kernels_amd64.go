package gemm

import "math"

var losses512 = lossKernel{
	squares: func(x, model []float64) {
		whole := len(x) &^ 7
		if whole > 0 {
			squares512(&x[0], &model[0], whole)
		}
		squaresPortable(x[whole:], model[whole:])
	},
	divergences: func(dst, q, x, model []float64, floor float64) { byVectors(divergences512, 8, dst, q, x, model, floor) },
}

var losses256 = lossKernel{
	squares: func(x, model []float64) {
		whole := len(x) &^ 3
		if whole > 0 {
			squares256(&x[0], &model[0], whole)
		}
		squaresPortable(x[whole:], model[whole:])
	},
	divergences: func(dst, q, x, model []float64, floor float64) { byVectors(divergences256, 4, dst, q, x, model, floor) },
}

// byVectors runs f, which stops at a vector that it cannot do, and does that one and what is less than a vector in Go.
func byVectors(f func(dst, q, x, model *float64, floor float64, n int) int, vector int, dst, q, x, model []float64, floor float64) {
	for len(x) >= vector {
		done := f(&dst[0], &q[0], &x[0], &model[0], floor, len(x)/vector*vector)
		odd := min(done+vector, len(x))
		divergencesPortable(dst[done:odd], q[done:odd], x[done:odd], model[done:odd], floor)
		dst, q, x, model = dst[odd:], q[odd:], x[odd:], model[odd:]
	}
	divergencesPortable(dst, q, x, model, floor)
}

// logConstants are the constants of divergences in the order of package asmgen, each a vector.
var logConstants = func() (c [18][8]float64) {
	for i, v := range []float64{
		math.Float64frombits(1<<52 - 1), 0.5, 1, 2, math.Sqrt2 / 2, 6.93147180369123816490e-01, 1.90821492927058770002e-10,
		1 << 52, 1<<52 + 1022, 0x1p-1022, math.MaxFloat64,
		6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01, 2.222219843214978396e-01,
		1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01,
	} {
		for lane := range c[i] {
			c[i][lane] = v
		}
	}
	return c
}()

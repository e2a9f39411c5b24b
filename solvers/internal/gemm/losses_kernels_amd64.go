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
	powers:      func(dst, x []float64, e float64) { powersByVectors(powers512, 8, dst, x, e) },
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
	powers:      func(dst, x []float64, e float64) { powersByVectors(powers256, 4, dst, x, e) },
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

// powersByVectors is byVectors for powers.
func powersByVectors(f func(dst, x *float64, e float64, n int) int, vector int, dst, x []float64, e float64) {
	for len(x) >= vector {
		done := f(&dst[0], &x[0], e, len(x)/vector*vector)
		odd := min(done+vector, len(x))
		powersPortable(dst[done:odd], x[done:odd], e)
		dst, x = dst[odd:], x[odd:]
	}
	powersPortable(dst, x, e)
}

// logConstants are the constants of divergences and powers in the order of package asmgen, each a vector.
var logConstants = func() (c [29][8]float64) {
	for i, v := range []float64{
		math.Float64frombits(1<<52 - 1), 0.5, 1, 2, math.Sqrt2 / 2, 6.93147180369123816490e-01, 1.90821492927058770002e-10,
		1 << 52, 1<<52 + 1022, 0x1p-1022, math.MaxFloat64,
		6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01, 2.222219843214978396e-01,
		1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01,
		1.4426950408889634073599246810018920, 0.69314718055966295651160180568695068359375, 0.28235290563031577122588448175013436025525412068e-12, 0.0625,
		2.4801587301587301587e-5, 1.9841269841269841270e-4, 1.3888888888888888889e-3, 8.3333333333333333333e-3, 4.1666666666666666667e-2,
		1.6666666666666666667e-1, math.Float64frombits(1023),
	} {
		for lane := range c[i] {
			c[i][lane] = v
		}
	}
	return c
}()

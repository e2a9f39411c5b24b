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
	divergences:    divergencesBy(divergences512, 8),
	divergenceSums: divergenceSums,
	powers:         powersBy(powers512, 8),
}

var losses256 = lossKernel{
	squares: func(x, model []float64) {
		whole := len(x) &^ 3
		if whole > 0 {
			squares256(&x[0], &model[0], whole)
		}
		squaresPortable(x[whole:], model[whole:])
	},
	divergences:    divergencesBy(divergences256, 4),
	divergenceSums: divergenceSums,
	powers:         powersBy(powers256, 4),
}

// divergencesBy runs f by vectors.
func divergencesBy(f func(dst, x, model *float64, floor float64, n int) int, vector int) func(dst, x, model []float64, floor float64) {
	return func(dst, x, model []float64, floor float64) {
		byVectors(vector, len(x),
			func(i, n int) int { return f(&dst[i], &x[i], &model[i], floor, n) },
			func(i, j int) { divergencesPortable(dst[i:j], x[i:j], model[i:j], floor) })
	}
}

// divergenceSums runs divergenceSums256 by vectors.
func divergenceSums(q, x []float64, sum *float64) {
	byVectors(4, len(x),
		func(i, n int) int { return divergenceSums256(&q[i], &x[i], sum, n) },
		func(i, j int) { divergenceSumsPortable(q[i:j], x[i:j], sum) })
}

// powersBy runs f by vectors.
func powersBy(f func(dst, x *float64, e float64, n int) int, vector int) func(dst, x []float64, e float64) {
	return func(dst, x []float64, e float64) {
		byVectors(vector, len(x),
			func(i, n int) int { return f(&dst[i], &x[i], e, n) },
			func(i, j int) { powersPortable(dst[i:j], x[i:j], e) })
	}
}

// byVectors does n entries. do takes whole vectors of them from i on, stops at a vector that it cannot do and returns how many
// entries it did; plain does that vector, and what is less than one at the end, in Go.
func byVectors(vector, n int, do func(i, n int) int, plain func(i, j int)) {
	i := 0
	for n-i >= vector {
		i += do(i, (n-i)/vector*vector)
		j := min(i+vector, n)
		plain(i, j)
		i = j
	}
	plain(i, n)
}

// logConstants are the constants of divergences and powers in the order of package asmgen, each a vector.
var logConstants = func() (c [29][8]float64) {
	for i, v := range []float64{
		math.Float64frombits(1<<52 - 1), 0.5, 1, 2, math.Sqrt2 / 2, 6.93147180369123816490e-01, 1.90821492927058770002e-10,
		1 << 52, 1<<52 + 1022, 0x1p-1022, math.MaxFloat64,
		6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01, 2.222219843214978396e-01,
		1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01,
		1.4426950408889634073599246810018920, 0.69314718055966295651160180568695068359375, 0.28235290563031577122588448175013436025525412068e-12,
		0.0625,
		2.4801587301587301587e-5, 1.9841269841269841270e-4, 1.3888888888888888889e-3, 8.3333333333333333333e-3, 4.1666666666666666667e-2,
		1.6666666666666666667e-1, math.Float64frombits(1023),
	} {
		for lane := range c[i] {
			c[i][lane] = v
		}
	}
	return c
}()

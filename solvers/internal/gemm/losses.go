package gemm

import "math"

// lossKernel is one implementation of the losses; lengths have been checked and are positive.
type lossKernel struct {
	squares     func(x, model []float64)
	divergences func(dst, x, model []float64, floor float64)
	// divergenceSums adds x·log(q) - x to sum, entry by entry in order, and 0 where x is 0. It overwrites q.
	divergenceSums func(q, x []float64, sum *float64)
	powers         func(dst, x []float64, e float64)
}

// Squares sets model = (x - model)², entry by entry.
func Squares(x, model []float64) {
	sameLength(len(x), len(model), "Squares")
	if len(x) > 0 {
		active.Load().squares(x, model)
	}
}

// Divergences sets dst = x·log(x / max(model, floor)) - x, entry by entry, and 0 where x is 0; with the model added these are
// the entries of the generalised Kullback-Leibler divergence. The logarithm is that of package math to the last bit; floor
// must be positive. dst may be the model.
func Divergences(dst, x, model []float64, floor float64) {
	sameLength(len(dst), len(x), "Divergences")
	sameLength(len(x), len(model), "Divergences")
	if len(x) > 0 {
		active.Load().divergences(dst, x, model, floor)
	}
}

func squaresPortable(x, model []float64) {
	for i, v := range x {
		d := v - model[i]
		model[i] = d * d
	}
}

func divergencesPortable(dst, x, model []float64, floor float64) {
	for i, v := range x {
		dst[i] = divergence(v, v/max(model[i], floor))
	}
}

func divergenceSumsPortable(q, x []float64, sum *float64) {
	for i, v := range x {
		*sum += divergence(v, q[i])
	}
}

func divergence(x, q float64) float64 {
	if x == 0 {
		return 0
	}
	return float64(x*math.Log(q)) - x // rounded in between, on every CPU
}

// Powers sets dst = x·exp(e·log(x)) = x^(1+e), entry by entry, and 0 where x is 0, for x ≥ 0. Near e = 0 the logarithm enters
// with so small a weight that nothing is lost. Logarithm and exponential are those of package math to the last bit. dst may be x.
func Powers(dst, x []float64, e float64) {
	sameLength(len(dst), len(x), "Powers")
	powers := powersPortable
	if math.Abs(e) <= 0.9 {
		powers = active.Load().powers
	}
	if len(x) > 0 {
		powers(dst, x, e)
	}
}

func powersPortable(dst, x []float64, e float64) {
	for i, v := range x {
		var p float64
		if v != 0 {
			p = v * math.Exp(e*math.Log(v))
		}
		dst[i] = p
	}
}

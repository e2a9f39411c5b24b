package gemm

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
)

// vectorKernel is one implementation of the vector functions; lengths have been checked. The rows ahead are as many as cols
// and will be wanted next.
type vectorKernel struct {
	dot                       func(x, y []float64) float64
	axpy                      func(dst []float64, a float64, x []float64)
	ratio, update, updateSqrt func(dst, x, y []float64, floor float64)
	sampledKernel
	widen8  func(dst []float64, x []uint8)
	widen32 func(dst []float64, x []float32)
	sweep   func(rows sweepRows, gram []float64, stride, rank int, floor float64)
	follow  followKernel
}

// sampledKernel is the part of a vectorKernel that meets products of factors at chosen entries only.
type sampledKernel struct {
	sampledDots   func(dst, x, b []float64, stride int, cols []int32)
	sampledSum    func(dst, b []float64, stride int, cols, ahead []int32, vals []float64)
	sampledMost   int // columns that sampledRows takes at most
	sampledRows   func(dst, b blas64.General, x *Sampled, from, to int)
	sampledRatios func(dst, x, b []float64, stride int, cols, ahead []int32, vals, q []float64, floor float64)
	ratiosMost    int // columns that sampledRatios takes at most, of a multiple of four entries
	sampledSums   func(dst, dst2, b []float64, stride int, cols, ahead []int32, vals, vals2 []float64)
}

// Dot returns Σ x[i]·y[i], for x and y of one length. It is summed in 8 lanes: lane l takes the terms i ≡ l (mod 8),
// ascending, each by one fma, after padding x and y with zeros to a multiple of 8; the lanes are added as
// ((0+4) + (2+6)) + ((1+5) + (3+7)).
func Dot(x, y []float64) float64 {
	sameLength(len(x), len(y), "Dot")
	return active.Load().dot(x, y)
}

// Axpy adds a·x to dst, entry by entry with one fma.
func Axpy(dst []float64, a float64, x []float64) {
	sameLength(len(dst), len(x), "Axpy")
	if len(dst) > 0 {
		active.Load().axpy(dst, a, x)
	}
}

// Ratio sets dst = x / max(model, floor), entry by entry. The maximum is Go's: NaN in model gives NaN. dst may be x or
// model.
func Ratio(dst, x, model []float64, floor float64) {
	sameLength(len(dst), len(x), "Ratio")
	sameLength(len(dst), len(model), "Ratio")
	floored(active.Load().ratio, ratioPortable, dst, x, model, floor)
}

// Update makes the multiplicative step x ← x·(num / max(den, floor)), entry by entry.
func Update(x, num, den []float64, floor float64) {
	sameLength(len(x), len(num), "Update")
	sameLength(len(x), len(den), "Update")
	floored(active.Load().update, updatePortable, x, num, den, floor)
}

// UpdateSqrt makes the step x ← x·sqrt(num / max(den, floor)), entry by entry.
func UpdateSqrt(x, num, den []float64, floor float64) {
	sameLength(len(x), len(num), "UpdateSqrt")
	sameLength(len(x), len(den), "UpdateSqrt")
	floored(active.Load().updateSqrt, updateSqrtPortable, x, num, den, floor)
}

// floored calls f, or its portable form for the floors with which the CPU's maximum is not Go's: NaN and the zeros, of
// which one is the larger.
func floored(f, portable func(dst, x, y []float64, floor float64), dst, x, y []float64, floor float64) {
	if math.IsNaN(floor) || floor == 0 {
		f = portable
	}
	if len(dst) > 0 {
		f(dst, x, y, floor)
	}
}

// SampledDots sets dst[k] = Dot(x, row cols[k] of b), for b with rows of len(x) entries, stride apart. Rows that b does
// not have are the caller's mistake, and not looked for.
func SampledDots(dst, x, b []float64, stride int, cols []int32) {
	sameLength(len(dst), len(cols), "SampledDots")
	if len(cols) > 0 {
		active.Load().sampledDots(dst, x, b, stride, cols)
	}
}

// SampledSum adds vals[k]·(row cols[k] of b) to dst for each k, ascending, each entry with one fma, for b with rows of
// len(dst) entries, stride apart. Rows that b does not have are the caller's mistake, and not looked for.
func SampledSum(dst, b []float64, stride int, cols []int32, vals []float64) {
	sameLength(len(cols), len(vals), "SampledSum")
	if len(cols) > 0 && len(dst) > 0 {
		active.Load().sampledSum(dst, b, stride, cols, cols, vals)
	}
}

func sameLength(n, m int, function string) {
	if n != m {
		panic("gemm: " + function + ": vectors differ in length")
	}
}

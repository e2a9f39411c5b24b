package gemm

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
)

func dotPortable(x, y []float64) float64 {
	var lane [8]float64
	i := 0
	for ; i+8 <= len(x); i += 8 {
		p, q := x[i:i+8:i+8], y[i:i+8:i+8]
		for l := range lane {
			lane[l] = math.FMA(p[l], q[l], lane[l])
		}
	}
	if i < len(x) {
		var p, q [8]float64
		copy(p[:], x[i:])
		copy(q[:], y[i:])
		for l := range lane {
			lane[l] = math.FMA(p[l], q[l], lane[l])
		}
	}
	return folded(&lane)
}

// folded adds up the lanes of a dot product.
func folded(lane *[8]float64) float64 {
	even := (lane[0] + lane[4]) + (lane[2] + lane[6])
	odd := (lane[1] + lane[5]) + (lane[3] + lane[7])
	return even + odd
}

func axpyPortable(dst []float64, a float64, x []float64) {
	for i, v := range x {
		dst[i] = math.FMA(a, v, dst[i])
	}
}

func ratioPortable(dst, x, model []float64, floor float64) {
	for i, v := range x {
		dst[i] = v / max(model[i], floor)
	}
}

func updatePortable(x, num, den []float64, floor float64) {
	for i, v := range num {
		x[i] *= v / max(den[i], floor)
	}
}

func updateSqrtPortable(x, num, den []float64, floor float64) {
	for i, v := range num {
		x[i] *= math.Sqrt(v / max(den[i], floor))
	}
}

func sampledDotsPortable(dst, x, b []float64, stride int, cols []int32) {
	for k, j := range cols {
		dst[k] = dotPortable(x, b[int(j)*stride:int(j)*stride+len(x)])
	}
}

func sampledSumPortable(dst, b []float64, stride int, cols, _ []int32, vals []float64) {
	for k, j := range cols {
		axpyPortable(dst, vals[k], b[int(j)*stride:int(j)*stride+len(dst)])
	}
}

func sampledRowsPortable(dst, b blas64.General, x *Sampled, from, to int) {
	for i := from; i < to; i++ {
		at, end := x.Ptr[i], x.Ptr[i+1]
		sampledSumPortable(line(dst, i), b.Data, b.Stride, x.Col[at:end], nil, x.Val[at:end])
	}
}

func sampledSumsPortable(dst, dst2, b []float64, stride int, cols, ahead []int32, vals, vals2 []float64) {
	sampledSumPortable(dst, b, stride, cols, ahead, vals)
	sampledSumPortable(dst2, b, stride, cols, ahead, vals2)
}

func widen8Portable(dst []float64, x []uint8) {
	for i, v := range x {
		dst[i] = float64(v)
	}
}

func widen32Portable(dst []float64, x []float32) {
	for i, v := range x {
		dst[i] = float64(v)
	}
}

package gemm

import (
	"math"
	"unsafe"
)

// A component-wise update for the divergence changes the model by one rank-one term after another and needs X ./ model
// after each. The two functions do both for one row in one pass, in which everything else fits into the time that the
// quotients take.

// followKernel holds the functions for a row that is not empty and a positive floor; nil where there are none.
type followKernel struct {
	dot func(x *Entries, i int, model, d, h []float64, a, floor float64) float64
	sum func(x *Entries, i int, sum, model, d []float64, a, floor, b float64)
}

// FollowDot adds a·d to model, as Axpy does, and returns Dot(Ratio of row i of X and model, h) for the same floor. Every
// length must be that of the row.
func (x *Entries) FollowDot(i int, model []float64, a float64, d, h []float64, floor float64) float64 {
	sameLength(len(model), x.Cols, "FollowDot")
	sameLength(len(d), x.Cols, "FollowDot")
	sameLength(len(h), x.Cols, "FollowDot")
	if f := active.Load().follow.dot; f != nil && x.Cols > 0 && floor > 0 {
		return f(x, i, model, d, h, a, floor)
	}
	var lanes [8]float64
	x.followDot(&lanes, i, 0, model, d, h, a, floor)
	return folded(&lanes)
}

// FollowSum adds a·d to model, as Axpy does, and then b times the Ratio of row i of X and model to sum.
func (x *Entries) FollowSum(i int, sum, model []float64, a float64, d []float64, floor, b float64) {
	sameLength(len(model), x.Cols, "FollowSum")
	sameLength(len(d), x.Cols, "FollowSum")
	sameLength(len(sum), x.Cols, "FollowSum")
	if f := active.Load().follow.sum; f != nil && x.Cols > 0 && floor > 0 {
		f(x, i, sum, model, d, a, floor, b)
		return
	}
	x.followSum(i, 0, sum, model, d, a, floor, b)
}

// followDot does what FollowDot does, from entry j on, a multiple of 8, without the last sum.
func (x *Entries) followDot(lanes *[8]float64, i, j int, model, d, h []float64, a, floor float64) {
	for ; j < x.Cols; j++ {
		model[j] = math.FMA(a, d[j], model[j])
		lanes[j%8] = math.FMA(x.At(i, j)/max(model[j], floor), h[j], lanes[j%8])
	}
	for ; j%8 != 0; j++ {
		lanes[j%8] = math.FMA(0, 0, lanes[j%8]) // as Dot pads
	}
}

// followSum does what FollowSum does, from entry j on.
func (x *Entries) followSum(i, j int, sum, model, d []float64, a, floor, b float64) {
	for ; j < x.Cols; j++ {
		model[j] = math.FMA(a, d[j], model[j])
		sum[j] = math.FMA(b, x.At(i, j)/max(model[j], floor), sum[j])
	}
}

// at points at entry (i, j) and tells how many bytes each has.
func (x *Entries) at(i, j int) (first unsafe.Pointer, bytes int) {
	switch at := i*x.Stride + j; {
	case x.U8 != nil:
		return unsafe.Pointer(&x.U8[at]), 1
	case x.F32 != nil:
		return unsafe.Pointer(&x.F32[at]), 4
	default:
		return unsafe.Pointer(&x.F64[at]), 8
	}
}

package gemm

import (
	"sort"

	"gonum.org/v1/gonum/blas/blas64"
)

// vectorFuncs are the assembly functions that both instruction sets have; lengths are positive.
type vectorFuncs struct {
	lanes                     int // entries of a vector
	axpy                      func(dst *float64, a float64, x *float64, n int)
	ratio, update, updateSqrt func(dst, x, y *float64, floor float64, n int)
	one                       []sampledFunc
	ratios                    []ratiosFunc
	widen8                    func(dst *float64, x *uint8, n int)
	sweep                     func(a, xb, gram *float64, stride, rank int, floor float64)
	follow                    followKernel
}

type sampledFunc = func(dst, dst2 *float64, dstStride, last int, b *float64, stride int, ptr *int, rows int, cols, ahead *int32, vals,
	vals2 *float64)

type ratiosFunc = func(dst, x *float64, last int, b *float64, stride int, cols, ahead *int32, vals, q *float64, floor float64, n int)

var vector512 = vectorFuncs{
	8, axpy512, ratio512, update512, updateSqrt512, sampled1x512[:], ratios512[:], widen8x512, sweep512, follow512,
}.kernel()

var vector256 = vectorFuncs{
	4, axpy256, ratio256, update256, updateSqrt256, sampled1x256[:], nil, widen8x256, sweep256, follow256,
}.kernel()

func (f vectorFuncs) kernel() vectorKernel {
	floored := func(g func(dst, x, y *float64, floor float64, n int)) func(dst, x, y []float64, floor float64) {
		return func(dst, x, y []float64, floor float64) { g(&dst[0], &x[0], &y[0], floor, len(dst)) }
	}
	return vectorKernel{
		dot:   func(x, y []float64) float64 { return dot256(first(x), first(y), len(x)) },
		axpy:  func(dst []float64, a float64, x []float64) { f.axpy(&dst[0], a, &x[0], len(dst)) },
		ratio: floored(f.ratio), update: floored(f.update), updateSqrt: floored(f.updateSqrt),
		sampledKernel: sampledKernel{
			sampledDots: func(dst, x, b []float64, stride int, cols []int32) {
				sampledDots256(&dst[0], first(x), len(x), first(b), stride, &cols[0], len(cols))
			},
			sampledSum: func(dst, b []float64, stride int, cols, ahead []int32, vals []float64) {
				sampledSums(f.lanes, f.one, dst, nil, b, stride, cols, ahead, vals, nil)
			},
			sampledMost: f.lanes * len(f.one),
			sampledRows: func(dst, b blas64.General, x *Sampled, from, to int) {
				sampledRows(f.lanes, f.one, dst, b, x, from, to)
			},
			ratiosMost: f.lanes * len(f.ratios),
			sampledRatios: func(dst, x, b []float64, stride int, cols, ahead []int32, vals, q []float64, floor float64) {
				v := (len(dst) + f.lanes - 1) / f.lanes
				f.ratios[v-1](&dst[0], &x[0], len(dst)-f.lanes*(v-1), &b[0], stride, &cols[0], &ahead[0], &vals[0], &q[0], floor, len(cols))
			},
			sampledSums: func(dst, dst2, b []float64, stride int, cols, ahead []int32, vals, vals2 []float64) {
				sampledSums(4, sampled2x256[:], dst, dst2, b, stride, cols, ahead, vals, vals2)
			},
		},
		widen8: func(dst []float64, x []uint8) {
			whole := len(x) &^ 7
			if whole > 0 {
				f.widen8(&dst[0], &x[0], whole)
			}
			widen8Portable(dst[whole:], x[whole:])
		},
		widen32: func(dst []float64, x []float32) {
			whole := len(x) &^ 7
			if whole > 0 {
				widen32x256(&dst[0], &x[0], whole)
			}
			widen32Portable(dst[whole:], x[whole:])
		},
		sweep: func(rows sweepRows, gram []float64, stride, rank int, floor float64) {
			f.sweep(&rows.a[0], &rows.xb[0], &gram[0], stride, rank, floor)
		},
		follow: f.follow,
	}
}

// sampledSums takes as many columns at a time as there is a function for; dst2 and vals2 are nil for those of one sum.
func sampledSums(lanes int, by []sampledFunc, dst, dst2, b []float64, stride int, cols, ahead []int32, vals, vals2 []float64) {
	most := lanes * len(by)
	for j := 0; j < len(dst); j += most {
		n := min(most, len(dst)-j)
		v := (n + lanes - 1) / lanes
		var second *float64
		if dst2 != nil {
			second = &dst2[j]
		}
		by[v-1](&dst[j], second, 0, n-lanes*(v-1), &b[j], stride, nil, len(cols), &cols[0], &ahead[0], &vals[0], first(vals2))
	}
}

// sampledDistance entries ahead of the one in use, its row of b is asked for: some hundred cycles.
const sampledDistance = 16

// sampledRows does what sampledSums does, for rows from to to of X, one after the other, for at most as many columns as there is a function
// for.
func sampledRows(lanes int, by []sampledFunc, dst, b blas64.General, x *Sampled, from, to int) {
	v := (b.Cols + lanes - 1) / lanes
	near := from + sort.Search(to-from, func(i int) bool { return x.Ptr[from+i+1]+sampledDistance > len(x.Col) })
	for _, part := range [2]struct{ from, to, ahead int }{{from, near, sampledDistance}, {near, to, 0}} {
		at := x.Ptr[part.from]
		if at == x.Ptr[part.to] {
			continue
		}
		by[v-1](&dst.Data[part.from*dst.Stride], nil, 8*dst.Stride, b.Cols-lanes*(v-1), &b.Data[0], b.Stride,
			&x.Ptr[part.from], part.to-part.from, &x.Col[at], &x.Col[at+part.ahead], &x.Val[at], nil)
	}
}

// first points at an operand that may be empty.
func first(x []float64) *float64 {
	if len(x) == 0 {
		return nil
	}
	return &x[0]
}

package gemm

import (
	"math"
	"unsafe"

	"gonum.org/v1/gonum/blas/blas64"
)

// Conversions to float64 keep the compiler from fusing what the other kernels do not fuse.

var rowsPortable = rowKernel{
	stepSquares: stepSquaresPortable, fitSums: fitSumsPortable, fitAndStepSums: fitAndStepSumsPortable, columnSums: columnSumsPortable, scaleRows: scaleRowsPortable,
	roots: rootsPortable, over: overPortable, updateChain: updateChainPortable, updateApart: updateApartPortable,
}

func rowOf(a blas64.General, j int) []float64 { return a.Data[j*a.Stride : j*a.Stride+a.Cols] }

func fitAndStepSumsPortable(fits, steps []float64, h, a, b blas64.General, after []float64) {
	fitSumsPortable(fits, h, a, b)
	stepSquaresPortable(steps, h, after)
}

func stepSquaresPortable(steps []float64, h blas64.General, after []float64) {
	for j := range steps {
		x, y := rowOf(h, j), after
		if j+1 < h.Rows {
			y = rowOf(h, j+1)
		}
		var lane [4]float64
		k := 0
		for ; k+4 <= len(x); k += 4 {
			p, q := x[k:k+4:k+4], y[k:k+4:k+4]
			for l := range lane {
				d := q[l] - p[l]
				lane[l] += float64(d * d)
			}
		}
		for ; k < len(x); k++ {
			d := y[k] - x[k]
			lane[0] += float64(d * d)
		}
		steps[j] = (lane[0] + lane[1]) + (lane[2] + lane[3])
	}
}

func fitSumsPortable(fits []float64, h, a, b blas64.General) {
	for j := range fits {
		x, y, z := rowOf(h, j), rowOf(a, j), rowOf(b, j)
		var lane [4]float64
		k := 0
		for ; k+4 <= len(x); k += 4 {
			p, q, r := x[k:k+4:k+4], y[k:k+4:k+4], z[k:k+4:k+4]
			for l := range lane {
				lane[l] += float64(p[l] * math.FMA(-2, q[l], r[l]))
			}
		}
		for ; k < len(x); k++ {
			lane[0] += float64(x[k] * math.FMA(-2, y[k], z[k]))
		}
		fits[j] = (lane[0] + lane[1]) + (lane[2] + lane[3])
	}
}

func columnSumsPortable(dst []float64, a blas64.General) {
	clear(dst)
	for j := range a.Rows {
		for k, v := range rowOf(a, j) {
			dst[k] += v
		}
	}
}

func scaleRowsPortable(dst, a blas64.General, scale []float64) {
	for j, s := range scale {
		to := rowOf(dst, j)
		for k, v := range rowOf(a, j) {
			to[k] = s * v
		}
	}
}

func rootsPortable(x []float64, floor float64) {
	for i, v := range x {
		x[i] = max(math.Sqrt(v), floor)
	}
}

func overPortable(dst []float64, a float64, x []float64) {
	for i, v := range x {
		dst[i] = a / v
	}
}

func updateChainPortable(p *chain) {
	pull, norm := unsafe.Slice(p.pull, p.count+1), unsafe.Slice(p.norm, p.count)
	before, after := unsafe.Slice(p.before, p.width), unsafe.Slice(p.after, p.width)
	scale := unsafe.Slice(p.scale, p.count)
	h, num := matrixAt(p.h, p.count, p.width, p.hStride), matrixAt(p.num, p.count, p.width, p.numStride)
	den, scaled := matrixAt(p.den, p.count, p.width, p.denStride), matrixAt(p.scaled, p.count, p.width, p.scaledStride)
	for k, prev := range before {
		next := h.Data[k]
		for j, n := range norm {
			here := next
			next = after[k]
			if j+1 < p.count {
				next = h.Data[(j+1)*h.Stride+k]
			}
			left, right := float64(pull[j]*n), float64(pull[j+1]*n)
			above := num.Data[j*num.Stride+k] + (float64(left*prev) + float64(right*next))
			below := den.Data[j*den.Stride+k] + float64((left+right)*here)
			now := here * math.Sqrt(above/max(below, p.floor))
			h.Data[j*h.Stride+k], scaled.Data[j*scaled.Stride+k] = now, scale[j]*now
			prev = here
		}
	}
}

func matrixAt(first *float64, rows, cols, stride int) blas64.General {
	return blas64.General{Rows: rows, Cols: cols, Stride: stride, Data: unsafe.Slice(first, (rows-1)*stride+cols)}
}

func updateApartPortable(p *apart) {
	ps, sum, total := unsafe.Slice(p.ps, p.width), unsafe.Slice(p.sum, p.width), unsafe.Slice(p.total, p.width)
	h, num := matrixAt(p.h, p.count, p.width, p.hStride), matrixAt(p.num, p.count, p.width, p.numStride)
	den, pg := matrixAt(p.den, p.count, p.width, p.denStride), matrixAt(p.pg, p.count, p.width+1, p.pgStride)
	for j := range p.count {
		x, a, b, g := rowOf(h, j), rowOf(num, j), rowOf(den, j), rowOf(pg, j)
		sg := g[p.width]
		rest := p.ss - sg
		for q := range x {
			mixed := ps[q] + float64(sum[q]*sg) - 2*g[q]
			equal := float64(sum[q]*rest) - ps[q] + g[q]
			if mixed < 0 {
				mixed = 0
			}
			if equal < 0 {
				equal = 0
			}
			above := a[q] + float64(p.across*mixed)
			below := b[q] + (float64(p.inner*equal) + float64(p.outer*g[q]))
			x[q] *= math.Sqrt(above / max(below, p.floor))
			total[q] += x[q]
		}
	}
}

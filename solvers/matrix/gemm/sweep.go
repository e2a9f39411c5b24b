package gemm

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
)

// sweepLanes rows of a factor are swept side by side: with four vectors of them, or eight with AVX2, four or eight sums
// are under way at a time.
const sweepLanes = 32

// sweepRows is a block of rows, transposed: component k of row i is entry k·sweepLanes + i.
type sweepRows struct {
	a, xb []float64
}

// Sweep is exact coordinate descent over the components k = 0, 1, ... of every row of A, with the other factor fixed:
//
//	a_k ← max(0, a_k + (xb_k - Σ_l a_l·gram_kl) / gram_kk)
//
// for A and XB m×r and the symmetric r×r gram. The sum runs over l ascending, each term one fma; components with
// gram_kk ≤ floor stay as they are. Every shape must fit.
func Sweep(a, xb, gram blas64.General, floor float64) {
	if xb.Rows != a.Rows || xb.Cols != a.Cols || gram.Rows != a.Cols || gram.Cols != a.Cols {
		panic("gemm: Sweep: shapes do not fit")
	}
	if a.Rows == 0 || a.Cols == 0 {
		return
	}
	ker, w := active.Load(), newWorkspace()
	w.b = grown(w.b, 2*a.Cols*sweepLanes)
	block := sweepRows{w.b[:a.Cols*sweepLanes], w.b[a.Cols*sweepLanes : 2*a.Cols*sweepLanes]}
	for i := 0; i < a.Rows; i += sweepLanes {
		rows := min(sweepLanes, a.Rows-i)
		if rows < sweepLanes {
			clear(w.b[:2*a.Cols*sweepLanes]) // what is left from before may be slow to compute with
		}
		ker.packColumns(block.a, sweepLanes, operand{a.Data[i*a.Stride:], 1, a.Stride}, rows, a.Cols)
		ker.packColumns(block.xb, sweepLanes, operand{xb.Data[i*xb.Stride:], 1, xb.Stride}, rows, a.Cols)
		ker.sweep(block, gram.Data, gram.Stride, a.Cols, floor)
		ker.packColumns(a.Data[i*a.Stride:], a.Stride, operand{block.a, 1, sweepLanes}, a.Cols, rows)
	}
	w.release()
}

func sweepPortable(rows sweepRows, gram []float64, stride, rank int, floor float64) {
	for k := range rank {
		g := gram[k*stride : k*stride+rank]
		if g[k] <= floor {
			continue
		}
		var sum [sweepLanes]float64
		for l, v := range g {
			a := rows.a[l*sweepLanes : (l+1)*sweepLanes]
			for i := range sum {
				sum[i] = math.FMA(v, a[i], sum[i])
			}
		}
		a, xb := rows.a[k*sweepLanes:(k+1)*sweepLanes], rows.xb[k*sweepLanes:(k+1)*sweepLanes]
		for i, s := range sum {
			a[i] = max(0, a[i]+(xb[i]-s)/g[k])
		}
	}
}

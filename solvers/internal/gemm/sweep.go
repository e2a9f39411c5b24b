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

// Sweep does exact coordinate descent over the components k = 0, 1, ... of every row of A, with the other factor fixed:
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
	s := sweeping{a: a, xb: xb, gram: gram, floor: floor}
	s.run()
}

// sweeping is a Sweep, or the part of it that belongs to one thread.
type sweeping struct {
	a, xb, gram blas64.General
	floor       float64
	from, to    int // the rows to sweep
}

func (s *sweeping) run() {
	w := newWorkspace()
	w.sweeping = *s
	w.run(sweeps, partsOf(s.a.Rows, s.a.Cols, s.a.Cols))
}

var sweeps = task{
	share: func(on, all *workspace, _ *kernel, part, parts int) {
		s := all.sweeping
		s.from, s.to = cut(s.a.Rows, sweepLanes, part, parts), cut(s.a.Rows, sweepLanes, part+1, parts)
		on.sweeping = s
	},
	do: (*workspace).sweep,
}

// sweep does the sweep in w on one thread.
func (w *workspace) sweep(ker *kernel) {
	s := &w.sweeping
	a, xb, rank := s.a, s.xb, s.a.Cols
	w.b = grown(w.b, 2*rank*sweepLanes)
	block := sweepRows{w.b[:rank*sweepLanes], w.b[rank*sweepLanes : 2*rank*sweepLanes]}
	for i := s.from; i < s.to; i += sweepLanes {
		rows := min(sweepLanes, s.to-i)
		if rows < sweepLanes {
			clear(w.b[:2*rank*sweepLanes]) // what is left from before may be slow to compute with
		}
		ker.packColumns(block.a, sweepLanes, operand{a.Data[i*a.Stride:], 1, a.Stride}, rows, rank)
		ker.packColumns(block.xb, sweepLanes, operand{xb.Data[i*xb.Stride:], 1, xb.Stride}, rows, rank)
		ker.sweep(block, s.gram.Data, s.gram.Stride, rank, s.floor)
		ker.packColumns(a.Data[i*a.Stride:], a.Stride, operand{block.a, 1, sweepLanes}, rank, rows)
	}
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

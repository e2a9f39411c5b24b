package gemm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
)

// eachShape runs f for the shapes of up to 70 columns, with and without special values among the random ones.
func eachShape(t *testing.T, f func(t *testing.T, rng *rand.Rand, rows, cols int, special bool)) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(31, 31))
		for cols := range 70 {
			for _, rows := range []int{0, 1, 2, 3, 8} {
				f(t, rng, rows, cols, false)
				f(t, rng, rows, cols, true)
			}
		}
	})
}

// mixedRows is a matrix with entries beside it, as a block of columns has.
func mixedRows(rng *rand.Rand, rows, cols int, special bool) blas64.General {
	stride := cols + 1 + rng.IntN(3)
	return blas64.General{Rows: rows, Cols: cols, Stride: stride, Data: mixed(rng, rows*stride+8, special)}
}

func copyOf(a blas64.General) blas64.General {
	a.Data = append([]float64(nil), a.Data...)
	return a
}

// fourLanes is the sum of the terms in the order that the comment of StepSquares gives.
func fourLanes(terms []float64) float64 {
	var s0, s1, s2, s3 float64
	k := 0
	for ; k+4 <= len(terms); k += 4 {
		s0 += terms[k]
		s1 += terms[k+1]
		s2 += terms[k+2]
		s3 += terms[k+3]
	}
	for ; k < len(terms); k++ {
		s0 += terms[k]
	}
	return s0 + s1 + (s2 + s3)
}

func TestRowSums(t *testing.T) {
	eachShape(t, func(t *testing.T, rng *rand.Rand, rows, cols int, special bool) {
		h, a, b := mixedRows(rng, rows, cols, special), mixedRows(rng, rows, cols, special), mixedRows(rng, rows, cols, special)
		after := mixed(rng, cols, special)
		steps, fits, bothSteps, bothFits := mixed(rng, rows, false), mixed(rng, rows, false), mixed(rng, rows, false), mixed(rng, rows, false)
		StepSquares(steps, h, after)
		FitSums(fits, h, a, b)
		FitAndStepSums(bothFits, bothSteps, h, a, b, after)
		for j := range rows {
			next := after
			if j+1 < rows {
				next = rowOf(h, j+1)
			}
			step, fit := make([]float64, cols), make([]float64, cols)
			for k, v := range rowOf(h, j) {
				d := next[k] - v
				step[k], fit[k] = float64(d*d), float64(v*math.FMA(-2, rowOf(a, j)[k], rowOf(b, j)[k]))
			}
			if want := fourLanes(step); !same(steps[j], want) || !same(bothSteps[j], want) {
				t.Fatalf("%d columns, row %d of %d: squares of the step = %v and %v, want %v", cols, j, rows, steps[j], bothSteps[j], want)
			}
			if want := fourLanes(fit); !same(fits[j], want) || !same(bothFits[j], want) {
				t.Fatalf("%d columns, row %d of %d: sums = %v and %v, want %v", cols, j, rows, fits[j], bothFits[j], want)
			}
		}
	})
}

func TestColumnSumsAndScaledRows(t *testing.T) {
	eachShape(t, func(t *testing.T, rng *rand.Rand, rows, cols int, special bool) {
		a, scale := mixedRows(rng, rows, cols, special), mixed(rng, rows, special)
		dst := mixedRows(rng, rows, cols, false)
		wantScaled, sums, want := copyOf(dst), mixed(rng, cols, false), make([]float64, cols)
		ColumnSums(sums, a)
		ScaleRows(dst, a, scale)
		for j := range rows {
			for k, v := range rowOf(a, j) {
				want[k] += v
				rowOf(wantScaled, j)[k] = scale[j] * v
			}
		}
		compare(t, fmt.Sprintf("column sums of %d×%d", rows, cols), sums, want, max(1, cols))
		compare(t, fmt.Sprintf("scaled rows of %d×%d", rows, cols), dst.Data, wantScaled.Data, dst.Stride)
	})
}

func TestRootsAndOver(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(32, 32))
		for n := range 70 {
			for _, a := range append([]float64{1e-16, 0.5}, specials...) {
				x, whole := mixed(rng, n, true), mixed(rng, n+16, true)
				roots, over := append([]float64(nil), whole...), append([]float64(nil), whole...)
				Roots(roots[8:8+n], a)
				Over(over[8:8+n], a, x)
				for i, v := range whole {
					wantRoot, wantOver := v, v
					if i >= 8 && i < 8+n {
						wantRoot, wantOver = max(math.Sqrt(v), a), a/x[i-8]
					}
					if !same(roots[i], wantRoot) || !same(over[i], wantOver) {
						t.Fatalf("%d entries with %v: entry %d = %v and %v, want %v and %v", n, a, i-8, roots[i], over[i], wantRoot, wantOver)
					}
				}
			}
		}
	})
}

// The fused updates have the bits of their parts: terms row by row, then UpdateSqrt.
func TestChain(t *testing.T) {
	eachShape(t, func(t *testing.T, rng *rand.Rand, rows, cols int, special bool) {
		h, a, b := mixedRows(rng, rows, cols, special), mixedRows(rng, rows, cols, special), mixedRows(rng, rows, cols, special)
		pull, norm := mixed(rng, rows+1, special), mixed(rng, rows, special)
		before, after := mixed(rng, cols, special), mixed(rng, cols, special)
		const floor = 1e-3
		want := copyOf(h)
		for j := range rows {
			left, right := pull[j]*norm[j], pull[j+1]*norm[j]
			num, den := make([]float64, cols), make([]float64, cols)
			for k, v := range rowOf(h, j) {
				prev, next := before[k], after[k]
				if j > 0 {
					prev = rowOf(h, j-1)[k]
				}
				if j+1 < rows {
					next = rowOf(h, j+1)[k]
				}
				num[k] = rowOf(a, j)[k] + (float64(left*prev) + float64(right*next))
				den[k] = rowOf(b, j)[k] + float64((left+right)*v)
			}
			updateSqrtPortable(rowOf(want, j), num, den, floor)
		}
		scale, scaled := mixed(rng, rows, special), mixedRows(rng, rows, cols, false)
		wantScaled := copyOf(scaled)
		for j, s := range scale {
			for k, v := range rowOf(want, j) {
				rowOf(wantScaled, j)[k] = s * v
			}
		}
		c := Chain{H: h, Num: a, Den: b, Pull: pull, Norm: norm, Before: before, After: after, Scale: scale, Scaled: scaled}
		c.Update(floor)
		compare(t, fmt.Sprintf("%d×%d scaled", rows, cols), scaled.Data, wantScaled.Data, scaled.Stride)
		compare(t, fmt.Sprintf("%d×%d", rows, cols), h.Data, want.Data, h.Stride)
	})
}

// The last row may be its own neighbour, where it is not pulled.
func TestChainEndsAtItself(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(33, 33))
		for _, cols := range []int{1, 8, 14, 33} {
			h, a, b := general(rng, 5, cols, 1), general(rng, 5, cols, 0), general(rng, 5, cols, 2)
			pull, norm, before := []float64{0, 1, 2, 3, 4, 0}, []float64{1, 2, 3, 4, 5}, make([]float64, cols)
			want := copyOf(h)
			c := Chain{H: h, Num: a, Den: b, Pull: pull, Norm: norm, Before: before, After: rowOf(h, 4), Scale: norm, Scaled: copyOf(h)}
			apart := c
			apart.H, apart.After = want, append([]float64(nil), rowOf(h, 4)...)
			apart.Update(1e-9)
			c.Update(1e-9)
			compare(t, fmt.Sprint(cols, " columns"), h.Data, want.Data, h.Stride)
		}
	})
}

func TestUpdateApart(t *testing.T) {
	eachShape(t, func(t *testing.T, rng *rand.Rand, rows, cols int, special bool) {
		h, a, b := mixedRows(rng, rows, cols, special), mixedRows(rng, rows, cols, special), mixedRows(rng, rows, cols, special)
		pg := mixedRows(rng, rows, cols+1, special)
		by := Apart{PS: mixed(rng, cols, special), Sum: mixed(rng, cols, special), SS: rng.NormFloat64(), Total: mixed(rng, cols, special), Across: 0.3, Inner: 0.2, Outer: 0.7}
		const floor = 1e-3
		want, wantTotal := copyOf(h), append([]float64(nil), by.Total...)
		for j := range rows {
			num, den, sg := make([]float64, cols), make([]float64, cols), rowOf(pg, j)[cols]
			rest := by.SS - sg
			for q := range cols {
				v := rowOf(pg, j)[q]
				mixed, equal := by.PS[q]+float64(by.Sum[q]*sg)-float64(2*v), float64(by.Sum[q]*rest)-by.PS[q]+v
				if mixed < 0 {
					mixed = 0
				}
				if equal < 0 {
					equal = 0
				}
				num[q] = rowOf(a, j)[q] + float64(by.Across*mixed)
				den[q] = rowOf(b, j)[q] + (float64(by.Inner*equal) + float64(by.Outer*v))
			}
			updateSqrtPortable(rowOf(want, j), num, den, floor)
			for q, v := range rowOf(want, j) {
				wantTotal[q] += v
			}
		}
		UpdateApart(h, a, b, pg, by, floor)
		compare(t, fmt.Sprintf("%d×%d total", rows, cols), by.Total, wantTotal, max(1, cols))
		compare(t, fmt.Sprintf("%d×%d", rows, cols), h.Data, want.Data, h.Stride)
	})
}

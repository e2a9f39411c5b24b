package nnls

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// factor is the Cholesky factor of the rows and columns of a Gram matrix that a set names.
type factor struct {
	set  []bool
	list []int // its members, ascending
	l    []float64
	z    []float64
	r    int
}

func newFactor(r int) factor {
	return factor{set: make([]bool, r), list: make([]int, 0, r), l: make([]float64, r*r), z: make([]float64, r), r: r}
}

func (f *factor) copySet(set []bool) {
	copy(f.set, set)
	f.list = f.list[:0]
	for k, in := range set {
		if in {
			f.list = append(f.list, k)
		}
	}
}

// dependent is the share of a diagonal entry below which a pivot is only rounding: the column depends on those before it.
const dependent = 0x1p-44

// factorise returns false if the block is singular to working precision.
func (f *factor) factorise(gram *mat.Dense) bool {
	for a, i := range f.list {
		row := f.l[a*f.r : a*f.r+a+1]
		for b := range row {
			sum := gram.At(i, f.list[b])
			other := f.l[b*f.r : b*f.r+b+1]
			for c := range b {
				sum -= row[c] * other[c]
			}
			if b < a {
				row[b] = sum / other[b]
				continue
			}
			if !(sum > dependent*gram.At(i, i)) {
				return false
			}
			row[b] = math.Sqrt(sum)
		}
	}
	return true
}

// solve sets x to the solution on the set, and to 0 off it.
func (f *factor) solve(x, b []float64) {
	clear(x)
	for a, i := range f.list {
		sum := b[i]
		for c := range a {
			sum -= f.l[a*f.r+c] * f.z[c]
		}
		f.z[a] = sum / f.l[a*f.r+a]
	}
	for a := len(f.list) - 1; a >= 0; a-- {
		sum := f.z[a]
		for c := a + 1; c < len(f.list); c++ {
			sum -= f.l[c*f.r+a] * f.z[c]
		}
		f.z[a] = sum / f.l[a*f.r+a]
		x[f.list[a]] = f.z[a]
	}
}

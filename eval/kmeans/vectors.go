package kmeans

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// vectors keeps every centre as a vector. A pass of the batch phase is one product of n×d by d×k; when a single sample
// moves, only inner products with the two centres that followed it are formed again, and only when asked for.
type vectors struct {
	samples
	sum, centre *mat.Dense // k×d
	size        []int
	squared     []float64  // ‖c‖²
	inner       *mat.Dense // n×k, ⟨y_i, c⟩
	version     []int32    // of each centre, raised when it moves
	seen        []int32    // n×k, version of the centre that inner holds
	out         []float64
}

func newVectors(s samples, k int) *vectors {
	return &vectors{
		samples: s,
		sum:     mat.NewDense(k, s.d, nil), centre: mat.NewDense(k, s.d, nil),
		size: make([]int, k), squared: make([]float64, k),
		inner: mat.NewDense(s.n, k, nil), version: make([]int32, k), seen: make([]int32, s.n*k),
		out: make([]float64, k),
	}
}

func (v *vectors) start(seeds []int) {
	for c, i := range seeds {
		v.sum.SetRow(c, v.y.RawRowView(i))
		v.size[c] = 1
	}
	v.centreAll()
}

func (v *vectors) startAt(centres *mat.Dense) {
	v.sum.Copy(v.shifted(centres))
	for c := range v.size {
		v.size[c] = 1
	}
	v.centreAll()
}

func (v *vectors) refresh(labels, sizes []int) {
	v.sum.Zero()
	for i, c := range labels {
		floats.Add(v.sum.RawRowView(c), v.y.RawRowView(i))
	}
	copy(v.size, sizes)
	v.centreAll()
}

func (v *vectors) centreAll() {
	for c := range v.size {
		v.recentre(c)
	}
	matrix.MulNT(v.inner, v.y, v.centre)
	k := len(v.size)
	for i := range v.n {
		copy(v.seen[i*k:], v.version)
	}
}

// recentre divides the sum of cluster c by its size.
func (v *vectors) recentre(c int) {
	row, size := v.centre.RawRowView(c), float64(max(1, v.size[c]))
	for j, s := range v.sum.RawRowView(c) {
		row[j] = s / size
	}
	v.squared[c] = dot(row, row)
	v.version[c]++
}

func (v *vectors) move(i, from, to int) {
	y := v.y.RawRowView(i)
	floats.Sub(v.sum.RawRowView(from), y)
	floats.Add(v.sum.RawRowView(to), y)
	v.size[from]--
	v.size[to]++
	v.recentre(from)
	v.recentre(to)
}

func (v *vectors) distances(i int) []float64 {
	k := len(v.size)
	inner, seen := v.inner.RawRowView(i), v.seen[i*k:(i+1)*k]
	for c, size := range v.size {
		if size == 0 {
			v.out[c] = infinity
			continue
		}
		if seen[c] != v.version[c] {
			inner[c], seen[c] = dot(v.y.RawRowView(i), v.centre.RawRowView(c)), v.version[c]
		}
		v.out[c] = v.squares[i] - 2*inner[c] + v.squared[c]
	}
	return v.out
}

func (v *vectors) exact(i, c int) float64 {
	return squaredDistance(v.y.RawRowView(i), v.centre.RawRowView(c))
}

// apart costs one product for several seeds; for a single one differences are as cheap, and exact.
func (v *vectors) apart(dst *mat.Dense, seeds []int) {
	if len(seeds) == 1 {
		row, seed := dst.RawRowView(0), v.y.RawRowView(seeds[0])
		for j := range row {
			row[j] = squaredDistance(v.y.RawRowView(j), seed)
		}
		return
	}
	chosen := mat.NewDense(len(seeds), v.d, nil)
	for c, i := range seeds {
		chosen.SetRow(c, v.y.RawRowView(i))
	}
	matrix.MulNT(dst, chosen, v.y)
	for c, i := range seeds {
		row := dst.RawRowView(c)
		v.fromProducts(row, i, row)
	}
}

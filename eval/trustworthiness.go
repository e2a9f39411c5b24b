package eval

import (
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// trustedNeighbours are looked at around each sample of a representation: scikit-learn's default.
const trustedNeighbours = 5

// trustworthiness returns 1 - 2/(nk(2n-3k-1))·Σ_i Σ_j max(0, r(i,j) - k) over the k nearest neighbours j of each sample i in the
// representation, r(i,j) being the rank of j among the neighbours of i in the data (Venna and Kaski, ICANN 2001): 1 if the
// representation brings no samples close that are far apart.
func trustworthiness(o Outcome, _ *rand.Rand) (float64, error) {
	x, err := sampleRows(o.X)
	if err != nil {
		return 0, err
	}
	rows, err := representation(o)
	if err != nil {
		return 0, err
	}
	const k = trustedNeighbours
	n, _ := x.Dims()
	if n <= 2*k {
		return 0, unavailable("%d samples, want more than %d for %d neighbours", n, 2*k, k)
	}
	squares := make([]float64, n)
	for i := range n {
		squares[i] = dot(x.RawRowView(i), x.RawRowView(i))
	}
	var excess int
	distances := mat.NewDense(min(n, 64), n, nil)
	for i0 := 0; i0 < n; i0 += 64 {
		i1 := min(i0+64, n)
		block := rowsOf(distances, 0, i1-i0)
		matrix.MulNT(block, rowsOf(x, i0, i1), x)
		for i := i0; i < i1; i++ {
			d := block.RawRowView(i - i0)
			for j, v := range d {
				d[j] = squares[j] - 2*v // the rank does not need ‖x_i‖²
			}
			for _, j := range nearest(rows, i, k) {
				excess += max(0, placeOf(d, i, j)-k)
			}
		}
	}
	most := float64(n) * k * float64(2*n-3*k-1)
	return 1 - 2*float64(excess)/most, nil
}

// placeOf returns the place of j, from 1, among the samples other than i by distance, equal ones in their order.
func placeOf(distances []float64, i, j int) int {
	own, place := distances[j], 1
	for l, d := range distances {
		if (d < own || d == own && l < j) && l != i {
			place++
		}
	}
	return place
}

// nearest returns the k rows nearest to row i, without it.
func nearest(a *mat.Dense, i, k int) []int {
	type candidate struct {
		index   int
		squared float64
	}
	best := make([]candidate, 0, k+1)
	own := a.RawRowView(i)
	n, _ := a.Dims()
	for j := range n {
		if j == i {
			continue
		}
		var squared float64
		for t, v := range a.RawRowView(j) {
			squared += (v - own[t]) * (v - own[t])
		}
		if len(best) == k && squared >= best[k-1].squared {
			continue
		}
		at := slices.IndexFunc(best, func(c candidate) bool { return c.squared > squared })
		if at < 0 {
			at = len(best)
		}
		best = slices.Insert(best, at, candidate{j, squared})[:min(k, len(best)+1)]
	}
	indices := make([]int, len(best))
	for c, b := range best {
		indices[c] = b.index
	}
	return indices
}

func dot(a, b []float64) float64 {
	return mat.Dot(mat.NewVecDense(len(a), a), mat.NewVecDense(len(b), b))
}

// rowsOf returns rows i0 to i1 of a.
func rowsOf(a *mat.Dense, i0, i1 int) *mat.Dense {
	_, c := a.Dims()
	return a.Slice(i0, i1, 0, c).(*mat.Dense)
}

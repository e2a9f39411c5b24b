package kmeans

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// gram keeps the inner products of all pairs of samples, formed once, and for every cluster the sum s_c of those with its
// members, so that ⟨y_i, c⟩ = s_c[i]/n_c and ‖c‖² = (Σ_{i in c} s_c[i])/n_c². A pass costs n² additions for new centres
// and nk for the distances, whatever the dimension; moving a single sample costs 2n. Vectors of centres are formed only
// for distances by differences.
type gram struct {
	samples
	g      *mat.Dense // n×n
	s      *mat.Dense // k×n
	total  []float64  // n_c²·‖c‖²
	size   []int
	labels []int
	centre *mat.Dense // k×d, row c valid if fresh[c]
	fresh  []bool
	out    []float64
}

func newGram(s samples, k int) *gram {
	g := &gram{
		samples: s,
		g:       mat.NewDense(s.n, s.n, nil), s: mat.NewDense(k, s.n, nil),
		total: make([]float64, k), size: make([]int, k),
		centre: mat.NewDense(k, s.d, nil), fresh: make([]bool, k),
		out: make([]float64, k),
	}
	g.multiply()
	return g
}

// multiply sets g = y·yᵀ, half of it by products and the rest by symmetry.
func (g *gram) multiply() {
	const block = 64
	for i0 := 0; i0 < g.n; i0 += block {
		i1 := min(i0+block, g.n)
		dst := g.g.Slice(i0, i1, 0, i1).(*mat.Dense)
		matrix.MulNT(dst, g.y.Slice(i0, i1, 0, g.d).(*mat.Dense), g.y.Slice(0, i1, 0, g.d).(*mat.Dense))
	}
	for i := range g.n {
		row := g.g.RawRowView(i)
		for j := i + 1; j < g.n; j++ {
			row[j] = g.g.At(j, i)
		}
	}
}

func (g *gram) start(seeds []int) {
	for c, i := range seeds {
		g.s.SetRow(c, g.g.RawRowView(i))
		g.centre.SetRow(c, g.y.RawRowView(i))
		g.total[c], g.size[c], g.fresh[c] = g.g.At(i, i), 1, true
	}
}

func (g *gram) startAt(centres *mat.Dense) {
	g.centre.Copy(g.shifted(centres))
	matrix.MulNT(g.s, g.centre, g.y)
	for c := range g.size {
		row := g.centre.RawRowView(c)
		g.total[c], g.size[c], g.fresh[c] = dot(row, row), 1, true
	}
}

func (g *gram) refresh(labels, sizes []int) {
	g.labels = labels
	copy(g.size, sizes)
	g.s.Zero()
	for i, c := range labels {
		floats.Add(g.s.RawRowView(c), g.g.RawRowView(i))
	}
	clear(g.total)
	clear(g.fresh)
	for i, c := range labels {
		g.total[c] += g.s.At(c, i)
	}
}

func (g *gram) move(i, from, to int) {
	row := g.g.RawRowView(i)
	a, b := g.s.RawRowView(from), g.s.RawRowView(to)
	g.total[from] += row[i] - 2*a[i]
	g.total[to] += row[i] + 2*b[i]
	floats.Sub(a, row)
	floats.Add(b, row)
	g.size[from]--
	g.size[to]++
	g.fresh[from], g.fresh[to] = false, false
}

func (g *gram) distances(i int) []float64 {
	for c, size := range g.size {
		if size == 0 {
			g.out[c] = infinity
			continue
		}
		n := float64(size)
		g.out[c] = g.squares[i] - 2*g.s.At(c, i)/n + g.total[c]/(n*n)
	}
	return g.out
}

func (g *gram) exact(i, c int) float64 {
	row := g.centre.RawRowView(c)
	if !g.fresh[c] {
		clear(row)
		for j, label := range g.labels {
			if label == c {
				floats.Add(row, g.y.RawRowView(j))
			}
		}
		for j := range row {
			row[j] /= float64(g.size[c])
		}
		g.fresh[c] = true
	}
	return squaredDistance(g.y.RawRowView(i), row)
}

func (g *gram) apart(dst *mat.Dense, seeds []int) {
	for c, i := range seeds {
		g.fromProducts(dst.RawRowView(c), i, g.g.RawRowView(i))
	}
}

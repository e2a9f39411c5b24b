package manifold

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/solvers/eigen"
	"nmfrepro/solvers/matrix"
)

// spectralStart returns UMAP's start: the eigenvectors of the normalised Laplacian that follow the constant one, scaled to a
// largest entry of 10, with noise of deviation 1e-4, and then every dimension scaled to [0, 10]. The components of a graph
// that is not connected are laid out one by one and placed apart.
func spectralStart(x matrix.Matrix, graph *matrix.CSR, r int, rng *rand.Rand) (*mat.Dense, error) {
	n, _ := graph.Dims()
	component, count := components(graph)
	var points *mat.Dense
	var err error
	if count == 1 {
		points, err = laplacianVectors(graph, r, rng)
	} else {
		points, err = componentwise(x, graph, component, count, r, rng)
	}
	if err != nil {
		return nil, err
	}
	largest := mat.Norm(mat.NewVecDense(n*r, points.RawMatrix().Data), math.Inf(1))
	points.Apply(func(_, _ int, v float64) float64 {
		if largest > 0 {
			v *= 10 / largest
		}
		return v + 1e-4*rng.NormFloat64()
	}, points)
	for c := range r {
		column := mat.Col(nil, c, points)
		low, high := mat.Min(mat.NewVecDense(n, column)), mat.Max(mat.NewVecDense(n, column))
		for i, v := range column {
			points.Set(i, c, 10*(v-low)/(high-low))
		}
	}
	return points, nil
}

// startTol is the relative residual of the eigenvectors, a start that noise is added to.
const startTol = 1e-6

// laplacianVectors returns r eigenvectors of a connected graph, n×r.
func laplacianVectors(graph *matrix.CSR, r int, rng *rand.Rand) (*mat.Dense, error) {
	normalised, root := normalise(graph)
	null := nullspace(make([]int, len(root)), 1, root)
	pairs, err := eigen.Largest(eigen.Of(normalised), r, eigen.Options{Tol: startTol, Without: null}, rng)
	if err != nil {
		return nil, fmt.Errorf("manifold: umap: start: %w", err)
	}
	return pairs.Vectors, nil
}

// componentwise lays out each component about a place of its own, no wider than half the way to the nearest other place.
func componentwise(x matrix.Matrix, graph *matrix.CSR, component []int, count, r int, rng *rand.Rand) (*mat.Dense, error) {
	places, err := placesOf(x, component, count, r, rng)
	if err != nil {
		return nil, err
	}
	points := mat.NewDense(len(component), r, nil)
	for c := range count {
		members := list.Places(component, func(own int) bool { return own == c })
		reach := math.Inf(1)
		for other := range count {
			if d := squaredDistance(places.RawRowView(c), places.RawRowView(other)); other != c && d > 0 {
				reach = min(reach, math.Sqrt(d)/2)
			}
		}
		if math.IsInf(reach, 1) {
			reach = 1
		}
		layout, err := memberLayout(graph, members, r, rng)
		if err != nil {
			return nil, err
		}
		for k, i := range members {
			for t, v := range layout.RawRowView(k) {
				points.Set(i, t, places.At(c, t)+reach*v)
			}
		}
	}
	return points, nil
}

// memberLayout lays out one component, with a largest entry of 1: by eigenvectors, or at random if there are too few.
func memberLayout(graph *matrix.CSR, members []int, r int, rng *rand.Rand) (*mat.Dense, error) {
	if len(members) < 2*r || len(members) <= r+1 {
		layout := mat.NewDense(len(members), r, nil)
		layout.Apply(func(_, _ int, _ float64) float64 { return 2*rng.Float64() - 1 }, layout)
		return layout, nil
	}
	n, _ := graph.Dims()
	place := make([]int, n)
	for k, i := range members {
		place[i] = k
	}
	var entries []matrix.Triplet
	for k, i := range members {
		cols, vals := graph.Row(i, nil)
		for t, j := range cols {
			entries = append(entries, matrix.Triplet{Row: k, Col: place[j], Value: vals[t]})
		}
	}
	part, err := matrix.NewCSR(len(members), len(members), entries)
	if err != nil {
		return nil, err
	}
	layout, err := laplacianVectors(part, r, rng)
	if err != nil {
		return nil, err
	}
	largest := mat.Norm(mat.NewVecDense(len(members)*r, layout.RawMatrix().Data), math.Inf(1))
	layout.Scale(1/largest, layout)
	return layout, nil
}

// placesOf returns a place for each component: the ends of the axes, or where there are more components than those, a
// spectral embedding of their means.
//
// Differs from umap-learn: the affinity of means is relative to their mean squared distance, so that it does not vanish.
func placesOf(x matrix.Matrix, component []int, count, r int, rng *rand.Rand) (*mat.Dense, error) {
	places := mat.NewDense(count, r, nil)
	if count <= 2*r {
		for c := range count {
			places.Set(c, c%r, 1-2*float64(c/r))
		}
		return places, nil
	}
	means := componentMeans(x, component, count)
	var total float64
	for c := range count {
		for d := range c {
			total += 2 * squaredDistance(means.RawRowView(c), means.RawRowView(d))
		}
	}
	width := total / float64(count*count)
	var entries []matrix.Triplet
	for c := range count {
		for d := range count {
			if c != d {
				weight := 1.0
				if width > 0 {
					weight = math.Exp(-squaredDistance(means.RawRowView(c), means.RawRowView(d)) / width)
				}
				entries = append(entries, matrix.Triplet{Row: c, Col: d, Value: max(weight, 1e-12)})
			}
		}
	}
	affinity, err := matrix.NewCSR(count, count, entries)
	if err != nil {
		return nil, err
	}
	places, err = laplacianVectors(affinity, r, rng)
	if err != nil {
		return nil, err
	}
	places.Scale(1/mat.Norm(mat.NewVecDense(count*r, places.RawMatrix().Data), math.Inf(1)), places)
	return places, nil
}

// componentMeans returns the mean sample of each component, a row each.
func componentMeans(x matrix.Matrix, component []int, count int) *mat.Dense {
	m, _ := x.Dims()
	means, size := mat.NewDense(count, m, nil), make([]float64, count)
	for _, c := range component {
		size[c]++
	}
	samples := newSampleReader(x)
	for i, c := range component {
		samples.add(means.RawRowView(c), i, 1/size[c])
	}
	return means
}

// Package graph builds weighted graphs on samples, as sparse symmetric matrices, and what regularisers need of them.
//
// A graph on n points is an n×n [matrix.CSR] S of weights ≥ 0, symmetric to the last bit, with an empty diagonal. Its
// Laplacian is L = D - S with the degrees D = diag(S·1).
package graph

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// Edge joins two different points.
type Edge struct {
	I, J   int
	Weight float64
}

// FromEdges returns the graph on n points with the given edges, in any order; an edge between two points may be given more
// than once, in either direction, and then has the largest of the weights. Weights of 0 are no edges.
func FromEdges(n int, edges []Edge) (*matrix.CSR, error) {
	edges = slices.Clone(edges)
	for k, e := range edges {
		switch {
		case e.I < 0 || e.J < 0 || e.I >= n || e.J >= n || e.I == e.J:
			return nil, fmt.Errorf("graph: edge between points %d and %d, want two of %d", e.I+1, e.J+1, n)
		case !(e.Weight >= 0) || math.IsInf(e.Weight, 0):
			return nil, fmt.Errorf("graph: weight %v between points %d and %d, want a finite value ≥ 0", e.Weight, e.I+1, e.J+1)
		}
		edges[k].I, edges[k].J = min(e.I, e.J), max(e.I, e.J)
	}
	slices.SortFunc(edges, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.I, b.I), cmp.Compare(a.J, b.J), cmp.Compare(b.Weight, a.Weight))
	})
	edges = slices.CompactFunc(edges, func(a, b Edge) bool { return a.I == b.I && a.J == b.J })
	entries := make([]matrix.Triplet, 0, 2*len(edges))
	for _, e := range edges {
		entries = append(entries, matrix.Triplet{Row: e.I, Col: e.J, Value: e.Weight}, matrix.Triplet{Row: e.J, Col: e.I, Value: e.Weight})
	}
	return matrix.NewCSR(n, n, entries)
}

// Degrees returns the row sums of a graph.
func Degrees(s *matrix.CSR) []float64 {
	n, _ := s.Dims()
	degrees := make([]float64, n)
	for i := range n {
		_, vals := s.Row(i, nil)
		for _, v := range vals {
			degrees[i] += v
		}
	}
	return degrees
}

// Roughness returns tr(bᵀ·L·b) = ½ Σ_ij S_ij ‖b_i - b_j‖² for b n×p: never negative, and 0 to the last bit where points that
// share an edge are equal. It does not allocate.
func Roughness(s *matrix.CSR, b *mat.Dense) float64 {
	n, _ := s.Dims()
	var total float64
	for i := range n {
		cols, vals := s.Row(i, nil)
		bi := b.RawRowView(i)
		for k, j := range cols {
			if j := int(j); j > i {
				total += vals[k] * squaredDistance(bi, b.RawRowView(j))
			}
		}
	}
	return total
}

func squaredDistance(x, y []float64) (sum float64) {
	for k, v := range x {
		d := v - y[k]
		sum += d * d
	}
	return sum
}

// Normalised returns D^-½·S·D^-½, the weights of the normalised cut; a point without edges keeps none.
func Normalised(s *matrix.CSR) *matrix.CSR {
	n, _ := s.Dims()
	root := Degrees(s)
	for i, d := range root {
		root[i] = math.Sqrt(d)
	}
	var edges []Edge
	for i := range n {
		cols, vals := s.Row(i, nil)
		for k, j := range cols {
			if j := int(j); j > i {
				edges = append(edges, Edge{i, j, vals[k] / root[i] / root[j]})
			}
		}
	}
	normalised, err := FromEdges(n, edges)
	if err != nil {
		panic(err) // the degree of a point is at least the weight of its edges
	}
	return normalised
}

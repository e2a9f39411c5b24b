// Package graph builds weighted graphs on samples, as sparse symmetric matrices, and what regularisers need of them.
//
// A graph on n points is an n×n [matrix.CSR] S of weights ≥ 0, symmetric to the last bit, with an empty diagonal. Its
// Laplacian is L = D - S with the degrees D = diag(S·1).
package graph

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
)

// Edge joins two different points.
type Edge = constraint.Edge

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
				total += vals[k] * constraint.SquaredDistance(bi, b.RawRowView(j))
			}
		}
	}
	return total
}

// Normalised returns D^-½·S·D^-½, the weights of the normalised cut; a point without edges keeps none.
func Normalised(s *matrix.CSR) *matrix.CSR {
	n, _ := s.Dims()
	root := list.Map(Degrees(s), math.Sqrt)
	var edges []Edge
	for e := range matrix.Entries(s) {
		if e.Col > e.Row {
			edges = append(edges, Edge{I: e.Row, J: e.Col, Weight: e.Value / root[e.Row] / root[e.Col]})
		}
	}
	normalised, err := FromEdges(n, edges)
	if err != nil {
		panic(err) // the degree of a point is at least the weight of its edges
	}
	return normalised
}

// Weight tells what an edge of a neighbour graph weighs.
type Weight int

// The weights.
const (
	Binary Weight = iota // 1
	Heat                 // exp(-‖x - y‖²/(2t²))
	Cosine               // x·y/(‖x‖‖y‖); a negative one counts as 0
)

// Options describe a neighbour graph. The zero value is no graph at all: K neighbours are wanted.
type Options struct {
	K      int    // neighbours of a sample
	Metric Metric // that makes neighbours; squared Euclidean unless told
	Weight Weight
	Width  float64 // t of the heat kernel; 0 is the mean distance of all n² ordered pairs
	Labels []int   // edges within a label only, none at negative ones (supervised); nil is everyone
	All    bool    // with Labels: all pairs of a label are neighbours, K does not count
}

// Nearest joins every sample of X (m×n, dense or sparse) with its K nearest neighbours, and so those that it is a
// neighbour of. It is constructW of Cai, He, Han and Huang's GNMF: a sample counts as one of its own K+1 neighbours before
// it is left out, so that one with more than K duplicates of lower index may have K+1; ties fall by index. K is cut to what
// there is.
//
// Differs from constructW: the default width is the mean over all samples where that takes a random 3000.
func Nearest(x matrix.Matrix, o Options) (*matrix.CSR, error) {
	_, n := x.Dims()
	switch {
	case o.K < 0 || o.K == 0 && !o.All:
		return nil, fmt.Errorf("graph: %d neighbours, want ≥ 1", o.K)
	case o.All && o.Labels == nil:
		return nil, fmt.Errorf("graph: all pairs of a label, but no labels")
	case o.Labels != nil && len(o.Labels) != n:
		return nil, fmt.Errorf("graph: %d labels for %d samples", len(o.Labels), n)
	case !(o.Width >= 0) || math.IsInf(o.Width, 0):
		return nil, fmt.Errorf("graph: width = %v, want a finite value ≥ 0", o.Width)
	}
	space, err := NewSpace(x, o.Metric)
	if err != nil {
		return nil, fmt.Errorf("graph: %w", err)
	}
	k := min(o.K+1, n)
	if o.All {
		k = n
	}
	var edges []Edge
	for j, list := range space.Nearest(k, Among{Self: true, Labels: o.Labels}) {
		for _, neighbour := range list {
			if neighbour.Index != j {
				edges = append(edges, Edge{I: j, J: neighbour.Index, Weight: 1})
			}
		}
	}
	if err := o.weigh(x, edges); err != nil {
		return nil, err
	}
	return FromEdges(n, edges)
}

// weigh replaces the weights of the edges by the ones asked for.
func (o Options) weigh(x matrix.Matrix, edges []Edge) error {
	metric, kernel := SquaredEuclidean, func(float64) float64 { return 1 }
	switch o.Weight {
	case Binary:
		return nil
	case Cosine:
		metric, kernel = CosineDistance, func(d float64) float64 { return max(0, 1-d) }
	case Heat:
		t := o.Width
		if t == 0 {
			var err error
			if t, err = MeanDistance(x); err != nil {
				return fmt.Errorf("graph: %w", err)
			}
		}
		kernel = func(d float64) float64 {
			if d == 0 {
				return 1 // whatever the width, which is 0 where all samples are equal
			}
			return math.Exp(-d / (2 * t * t))
		}
	}
	space, err := NewSpace(x, metric)
	if err != nil {
		return fmt.Errorf("graph: %w", err)
	}
	for k := range edges {
		e := &edges[k]
		e.Weight = kernel(space.Distance(e.I, e.J))
	}
	return nil
}

// SelfTuningNeighbour is the neighbour whose distance is the scale of a sample [Zelnik-Manor and Perona 2004].
const SelfTuningNeighbour = 7

// SelfTuning returns the affinity that SymNMF clusters (Kuang, Ding and Park 2012, section 7.1; symnmf_cluster.m): samples
// are joined with their k nearest neighbours, in either direction, with weights exp(-‖x - y‖²/(s_x·s_y)), s the distance of
// a sample to its seventh neighbour, and the graph is [Normalised]. k = 0 is the authors' floor(log2 n) + 1. The scale of a
// sample with seven duplicates is 0: its edges weigh 1 to duplicates and nothing to others.
func SelfTuning(x matrix.Matrix, k int) (*matrix.CSR, error) {
	_, n := x.Dims()
	if k < 0 {
		return nil, fmt.Errorf("graph: %d neighbours, want ≥ 0", k)
	}
	if k == 0 {
		k = bits.Len(uint(n))
	}
	space, err := NewSpace(x, SquaredEuclidean)
	if err != nil {
		return nil, fmt.Errorf("graph: %w", err)
	}
	lists := space.Nearest(max(k, SelfTuningNeighbour), Among{})
	scale := make([]float64, n)
	for i, near := range lists {
		if len(near) > 0 {
			scale[i] = math.Sqrt(near[min(SelfTuningNeighbour, len(near))-1].Distance)
		}
	}
	var edges []Edge
	for i, near := range lists {
		for _, neighbour := range near[:min(k, len(near))] {
			weight := 1.0
			if d := neighbour.Distance; d > 0 {
				weight = math.Exp(-d / (scale[i] * scale[neighbour.Index]))
			}
			edges = append(edges, Edge{I: i, J: neighbour.Index, Weight: weight})
		}
	}
	s, err := FromEdges(n, edges)
	if err != nil {
		return nil, err
	}
	return Normalised(s), nil
}

// SpanningTree returns the n-1 edges of the minimum spanning tree of the samples of X (m×n, dense or sparse) under the
// Euclidean distance, which is their weight, in the order in which Prim's algorithm finds them from the first sample; ties
// fall by index. It takes n²/2 distances.
func SpanningTree(x matrix.Matrix) ([]Edge, error) {
	space, err := NewSpace(x, SquaredEuclidean)
	if err != nil {
		return nil, fmt.Errorf("graph: %w", err)
	}
	n := space.Len()
	nearest, square, done := make([]int, n), make([]float64, n), make([]bool, n)
	for i := range square {
		square[i] = math.Inf(1)
	}
	edges := make([]Edge, 0, max(n-1, 0))
	last := 0
	for len(edges) < n-1 {
		done[last] = true
		next := -1
		for i := range n {
			if done[i] {
				continue
			}
			if d := space.Distance(last, i); d < square[i] {
				nearest[i], square[i] = last, d
			}
			if next < 0 || square[i] < square[next] {
				next = i
			}
		}
		edges = append(edges, Edge{I: nearest[next], J: next, Weight: math.Sqrt(square[next])})
		last = next
	}
	return edges, nil
}

package graph

import (
	"fmt"
	"math"

	"nmfrepro/solvers/internal/neighbours"
	"nmfrepro/solvers/matrix"
)

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
	K      int               // neighbours of a sample
	Metric neighbours.Metric // that makes neighbours; squared Euclidean unless told
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
	space, err := neighbours.NewSpace(x, o.Metric)
	if err != nil {
		return nil, fmt.Errorf("graph: %w", err)
	}
	k := min(o.K+1, n)
	if o.All {
		k = n
	}
	var edges []Edge
	for j, list := range space.Nearest(k, neighbours.Options{Self: true, Labels: o.Labels}) {
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
	metric, kernel := neighbours.SquaredEuclidean, func(float64) float64 { return 1 }
	switch o.Weight {
	case Binary:
		return nil
	case Cosine:
		metric, kernel = neighbours.Cosine, func(d float64) float64 { return max(0, 1-d) }
	case Heat:
		t := o.Width
		if t == 0 {
			var err error
			if t, err = neighbours.MeanDistance(x); err != nil {
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
	space, err := neighbours.NewSpace(x, metric)
	if err != nil {
		return fmt.Errorf("graph: %w", err)
	}
	for k := range edges {
		e := &edges[k]
		e.Weight = kernel(space.Distance(e.I, e.J))
	}
	return nil
}

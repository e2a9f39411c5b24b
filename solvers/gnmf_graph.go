package solvers

import (
	"cmp"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/internal/graph"
	"nmfrepro/solvers/matrix"
)

// GraphOptions tell which graph on the samples a method smooths its coefficients over.
type GraphOptions struct {
	Graph      GraphForm  `yaml:"graph" doc:"graph on the samples: nearest (default, neighbours in X), supervised (neighbours of the same label), constraints (weights of the problem's triplets, 0.1 to 0.9 by depth) [RPR-NMF, Algorithm 3] or none"`
	Neighbours int        `yaml:"neighbours" min:"1" doc:"neighbours of a sample, ≥ 1 and cut to what there is; default 5 [Cai 2011, section 5.2]; those it is a neighbour of count too"`
	Metric     MetricForm `yaml:"metric" doc:"distance that makes neighbours: euclidean (default) or cosine [constructW]"`
	Weights    WeightForm `yaml:"weights" doc:"weight of an edge: binary (default), heat, exp(-‖x-y‖²/(2t²)), or cosine [Cai 2011, section 3.1]"`
	Width      float64    `yaml:"width" min:"0" doc:"t of the heat weights, ≥ 0; default 0 (mean distance of all pairs) [constructW]"`

	GivenGraphs `yaml:"-"`
}

// GivenGraphs are graphs that the caller made, which no option then describes; X may have unknown entries.
type GivenGraphs struct {
	SampleGraph  *matrix.CSR // n×n
	FeatureGraph *matrix.CSR // m×m, on the rows of W
}

// GraphForm tells where a graph comes from.
type GraphForm string

// MetricForm is the distance that makes neighbours.
type MetricForm string

// WeightForm is what an edge weighs.
type WeightForm string

// The choices of a graph.
const (
	GraphNearest     GraphForm = "nearest"
	GraphSupervised  GraphForm = "supervised"
	GraphConstraints GraphForm = "constraints"
	GraphNone        GraphForm = "none"

	MetricEuclidean MetricForm = "euclidean"
	MetricCosine    MetricForm = "cosine"

	WeightBinary WeightForm = "binary"
	WeightHeat   WeightForm = "heat"
	WeightCosine WeightForm = "cosine"
)

// Choices lists the graphs.
func (GraphForm) Choices() []string {
	return choices(GraphNearest, GraphSupervised, GraphConstraints, GraphNone)
}

// Choices lists the metrics.
func (MetricForm) Choices() []string { return choices(MetricEuclidean, MetricCosine) }

// Choices lists the weights.
func (WeightForm) Choices() []string { return choices(WeightBinary, WeightHeat, WeightCosine) }

var (
	graphMetrics = map[MetricForm]graph.Metric{MetricEuclidean: graph.SquaredEuclidean, MetricCosine: graph.CosineDistance}
	graphWeights = map[WeightForm]graph.Weight{WeightBinary: graph.Binary, WeightHeat: graph.Heat, WeightCosine: graph.Cosine}
)

func newGraphOptions() GraphOptions {
	return GraphOptions{Graph: GraphNearest, Neighbours: 5, Metric: MetricEuclidean, Weights: WeightBinary}
}

// build returns the graphs on features and samples, nil for none.
func (o *GraphOptions) build(name string, p Problem) (GivenGraphs, error) {
	m, n := p.X.Dims()
	switch {
	case o.SampleGraph != nil || o.FeatureGraph != nil:
		return o.GivenGraphs, cmp.Or(checkGraph(name, "samples", o.SampleGraph, n), checkGraph(name, "features", o.FeatureGraph, m))
	case o.Graph == GraphNone:
		return GivenGraphs{}, nil
	case o.Graph == GraphConstraints:
		return constraintGraphs(name, p)
	}
	s, err := o.nearest(name, p)
	return GivenGraphs{SampleGraph: s}, err
}

// The weights of the shallowest and the deepest pair of points in the authors' smx.m.
const shallowWeight, deepWeight = 0.1, 0.9

// constraintGraphs returns the graphs that the triplets of the problem amount to, nil for a side without any.
func constraintGraphs(name string, p Problem) (GivenGraphs, error) {
	var graphs GivenGraphs
	if len(p.Constraints.W) == 0 && len(p.Constraints.H) == 0 {
		return graphs, fmt.Errorf("solvers: %s: graph = %q, but the problem has none", name, GraphConstraints)
	}
	m, n := p.X.Dims()
	for _, side := range []struct {
		on       **matrix.CSR
		triplets []constraint.Triplet
		points   int
		what     string
	}{
		{&graphs.FeatureGraph, p.Constraints.W, m, "features"},
		{&graphs.SampleGraph, p.Constraints.H, n, "samples"},
	} {
		if len(side.triplets) == 0 {
			continue
		}
		if err := constraint.Check(side.triplets, side.points); err != nil {
			return graphs, fmt.Errorf("solvers: %s: constraints on the %s: %w", name, side.what, err)
		}
		edges, err := constraint.DepthWeights(side.triplets, shallowWeight, deepWeight)
		if err != nil {
			return graphs, fmt.Errorf("solvers: %s: constraints on the %s: %w", name, side.what, err)
		}
		if *side.on, err = graph.FromEdges(side.points, edges); err != nil {
			return graphs, fmt.Errorf("solvers: %s: %w", name, err)
		}
	}
	return graphs, nil
}

// nearest returns the graph of nearest neighbours among the samples.
func (o *GraphOptions) nearest(name string, p Problem) (*matrix.CSR, error) {
	if unknown(p.X) {
		return nil, fmt.Errorf("solvers: %s: graph = %q needs every entry of X, and some are unknown; another graph does not: %w", name, o.Graph,
			ErrUnsupported)
	}
	options := graph.Options{K: o.Neighbours, Metric: graphMetrics[o.Metric], Weight: graphWeights[o.Weights], Width: o.Width}
	if o.Graph == GraphSupervised {
		if options.Labels = p.Labels; p.Labels == nil {
			return nil, fmt.Errorf("solvers: %s: graph = %q without labels, want the labels of some samples", name, o.Graph)
		}
	}
	s, err := graph.Nearest(p.X, options)
	if err != nil {
		return nil, fmt.Errorf("solvers: %s: %w", name, err)
	}
	return s, nil
}

func checkGraph(name, points string, s *matrix.CSR, n int) error {
	if s == nil {
		return nil
	}
	if rows, cols := s.Dims(); rows != n || cols != n {
		return fmt.Errorf("solvers: %s: graph on the %s is %d×%d, want %d×%d", name, points, rows, cols, n, n)
	}
	for i := range n {
		cols, vals := s.Row(i, nil)
		for k, j := range cols {
			if !(vals[k] >= 0) || math.IsInf(vals[k], 1) || i == int(j) || vals[k] != s.At(int(j), i) {
				return fmt.Errorf("solvers: %s: graph on the %s has weight %v at row %d, column %d, want symmetric weights ≥ 0, finite, off the "+
					"diagonal",
					name, points, vals[k], i+1, j+1)
			}
		}
	}
	return nil
}

// penalty is lambda·tr(aᵀ·L·a) for one tall factor a (p×r) over a graph on its rows; a nil graph makes none.
type penalty struct {
	lambda  float64
	s       *matrix.CSR
	degrees []float64
	sa      *mat.Dense
}

func newPenalty(lambda float64, s *matrix.CSR, r int) *penalty {
	if s == nil || lambda == 0 {
		return &penalty{}
	}
	p, _ := s.Dims()
	return &penalty{lambda: lambda, s: s, degrees: graph.Degrees(s), sa: mat.NewDense(p, r, nil)}
}

// addTo adds lambda·S·a to num and lambda·D·a to den: the two parts of half the gradient.
func (p *penalty) addTo(num, den, a *mat.Dense) {
	if p.s == nil {
		return
	}
	p.s.MulTo(p.sa, a)
	for i, d := range p.degrees {
		plus, minus, sa := num.RawRowView(i), den.RawRowView(i), p.sa.RawRowView(i)
		for k, v := range a.RawRowView(i) {
			plus[k] += p.lambda * sa[k]
			minus[k] += p.lambda * d * v
		}
	}
}

func (p *penalty) value(a *mat.Dense) float64 {
	if p.s == nil {
		return 0
	}
	return p.lambda * graph.Roughness(p.s, a)
}

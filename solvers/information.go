package solvers

import (
	"sync"

	"nmfrepro/solvers/matrix"
)

// TakesConstraints tells whether a method, with its present options, uses the triplets of a Problem.
func TakesConstraints(s Solver) bool {
	if o, ok := s.(Outside); ok {
		return o.TakesConstraints()
	}
	t, ok := s.(interface{ takesConstraints() bool })
	return ok && t.takesConstraints()
}

// TakesLabels tells whether a method, with its present options, uses the labels of a Problem.
func TakesLabels(s Solver) bool {
	if o, ok := s.(Outside); ok {
		return o.TakesLabels()
	}
	t, ok := s.(interface{ takesLabels() bool })
	return ok && t.takesLabels()
}

func (*RPRNMF) takesConstraints() bool         { return true }
func (*RPRNMFKL) takesConstraints() bool       { return true }
func (*LCNMF) takesConstraints() bool          { return true }
func (*LCNMFKL) takesConstraints() bool        { return true }
func (o *GraphOptions) takesConstraints() bool { return o.Graph == GraphConstraints }

func (*LCNMF) takesLabels() bool          { return true }
func (*LCNMFKL) takesLabels() bool        { return true }
func (o *GraphOptions) takesLabels() bool { return o.Graph == GraphSupervised }

// Graphed is implemented by methods that smooth the coefficients over a graph of the samples: GiveGraph sets it, n×n, in place of
// the one that their options describe.
type Graphed interface{ GiveGraph(samples *matrix.CSR) }

// GiveGraph implements Graphed.
func (g *GivenGraphs) GiveGraph(samples *matrix.CSR) { g.SampleGraph = samples }

// Capabilities tell as data on what a method works and what it uses, with some of its options at least.
type Capabilities struct {
	Masked      bool   `json:"masked"`      // X may have unknown entries
	Signed      bool   `json:"signed"`      // X may have entries below 0
	Sparse      string `json:"sparse"`      // what a sparse X costs: by-entries, dense-time, made-dense or all-pairs
	Constraints bool   `json:"constraints"` // uses triplets
	Labels      bool   `json:"labels"`      // uses classes of the samples
	Graph       bool   `json:"graph"`       // uses a graph of the caller's
	Memory      int64  `json:"memory"`      // bytes besides X and the factors for 1000 features and samples, rank 10, with its defaults
}

// blank is the X for which capabilities tell the memory: one without entries.
var blank = sync.OnceValue(func() matrix.Matrix {
	x, err := matrix.NewCSR(1000, 1000, nil)
	if err != nil {
		panic(err) // it is in order
	}
	return x
})

// Capabilities of the method.
func (e Entry) Capabilities() Capabilities {
	s := e.New()
	_, graphed := s.(Graphed)
	c := Capabilities{
		Masked: e.Takes.Masked, Signed: e.Takes.Signed, Graph: graphed, Memory: int64(Memory(s, Problem{X: blank(), Rank: 10})),
		Sparse: [...]string{SparseByEntries: "by-entries", SparseAtDenseCost: "dense-time", SparseMadeDense: "made-dense", SparseByPairs: "all-pairs"}[e.Takes.Sparse],
	}
	for _, graph := range append([]string{""}, GraphForm("").Choices()...) {
		s := e.New()
		if graph == "" || graphed && SetOption(s, "graph", graph) == nil {
			c.Constraints, c.Labels = c.Constraints || TakesConstraints(s), c.Labels || TakesLabels(s)
		}
	}
	return c
}

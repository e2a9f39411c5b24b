package solvers

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"sync"

	"nmfrepro/solvers/matrix"
)

// Takes tells on what X a method works, with some of its options at least.
type Takes struct {
	Masked bool   // unknown entries are left out
	Whole  string // why they cannot be, where the reason is the method's own
	Signed bool   // entries below 0
	Sparse Sparse // what a sparse X costs
	Held   bool   // components can be held, see [Held]
}

// Why methods need every entry.
const (
	ofItself   = "since its model of X is made of X itself, where they are as unknown"
	multiplier = "since the multiplier of its rule is that of a fit to every entry, without which WᵀW·H no longer cancels"
	oneSystem  = "since the matrix of its systems (Eq. 19) is that of samples that are known alike"
)

// Sparse tells what a sparse X costs a method.
type Sparse int

// The costs.
const (
	SparseByEntries   Sparse = iota // time and memory go by the entries held
	SparseAtDenseCost               // every zero counts: the time of a dense X, in the memory of a sparse one
	SparseMadeDense                 // a dense X is formed, or more
	SparseByPairs                   // a matrix of all pairs of samples is formed
)

// String returns the end of a sentence.
func (t Takes) String() string {
	text := map[Sparse]string{
		SparseByEntries: "dense or sparse", SparseAtDenseCost: "dense, or sparse at the time of dense",
		SparseMadeDense: "dense; a sparse X is made dense", SparseByPairs: "dense or sparse; forms a matrix of all pairs of samples",
	}[t.Sparse]
	switch {
	case t.Masked && t.Sparse == SparseAtDenseCost:
		return "dense or masked, or sparse at the time of dense"
	case t.Masked:
		return "dense, sparse or masked"
	}
	return text
}

// prepare does the part of Start that all methods share: the options one by one, and whether the method works on the problem.
func prepare(name string, s Solver, p Problem, f Factors) error {
	if err := checkOptions(name, s); err != nil {
		return err
	}
	entry, ok := Find(name)
	if !ok {
		panic("solvers: no entry " + name + " in the catalog")
	}
	if absent(p.X) {
		return fmt.Errorf("solvers: %s: there is no X", name)
	}
	if !entry.Takes.Masked {
		if err := refuseMask(name, p.X, entry.Takes.Whole); err != nil {
			return err
		}
	}
	if _, gapped := p.X.(*matrix.Gapped); gapped && !TakesGaps(s) {
		return fmt.Errorf("solvers: %s: this method leaves no gaps of a sparse X out: %w", name, ErrUnsupported)
	}
	if err := p.Held.check(name, entry.Takes, p.Rank); err != nil {
		return err
	}
	if o, ok := s.(interface{ checkPenalties(string, Problem) error }); ok {
		if err := o.checkPenalties(name, p); err != nil {
			return err
		}
	}
	if err := checkProblem(name, s, p, f, entry.signed(s)); err != nil {
		return err
	}
	return checkMemory(name, s, p)
}

// TakesGaps tells whether a method with its options works on a [matrix.Gapped].
func TakesGaps(s Solver) bool {
	o, ok := s.(interface{ takesGaps() bool })
	return ok && o.takesGaps()
}

// unknown tells whether some entries of X are left out.
func unknown(x matrix.Matrix) bool {
	switch x.(type) {
	case *matrix.Masked, *matrix.Gapped:
		return true
	}
	return false
}

// prepared does what prepare does, for a method whose options may have been left out: it returns the method with their defaults.
func prepared[S Solver](name string, s S, p Problem, f Factors) (S, error) {
	s = withDefaults(s)
	return s, prepare(name, s, p, f)
}

// signed tells whether the method with its options takes entries below 0.
func (e Entry) signed(s Solver) bool {
	o, ok := s.(interface{ takesSigned() bool })
	return e.Takes.Signed && (!ok || o.takesSigned())
}

// checkStream does the part of Start for a method that draws random numbers.
func checkStream(name string, rng *rand.Rand) error {
	if rng == nil {
		return fmt.Errorf("solvers: %s: needs a random source: rng is nil", name)
	}
	return nil
}

// absent tells of an interface that holds nothing, or a nil pointer.
func absent(x any) bool {
	v := reflect.ValueOf(x)
	return !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil()
}

// checkMemory refuses a problem for which the method would have to ask for more memory than there is.
func checkMemory(name string, s Solver, p Problem) error {
	needed := Memory(s, p)
	if needed <= largeMemory { // what is free stands in three files
		return nil
	}
	free := matrix.FreeMemory()
	if free == 0 || needed <= free {
		return nil
	}
	m, n := p.X.Dims()
	return fmt.Errorf("solvers: %s: needs about %.3g GB besides X for %d features and %d samples, and %.3g GB are free: %w",
		name, needed/1e9, m, n, free/1e9, ErrUnsupported)
}

// largeMemory is where it becomes worth asking how much there is: 256 MiB.
const largeMemory = 1 << 28

// Memory estimates the bytes that a method holds at once on a problem besides X and buffers of the factors' size.
func Memory(s Solver, p Problem) float64 {
	o, ok := s.(interface{ entries(p Problem) float64 })
	if !ok {
		return 0
	}
	return 8 * o.entries(p)
}

// allPairs returns n² for n samples.
func allPairs(p Problem) float64 {
	_, n := p.X.Dims()
	return float64(n) * float64(n)
}

// allEntries returns mn.
func allEntries(p Problem) float64 {
	m, n := p.X.Dims()
	return float64(m) * float64(n)
}

func (*OMRPCA) entries(p Problem) float64  { return 3 * allEntries(p) }
func (*OMCRPCA) entries(p Problem) float64 { return 5 * allEntries(p) }
func (*SDNMF) entries(p Problem) float64   { return 8 * allEntries(p) }
func (*Ncut) entries(p Problem) float64    { return 2 * allPairs(p) }
func (*LLE) entries(p Problem) float64     { return allPairs(p) }

// entries of semi-non-negative kernel PCA are K, K⁺ and K⁻.
func (s *SemiNKPCA) entries(p Problem) float64 {
	if m, _ := p.X.Dims(); s.On == OnFeatures && !s.feature() {
		return 3 * float64(m) * float64(m)
	}
	return 3 * allPairs(p)
}

// entries of POD are those of the kernel and of the decomposition, unless the features make it small.
func (s *POD) entries(p Problem) float64 {
	m, n := p.X.Dims()
	side := float64(n)
	if !s.feature() {
		side = float64(min(m, n))
	}
	if side > wholeSpectrum {
		return side * side
	}
	return 3 * side * side
}

// entries of k-means in a feature space are those of a kernel that is formed.
func (s *KernelKMeans) entries(p Problem) float64 { return s.KernelOptions.entries(p) }

func (o *KernelOptions) entries(p Problem) float64 {
	if o.Kernel == KernelRBF && o.Input == InputData {
		return 2 * allPairs(p)
	}
	return 0
}

func (o *ProjectiveOptions) entries(p Problem) float64 { return o.Samples.entries(p) }

// takesSigned: distances do not mind signs, products that a multiplicative rule divides by do.
func (o *ProjectiveOptions) takesSigned() bool { return o.Samples.Kernel == KernelRBF }

func (s *Ncut) takesSigned() bool { return s.Input == InputData }

// takesSigned: self-tuning affinities come from distances.
func (o *AffinityOptions) takesSigned() bool { return o.selfTuning() }

func (o *AffinityOptions) entries(p Problem) float64 {
	if o.selfTuning() || o.Input == InputKernel {
		return 0
	}
	return allPairs(p)
}

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
	Masked       bool   `json:"masked"`        // X may have unknown entries
	Signed       bool   `json:"signed"`        // X may have entries below 0
	AlwaysSigned bool   `json:"signed_always"` // with any of its options
	Basis        bool   `json:"basis"`         // new samples have coefficients in its basis, with its defaults
	Sparse       string `json:"sparse"`        // what a sparse X costs: by-entries, dense-time, made-dense or all-pairs
	Constraints  bool   `json:"constraints"`   // uses triplets
	Labels       bool   `json:"labels"`        // uses classes of the samples
	Graph        bool   `json:"graph"`         // uses a graph of the caller's
	Held         bool   `json:"held"`          // some components of a factor can stay as they are given
	Memory       int64  `json:"memory"`        // bytes besides X and the factors for 1000 features and samples, rank 10, with its defaults
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
	_, depends := s.(interface{ takesSigned() bool })
	c := Capabilities{
		AlwaysSigned: e.Takes.Signed && !depends, Basis: ProjectionOf(s).Formula != "",
		Masked: e.Takes.Masked, Signed: e.Takes.Signed, Graph: graphed, Held: e.Takes.Held,
		Memory: int64(Memory(s, Problem{X: blank(), Rank: 10})),
		Sparse: [...]string{SparseByEntries: "by-entries", SparseAtDenseCost: "dense-time", SparseMadeDense: "made-dense",
			SparseByPairs: "all-pairs"}[e.Takes.Sparse],
	}
	for _, graph := range append([]string{""}, GraphForm("").Choices()...) {
		s := e.New()
		if graph == "" || graphed && SetOption(s, "graph", graph) == nil {
			c.Constraints, c.Labels = c.Constraints || TakesConstraints(s), c.Labels || TakesLabels(s)
		}
	}
	return c
}

// Outside is a Solver whose method does not stand in this package, such as a program in another language: its options are no
// fields of a struct, and what it takes is known from a description.
type Outside interface {
	Solver
	OptionList() []Option
	SetOption(name, text string) error
	CheckOptions() error
	Values() map[string]any // of the options, by name
	Digest() string         // of all that decides the results besides the options: part of a record's key
	TakesConstraints() bool
	TakesLabels() bool
}

// Whole is a Progress that cannot be stepped, because something else owns its loop. Solve lets it run to its end under the
// settings, as far as they mean something to it; it records points as Solve does. An error tells why there is no result.
type Whole interface {
	Progress
	RunWhole(ctx context.Context, s Settings) (Point, Status, error)
}

package solvers

import (
	"fmt"
	"math/rand/v2"
	"reflect"

	"nmfrepro/solvers/matrix"
)

// Takes tells on what X a method works, with some of its options at least.
type Takes struct {
	Masked bool   // unknown entries are left out
	Whole  string // why they cannot be, where the reason is the method's own
	Signed bool   // entries below 0
	Sparse Sparse // what a sparse X costs
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

// String is the end of a sentence.
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

// prepare is the part of Start that all methods share: the options one by one, and whether the method works on the problem.
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
	if err := checkProblem(name, s, p, f, entry.signed(s)); err != nil {
		return err
	}
	return checkMemory(name, s, p)
}

// prepared is prepare for a method whose options may have been left out: it returns the method with their defaults.
func prepared[S Solver](name string, s S, p Problem, f Factors) (S, error) {
	s = withDefaults(s)
	return s, prepare(name, s, p, f)
}

// signed tells whether the method with its options takes entries below 0.
func (e Entry) signed(s Solver) bool {
	o, ok := s.(interface{ takesSigned() bool })
	return e.Takes.Signed && (!ok || o.takesSigned())
}

// checkStream is the part of Start for a method that draws random numbers.
func checkStream(name string, rng *rand.Rand) error {
	if rng == nil {
		return fmt.Errorf("solvers: %s: there is no source of random numbers, which this method draws", name)
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
	free := matrix.FreeMemory()
	if needed <= largeMemory || free == 0 || needed <= free {
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

// allPairs is n² for n samples.
func allPairs(p Problem) float64 {
	_, n := p.X.Dims()
	return float64(n) * float64(n)
}

// allEntries is mn.
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

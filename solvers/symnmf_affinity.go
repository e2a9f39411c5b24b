package solvers

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/graph"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/kernel"
)

// AffinityOptions tell which affinity A (n×n) of the samples a symmetric factorisation A ≈ HᵀH approximates.
type AffinityOptions struct {
	Input      Input        `yaml:"input" doc:"what X is: data (default), or kernel: a symmetric affinity A ≥ 0 (n×n) of the samples"`
	Affinity   AffinityForm `yaml:"affinity" doc:"affinity of the samples of data: self-tuning (default, normalised weights of nearest neighbours) [Kuang 2012, section 7.1] or linear, XᵀX"`
	Neighbours int          `yaml:"neighbours" min:"0" doc:"neighbours of a sample in the self-tuning affinity, ≥ 0; default 0 (floor(log2 n) + 1) [symnmf_cluster.m]"`
	ScaleStart bool         `yaml:"scale-start" doc:"multiply the start by 2·sqrt(mean(A)/r), which suits one of U(0,1]; default false, true in symnmf_cluster.m"`
}

// AffinityForm is the affinity of samples.
type AffinityForm string

// The affinities.
const (
	AffinitySelfTuning AffinityForm = "self-tuning"
	AffinityLinear     AffinityForm = "linear"
)

// Choices lists the affinities.
func (AffinityForm) Choices() []string {
	return []string{string(AffinitySelfTuning), string(AffinityLinear)}
}

func newAffinityOptions() AffinityOptions {
	return AffinityOptions{Input: InputData, Affinity: AffinitySelfTuning}
}

func (AffinityOptions) projection() ProjectionRule {
	return ProjectionRule{Refusal: "the factors are of affinities, which new samples have to those of the run alone"}
}

// check is the part of Start that all symmetric methods share. Self-tuning affinities take data of any sign.
func (o *AffinityOptions) check(name string, s Solver, p Problem, f Factors) error {
	if err := prepare(name, s, p, f); err != nil {
		return err
	}
	if o.Input == InputKernel {
		return checkSymmetric(name, p.X)
	}
	return nil
}

func (o *AffinityOptions) selfTuning() bool {
	return o.Input == InputData && o.Affinity == AffinitySelfTuning
}

// matrix returns A, formed.
func (o *AffinityOptions) matrix(name string, x matrix.Matrix) (matrix.Matrix, error) {
	switch {
	case o.Input == InputKernel:
		return x, nil
	case o.selfTuning():
		a, err := graph.SelfTuning(x, o.Neighbours)
		if err != nil {
			return nil, fmt.Errorf("solvers: %s: %w", name, err)
		}
		return a, nil
	}
	return matrix.FromDense(kernel.Linear(x)), nil
}

// similarity returns what measures ‖A - HᵀH‖², without forming a linear A where that is cheaper.
func (o *AffinityOptions) similarity(name string, x matrix.Matrix, r int) (*similarity, error) {
	if o.Input == InputData && !o.selfTuning() {
		return newSimilarity(x, r, 1), nil
	}
	a, err := o.matrix(name, x)
	if err != nil {
		return nil, err
	}
	return newGivenSimilarity(a, r), nil
}

// newGivenSimilarity measures ‖A - HᵀH‖² for a symmetric A (n×n) that is given.
func newGivenSimilarity(a matrix.Matrix, r int) *similarity {
	n, _ := a.Dims()
	like := func() *mat.Dense { return mat.NewDense(n, r, nil) }
	return &similarity{
		k: givenGram(a), lambda: 1, square: matrix.SumOfSquares(a), hht: mat.NewDense(r, r, nil), kh: like(), pick: like(), model: like(),
	}
}

// scale multiplies the start of a factor as the option says; ah is room for A·ht.
func (o *AffinityOptions) scale(k *gram, ht, ah *mat.Dense) {
	if !o.ScaleStart {
		return
	}
	n, r := ht.Dims()
	all := mat.NewDense(n, r, nil)
	all.Apply(func(_, _ int, _ float64) float64 { return 1 }, all)
	k.mulTo(ah, all)
	scaleBy(ht, 2*math.Sqrt(mat.Sum(ah)/float64(r)/float64(n)/float64(n)/float64(r)))
}

package solvers

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/graph"
	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/kernel"
)

// SymNMF is symmetric NMF (Kuang, Ding and Park, SDM 2012) by multiplicative updates: minimise ‖A - HᵀH‖² over H ≥ 0 for an
// affinity A of the samples, by
//
//	H ← H .* (1 - β + β·((H·A) ./ (H·HᵀH))^p)
//
// with β = 1/2, p = 1 (Ding, He and Simon, SDM 2005, Eq. 5), or β = 1, p = 1/3, both of which descend from a
// start of the affinity's scale (a start far below overshoots; see scale-start). With β = p = 1 (DSP-NMF,
// Eq. 9, which also prints X for A) the scale of H flips between odd and even steps for ever.
// The authors' own algorithms minimise the same objective by projected Newton steps and alternating least squares.
//
// Differs from the papers: denominators are floored at tinyDenominator. A sample is clustered by the largest of its
// coefficients; there is no basis.
// Cost per step: 2·nnz(A)·r, or 4mnr for a linear A that is not formed.
type SymNMF struct {
	AffinityOptions `yaml:",inline"`
	Damping         float64 `yaml:"damping" above:"0" doc:"β, the share of the step taken, above 0 and at most 1; default 0.5 [Ding 2005]"`
	Power           float64 `yaml:"power" above:"0" doc:"exponent p of the ratio, above 0 and at most 1; default 1"`
}

func newSymNMF() Solver {
	return &SymNMF{AffinityOptions: newAffinityOptions(), Damping: 0.5, Power: 1}
}

// Rows implements Solver: there is one factor, on the samples.
func (*SymNMF) Rows(_, n int) (w, ht int) { return 0, n }

// Start implements Solver.
func (s *SymNMF) Start(p Problem, f Factors, _ *rand.Rand) (Progress, error) {
	s = withDefaults(s)
	if err := s.check("symnmf", s, p, f); err != nil {
		return nil, err
	}
	if err := checkPower("symnmf", s.Power); err != nil {
		return nil, err
	}
	if !(s.Damping > 0 && s.Damping <= 1) {
		return nil, fmt.Errorf("solvers: symnmf: damping = %v, want a value above 0 and at most 1", s.Damping)
	}
	similarity, err := s.similarity("symnmf", p.X, p.Rank)
	if err != nil {
		return nil, err
	}
	n, r := f.Ht.Dims()
	run := &symmetricRun{
		ht: f.Ht, similarity: similarity, damping: s.Damping, power: s.Power,
		num: mat.NewDense(n, r, nil), den: mat.NewDense(n, r, nil), hht: mat.NewDense(r, r, nil),
	}
	s.scale(similarity.k, f.Ht, run.num)
	return run, nil
}

type symmetricRun struct {
	ht             *mat.Dense
	similarity     *similarity
	damping, power float64
	num, den       *mat.Dense
	hht            *mat.Dense
	gauge          gauge
}

func (r *symmetricRun) remedy() string {
	if r.damping == 1 && r.power == 1 {
		return "which is the nature of damping = 1 with power = 1; damping = 0.5 or power = 0.3333 does not"
	}
	return ""
}

// ratio sets num and den.
func (r *symmetricRun) ratio() {
	r.similarity.k.mulTo(r.num, r.ht)
	matrix.Gram(r.hht, r.ht)
	matrix.Mul(r.den, r.ht, r.hht)
}

func (r *symmetricRun) Step() {
	r.ratio()
	if r.damping == 1 {
		updatePower(r.ht, r.num, r.den, r.power)
		return
	}
	n, _ := r.ht.Dims()
	for i := range n {
		row, num, den := r.ht.RawRowView(i), r.num.RawRowView(i), r.den.RawRowView(i)
		for k := range row {
			ratio := num[k] / max(den[k], tinyDenominator)
			if r.power != 1 {
				ratio = math.Pow(ratio, r.power)
			}
			row[k] *= 1 - r.damping + r.damping*ratio
		}
		matrix.Flush(row)
	}
}

func (r *symmetricRun) Objective() float64 { return r.similarity.mismatch(r.ht) }

func (r *symmetricRun) Finish() Result { return Result{Ht: r.ht} }

// AffinityOptions tell which affinity A (n×n) of the samples a symmetric factorisation A ≈ HᵀH approximates.
type AffinityOptions struct {
	Input      Input        `yaml:"input" doc:"what X is: data (default), or kernel: a symmetric affinity A ≥ 0 (n×n) of the samples"`
	Affinity   AffinityForm `yaml:"affinity" doc:"affinity of the samples of data: self-tuning (default, normalised weights of nearest neighbours) [Kuang 2012, section 7.1] or linear, XᵀX"`
	Neighbours int          `yaml:"neighbours" min:"0" doc:"neighbours of a sample in the self-tuning affinity, ≥ 0 and cut to what there is; default 0 (floor(log2 n) + 1) [symnmf_cluster.m]"`
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
func (AffinityForm) Choices() []string { return choices(AffinitySelfTuning, AffinityLinear) }

func newAffinityOptions() AffinityOptions {
	return AffinityOptions{Input: InputData, Affinity: AffinitySelfTuning}
}

func (AffinityOptions) projection() ProjectionRule {
	return ProjectionRule{Refusal: "the factors are of affinities, which new samples have to those of the run alone"}
}

// check does the part of Start that all symmetric methods share. Self-tuning affinities take data of any sign.
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

// matrix returns A as a full matrix.
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

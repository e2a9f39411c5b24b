package solvers

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
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
func (s *SymNMF) Start(p Problem, f Factors, _ *rand.Rand) (Run, error) {
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
}

func (r *symmetricRun) remedy() string {
	if r.damping == 1 && r.power == 1 {
		return "which is the nature of damping = 1 with power = 1; damping = 0.5 or power = 0.3333 does not"
	}
	return ""
}

func (r *symmetricRun) Step() {
	r.similarity.k.mulTo(r.num, r.ht)
	matrix.Gram(r.hht, r.ht)
	matrix.Mul(r.den, r.ht, r.hht)
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

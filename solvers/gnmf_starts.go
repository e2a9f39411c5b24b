package solvers

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// CaiOptions are the habits that the codes of Cai and others share: unit columns of W, the best of several starts, and a stopping
// rule on the smoothed objective.
type CaiOptions struct {
	UnitBasis       bool    `yaml:"unit-basis" doc:"scale the columns of W to unit length at the start and at the end, H compensated; default true [GNMF.m]"`
	Starts          int     `yaml:"starts" min:"1" doc:"starts tried, the given one first, the others U(0,1]; the best objective goes on; default 1, 10 in GNMF.m without a given start"`
	StartIterations int     `yaml:"start-iterations" min:"0" doc:"iterations of each start when there are several, before the first one counted, ≥ 0; default 30 in gnmf [GNMF.m], 10 in gnmf-kl [GNMF_KL.m]"`
	SmoothedTol     float64 `yaml:"smoothed-tol" min:"0" doc:"stop when (m-f)/m is at most this, m ← 0.1·m + 0.9·f after each iteration, m = 10·f at the start; default 0 (off), 1e-5 in GNMF.m"`
}

func newCai() CaiOptions { return CaiOptions{UnitBasis: true, Starts: 1, StartIterations: 30} }

// caiRun is a run with those habits around the updates of a method.
type caiRun struct {
	alternatingRun
	options CaiOptions
	mean    float64 // the smoothed objective
	last    float64 // the objective that the rule compares with it
}

var _ Stopper = (*caiRun)(nil)

// start prepares the factors: it leaves the best of the starts in r.f.
func (r *caiRun) start(rng *rand.Rand) {
	var best Factors
	lowest := math.Inf(1)
	r.unitBasis()
	for trial := range r.options.Starts {
		if r.options.Starts == 1 {
			break
		}
		if trial > 0 {
			r.draw(rng)
		}
		for range r.options.StartIterations {
			r.alternatingRun.Step()
		}
		if f := r.objective(); trial == 0 || f < lowest {
			lowest = f
			best = Factors{W: mat.DenseCopyOf(r.f.W), Ht: mat.DenseCopyOf(r.f.Ht)}
		}
	}
	if best.W != nil {
		r.f.W.Copy(best.W)
		r.f.Ht.Copy(best.Ht)
	}
	if r.options.SmoothedTol > 0 {
		r.last = r.objective()
		r.mean = 10 * r.last
	}
}

// draw replaces the factors by a random start.
func (r *caiRun) draw(rng *rand.Rand) {
	for _, a := range []*mat.Dense{r.f.W, r.f.Ht} {
		rows, rank := a.Dims()
		a.Copy(RandomFactor(rows, rank, rng))
	}
	r.unitBasis()
}

// unitBasis scales the factors in place.
func (r *caiRun) unitBasis() {
	if r.options.UnitBasis {
		scaled := Normalise(Factorisation(r.f), NormaliseWL2)
		r.f.W.Copy(scaled.W)
		r.f.Ht.Copy(scaled.Ht)
	}
}

func (r *caiRun) Step() {
	r.alternatingRun.Step()
	if r.options.SmoothedTol > 0 {
		r.last = r.objective()
		r.mean = 0.1*r.mean + 0.9*r.last
	}
}

// Done is GNMF.m's rule; a vanished objective is done.
func (r *caiRun) Done() bool {
	return r.options.SmoothedTol > 0 && r.mean-r.last <= r.options.SmoothedTol*r.mean
}

func (r *caiRun) Finish() Result {
	res := Factorisation(r.f)
	if r.options.UnitBasis {
		return Normalise(res, NormaliseWL2)
	}
	return res
}

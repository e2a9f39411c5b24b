package solvers

import (
	"fmt"
	"math"
	"math/rand/v2"

	"nmfrepro/datasets/note"
	"nmfrepro/solvers/constraint"
)

// RPRNMFKL is relative pairwise relationship constrained NMF for the divergence (Jiang, Li and Xu, IEEE TKDE 31(8), 2019,
// Algorithm 2): minimise (Eq. 10)
//
//	D(X‖WH) + λ Σ max(0, SD(q,r) - SD(q,s)),    SD(x,y) = ½ Σ (x - y)·log(x/y)
//
// over the triplets "q is nearer to r than to s" of the samples (columns of H), of the features (rows of W) or of both. It
// is the sweep of nmf-kl-cw in which the denominator of an entry becomes den + (λ/2)·P wherever that is not negative. P
// sums over the triplets that do not hold, with g(x,y) = log(x/y) + (x - y)/x at the component,
//
//	g(q,r) - g(q,s) to q,    g(r,q) to r,    -g(s,q) to s
//
// (Eq. 19 prints the second sign as plus; the gradient has minus.) Which triplets hold follows every component.
//
// A step is one accepted sweep. A sweep that raises the objective above that of the last accepted one is undone, λ halved
// and the sweep repeated; the first sweep is accepted in any case, and after an accepted one λ grows by 1%. Where no sweep is
// accepted before λ has fallen below minLambda, or below that share of its first value, the run is done: the factors stay as
// they were accepted last, with a warning.
//
// As in the authors' code, and not in the paper: rejected sweeps are undone (with keep they count, and λ is halved for the
// next), and entries of the factors count as at least 2^-52 in logarithms and quotients. Differs from the code: a rise within
// rounding is no reason to reject; WH is raised to 2^-52 of the largest entry of X where it divides, as in nmf-kl-cw.
// Cost per step: that of nmf-kl-cw, O(lr) for l triplets, and the objective with mn logarithms, for every sweep.
type RPRNMFKL struct {
	TwoFactors `yaml:"-"`
	Lambda     float64         `yaml:"lambda" min:"0" doc:"first weight λ of the penalty on H, and on W unless lambda-w is given, ≥ 0; default 2 [images, section 4.4]; 0.1, 0.01 and 0.001 for ratings"`
	LambdaW    float64         `yaml:"lambda-w" min:"0" doc:"first weight λ_W of the penalty on W, ≥ 0, above 0 only if λ is; default 0 (that of H) [authors' code]; both follow one schedule"`
	Compare    Comparison      `yaml:"compare" doc:"whether a sweep raised the objective: as-accepted, each value with the λ of its time (default) [authors' code], or same-lambda, both with the present λ"`
	Keep       bool            `yaml:"keep,omitempty" doc:"a sweep that raised the objective is kept [Algorithm 2]; default false, undone [authors' code]"`
	Guards     ComponentGuards `yaml:",inline"`
}

// Comparison tells with which weights two values of an objective are compared whose weight changes.
type Comparison string

// The comparisons.
const (
	CompareAsAccepted Comparison = "as-accepted"
	CompareSameLambda Comparison = "same-lambda"
)

// Choices lists the comparisons.
func (Comparison) Choices() []string { return choices(CompareAsAccepted, CompareSameLambda) }

const (
	lambdaGrowth = 1.01 // after an accepted sweep
	lambdaCut    = 0.5  // after a rejected one
	minLambda    = 1e-6

	// objectiveRounding is the relative rise that rounding can make of a sum over the entries of X.
	objectiveRounding = 1e-12
)

func newRPRNMFKL() Solver { return &RPRNMFKL{Lambda: 2, Compare: CompareAsAccepted} }

// Start implements Solver.
func (s *RPRNMFKL) Start(p Problem, f Factors, _ *rand.Rand) (_ Progress, err error) {
	if s, err = prepared("rpr-nmf-kl", s, p, f); err != nil {
		return nil, err
	}
	if err := checkTriplets("rpr-nmf-kl", p); err != nil {
		return nil, err
	}
	if s.LambdaW > 0 && s.Lambda == 0 {
		return nil, fmt.Errorf("solvers: rpr-nmf-kl: lambda-w = %v, but lambda = 0: want both above 0; without triplets of the samples only "+
			"lambda-w counts", s.LambdaW)
	}
	shares := [...]float64{sideW: 1, sideH: 1} // of each side's weight in λ
	if s.LambdaW > 0 {
		shares[sideW] = s.LambdaW / s.Lambda
	}
	run := &scheduledRun{componentRun: newKLComponents(p.X, f, s.Guards, nil, nil), first: s.Lambda, lambda: s.Lambda, compare: s.Compare,
		keep: s.Keep}
	for k, triplets := range [...][]constraint.Triplet{sideW: p.Constraints.W, sideH: p.Constraints.H} {
		if len(triplets) > 0 {
			penalty := newHingePenalty(run.sides[k], triplets, &run.lambda, shares[k])
			run.sides[k].penalty = penalty
			run.penalties = append(run.penalties, penalty)
		}
	}
	for k := range run.saved {
		run.saved[k] = make([]float64, len(run.sides[k].x))
	}
	run.measure()
	return run, nil
}

// scheduledRun repeats sweeps with less weight on the penalty until one does not raise the objective.
type scheduledRun struct {
	*componentRun
	penalties []*hingePenalty
	first     float64 // λ of the first sweep
	lambda    float64
	compare   Comparison
	keep      bool         // sweeps that raise the objective
	saved     [2][]float64 // the components before a sweep

	data, hinge float64 // the two terms at the present factors, the second without its weight
	value       float64 // the objective with the λ that the last accepted sweep had
	accepted    bool    // any sweep yet
	done        bool    // no sweep lowers the objective any more
}

func (r *scheduledRun) Step() {
	if r.done {
		return
	}
	for k, s := range r.sides {
		copy(r.saved[k], s.x)
	}
	data, hinge, limit := r.data, r.hinge, r.value
	for {
		r.sweep()
		r.data, r.hinge = r.terms()
		value := r.data + r.lambda*r.hinge
		if r.compare == CompareSameLambda {
			limit = data + r.lambda*hinge
		}
		if !r.accepted || value <= limit*(1+objectiveRounding) || len(r.penalties) == 0 || r.first == 0 {
			r.accepted, r.value = true, value
			r.lambda *= lambdaGrowth
			return
		}
		if r.keep {
			r.value = value
			r.lambda *= lambdaCut
			return
		}
		r.restore()
		r.data, r.hinge = data, hinge
		r.lambda *= lambdaCut
		if !(r.lambda >= minLambda*min(1, r.first)) {
			r.done = true
			return
		}
	}
}

// Done tells that no sweep lowers the objective any more.
func (r *scheduledRun) Done() bool { return r.done }

// terms returns the two terms of the objective at the present factors.
func (r *scheduledRun) terms() (data, hinge float64) {
	for _, p := range r.penalties {
		hinge += p.sum()
	}
	return r.objective(), hinge
}

func (r *scheduledRun) measure() {
	r.data, r.hinge = r.terms()
	r.value = r.data + r.lambda*r.hinge
}

func (r *scheduledRun) restore() {
	for k, s := range r.sides {
		copy(s.x, r.saved[k])
		s.store()
	}
}

func (r *scheduledRun) Objective() float64 { return r.value }

// littleLambda is the share of the first λ below which a penalty is no longer the one that was asked for.
const littleLambda = 0.1

// Warnings tells when the schedule has all but switched the penalty off.
func (r *scheduledRun) Warnings() []note.Note {
	if r.done {
		return []note.Note{solverNote("rpr-nmf-kl",
			"ended early: no sweep lowers the objective, however little weight the penalty has (λ fell from "+
				"%v to %.2g); the factors are those accepted last", r.first, r.lambda)}
	}
	if len(r.penalties) == 0 || r.lambda >= littleLambda*r.first {
		return nil
	}
	return []note.Note{solverNote("rpr-nmf-kl",
		"λ ended below a tenth of what it began with, since sweeps with more raised the objective: the triplets "+
			"hardly act")}
}

func (*RPRNMFKL) projection() ProjectionRule {
	return divergence(sizePenalty{}, "no triplets relate new samples")
}

// hingePenalty is share·λ Σ max(0, SD(q,r) - SD(q,s)) over the triplets of one side.
type hingePenalty struct {
	side     *side
	triplets []constraint.Triplet
	lambda   *float64
	share    float64   // of λ that the side's weight is
	points   []int     // those of the triplets, each once
	near     []float64 // SD(q,r) of every triplet
	far      []float64 // SD(q,s)
	logs     []float64 // of the factor, component by component like it
	now      []float64 // logarithms of a component that changed
	slope    []float64 // P
}

func newHingePenalty(s *side, triplets []constraint.Triplet, lambda *float64, share float64) *hingePenalty {
	p := &hingePenalty{
		side: s, triplets: triplets, lambda: lambda, share: share, points: constraint.Points(triplets),
		near: make([]float64, len(triplets)), far: make([]float64, len(triplets)),
		logs: make([]float64, len(s.x)), now: make([]float64, s.points), slope: make([]float64, s.points),
	}
	p.sweep()
	return p
}

// sweep forms the distances afresh: the changes of the components leave some rounding behind.
func (p *hingePenalty) sweep() {
	clear(p.near)
	clear(p.far)
	_, r := p.side.factor.Dims()
	for c := range r {
		x, logs := p.side.component(c), p.logsOf(c)
		p.logarithms(logs, x)
		for k, t := range p.triplets {
			p.near[k] += divergenceTerm(x, logs, t.Q, t.R)
			p.far[k] += divergenceTerm(x, logs, t.Q, t.S)
		}
	}
}

func (p *hingePenalty) logsOf(c int) []float64 {
	return p.logs[c*p.side.points : (c+1)*p.side.points]
}

func (p *hingePenalty) logarithms(logs, x []float64) {
	for _, i := range p.points {
		logs[i] = math.Log(max(x[i], machineEpsilon))
	}
}

// divergenceTerm returns the term of one component in SD(x_i, x_j).
func divergenceTerm(x, logs []float64, i, j int) float64 {
	return (x[i] - x[j]) * (logs[i] - logs[j]) / 2
}

// holds tells whether triplet k holds.
func (p *hingePenalty) holds(k int) bool { return p.near[k] < p.far[k] }

func (p *hingePenalty) add(c int, x, _, den []float64) {
	logs := p.logsOf(c)
	g := func(i, j int) float64 { return logs[i] - logs[j] + (x[i]-x[j])/max(x[i], machineEpsilon) }
	for _, i := range p.points {
		p.slope[i] = 0
	}
	for k, t := range p.triplets {
		if p.holds(k) {
			continue
		}
		p.slope[t.Q] += g(t.Q, t.R) - g(t.Q, t.S)
		p.slope[t.R] += g(t.R, t.Q)
		p.slope[t.S] -= g(t.S, t.Q)
	}
	half := *p.lambda * p.share / 2
	for _, i := range p.points {
		if with := den[i] + half*p.slope[i]; with >= 0 {
			den[i] = with
		}
	}
}

func (p *hingePenalty) moved(c int, old, x []float64) {
	logs := p.logsOf(c)
	p.logarithms(p.now, x)
	for k, t := range p.triplets {
		p.near[k] += divergenceTerm(x, p.now, t.Q, t.R) - divergenceTerm(old, logs, t.Q, t.R)
		p.far[k] += divergenceTerm(x, p.now, t.Q, t.S) - divergenceTerm(old, logs, t.Q, t.S)
	}
	for _, i := range p.points {
		logs[i] = p.now[i]
	}
}

// sum returns the penalty in units of λ.
func (p *hingePenalty) sum() float64 {
	var sum float64
	for k, near := range p.near {
		sum += max(0, near-p.far[k])
	}
	return p.share * sum
}

func (p *hingePenalty) value() float64 { return *p.lambda * p.sum() }

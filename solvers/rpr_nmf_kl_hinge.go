package solvers

import (
	"math"

	"nmfrepro/solvers/constraint"
)

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

// divergenceTerm is the term of one component in SD(x_i, x_j).
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

// sum is the penalty in units of λ.
func (p *hingePenalty) sum() float64 {
	var sum float64
	for k, near := range p.near {
		sum += max(0, near-p.far[k])
	}
	return p.share * sum
}

func (p *hingePenalty) value() float64 { return *p.lambda * p.sum() }

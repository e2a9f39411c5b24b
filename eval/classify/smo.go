package classify

import "math"

// smo minimises ½ αᵀQα - Σα over 0 ≤ α ≤ C, yᵀα = 0 with Q_st = y_s y_t K_st, two variables at a time: sequential minimal
// optimisation with the second-order working set of Fan, Chen and Lin (JMLR 6, 2005) and the shrinking of Chang and Lin
// (LIBSVM, ACM TIST 2, 2011, section 5.1), step by step as LIBSVM has it so that the path and not only the limit agrees.
// Like LIBSVM it holds Q in single precision; gradients and variables are double.
//
// Shrinking moves variables that will probably stay at a bound behind the first active ones; order tells which sample a
// position stands for.
type smo struct {
	c, tol float64
	kernel func(sample int) (positive, negative []float32) // K with the samples of each sign
	order  []int                                           // sample at each position; those of sign +1 come first
	y      []float64                                       // ±1, by position as all that follows
	alpha  []float64
	grad   []float64   // of the objective; of inactive positions only while whole
	bound  []float64   // C Σ Q_st over the s at their upper bound: what reconstruct starts from
	q      [][]float32 // rows of Q, nil until needed
	free   []direction
	active int
	whole  bool // the one early reconstruction has been made
}

const (
	tau           = 1e-12 // LIBSVM's curvature where two samples coincide
	maxIterations = 10_000_000
)

// newSMO starts at α = 0, where the gradient is -1.
func newSMO(positive, negative int, c, tol float64, kernel func(sample int) (positive, negative []float32)) *smo {
	l := positive + negative
	p := &smo{
		c: c, tol: tol, kernel: kernel, order: make([]int, l),
		y: make([]float64, l), alpha: make([]float64, l), grad: make([]float64, l), bound: make([]float64, l),
		q: make([][]float32, l), free: make([]direction, l), active: l,
	}
	for s := range l {
		p.order[s], p.y[s], p.grad[s] = s, 1, -1
		if s >= positive {
			p.y[s] = -1
		}
		p.settle(s)
	}
	return p
}

// settle notes the directions in which variable s may move.
func (p *smo) settle(s int) {
	rise, fall := p.alpha[s] < p.c, p.alpha[s] > 0
	if p.y[s] < 0 {
		rise, fall = fall, rise
	}
	p.free[s] = 0
	if rise {
		p.free[s] |= canRise
	}
	if fall {
		p.free[s] |= canFall
	}
}

// row returns row s of Q over all positions.
func (p *smo) row(s int) []float32 {
	if p.q[s] == nil {
		q, y := make([]float32, len(p.order)), float32(p.y[s])
		positive, negative := p.kernel(p.order[s])
		for t, sample := range p.order {
			if sample < len(positive) {
				q[t] = y * positive[sample]
			} else {
				q[t] = -y * negative[sample-len(positive)]
			}
		}
		p.q[s] = q
	}
	return p.q[s]
}

// solve iterates until no pair violates optimality by tol; false if maxIterations ended it.
func (p *smo) solve(shrinking bool) bool {
	l := len(p.y)
	period := min(l, 1000)
	countdown := period + 1
	for range max(maxIterations, 100*l) {
		if countdown--; countdown == 0 {
			countdown = period
			if shrinking {
				p.shrink()
			}
		}
		i, j, ok := p.pair()
		if !ok {
			p.reconstruct()
			if i, j, ok = p.pair(); !ok {
				return true
			}
			countdown = 1 // shrink next time
		}
		p.step(i, j)
	}
	return false
}

// direction tells whether y·α may still grow and whether it may shrink.
type direction uint8

const (
	canRise direction = 1 << iota
	canFall
)

// pair selects the two variables: i with the largest -y·gradient among those that can rise, j where the second-order model
// falls most among those that can fall. The last of equals is taken, as in LIBSVM. Not ok if the violation is below tol.
func (p *smo) pair() (i, j int, ok bool) {
	up, low := math.Inf(-1), math.Inf(-1) // largest -y·g among rising, largest y·g among falling
	i, j = -1, -1
	grad, free := p.grad[:p.active], p.free[:p.active]
	y := p.y[:len(grad)]
	for s, d := range free {
		if d&canRise != 0 {
			if v := -y[s] * grad[s]; v >= up {
				up, i = v, s
			}
		}
	}
	if i < 0 {
		return i, j, false
	}
	q, least, twice := p.row(i)[:len(grad)], math.Inf(1), 2*p.y[i]
	for s, d := range free {
		if d&canFall == 0 {
			continue
		}
		v := y[s] * grad[s]
		low = max(low, v)
		if diff := up + v; diff > 0 {
			curvature := 2 - twice*y[s]*float64(q[s]) // K_ii + K_ss - 2 y_i y_s Q_is
			if curvature <= 0 {
				curvature = tau
			}
			if fall := -(diff * diff) / curvature; fall <= least {
				least, j = fall, s
			}
		}
	}
	return i, j, up+low >= p.tol && j >= 0
}

// step minimises over the two variables, keeps them in the box, and brings the gradient up to date.
func (p *smo) step(i, j int) {
	qi, qj := p.row(i), p.row(j)
	oldI, oldJ := p.alpha[i], p.alpha[j]
	upperI, upperJ := oldI >= p.c, oldJ >= p.c
	if p.y[i] != p.y[j] {
		p.alongDifference(i, j, float64(qi[j]))
	} else {
		p.alongSum(i, j, float64(qi[j]))
	}
	di, dj := p.alpha[i]-oldI, p.alpha[j]-oldJ
	grad := p.grad[:p.active]
	qi, qj = qi[:len(grad)], qj[:len(grad)]
	for s := range grad {
		grad[s] += float64(qi[s])*di + float64(qj[s])*dj
	}
	p.settle(i)
	p.settle(j)
	p.crossed(i, upperI)
	p.crossed(j, upperJ)
}

// alongDifference moves both variables by the same amount: their labels differ and α_i - α_j is kept.
func (p *smo) alongDifference(i, j int, qij float64) {
	curvature := 2 + 2*qij
	if curvature <= 0 {
		curvature = tau
	}
	delta := (-p.grad[i] - p.grad[j]) / curvature
	difference := p.alpha[i] - p.alpha[j]
	a, b := p.alpha[i]+delta, p.alpha[j]+delta
	if difference > 0 {
		if b < 0 {
			a, b = difference, 0
		}
	} else if a < 0 {
		a, b = 0, -difference
	}
	if difference > 0 {
		if a > p.c {
			a, b = p.c, p.c-difference
		}
	} else if b > p.c {
		a, b = p.c+difference, p.c
	}
	p.alpha[i], p.alpha[j] = a, b
}

// alongSum moves the variables against each other: their labels agree and α_i + α_j is kept.
func (p *smo) alongSum(i, j int, qij float64) {
	curvature := 2 - 2*qij
	if curvature <= 0 {
		curvature = tau
	}
	delta := (p.grad[i] - p.grad[j]) / curvature
	sum := p.alpha[i] + p.alpha[j]
	a, b := p.alpha[i]-delta, p.alpha[j]+delta
	if sum > p.c {
		if a > p.c {
			a, b = p.c, sum-p.c
		}
	} else if b < 0 {
		a, b = sum, 0
	}
	if sum > p.c {
		if b > p.c {
			a, b = sum-p.c, p.c
		}
	} else if a < 0 {
		a, b = 0, sum
	}
	p.alpha[i], p.alpha[j] = a, b
}

// crossed keeps bound right when variable s has reached or left its upper bound.
func (p *smo) crossed(s int, was bool) {
	if was == (p.alpha[s] >= p.c) {
		return
	}
	c := p.c
	if was {
		c = -c
	}
	for t, v := range p.row(s) {
		p.bound[t] += c * float64(v)
	}
}

// offset returns rho, the threshold of the decision Σ y α K - rho: the mean of y·gradient over free variables, or the
// middle of its bounds where there is none.
func (p *smo) offset() float64 {
	upper, lower := math.Inf(1), math.Inf(-1)
	var sum float64
	var free int
	for s, y := range p.y {
		v := y * p.grad[s]
		switch {
		case p.free[s] == canRise|canFall:
			sum += v
			free++
		case p.free[s]&canRise != 0:
			upper = min(upper, v)
		default:
			lower = max(lower, v)
		}
	}
	if free > 0 {
		return sum / float64(free)
	}
	return (upper + lower) / 2
}

// shrink takes variables out of the active set that are at a bound and whose gradient pushes them further against it than
// any violation that is left. Once, when the violation comes within 10 tol, all are made active again first, since early
// shrinking may have been wrong.
func (p *smo) shrink() {
	up, low := math.Inf(-1), math.Inf(-1)
	for s, y := range p.y[:p.active] {
		if p.free[s]&canRise != 0 {
			up = max(up, -y*p.grad[s])
		}
		if p.free[s]&canFall != 0 {
			low = max(low, y*p.grad[s])
		}
	}
	if !p.whole && up+low <= 10*p.tol {
		p.whole = true
		p.reconstruct()
	}
	idle := func(s int) bool {
		v := p.y[s] * p.grad[s]
		switch p.free[s] {
		case canFall:
			return -v > up
		case canRise:
			return v > low
		}
		return false
	}
	for s := 0; s < p.active; s++ {
		if !idle(s) {
			continue
		}
		for p.active--; p.active > s; p.active-- {
			if !idle(p.active) {
				p.swap(s, p.active)
				break
			}
		}
	}
}

// swap exchanges two positions.
func (p *smo) swap(s, t int) {
	p.order[s], p.order[t] = p.order[t], p.order[s]
	p.y[s], p.y[t] = p.y[t], p.y[s]
	p.alpha[s], p.alpha[t] = p.alpha[t], p.alpha[s]
	p.grad[s], p.grad[t] = p.grad[t], p.grad[s]
	p.bound[s], p.bound[t] = p.bound[t], p.bound[s]
	p.free[s], p.free[t] = p.free[t], p.free[s]
	p.q[s], p.q[t] = p.q[t], p.q[s]
	for _, row := range p.q {
		if row != nil {
			row[s], row[t] = row[t], row[s]
		}
	}
}

// reconstruct computes the gradient at inactive positions from the variables that are not 0 and makes all active.
func (p *smo) reconstruct() {
	l := len(p.y)
	if p.active == l {
		return
	}
	for s := p.active; s < l; s++ {
		p.grad[s] = p.bound[s] - 1
	}
	for t := range p.active {
		if p.free[t] != canRise|canFall {
			continue
		}
		q := p.row(t)
		for s := p.active; s < l; s++ {
			p.grad[s] += p.alpha[t] * float64(q[s])
		}
	}
	p.active = l
}

package classify

import "math"

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

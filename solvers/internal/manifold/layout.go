package manifold

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// Layout is an embedding in the making: stochastic gradient descent on the cross-entropy of UMAP's graph and the degrees
// 1/(1 + a·d^(2b)) at which points at distance d are close. An epoch samples every edge in proportion to its weight; its
// points attract each other, and one of them is repelled by points drawn at random.
type Layout struct {
	points     *mat.Dense // n×r
	edges      []layoutEdge
	a, b       float64
	power      *power
	negatives  float64
	rate       float64 // of the first epoch
	epoch, end int
	rng        *rand.Rand
	components int
}

// layoutEdge is one direction of an edge, with the epochs at which it is due.
type layoutEdge struct {
	head, tail   int
	weight       float64
	period       float64 // epochs between two samples of the edge
	next         float64
	nextNegative float64
}

func newLayout(o UMAP, points *mat.Dense, graph *matrix.CSR, epochs int, rng *rand.Rand) *Layout {
	l := &Layout{points: points, negatives: float64(o.NegativeSamples), rate: o.LearningRate, end: epochs, rng: rng}
	l.a, l.b = curve(o.MinDist, o.Spread)
	l.power = newPower(l.b)
	_, l.components = components(graph)
	var largest float64
	for e := range matrix.Entries(graph) {
		l.edges = append(l.edges, layoutEdge{head: e.Row, tail: e.Col, weight: e.Value})
		largest = max(largest, e.Value)
	}
	for k := range l.edges {
		e := &l.edges[k]
		e.period = largest / e.weight
		e.next = e.period
		e.nextNegative = e.period / l.negatives
	}
	return l
}

// Points returns the embedding as it is now, n×r; it changes with every Step.
func (l *Layout) Points() *mat.Dense { return l.points }

// Components counts the connected components of the graph; above 1, their placement to each other means nothing.
func (l *Layout) Components() int { return l.components }

// Done tells whether all epochs are over; Step then does nothing.
func (l *Layout) Done() bool { return l.epoch >= l.end }

// Attraction returns the part of the cross-entropy that the edges have, Σ w·log(1 + a·d^(2b)). It is no quantity that every
// Step lowers: the repulsion works against it.
func (l *Layout) Attraction() float64 {
	var sum float64
	for k := range l.edges {
		e := &l.edges[k]
		sum += e.weight * math.Log1p(l.a*l.power.of(squaredDistance(l.points.RawRowView(e.head), l.points.RawRowView(e.tail))))
	}
	return sum
}

// longest is the largest move of a coordinate at learning rate 1, as in umap-learn.
const longest = 4

// Step makes one epoch.
func (l *Layout) Step() {
	if l.Done() {
		return
	}
	now := float64(l.epoch)
	rate := l.rate * (1 - now/float64(l.end))
	n, r := l.points.Dims()
	data := l.points.RawMatrix().Data
	point := func(i int) []float64 { return data[i*r : (i+1)*r] }
	for k := range l.edges {
		e := &l.edges[k]
		if e.next > now {
			continue
		}
		head := point(e.head)
		l.attract(head, point(e.tail), rate)
		e.next += e.period
		if l.negatives == 0 {
			continue
		}
		period := e.period / l.negatives
		count := int((now - e.nextNegative) / period)
		for range count {
			if other := int(l.rng.Uint32N(uint32(n))); other != e.head {
				l.repel(head, point(other), rate)
			}
		}
		e.nextNegative += float64(count) * period
	}
	l.epoch++
}

func (l *Layout) attract(x, y []float64, rate float64) {
	d := squaredDistance(x, y)
	if d == 0 {
		return
	}
	p := l.power.of(d)
	c := -2 * l.a * l.b * p / (d * (1 + l.a*p))
	y = y[:len(x)]
	for i, v := range x {
		move := rate * clip(c*(v-y[i]))
		x[i] += move
		y[i] -= move
	}
}

func (l *Layout) repel(x, y []float64, rate float64) {
	d := squaredDistance(x, y)
	if d == 0 {
		for i := range x {
			x[i] += rate * longest
		}
		return
	}
	c := 2 * l.b / ((0.001 + d) * (1 + l.a*l.power.of(d)))
	y = y[:len(x)]
	if c*math.Sqrt(d) <= longest { // no coordinate can be clipped
		c *= rate
		for i, v := range x {
			x[i] += c * (v - y[i])
		}
		return
	}
	for i, v := range x {
		x[i] += rate * clip(c*(v-y[i]))
	}
}

// clip returns max(-longest, min(longest, v)) for numbers, which those functions are slow for.
func clip(v float64) float64 {
	if v > longest {
		return longest
	}
	if v < -longest {
		return -longest
	}
	return v
}

// squaredDistance sums in four lanes, which do not wait for each other.
func squaredDistance(x, y []float64) float64 {
	var sums [4]float64
	for len(x) >= 4 && len(y) >= 4 {
		a, b, c, d := x[0]-y[0], x[1]-y[1], x[2]-y[2], x[3]-y[3]
		sums[0] += a * a
		sums[1] += b * b
		sums[2] += c * c
		sums[3] += d * d
		x, y = x[4:], y[4:]
	}
	for i, v := range x {
		d := v - y[i]
		sums[0] += d * d
	}
	return (sums[0] + sums[1]) + (sums[2] + sums[3])
}

// power computes x^b for one b and finite x ≥ 0 to about 1e-15, several times as fast as math.Pow: x = 2^e·m with m in
// [1, 2), and m^b by a Taylor series about the nearest of 1024 points.
type power struct {
	exponents [2047]float64 // 2^(e·b), by the biased e; 0 for 0 and the subnormal numbers
	inverses  [steps]float64
	mantissas [steps]float64
	series    [3]float64
}

const steps = 1024

func newPower(b float64) *power {
	p := &power{series: [3]float64{b, b * (b - 1) / 2, b * (b - 1) * (b - 2) / 6}}
	for e := 1; e < len(p.exponents); e++ {
		p.exponents[e] = math.Exp2(float64(e-1023) * b)
	}
	for k := range steps {
		m := 1 + (float64(k)+0.5)/steps
		p.inverses[k], p.mantissas[k] = 1/m, math.Pow(m, b)
	}
	return p
}

func (p *power) of(x float64) float64 {
	bits := math.Float64bits(x)
	k := bits >> 42 % steps
	m := math.Float64frombits(bits&(1<<52-1) | 1023<<52)
	d := m*p.inverses[k] - 1
	return p.exponents[bits>>52] * p.mantissas[k] * (1 + d*(p.series[0]+d*(p.series[1]+d*p.series[2])))
}

// curve returns a and b of 1/(1 + a·x^(2b)), the least-squares fit on 300 points of [0, 3·spread] to the membership that a
// layout should have: 1 up to minDist, exp(-(x - minDist)/spread) beyond. It is umap-learn's find_ab_params, by Levenberg
// and Marquardt's method from a = b = 1.
func curve(minDist, spread float64) (a, b float64) {
	const points = 300
	var x, y [points]float64
	for i := range x {
		x[i] = 3 * spread * float64(i) / (points - 1)
		y[i] = 1
		if x[i] >= minDist {
			y[i] = math.Exp(-(x[i] - minDist) / spread)
		}
	}
	// fit returns half the squared error and its normal equations.
	fit := func(a, b float64) (cost, gradA, gradB, aa, ab, bb float64) {
		for i, v := range x {
			if v == 0 {
				continue // the curve is 1 there
			}
			power := math.Pow(v, 2*b)
			f := 1 / (1 + a*power)
			residual := f - y[i]
			da := -f * f * power
			db := da * a * 2 * math.Log(v)
			cost += residual * residual / 2
			gradA += residual * da
			gradB += residual * db
			aa, ab, bb = aa+da*da, ab+da*db, bb+db*db
		}
		return cost, gradA, gradB, aa, ab, bb
	}
	a, b = 1, 1
	damping := 1e-3
	cost, gradA, gradB, aa, ab, bb := fit(a, b)
	for range 200 {
		p, q := aa*(1+damping), bb*(1+damping)
		det := p*q - ab*ab
		stepA, stepB := (ab*gradB-q*gradA)/det, (ab*gradA-p*gradB)/det
		if math.Abs(stepA) <= 1e-14*math.Abs(a) && math.Abs(stepB) <= 1e-14*math.Abs(b) {
			break
		}
		next, nextA, nextB, naa, nab, nbb := fit(a+stepA, b+stepB)
		if a+stepA > 0 && b+stepB > 0 && next <= cost {
			a, b, damping = a+stepA, b+stepB, damping/10
			cost, gradA, gradB, aa, ab, bb = next, nextA, nextB, naa, nab, nbb
			continue
		}
		if damping *= 10; damping > 1e12 {
			break
		}
	}
	return a, b
}

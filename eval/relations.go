package eval

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// satisfied makes a score of a distance between points: the share of triples (q, r, s) with d(q, r) < d(q, s), strictly, so
// that points that coincide count as violated; the mean of both sides, or the only side that has triples.
func satisfied(distance func(x, y []float64) float64) func(Outcome, *rand.Rand) (float64, error) {
	return func(o Outcome, _ *rand.Rand) (float64, error) {
		var sum float64
		sides := 0
		for _, side := range []struct {
			name    string
			factor  *mat.Dense
			triples [][3]int
		}{{"W", o.Basis, o.Triples.W}, {"H", o.Ht, o.Triples.H}} {
			if len(side.triples) == 0 {
				continue
			}
			share, err := onFactor(side.name, side.factor, func(a *mat.Dense) (float64, error) {
				return shareSatisfied(a, side.triples, distance)
			})
			if err != nil {
				return 0, err
			}
			sum += share
			sides++
		}
		if sides == 0 {
			return 0, unavailable("the experiment has no relations between samples or features")
		}
		return sum / float64(sides), nil
	}
}

func shareSatisfied(a *mat.Dense, triples [][3]int, distance func(x, y []float64) float64) (float64, error) {
	points, _ := a.Dims()
	kept := 0
	for _, t := range triples {
		for _, i := range t {
			if i < 0 || i >= points {
				return 0, unavailable("a relation names point %d of %d", i+1, points)
			}
		}
		q := a.RawRowView(t[0])
		if distance(q, a.RawRowView(t[1])) < distance(q, a.RawRowView(t[2])) {
			kept++
		}
	}
	return float64(kept) / float64(len(triples)), nil
}

func squaredDistance(x, y []float64) float64 {
	var sum float64
	for i, v := range x {
		d := v - y[i]
		sum += d * d
	}
	return sum
}

// symmetricDivergence returns ½ Σ (x - y) log(x/y) with entries raised to the machine epsilon, as the authors of RPR-NMF have it.
func symmetricDivergence(x, y []float64) float64 {
	const eps = 0x1p-52
	var sum float64
	for i, v := range x {
		a, b := max(v, eps), max(y[i], eps)
		sum += (a - b) * math.Log(a/b)
	}
	return sum / 2
}

// relations counts the triples of both sides.
func relations(o Outcome, _ *rand.Rand) (float64, error) {
	n := len(o.Triples.W) + len(o.Triples.H)
	if n == 0 {
		return 0, unavailable("the experiment has no relations between samples or features")
	}
	return float64(n), nil
}

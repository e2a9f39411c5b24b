package kmeans

import (
	"math"

	"nmfrepro/datasets/list"

	"gonum.org/v1/gonum/mat"
)

// source is the part of a random stream that starts are drawn from.
type source interface {
	IntN(n int) int
	Float64() float64
}

// distinct draws k of n samples without replacement.
func distinct(n, k int, rng source) []int {
	order := list.Upto(n)
	for i := range k {
		j := i + rng.IntN(n-i)
		order[i], order[j] = order[j], order[i]
	}
	return order[:k]
}

// candidates returns how many samples are drawn for every centre but the first.
func (o Options) candidates() int {
	switch {
	case o.Start != Greedy:
		return 1
	case o.Candidates > 0:
		return o.Candidates
	}
	return 2 + int(math.Log(float64(o.K)))
}

// seeding is a start by k-means++ under way.
type seeding struct {
	space   space
	seeds   []int
	taken   []bool
	nearest []float64 // squared distance of each sample to the nearest seed
	total   float64   // of those
}

// plusPlus draws the first sample uniformly and for every further centre as many candidates as told, each with a
// probability proportional to its squared distance to the nearest seed so far; the candidate that leaves the least sum of
// these becomes a seed. One candidate is k-means++ itself, several are the greedy form (Arthur and Vassilvitskii, SODA
// 2007, and the remark that closes their section 2.2). Where fewer than k samples differ, the rest are drawn uniformly from
// the others.
func plusPlus(s space, n, k, candidates int, rng source) []int {
	p := seeding{space: s, taken: make([]bool, n), nearest: make([]float64, n)}
	for i := range p.nearest {
		p.nearest[i] = infinity
	}
	drawn := []int{rng.IntN(n)}
	p.add(drawn, mat.NewDense(1, n, nil))
	drawn = make([]int, candidates)
	apart := mat.NewDense(candidates, n, nil)
	for len(p.seeds) < k {
		for c := range drawn {
			drawn[c] = draw(p.nearest, p.taken, p.total, rng)
		}
		p.add(drawn, apart)
	}
	return p.seeds
}

// add makes the best of the drawn samples a seed, the first of equals. Sums that rounding could have put in their order count
// as equal, so that the choice does not depend on how distances were computed. apart has a row for each drawn sample.
func (p *seeding) add(drawn []int, apart *mat.Dense) {
	p.space.apart(apart, drawn)
	best, least := 0, infinity
	for c := range drawn {
		var total float64
		row := apart.RawRowView(c)
		for j, near := range p.nearest {
			row[j] = min(row[j], near)
			total += row[j]
		}
		if c == 0 || total < least-p.space.doubt() {
			best, least = c, total
		}
	}
	copy(p.nearest, apart.RawRowView(best))
	p.seeds, p.taken[drawn[best]], p.total = append(p.seeds, drawn[best]), true, least
}

// draw returns an index not taken, with the given weights; uniformly if all are 0.
func draw(weights []float64, taken []bool, total float64, rng source) int {
	u := rng.Float64()
	if total > 0 {
		target, sum, last := u*total, 0.0, -1
		for i, w := range weights {
			if w == 0 {
				continue
			}
			if sum, last = sum+w, i; sum > target {
				break
			}
		}
		return last // the last of positive weight, should rounding leave target ≥ sum
	}
	free := list.Places(taken, func(t bool) bool { return !t })
	return free[int(u*float64(len(free)))]
}

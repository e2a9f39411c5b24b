package constraint

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// drawsPerTriplet bounds how many draws one triplet may take.
const drawsPerTriplet = 1000

// FromFeatures draws count triplets of points whose features are the rows of a (p×f), as Jiang, Li and Xu do for users and
// films (section 4.5): three different points, oriented by the squared distance of their features. Ties are drawn anew. As
// all relations hold for one set of distances they cannot contradict each other.
func FromFeatures(a *mat.Dense, count int, rng *rand.Rand) ([]Triplet, error) {
	p, _ := a.Dims()
	if p < 3 {
		return nil, fmt.Errorf("constraint: %d points, want ≥ 3 to draw triplets", p)
	}
	if count < 0 {
		return nil, fmt.Errorf("constraint: count = %d, want ≥ 0", count)
	}
	list := make([]Triplet, 0, count)
	for draws := 0; len(list) < count; draws++ {
		if draws == count*drawsPerTriplet {
			return nil, fmt.Errorf("constraint: %d draws gave %d triplets, want %d: too many points have equal features", draws, len(list), count)
		}
		q, r, s := three(p, rng)
		near := SquaredDistance(a.RawRowView(q), a.RawRowView(r))
		far := SquaredDistance(a.RawRowView(q), a.RawRowView(s))
		switch {
		case near < far:
			list = append(list, Triplet{q, r, s})
		case far < near:
			list = append(list, Triplet{q, s, r})
		}
	}
	return list, nil
}

// three draws three different numbers below p.
func three(p int, rng *rand.Rand) (q, r, s int) {
	q, r, s = rng.IntN(p), rng.IntN(p-1), rng.IntN(p-2)
	if r >= q {
		r++
	}
	for _, taken := range [...]int{min(q, r), max(q, r)} {
		if s >= taken {
			s++
		}
	}
	return q, r, s
}

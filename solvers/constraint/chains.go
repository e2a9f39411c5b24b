package constraint

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// chainTries bounds how often a chain is begun anew after a dead end.
const chainTries = 10_000

// ChainOptions say how chains are drawn.
type ChainOptions struct {
	Chains int `yaml:"chains" min:"0" doc:"chains, ≥ 0; default 1"`
	Length int `yaml:"length" min:"1" doc:"triplets of a chain, ≥ 1; default 5 [section 4.2]"`
	Draws  int `yaml:"draws" min:"0" doc:"the next point of a path is the nearest of so many draws among those farther than the last step, ≥ 0; default 0, the nearest of all; 1 leaves it to chance"`
}

// DefaultChainOptions is one chain of five triplets.
func DefaultChainOptions() ChainOptions { return ChainOptions{Chains: 1, Length: 5} }

// Chains draws chains of triplets that hold for the rows of a factor (p×r), as Jiang, Li and Xu do for synthetic data
// (section 4.2): a path of points with growing steps, d(p0,p1) < d(p1,p2) < ..., of which each two that follow on each
// other make a triplet. The paper does not say how a path is drawn; here it begins anywhere and goes on greedily. As all
// relations hold for one set of distances they cannot contradict each other.
func Chains(factor *mat.Dense, o ChainOptions, rng *rand.Rand) ([]Triplet, error) {
	p, _ := factor.Dims()
	switch {
	case o.Chains < 0:
		return nil, fmt.Errorf("constraint: chains = %d, want ≥ 0", o.Chains)
	case o.Length < 1:
		return nil, fmt.Errorf("constraint: length = %d, want ≥ 1", o.Length)
	case o.Draws < 0:
		return nil, fmt.Errorf("constraint: draws = %d, want ≥ 0", o.Draws)
	case p < o.Length+2:
		return nil, fmt.Errorf("constraint: %d points, want ≥ %d for chains of %d triplets", p, o.Length+2, o.Length)
	}
	var list []Triplet
	for range o.Chains {
		path := drawPath(factor, o, rng)
		if path == nil {
			return nil, fmt.Errorf("constraint: no path of %d growing steps found; want more points or shorter chains", o.Length+1)
		}
		for k := 1; k <= o.Length; k++ {
			list = append(list, Triplet{path[k], path[k-1], path[k+1]})
		}
	}
	return list, nil
}

// drawPath returns Length+2 points, nil if none is found.
func drawPath(factor *mat.Dense, o ChainOptions, rng *rand.Rand) []int {
	p, _ := factor.Dims()
	for range chainTries {
		path := []int{rng.IntN(p)}
		step := 0.0
		for len(path) < o.Length+2 {
			next, d := nextPoint(factor, path, step, o.Draws, rng)
			if next < 0 {
				break
			}
			path, step = append(path, next), d
		}
		if len(path) == o.Length+2 {
			return path
		}
	}
	return nil
}

// nextPoint chooses a point off the path whose distance from its end is greater than the last step; -1 for none.
func nextPoint(factor *mat.Dense, path []int, last float64, draws int, rng *rand.Rand) (next int, step float64) {
	p, _ := factor.Dims()
	var farther []int
	var distance []float64
	end := factor.RawRowView(path[len(path)-1])
	for k := range p {
		if d := SquaredDistance(end, factor.RawRowView(k)); d > last && !slices.Contains(path, k) {
			farther, distance = append(farther, k), append(distance, d)
		}
	}
	if len(farther) == 0 {
		return -1, 0
	}
	best := 0
	if draws == 0 {
		for k, d := range distance {
			if d < distance[best] {
				best = k
			}
		}
		return farther[best], distance[best]
	}
	best = rng.IntN(len(farther))
	for range draws - 1 {
		if k := rng.IntN(len(farther)); distance[k] < distance[best] {
			best = k
		}
	}
	return farther[best], distance[best]
}

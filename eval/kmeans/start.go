package kmeans

import "math/rand/v2"

// distinct draws k of n samples without replacement.
func distinct(n, k int, rng *rand.Rand) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	for i := range k {
		j := i + rng.IntN(n-i)
		order[i], order[j] = order[j], order[i]
	}
	return order[:k]
}

// plusPlus draws the first sample uniformly and every further one with a probability proportional to its squared distance
// to the nearest drawn so far (Arthur and Vassilvitskii, SODA 2007). Where fewer than k samples differ, the rest are drawn
// uniformly from the others.
func plusPlus(s space, n, k int, rng *rand.Rand) []int {
	seeds := []int{rng.IntN(n)}
	taken := make([]bool, n)
	nearest := make([]float64, n) // squared distance to the nearest seed
	for {
		last := seeds[len(seeds)-1]
		taken[last] = true
		var total float64
		for i := range n {
			if d := s.between(i, last); len(seeds) == 1 || d < nearest[i] {
				nearest[i] = d
			}
			total += nearest[i]
		}
		if len(seeds) == k {
			return seeds
		}
		seeds = append(seeds, draw(nearest, taken, total, rng))
	}
}

// draw returns an index not taken, with the given weights; uniformly if all are 0.
func draw(weights []float64, taken []bool, total float64, rng *rand.Rand) int {
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
	var free []int
	for i, t := range taken {
		if !t {
			free = append(free, i)
		}
	}
	return free[int(u*float64(len(free)))]
}

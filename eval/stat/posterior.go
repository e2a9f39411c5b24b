package stat

import (
	"math/rand/v2"
	"slices"
)

// Posterior is the answer of a Bayesian test of one method against another over data sets: the probabilities that it is worse,
// practically equal, better.
type Posterior struct{ Worse, Equal, Better float64 }

// SignedRankPosterior makes the Bayesian signed-rank test on differences, one a data set, of which those within ±region count as none
// (Benavoli, Corani, Demšar, Zaffalon, JMLR 18, 2017, section 4.2). Data sets come from a Dirichlet process whose prior is a difference
// of zero with strength 1/2. Of each of 100,000 draws of weights, from a fixed seed, Σᵢⱼ wᵢwⱼ over the pairs with zᵢ + zⱼ above twice
// the region is what speaks for better, below for worse, else for equal; the largest of the three wins the draw.
func SignedRankPosterior(d []float64, region float64) (p Posterior) {
	z := append([]float64{0}, d...)
	slices.Sort(z)
	prior := slices.Index(z, 0)
	// Pairs are counted along the sorted differences: with zᵢ are better those from above[i] on, and worse those before below[i].
	above, below := make([]int, len(z)), make([]int, len(z))
	for i, v := range z {
		above[i], below[i] = len(z), 0
		for j := len(z) - 1; j >= 0; j-- {
			if v+z[j] > 2*region {
				above[i] = j
			}
			if v+z[j] < -2*region && below[i] == 0 {
				below[i] = j + 1
			}
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	w, upTo := make([]float64, len(z)), make([]float64, len(z)+1)
	for range draws {
		for i := range w {
			w[i] = rng.ExpFloat64() // a gamma variable of shape 1
		}
		normal := rng.NormFloat64()
		w[prior] = normal * normal / 2 // of shape 1/2, the strength of the prior
		for i, v := range w {
			upTo[i+1] = upTo[i] + v
		}
		all := upTo[len(w)]
		var better, worse float64
		for i, v := range w {
			better += v * (all - upTo[above[i]])
			worse += v * upTo[below[i]]
		}
		switch equal := all*all - better - worse; {
		case equal >= max(better, worse):
			p.Equal++
		case better > worse:
			p.Better++
		default:
			p.Worse++
		}
	}
	return Posterior{p.Worse / draws, p.Equal / draws, p.Better / draws}
}

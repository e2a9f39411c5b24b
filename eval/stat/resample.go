package stat

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"nmfrepro/datasets/list"
)

// SetScores are the scores of methods on one data set: one a seed for each method.
type SetScores struct {
	Family string      // of data sets that are alike; "" for one of its own
	Values [][]float64 // by method; each has one at least
}

// RankSpread is how far the mean rank of a method moves when data sets are drawn again, at 95 %.
type RankSpread struct {
	Rank  Interval // mean rank
	Best  int      // place among the methods by mean rank, at best
	Worst int      // and at worst
	First float64  // probability that no other has a better mean rank
}

// resamples is how often data sets are drawn.
const resamples = 10_000

// ResampleRanks draws families of data sets, sets within each and seeds within each set, all with replacement, 10,000 times from a fixed seed,
// and ranks the methods over each draw. Seeds are drawn once for all methods, which share them where they have equally many.
func ResampleRanks(sets []SetScores, lower bool) []RankSpread {
	methods := len(sets[0].Values)
	var names []string
	families := map[string][]int{}
	for i, s := range sets {
		name := s.Family
		if name == "" {
			name = "\x00" + string(rune(i))
		}
		names = list.AppendUnique(names, name)
		families[name] = append(families[name], i)
	}
	seeds := 1
	for _, s := range sets {
		for _, v := range s.Values {
			seeds = max(seeds, len(v))
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	ranks, first := make([][]float64, methods), make([]float64, methods)
	places := make([][]int, methods)
	at, scores, sums := make([]float64, seeds), make([]float64, methods), make([]float64, methods)
	for range resamples {
		clear(sums)
		drawn := 0
		for range names {
			members := families[names[rng.IntN(len(names))]]
			for range members {
				set := sets[members[rng.IntN(len(members))]]
				for i := range at {
					at[i] = rng.Float64()
				}
				for j, values := range set.Values {
					scores[j] = 0
					for _, u := range at[:len(values)] {
						scores[j] += values[int(u*float64(len(values)))]
					}
					if scores[j] /= float64(len(values)); !lower {
						scores[j] = -scores[j]
					}
				}
				for j, r := range Ranks(scores) {
					sums[j] += r
				}
				drawn++
			}
		}
		for j := range sums {
			ranks[j] = append(ranks[j], sums[j]/float64(drawn))
			better := 0
			for _, v := range sums {
				if v < sums[j] {
					better++
				}
			}
			places[j] = append(places[j], better+1)
			if better == 0 {
				first[j]++
			}
		}
	}
	return list.Map(list.Upto(methods), func(j int) RankSpread {
		slices.Sort(ranks[j])
		slices.Sort(places[j])
		return RankSpread{Rank: Interval{middle(ranks[j], false), middle(ranks[j], true)}, Best: middle(places[j], false),
			Worst: middle(places[j], true), First: first[j] / resamples}
	})
}

// middle returns an end of the middle 95 of 100 sorted values.
func middle[T cmp.Ordered](sorted []T, high bool) T {
	tail := len(sorted) / 40
	if high {
		return sorted[len(sorted)-1-tail]
	}
	return sorted[tail]
}

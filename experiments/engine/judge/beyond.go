package judge

import (
	"math"
	"math/rand/v2"

	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/reports/result"
)

// beyond counts the scores of a paper whose reported number lies beyond the 95 % interval of the difference, and how many would by chance.
// A mean of all scores would be no test of a paper: what one method has too much cancels what another has too little. Scores that share
// replicates lie beyond together, so that the count of so many does not follow a binomial distribution: its p-value is the share of
// counts as great or greater among papers that are drawn from our replicates.
func beyond(scores []term) *result.Beyond {
	if len(scores) == 0 {
		return nil
	}
	all, reach := make([]contrast.Contrast, len(scores)), make([]float64, len(scores))
	for i, x := range scores {
		all[i] = contrast.Contrast{Terms: []contrast.Term{x.Term}}
		contrast.Estimate(&all[i])
		reach[i] = all[i].Critical()
	}
	b := &result.Beyond{Scores: len(scores)}
	for _, c := range all {
		if c.P() < Level {
			b.Beyond++
		}
	}
	counts := make([]float64, Redraws)
	for k, gaps := range contrast.Redraw(all, false, Redraws, rand.New(rand.NewPCG(uint64(len(all)), 5))) {
		for i, z := range gaps {
			if math.Abs(z) > reach[i] {
				counts[k]++
			}
		}
		b.Chance += counts[k] / Redraws
		if counts[k] >= float64(b.Beyond) {
			b.P += 1.0 / (Redraws + 1)
		}
	}
	b.P = math.Min(1, b.P+1.0/(Redraws+1))
	return b
}

// Redraws is how many papers are drawn for the p-value of a count.
const Redraws = 2000

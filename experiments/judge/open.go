package judge

import (
	"math"

	"nmfrepro/eval/stat"
	"nmfrepro/reports"
)

// Wanted is how many replicates a verdict needs to tell more, and how many its open contrasts do, by their columns, if means and
// spreads stay as they are; 0 where nothing is open or no number of replicates tells more.
func Wanted(c reports.Cell) (verdict int, contrasts map[string]int) {
	v, n := c.Verdict, len(c.Values)
	switch {
	case v.Kind == Compatible && v.More > 0:
		verdict = n + v.More
	case v.Kind == Missing && v.Lack == reports.LackCount && c.Replicates != nil:
		verdict = Fewest
	}
	contrasts = map[string]int{}
	for _, a := range v.Against {
		if e := a.Estimate; a.Outcome == reports.ContrastOpen && e.Value != 0 && e.SE > 0 && a.P > 0 {
			t := stat.TQuantile(1-Level/2*a.P/a.Holm, e.DF)
			if more := math.Ceil(float64(a.N) * math.Pow(t*e.SE/e.Value, 2)); more <= mostReplicates {
				contrasts[a.With] = max(int(more), n+1)
			}
		}
	}
	return verdict, contrasts
}

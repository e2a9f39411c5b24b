package judge

import (
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/reports/result"
)

// less returns the contrast of cells with others, each pair a row: the mean over the rows of the first less the second.
func less(source string, pairs [][2]result.Cell) contrast.Contrast {
	var c contrast.Contrast
	w := 1 / float64(len(pairs))
	for _, p := range pairs {
		x, y := contrast.Matched(p[0], p[1])
		c.Terms = append(c.Terms, contrast.Of(source, x).Weighted(w, 0), contrast.Of(source, y).Weighted(-w, 0))
	}
	return c
}

// difference returns what an estimated contrast of our numbers comes to.
func difference(c contrast.Contrast) stat.Difference {
	d := stat.Difference{N: c.N, Paired: c.Paired, Estimate: c.Ours, Interval: c.Ours.Interval(stat.Confidence), P: c.Ours.P(0),
		Effect: c.Effect}
	if c.Paired {
		d.Ranks = stat.Wilcoxon(c.Sums)
	}
	return d
}

package contrast

import (
	"math"
	"slices"

	"nmfrepro/eval/stat"
)

// block is cells whose replicates share what they draw.
type block struct {
	source, draw string
	replicates   []int
	runs         int
	drawn        bool // the reported runs may share one draw

	sum      []float64 // replicate by replicate
	theirs   []float64 // the same with the reported deviations
	weight   float64   // Σ |w|
	steps    float64   // variance that a step of the metric adds where replicates of a cell are equal
	step     float64   // the largest weighted step of a cell: no deviation is less
	fixed    float64   // variance of reported numbers that has no correlation, since ours does not scatter
	unknown  bool      // a reported number has no deviation
	variance float64   // of a replicate's sum, raised to that of the whole
	raised   float64   // by how much
}

// sort puts the terms into blocks and says how much each of these scatters.
func (c *Contrast) sort() {
	c.blocks = nil
	for _, t := range c.Terms {
		if t.Deviation || t.Ours == 0 {
			continue
		}
		i := slices.IndexFunc(c.blocks, func(b *block) bool { return b.takes(t) })
		if i < 0 {
			i = len(c.blocks)
			c.blocks = append(c.blocks, &block{
				source: t.Source, draw: t.Draw, replicates: t.Replicates, runs: t.behind(), sum: make([]float64,
					len(t.Values)), theirs: make([]float64, len(t.Values)),
			})
		}
		c.blocks[i].add(t)
	}
	for i, b := range c.blocks {
		if b.raised > 0 {
			continue
		}
		whole, parts := make([]float64, len(b.sum)), 0.0
		same := func(o *block) bool {
			return o.source == b.source && o.runs == b.runs && b.replicates != nil && slices.Equal(o.replicates, b.replicates)
		}
		var all []*block
		for _, o := range c.blocks[i:] {
			if o != b && !same(o) {
				continue
			}
			all, parts = append(all, o), parts+o.own()
			for r, v := range o.sum {
				whole[r] += v
			}
		}
		raised := 1.0
		if parts > 0 {
			raised = max(1, math.Pow(stat.SD(whole), 2)/parts)
		}
		for _, o := range all {
			o.raised, o.variance = raised, raised*o.own()
		}
	}
}

// takes tells whether a term shares the draws of a block. Values without replicates share them with none.
func (b *block) takes(t Term) bool {
	return t.Replicates != nil && b.source == t.Source && b.draw == t.Draw && b.runs == t.behind() && slices.Equal(b.replicates, t.Replicates)
}

// behind says how many runs are behind the reported number of a term, one where that does not count.
func (t Term) behind() int {
	if t.Theirs == 0 {
		return 1
	}
	return max(1, t.Runs)
}

func (b *block) n() float64 { return float64(len(b.sum)) }

// own returns the variance of a replicate's sum by the block alone.
func (b *block) own() float64 { return max(math.Pow(stat.SD(b.sum), 2)+b.steps, b.step*b.step) }

// add adds a term.
func (b *block) add(t Term) {
	sd, mean, theirs := stat.SD(t.Values), stat.Mean(t.Values), t.SD
	if math.IsNaN(theirs) {
		theirs = 0
	}
	b.unknown = b.unknown || math.IsNaN(t.SD) || b.runs < FewestRuns
	b.drawn = b.drawn || t.OneDraw
	b.weight += math.Abs(t.Ours)
	for r, v := range t.Values {
		b.sum[r] += t.Ours * v
		if sd > 0 {
			b.theirs[r] += t.Theirs * theirs / sd * (v - mean)
		}
	}
	if sd == 0 {
		b.fixed += math.Pow(t.Theirs*theirs, 2)
		b.steps += math.Pow(t.Ours*t.Grid, 2)
	}
	b.step = max(b.step, math.Abs(t.Ours*t.Grid))
}

// parts returns the sources of the variance of ours less the reported sum. within is the variance between runs of one draw; what it is
// less than the whole variance is that of the draw, which the reported runs share.
func (b *block) parts(within float64) []stat.Part {
	n, df, runs := b.n(), b.n()-1, float64(b.runs)
	draw := b.variance - within
	if b.unknown { // ours serves for both
		return []stat.Part{{Variance: b.variance/n + draw + within/runs, DF: df}}
	}
	parts := []stat.Part{{Variance: b.variance / n, DF: df},
		{Variance: b.raised * (math.Pow(stat.SD(b.theirs), 2) + b.fixed) / runs, DF: runs - 1}}
	if draw > 0 {
		parts = append(parts, stat.Part{Variance: draw, DF: df})
	}
	return parts
}

// within returns the variance of a block between runs of one draw. That of blocks in which nothing is left to draw, since they have all
// classes, tells it; without any the draw is taken for all of it.
func (c *Contrast) within(b *block) float64 {
	if !b.drawn {
		return b.variance
	}
	var sum, count float64
	for _, o := range c.blocks {
		if !o.drawn && o.source == b.source && o.weight > 0 {
			sum += o.variance / (o.weight * o.weight)
			count++
		}
	}
	if count == 0 {
		return 0
	}
	return min(b.variance, sum/count*b.weight*b.weight)
}

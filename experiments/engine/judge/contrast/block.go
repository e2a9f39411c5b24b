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

// parts returns the sources of the variance of ours less the reported sum, whose runs draw their classes anew.
func (b *block) parts() []stat.Part {
	if b.unknown { // ours serves for both
		return []stat.Part{{Variance: b.variance/b.n() + b.variance/float64(b.runs), DF: b.n() - 1}}
	}
	return []stat.Part{{Variance: b.variance / b.n(), DF: b.n() - 1}, b.reported()}
}

// reported returns the variance of the reported sum by its own deviations.
func (b *block) reported() stat.Part {
	return stat.Part{Variance: b.raised * (math.Pow(stat.SD(b.theirs), 2) + b.fixed) / float64(b.runs), DF: float64(b.runs) - 1}
}

// within returns the variance of a block between runs of one draw: that of blocks in which nothing is left to draw, since they have all
// classes, tells it. Without any it is 0, and the draw is taken for all that scatters.
func (c *Contrast) within(b *block) (tau stat.Part) {
	var count float64
	for _, o := range c.blocks {
		if !o.drawn && o.source == b.source && o.weight > 0 {
			tau.Variance, tau.DF = tau.Variance+o.variance/(o.weight*o.weight), tau.DF+o.n()-1
			count++
		}
	}
	if count > 0 {
		tau.Variance *= b.weight * b.weight / count
	}
	return tau
}

// oneDraw estimates the difference from reported runs that share one draw of the classes: of the variance between our runs the part of the
// draw, σ² - τ², is not divided by R. What is known of τ² is as uncertain as what is known of σ² (stat.Excess). As in cells, three quarters of
// τ² are taken off: with all of it too many equal truths are called different where draw and runs scatter alike.
func (c *Contrast) oneDraw(difference, rounding float64) stat.Mixture {
	more := []stat.Part{{Variance: rounding, DF: math.Inf(1)}}
	var sigma []stat.Part
	var whole, less float64
	var tau stat.Part
	for _, b := range c.blocks {
		if !b.drawn {
			more = append(more, b.parts()...)
			continue
		}
		sigma, whole = append(sigma, stat.Part{Variance: b.variance, DF: b.n() - 1}), whole+(1/b.n()+1)*b.variance
		within, once := c.within(b), 0.75
		if b.unknown {
			once *= 1 - 1/float64(b.runs)
		} else {
			more = append(more, b.reported())
		}
		tau.Variance, tau.DF, less = tau.Variance+within.Variance, max(tau.DF, within.DF), less+once*within.Variance
	}
	if sigma == nil {
		return stat.Sure(c.Gap)
	}
	all, rest := stat.Combine(0, sigma...), stat.Combine(0, more...)
	variance := all.SE * all.SE
	if variance == 0 {
		return stat.Sure(c.Gap)
	}
	if tau.Variance > 0 {
		less /= tau.Variance
	}
	return stat.Excess(difference, whole/variance, stat.Part{Variance: variance, DF: all.DF}, less, tau, stat.Part{Variance: rest.SE * rest.SE, DF: rest.DF})
}

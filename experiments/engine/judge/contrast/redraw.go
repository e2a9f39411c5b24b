package contrast

import (
	"math"
	"math/rand/v2"

	"nmfrepro/eval/stat"
)

// Redraw draws, for several estimated contrasts at once, what their gaps would be if every true gap were zero: times draws with a gap for
// each contrast. The replicates are drawn jointly, as a wild bootstrap: replicate r of a draw of an experiment has one multiplier in all
// contrasts, and one for the reported side, so that contrasts that share replicates or reported numbers move together. The gaps are
// scaled as Student's t has it, since their deviations are estimates. With same set, all contrasts have one and the same reported sum, as
// a conclusion has under several readings: its error is then the same in all.
func Redraw(all []Contrast, same bool, times int, rng *rand.Rand) [][]float64 {
	type replicate struct {
		source, draw string
		number       int
	}
	type place struct{ source, draw string }
	ids, places, cells := map[replicate]int{}, map[place]int{}, map[string]int{}
	var sums []redrawn
	for _, c := range all {
		sum := redrawn{df: c.Gap.DF}
		for _, b := range c.blocks {
			part := redrawnPart{block: b, place: number(places, place{b.source, b.draw})}
			for r := range b.sum {
				n := r
				if b.replicates != nil {
					n = b.replicates[r]
				}
				part.ids = append(part.ids, number(ids, replicate{b.source, b.draw, n}))
			}
			sum.parts = append(sum.parts, part.prepared())
		}
		for _, t := range c.Terms {
			if w := t.Theirs * t.Unit; w != 0 {
				sum.rounded, sum.cells = append(sum.rounded, w), append(sum.cells, number(cells, t.Cell))
			}
		}
		sum.scatter = sum.scattered()
		sums = append(sums, sum)
	}
	ours, theirs, spread, digits := make([]float64, len(ids)), make([]float64, len(ids)), make([]float64, len(places)), make([]float64,
		len(cells))
	gaps := make([][]float64, times)
	for k := range gaps {
		for i := range ours {
			ours[i], theirs[i] = rng.NormFloat64(), rng.NormFloat64()
		}
		for i := range spread {
			spread[i] = rng.NormFloat64()
		}
		for i := range digits {
			digits[i] = rng.Float64() - 0.5
		}
		gaps[k] = make([]float64, len(sums))
		var first float64
		if same {
			first = sums[0].reported(theirs)
		}
		for i := range sums {
			var reported float64
			if same {
				reported = first * sums[i].scatter / sums[0].scatter
			} else {
				reported = sums[i].reported(theirs)
			}
			gaps[k][i] = sums[i].gap(ours, reported, spread, digits)
		}
	}
	return gaps
}

// number returns the place of a key, which gets the next one if it has none.
func number[K comparable](of map[K]int, key K) int {
	if i, known := of[key]; known {
		return i
	}
	of[key] = len(of)
	return len(of) - 1
}

// redrawn is a contrast as it is drawn again.
type redrawn struct {
	parts   []redrawnPart
	rounded []float64 // weighted units of the last reported place
	cells   []int
	df      float64
	scatter float64 // the deviation of draws of the reported sum; 1 where they are all zero
}

// redrawnPart is a block as it is drawn again: what multiplies the draws of its replicates on either side, and an error beside them where
// its replicates do not scatter.
type redrawnPart struct {
	*block
	ids          []int
	place        int
	ours, theirs []float64
}

func (p redrawnPart) prepared() redrawnPart {
	n, mean, runs := p.n(), stat.Mean(p.sum), float64(p.runs)
	own := math.Pow(stat.SD(p.sum), 2)
	p.ours, p.theirs = make([]float64, len(p.sum)), make([]float64, len(p.sum))
	var flat float64 // what replicates that do not scatter leave unsaid, spread over all
	scale := 1.0
	if own > 0 {
		scale = math.Sqrt(p.variance / own)
	} else {
		flat = math.Sqrt(p.variance / n)
	}
	for r, v := range p.sum {
		deviation := scale*(v-mean)/math.Sqrt(n-1) + flat // their squares add up to the variance of a replicate's sum
		p.ours[r] = deviation / math.Sqrt(n)
		if p.theirs[r] = deviation / math.Sqrt(runs); !p.unknown {
			p.theirs[r] = math.Sqrt(p.raised/runs) * (p.block.theirs[r]/math.Sqrt(n-1) + math.Sqrt(p.fixed/n))
		}
	}
	return p
}

// reported returns one draw of the error of the reported sum.
func (s *redrawn) reported(theirs []float64) (sum float64) {
	for _, p := range s.parts {
		for r, id := range p.ids {
			sum += p.theirs[r] * theirs[id]
		}
	}
	return sum
}

// scattered returns the deviation of these draws; 1 where they are all zero.
func (s *redrawn) scattered() float64 {
	sum := 0.0
	for _, p := range s.parts {
		for _, v := range p.theirs {
			sum += v * v
		}
	}
	if sum == 0 {
		return 1
	}
	return math.Sqrt(sum)
}

// gap returns one draw of the contrast's gap.
func (s *redrawn) gap(ours []float64, reported float64, spread, digits []float64) float64 {
	z, gap := 0.0, -reported
	for _, p := range s.parts {
		for r, id := range p.ids {
			gap += p.ours[r] * ours[id]
		}
		z += spread[p.place]
	}
	if len(s.parts) > 0 && s.df < 1e6 {
		gap /= math.Sqrt(chiSquared(z/math.Sqrt(float64(len(s.parts))), s.df))
	}
	for i, w := range s.rounded {
		gap -= w * digits[s.cells[i]]
	}
	return gap
}

// chiSquared returns a draw of χ²/df made from a normal one (Wilson and Hilferty, PNAS 17, 1931).
func chiSquared(z, df float64) float64 {
	v := 2 / (9 * df)
	return math.Max(1e-3, math.Pow(1-v+z*math.Sqrt(v), 3))
}

// Critical returns the smallest gap whose interval excludes 0.
func (c *Contrast) Critical() float64 {
	return max(c.Gap.HalfWidth(stat.Confidence), c.OneDraw.HalfWidth(stat.Confidence))
}

package judge

import (
	"math"
	"math/rand/v2"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/experiments/engine/result"
)

// Counted counts under how many readings of the protocol the conclusions of a paper are the same, and tests its specification curves
// (Simonsohn, Simmons and Nelson, Nature Human Behaviour 4, 2020): do all readings together say more than chance would, if what is
// reported were right?
type Counted struct {
	says   *result.Conclusions
	curves map[string][]contrast.Contrast // of rows, panels and leads, the one chosen first
}

// NewCounted begins with the reading that was chosen: what the tables tell, and what they say together.
func NewCounted(says *result.Conclusions, chosen []Told) *Counted {
	r := &Counted{says, map[string][]contrast.Contrast{}}
	for key, c := range contrastsOf(chosen) {
		r.curves[key] = []contrast.Contrast{c}
	}
	return r
}

// Add adds a reading, by which the tables tell this.
func (r *Counted) Add(told []Told, choices []result.Instead, changed func(table string) bool) {
	of := contrastsOf(told)
	for _, key := range Under(r.says, Join(told), choices, changed) {
		r.curves[key] = append(r.curves[key], of[key])
	}
}

// Close tests the curves, and takes answers back that do not hold under every start of k-means.
func (r *Counted) Close() {
	visit := func(kind, key string, a *result.Robustness) {
		if all := r.curves[kind+" "+key]; a != nil && len(all) > 1 {
			a.Joint = jointTest(all)
		}
	}
	for _, x := range r.says.Rows {
		visit("row", x.Key(), x.Readings)
	}
	for _, x := range r.says.Leads {
		visit("lead", x.Key(), x.Readings)
	}
	Settle(r.says)
}

// contrastsOf returns those of some tables by the kind and key of the conclusion.
func contrastsOf(told []Told) map[string]contrast.Contrast {
	all := map[string]contrast.Contrast{}
	for _, t := range told {
		for _, s := range t.rows {
			all["row "+s.Key()] = s.contrast
		}
		for _, s := range t.panels {
			all["panel "+s.Key()] = s.contrast
		}
		for _, s := range t.leads {
			all["lead "+s.Conclusion.Key()+"/"+s.rival.Key] = s.contrast
		}
	}
	return all
}

// jointTest has the two tests of a specification curve, as specr 1.1.0 has them: is the median difference from the reported number over
// the readings greater than chance has it, and the number of readings under which the difference is significant to the side of most?
// Chance is drawn from the replicates, the same draws under all readings, as if every reading had the reported number.
func jointTest(all []contrast.Contrast) *result.Joint {
	gaps := list.Map(all, func(c contrast.Contrast) float64 { return c.Gap.Value })
	reach := list.Map(all, func(c contrast.Contrast) float64 { return c.Reach() })
	median, significant := curve(reach, gaps)
	var farther, more float64
	for _, drawn := range contrast.Redraw(all, true, redraws, rand.New(rand.NewPCG(uint64(len(all)), 6))) {
		m, s := curve(reach, drawn)
		if math.Abs(m) >= math.Abs(median) {
			farther++
		}
		if s >= significant {
			more++
		}
	}
	p := func(count float64) result.Known { return result.Known((count + 1) / (redraws + 1)) }
	return &result.Joint{Median: result.Known(median), MedianP: p(farther), Significant: significant, SignificantP: p(more)}
}

// curve returns what a specification curve comes to: the median gap, and how many gaps are significant, as they pass what excludes zero,
// to the side of most.
func curve(reach, gaps []float64) (median float64, significant int) {
	var above, below int
	for i, gap := range gaps {
		switch {
		case !(math.Abs(gap) > reach[i]):
		case gap > 0:
			above++
		default:
			below++
		}
	}
	sorted := slices.Sorted(slices.Values(gaps))
	n := len(sorted)
	return stat.Mean([]float64{sorted[(n-1)/2], sorted[n/2]}), max(above, below)
}

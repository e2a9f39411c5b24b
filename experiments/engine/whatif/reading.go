package whatif

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/judge"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/reports/result"
)

// Counted counts under how many readings of the protocol the conclusions of a paper are the same, and tests its specification curves
// (Simonsohn, Simmons and Nelson, Nature Human Behaviour 4, 2020): do all readings together say more than chance would, if what is
// reported were right?
type Counted struct {
	says   *result.Conclusions
	curves map[string][]contrast.Contrast // of rows, panels and leads, the one chosen first
}

// NewCounted begins with the reading that was chosen: what the tables tell, and what they say together.
func NewCounted(says *result.Conclusions, chosen []judge.Told) *Counted {
	r := &Counted{says, map[string][]contrast.Contrast{}}
	for key, c := range contrastsOf(chosen) {
		r.curves[key] = []contrast.Contrast{c}
	}
	return r
}

func contrastsOf(told []judge.Told) map[string]contrast.Contrast {
	all := map[string]contrast.Contrast{}
	for _, t := range told {
		maps.Copy(all, t.Contrasts())
	}
	return all
}

// Add adds a change of some tables, by which the cells say something else or the same. One for which a conclusion has not all cells was
// run in part, and says where it points. A what-if is named and not counted.
func (r *Counted) Add(told []judge.Told, choices []result.Instead, kind string, changed func(table string) bool) {
	r.under(judge.Join(told), contrastsOf(told), choices, kind == result.WhatIf, changed)
}

func (r *Counted) under(other result.Conclusions, of map[string]contrast.Contrast, choices []result.Instead, whatIf bool, changed func(string) bool) {
	count := func(key string, x, o *result.Conclusion, chosen, reading result.Reading, agrees bool) {
		reading.WhatIf = whatIf
		switch {
		case !changed(x.Table) || len(o.Cells) == len(x.Cells) && o.Difference == x.Difference:
		case len(o.Cells) == len(x.Cells):
			reading.Agrees = agrees
			x.Readings = counted(x.Readings, chosen, reading)
			if all := r.curves[key]; !whatIf && all != nil {
				r.curves[key] = append(all, of[key])
			}
		case whatIf:
		case len(o.Cells) == 0:
			x.Readings = notRun(x.Readings, chosen)
		default:
			x.Readings = begun(x.Readings, chosen)
			reading.Agrees = len(r.curves[key]) == 0 || !turns(r.curves[key][0], of[key], strings.HasPrefix(key, "lead"))
			x.Readings.InPart++
			if !reading.Agrees {
				x.Readings.PartOtherwise++
			}
			x.Readings.Parts = append(x.Readings.Parts, reading)
		}
	}
	level := func(kind string, all, others []result.Conclusion) {
		by := list.ByKey(others, result.Conclusion.Key)
		for i := range all {
			x, o := &all[i], by[all[i].Key()]
			count(kind+x.Key(), x, &o, x.Reading(), o.Reading(choices...), direction(o) == direction(*x))
		}
	}
	level("row ", r.says.Rows, other.Rows)
	level("panel ", r.says.Panels, other.Panels)
	by := list.ByKey(other.Leads, result.Lead.Key)
	for i := range r.says.Leads {
		x, o := &r.says.Leads[i], by[r.says.Leads[i].Key()]
		count("lead "+x.Key(), &x.Conclusion, &o.Conclusion, x.Reading(), o.Reading(choices...), o.Answer == x.Answer)
	}
}

// turns tells whether a conclusion points the other way under a reading that was run on a part of its cells: it is shown to, and is not the
// same on these cells as chosen.
func turns(chosen, part contrast.Contrast, lead bool) bool {
	on := map[string]bool{}
	for _, t := range part.Terms {
		on[t.Cell] = true
	}
	same := contrast.Contrast{Rows: chosen.Rows, Terms: list.Filter(chosen.Terms, func(t contrast.Term) bool { return on[t.Cell] })}
	if len(same.Terms) == 0 {
		return false
	}
	times := float64(len(chosen.Terms)) / float64(len(same.Terms))
	same.Terms = list.Map(same.Terms, func(t contrast.Term) contrast.Term { return t.Weighted(times*t.Ours, times*t.Theirs) })
	contrast.Estimate(&same)
	way := func(c contrast.Contrast) int {
		e, p := c.Gap, c.P()
		if lead {
			e, p = c.Ours, c.Ours.P(0)
		}
		switch {
		case !(p < judge.Level):
			return 0
		case e.Value > 0:
			return 1
		}
		return -1
	}
	return way(part) != 0 && way(part) != way(same)
}

// Close tests the curves, and takes answers back that do not hold under every start of k-means.
func (r *Counted) Close() {
	visit := func(key string, a *result.Robustness) {
		if all := r.curves[key]; a != nil && len(all) > 1 {
			a.Joint = jointTest(all)
		}
	}
	for _, x := range r.says.Rows {
		visit("row "+x.Key(), x.Readings)
	}
	for _, x := range r.says.Leads {
		visit("lead "+x.Key(), x.Readings)
	}
	Settle(r.says)
}

// Unrun counts a reading of a table that was not run at all, for the conclusions about these methods and panels, which it could change.
func Unrun(c *result.Conclusions, table string, methods []string) {
	count := func(x *result.Conclusion, chosen result.Reading, concerned bool) {
		if concerned && x.Table == table {
			x.Readings = notRun(x.Readings, chosen)
		}
	}
	for i := range c.Rows {
		count(&c.Rows[i], c.Rows[i].Reading(), slices.Contains(methods, c.Rows[i].Method))
	}
	for i := range c.Panels {
		count(&c.Panels[i], c.Panels[i].Reading(), true)
	}
	for i, x := range c.Leads {
		count(&c.Leads[i].Conclusion, x.Reading(), slices.Contains(methods, x.Method) || slices.Contains(methods, x.Rival))
	}
}

// Settle calls levels inconclusive that differ as chosen and not under every start of k-means that the text admits. A lead is not fitted
// by settings that were fitted to other scores of its runs if it is the same with all their other values that were run for it.
func Settle(c *result.Conclusions) {
	settle := func(x *result.Conclusion) {
		if x.Kind != result.KindDiffers || x.Readings == nil {
			return
		}
		for _, r := range x.Readings.Each {
			if !r.Agrees && !r.WhatIf && len(r.Choices) == 1 && r.Choices[0].Setting == result.StartOfKMeans {
				x.Kind, x.Unless = result.KindInconclusive, append(x.Unless, r.Choices[0].String())
			}
		}
	}
	for _, all := range [][]result.Conclusion{c.Rows, c.Panels} {
		for i := range all {
			settle(&all[i])
		}
	}
	for i := range c.Leads {
		if x := &c.Leads[i]; len(x.FittedBySame) > 0 {
			x.Fitted = slices.ContainsFunc(x.FittedBySame, func(setting string) bool { return !x.Readings.SameWithout(setting) })
		}
	}
}

// notRun adds a reading of which there are not all results.
func notRun(a *result.Robustness, chosen result.Reading) *result.Robustness {
	a = begun(a, chosen)
	a.NotRun++
	return a
}

// begun returns readings, the first of which is the one chosen.
func begun(a *result.Robustness, chosen result.Reading) *result.Robustness {
	if a == nil {
		chosen.Agrees = true
		a = &result.Robustness{Agree: 1, Of: 1, Otherwise: []string{}, Each: []result.Reading{chosen}}
	}
	return a
}

// counted adds one more reading.
func counted(a *result.Robustness, chosen, other result.Reading) *result.Robustness {
	a = begun(a, chosen)
	a.Each = append(a.Each, other)
	switch {
	case other.WhatIf:
		a.WhatIfs++
		return a
	case other.Agrees:
		a.Agree++
	default:
		a.Otherwise = append(a.Otherwise, other.String())
	}
	a.Of++
	return a
}

// direction returns what readings have to agree in: whether a level differs, and to which side.
func direction(c result.Conclusion) string {
	if c.Kind != result.KindDiffers {
		return ""
	}
	return fmt.Sprint(c.Difference > 0)
}

// jointTest has the two tests of a specification curve, as specr 1.1.0 has them: is the median difference from the reported number over
// the readings greater than chance has it, and the number of readings under which the difference is significant to the side of most?
// Chance is drawn from the replicates, the same draws under all readings, as if every reading had the reported number.
func jointTest(all []contrast.Contrast) *result.Joint {
	gaps := list.Map(all, func(c contrast.Contrast) float64 { return c.Gap.Value })
	reach := list.Map(all, func(c contrast.Contrast) float64 { return c.Critical() })
	median, significant := curve(reach, gaps)
	var farther, more float64
	for _, drawn := range contrast.Redraw(all, true, judge.Redraws, rand.New(rand.NewPCG(uint64(len(all)), 6))) {
		m, s := curve(reach, drawn)
		if math.Abs(m) >= math.Abs(median) {
			farther++
		}
		if s >= significant {
			more++
		}
	}
	p := func(count float64) result.Known { return result.Known((count + 1) / (judge.Redraws + 1)) }
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

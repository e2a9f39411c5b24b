package judge

import (
	"fmt"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/result"
)

// Under counts another reading of the protocol, by which the same cells say something else or the same. Only conclusions of the
// tables that it changes count, and those for which it has all cells.
func Under(c *result.Conclusions, other result.Conclusions, choices []string, changed func(table string) bool) {
	moved := func(x, o result.Conclusion) bool { return len(o.Cells) == len(x.Cells) && o.Difference != x.Difference }
	level := func(x *result.Conclusion, o result.Conclusion) {
		r := o.Reading(choices...)
		r.Agrees = direction(o) == direction(*x)
		x.Readings = counted(x.Readings, x.Reading(), r)
	}
	count := func(all, others []result.Conclusion) {
		by := list.ByKey(others, result.Conclusion.Key)
		for i := range all {
			if o, there := by[all[i].Key()]; there && changed(all[i].Table) && moved(all[i], o) {
				level(&all[i], o)
			}
		}
	}
	count(c.Rows, other.Rows)
	count(c.Panels, other.Panels)
	by := list.ByKey(other.Leads, result.Lead.Key)
	for i := range c.Leads {
		if x, o := &c.Leads[i], by[c.Leads[i].Key()]; o.Name != "" && changed(x.Table) && moved(x.Conclusion, o.Conclusion) {
			r := o.Reading(choices...)
			r.Agrees = o.Answer == x.Answer
			x.Readings = counted(x.Readings, x.Reading(), r)
		}
	}
}

// Settle calls levels inconclusive that differ as chosen and not under every start of k-means that the text admits.
func Settle(c *result.Conclusions) {
	settle := func(x *result.Conclusion) {
		if x.Kind != result.KindDiffers || x.Readings == nil {
			return
		}
		for _, r := range x.Readings.Each {
			if !r.Agrees && len(r.Choices) == 1 && strings.HasPrefix(r.Choices[0], result.StartOfKMeans+": ") {
				x.Kind, x.Unless = result.KindInconclusive, append(x.Unless, r.Choices[0])
			}
		}
	}
	for _, all := range [][]result.Conclusion{c.Rows, c.Panels} {
		for i := range all {
			settle(&all[i])
		}
	}
}

// counted adds one more reading; the first is the one chosen.
func counted(a *result.Robustness, chosen, other result.Reading) *result.Robustness {
	if a == nil {
		chosen.Agrees = true
		a = &result.Robustness{Agree: 1, Of: 1, Otherwise: []string{}, Each: []result.Reading{chosen}}
	}
	a.Each = append(a.Each, other)
	if a.Of++; other.Agrees {
		a.Agree++
	} else {
		a.Otherwise = append(a.Otherwise, other.String())
	}
	return a
}

// direction is what readings have to agree in: whether a level differs, and to which side.
func direction(c result.Conclusion) string {
	if c.Kind != result.KindDiffers {
		return ""
	}
	return fmt.Sprint(c.Difference > 0)
}

package judge

import (
	"fmt"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/result"
)

// Under counts another reading of the protocol, by which the same cells say something else or the same. Only conclusions of the
// tables that it changes count. One for which it has not all cells was not run. It returns the keys of the rows and leads that moved.
func Under(c *result.Conclusions, other result.Conclusions, choices []result.Instead, changed func(table string) bool) (moved []string) {
	count := func(kind string, x, o *result.Conclusion, key string, chosen, reading result.Reading, agrees bool) {
		switch {
		case !changed(x.Table):
		case len(o.Cells) != len(x.Cells):
			x.Readings = notRun(x.Readings, chosen)
		case o.Difference != x.Difference:
			reading.Agrees = agrees
			x.Readings, moved = counted(x.Readings, chosen, reading), append(moved, kind+" "+key)
		}
	}
	level := func(kind string, all, others []result.Conclusion) {
		by := list.ByKey(others, result.Conclusion.Key)
		for i := range all {
			x, o := &all[i], by[all[i].Key()]
			count(kind, x, &o, x.Key(), x.Reading(), o.Reading(choices...), direction(o) == direction(*x))
		}
	}
	level("row", c.Rows, other.Rows)
	level("panel", c.Panels, other.Panels)
	by := list.ByKey(other.Leads, result.Lead.Key)
	for i := range c.Leads {
		x, o := &c.Leads[i], by[c.Leads[i].Key()]
		count("lead", &x.Conclusion, &o.Conclusion, x.Key(), x.Reading(), o.Reading(choices...), o.Answer == x.Answer)
	}
	return moved
}

// Unrun counts a reading of a table that was not run at all, for what it would change: the conclusions about these methods, and panels.
func Unrun(c *result.Conclusions, table string, methods []string) {
	for i := range c.Rows {
		if x := &c.Rows[i]; x.Table == table && slices.Contains(methods, x.Method) {
			x.Readings = notRun(x.Readings, x.Reading())
		}
	}
	for i := range c.Panels {
		if x := &c.Panels[i]; x.Table == table {
			x.Readings = notRun(x.Readings, x.Reading())
		}
	}
	for i := range c.Leads {
		if x := &c.Leads[i]; x.Table == table && (slices.Contains(methods, x.Method) || slices.Contains(methods, x.Rival)) {
			x.Readings = notRun(x.Readings, x.Reading())
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
			if !r.Agrees && len(r.Choices) == 1 && r.Choices[0].Setting == result.StartOfKMeans {
				x.Kind, x.Unless = result.KindInconclusive, append(x.Unless, r.Choices[0].String())
			}
		}
	}
	for _, all := range [][]result.Conclusion{c.Rows, c.Panels} {
		for i := range all {
			settle(&all[i])
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
	if a.Of++; other.Agrees {
		a.Agree++
	} else {
		a.Otherwise = append(a.Otherwise, other.String())
	}
	return a
}

// direction returns what readings have to agree in: whether a level differs, and to which side.
func direction(c result.Conclusion) string {
	if c.Kind != result.KindDiffers {
		return ""
	}
	return fmt.Sprint(c.Difference > 0)
}

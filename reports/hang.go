package reports

import (
	"fmt"
	"math"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// hangTitle heads the table of what conclusions hang on.
const hangTitle = "What the conclusions hang on: open settings under which they are others, the one that decides most first"

// HangLines returns a table of the settings on which the conclusions about the own method, and about panels, hang; it is empty where the
// conclusions are the same under all readings. own is the name of the method.
func HangLines(c result.Conclusions, own string) [][]string {
	lines := [][]string{{"conclusion", "same in", "setting", "value", "otherwise in", "would be", "ours, 95 % on these rows"}}
	add := func(what string, a *result.Robustness) {
		same := ""
		if a != nil {
			same = fmt.Sprintf("%d of %s", a.Agree, result.Count(a.Of, "reading"))
			if a.NotRun > 0 {
				same += fmt.Sprintf(", %d not run", a.NotRun)
			}
		}
		for _, h := range a.Hangs() {
			ours := "-"
			if !math.IsNaN(float64(h.Effect)) {
				ours = fmt.Sprintf("%s (%s)", result.Tenth(float64(h.Effect)), result.Tenths(float64(h.Low), float64(h.High)))
			}
			lines = append(lines, []string{what, same, h.Setting, h.Value, fmt.Sprintf("%d of %d", h.Otherwise, h.Of), h.Says, ours})
			what, same = "", ""
		}
	}
	methods := list.Map(c.Leads, func(l result.Lead) string { return l.Method })
	for _, x := range c.Rows {
		if slices.Contains(methods, x.Method) || result.IsOwn(own, x.Name) {
			add(x.Table+", "+x.What(), x.Readings)
		}
	}
	for _, x := range c.Panels {
		add(x.Table+", "+x.What()+" of all methods", x.Readings)
	}
	for _, l := range c.Leads {
		if l.Best {
			add(l.Table+", "+l.MetricText()+", lead over "+l.RivalName, l.Readings)
		}
	}
	if len(lines) == 1 {
		return nil
	}
	return lines
}

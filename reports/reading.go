package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/result"
)

// robustnessText is, for example, "; otherwise with scale: none (turned)"; empty where all agree or none other was computed.
func robustnessText(a *result.Robustness) string {
	if a == nil || a.Agree == a.Of {
		return ""
	}
	return "; otherwise with " + list.Join(list.Filter(a.Each, func(r result.Reading) bool { return !r.Agrees }), ", ", func(r result.Reading) string { return fmt.Sprintf("%s (%s)", r, r.Says) })
}

// otherwise lists the readings under which a conclusion about the paper's own method, or a panel, comes out otherwise, a line each.
func otherwise(c result.Conclusions) (lines [][]string) {
	add := func(what string, a *result.Robustness) {
		if a == nil {
			return
		}
		for _, r := range a.Each {
			if !r.Agrees {
				lines = append(lines, []string{what, fmt.Sprintf("%s (%s)", result.Tenth(float64(r.Effect)), result.Tenths(float64(r.Low), float64(r.High))), r.Says, r.String()})
				what = ""
			}
		}
	}
	own := list.Map(c.Leads, func(l result.Lead) string { return l.Method })
	for _, x := range c.Rows {
		if slices.Contains(own, x.Method) {
			add(x.What(), x.Readings)
		}
	}
	for _, x := range c.Panels {
		add(x.What()+" of all methods", x.Readings)
	}
	for _, l := range c.Leads {
		if l.Best {
			add(l.MetricText()+", lead over "+l.RivalName, l.Readings)
		}
	}
	return lines
}

// CurvesOf are the specification curves (Simonsohn, Simmons and Nelson, Nature Human Behaviour 4, 2020) of what a table says of the
// paper's own method, whose columns begin with its name: its rows, and its leads over the best reported rivals. Readings that the text
// excludes are none, and those that were not run are named.
func CurvesOf(c result.Conclusions, own string) result.Figure {
	f := result.Figure{Title: "What each reading of the protocol says", Columns: 1}
	add := func(title, effect, unit string, tolerance float64, a *result.Robustness, marks ...result.Mark) {
		if a == nil {
			return
		}
		sorted := slices.Clone(a.Each)
		slices.SortStableFunc(sorted, func(a, b result.Reading) int { return cmp.Compare(a.Effect, b.Effect) })
		if unit == result.Percent {
			unit = "per cent"
		}
		f.Plots = append(f.Plots, result.Plot{Title: title, Y: result.Axis{Label: effect + ", " + unit}, Marks: marks, Status: result.OK, Curve: &result.Curve{Readings: sorted, Tolerance: tolerance}})
	}
	for _, x := range c.Rows {
		if strings.HasPrefix(x.Name, own) {
			add(x.What(), "ours less reported", x.Unit, x.Margin, x.Readings, result.Mark{Label: "reported", X: math.NaN(), Y: 0})
		}
	}
	for _, l := range c.Leads {
		if l.Best {
			add(l.What()+": lead over "+l.RivalName, "our lead", l.Unit, 0, l.Readings, result.Mark{Label: "no lead", X: math.NaN(), Y: 0}, result.Mark{Label: "reported", X: math.NaN(), Y: l.Reported})
		}
	}
	if len(f.Plots) > 0 && len(c.NotRun) > 0 {
		f.Notes = []string{"Readings that were not run: " + list.Join(c.NotRun, "; ", func(u result.Unread) string { return u.Reading }) + "."}
	}
	return f
}

package reports

import (
	"fmt"
	"math"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// CurvesOf returns the specification curves (Simonsohn, Simmons and Nelson, Nature Human Behaviour 4, 2020) of what a table says of the
// paper's own method, whose columns begin with its name: its rows, and its leads over the best reported rivals. Readings that the text
// excludes are none, and those that were not run are named.
func CurvesOf(c result.Conclusions, own string) result.Figure {
	f := result.Figure{Title: "What each reading of the protocol says", Columns: 1}
	add := func(title, effect, unit string, tolerance float64, a *result.Robustness, marks ...result.Mark) {
		if a == nil || a.Of < 2 {
			return
		}
		if j := a.Joint; j != nil {
			f.Notes = append(f.Notes, fmt.Sprintf("%s: %s.", title, JointText(*j, a.Of)))
		}
		if unit == result.Percent {
			unit = "per cent"
		}
		f.Plots = append(f.Plots, result.Plot{Title: title, Y: result.Axis{Label: effect + ", " + unit}, Marks: marks, Status: result.OK,
			Picture: result.Picture{Curve: &result.Curve{Readings: a.ByEffect(), Tolerance: tolerance}}})
	}
	for _, x := range c.Rows {
		if result.IsOwn(own, x.Name) {
			add(x.What(), "ours less reported", x.Unit, x.Tolerance, x.Readings, result.Mark{Label: "reported", X: math.NaN(), Y: 0})
		}
	}
	for _, l := range c.Leads {
		if l.Best {
			add(l.What()+": lead over "+l.RivalName, "our lead", l.Unit, 0, l.Readings, result.Mark{Label: "no lead", X: math.NaN(), Y: 0},
				result.Mark{Label: "reported", X: math.NaN(), Y: l.Reported})
		}
	}
	if len(f.Plots) > 0 && len(c.NotRun) > 0 {
		f.Notes = append(f.Notes, "Readings that were not run: "+list.Join(c.NotRun, "; ", func(u result.Unread) string { return u.Reading })+".")
	}
	return f
}

// JointText returns what all readings say together, for example "the median differs by -2.1 from the reported number (p 0.02); 8 of 23
// readings differ significantly to one side (p 0.01)".
func JointText(j result.Joint, of int) string {
	return fmt.Sprintf("the median differs by %s from the reported number (%s); %d of %s differ significantly to one side (%s)",
		result.Tenth(float64(j.Median)), pValue(float64(j.MedianP)), j.Significant, result.Count(of, "reading"), pValue(float64(j.SignificantP)))
}

package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// LeadFigure draws leads over the iterations, where runs were scored on their way: a plot for each lead, with its interval, the reported
// lead and its tolerance as a band, and the iterations at which the table stops and the path ends.
func LeadFigure(t result.Table, all []result.LeadSource) result.Figure {
	f := result.Figure{
		Address: t.Address, Paper: t.Paper, Key: t.Key + "-leads", Title: "Leads over the iterations", Profile: t.Profile, Columns: 2,
	}
	var of []string
	for _, l := range all {
		if len(l.Path) < 2 {
			continue
		}
		named := l
		named.Dataset, of = cmp.Or(l.Dataset, "all data"), list.AppendUnique(of, l.PathOf)
		p := result.Plot{
			Title: l.Name + " " + LeadName(named), X: result.Axis{Label: "iterations", Log: true}, Y: result.Axis{Label: "lead, " + l.Unit},
			Status: result.OK, Places: true, Bands: "95 % interval on these rows; of the reported lead, the tolerance",
		}
		ours, reported := result.Series{Label: "ours"}, result.Series{Label: "reported"}
		for _, s := range l.Path {
			low, high := float64(s.Low), float64(s.High)
			if math.IsNaN(low) || math.IsNaN(high) {
				low, high = float64(s.Lead), float64(s.Lead)
			}
			ours.X, ours.Y = append(ours.X, float64(s.Iteration)), append(ours.Y, float64(s.Lead))
			ours.Low, ours.High = append(ours.Low, low), append(ours.High, high)
		}
		first, last := ours.X[0], ours.X[len(ours.X)-1]
		for _, x := range []float64{first, last} {
			reported.X, reported.Y = append(reported.X, x), append(reported.Y, float64(l.Reported))
			reported.Low, reported.High = append(reported.Low, float64(l.Reported-l.Tolerance)), append(reported.High,
				float64(l.Reported+l.Tolerance))
		}
		p.Series = []result.Series{ours, reported}
		p.Marks = []result.Mark{{Label: "no lead", X: math.NaN(), Y: 0}}
		ends := "path ends"
		if l.Stop > 0 && float64(l.Stop) < last {
			p.Marks = append(p.Marks, result.Mark{Label: fmt.Sprintf("table stops: %d", l.Stop), X: float64(l.Stop), Y: math.NaN()})
		} else if float64(l.Stop) == last {
			ends = "table stops, path ends"
		}
		p.Marks = append(p.Marks, result.Mark{Label: fmt.Sprintf("%s: %d", ends, int(last)), X: last, Y: math.NaN()})
		f.Plots = append(f.Plots, p)
	}
	f.Notes = []string{"Both methods stop at the same iteration. Runs of " + strings.Join(of, ", ") +
		", whose settings may be others than those of the table."}
	return f
}

// DrawnLeads returns the leads of a table whose path is drawn: those in the metrics that are named, by data set and rival; without a name
// those in its first metric.
func DrawnLeads(all []result.LeadSource, by []string) []result.LeadSource {
	walked := list.Filter(all, func(l result.LeadSource) bool { return len(l.Path) > 1 })
	if len(by) > 0 {
		return list.Filter(walked, func(l result.LeadSource) bool { return slices.Contains(by, l.Metric) })
	}
	return list.Filter(walked, func(l result.LeadSource) bool { return l.Metric == walked[0].Metric && l.Measure == walked[0].Measure })
}

package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"nmfrepro/reports/list"
)

// Forest draws the rows of conclusions: a plot for each unit and tolerance, a heading for each metric.
func (c Conclusions) Forest() Figure {
	return forest(c.Rows, func(x Conclusion) (string, string) { return x.MetricText(), x.Name })
}

// Own draws the rows of a paper's own method, whose columns begin with its name, in tolerances: a heading for each table.
func (p Paper) Own() Figure {
	titles := list.ByKey(p.Tables, func(t Table) string { return t.Key })
	drawn := &Forest{Tolerance: 1}
	for _, x := range p.Says.Rows {
		if strings.HasPrefix(x.Name, p.Short) {
			table, _, _ := strings.Cut(titles[x.Table].Title, ".")
			reading := strings.TrimSpace(strings.TrimPrefix(x.Name, p.Short))
			drawn.Rows = append(drawn.Rows, ForestRow{
				Group: cmp.Or(table, x.Table), Label: strings.TrimSuffix(x.MetricText()+", "+reading, ", "),
				Low: x.Low / x.Margin, Mid: x.Difference / x.Margin, High: x.High / x.Margin, Verdict: x.Kind,
			})
		}
	}
	if len(drawn.Rows) == 0 {
		return Figure{}
	}
	return Figure{Title: "Ours less the reported number", Columns: 1, Plots: []Plot{{Status: OK, X: Axis{Label: "ours less reported, in tolerances"}, Forest: drawn}}}
}

// forest draws rows under the headings and with the names that name gives them.
func forest(rows []Conclusion, name func(Conclusion) (group, label string)) Figure {
	type scale struct {
		unit      string
		tolerance float64
	}
	var scales []scale
	of := func(x Conclusion) scale { return scale{x.Unit, math.Round(1e6*x.Margin) / 1e6} }
	for _, x := range rows {
		scales = list.AppendUnique(scales, of(x))
	}
	slices.SortStableFunc(scales, func(a, b scale) int { return -cmp.Compare(a.unit, b.unit) }) // points first
	f := Figure{Title: "Ours less the reported number", Columns: 1}
	for _, s := range scales {
		drawn := &Forest{Tolerance: s.tolerance}
		for _, x := range rows {
			if of(x) == s {
				group, label := name(x)
				drawn.Rows = append(drawn.Rows, ForestRow{Group: group, Label: label, Low: x.Low, Mid: x.Difference, High: x.High, Verdict: x.Kind})
			}
		}
		unit := s.unit
		if unit == Percent {
			unit = "per cent"
		}
		f.Plots = append(f.Plots, Plot{Status: OK, X: Axis{Label: fmt.Sprintf("ours less reported, %s; tolerance %g", unit, s.tolerance)}, Forest: drawn})
	}
	return f
}

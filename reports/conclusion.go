package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// ConclusionsSummary sums up the rows of a paper in two lines: all scores, and how many rows are decided.
func ConclusionsSummary(c result.Conclusions, cells []result.Cell) (lines []string) {
	if b := c.Beyond; b != nil {
		lines = append(lines, BeyondText(*b))
	}
	if len(c.Rows) > 0 {
		counts := c.KindCounts()
		of := list.Join(result.Occurring(counts), ", ", func(k result.Kind) string { return fmt.Sprintf("%d %s", counts[k.Kind], k.Kind) })
		open, decided := c.Open(cells)
		line := fmt.Sprintf("%s: %s", result.Count(len(c.Rows), "row"), of)
		if open > 0 {
			line += fmt.Sprintf("; of %d that hold an inconclusive cell %d are decided", open, decided)
		}
		lines = append(lines, line)
	}
	return lines
}

// BeyondText is, for example, "39 of 218 scores lie beyond their 95 % interval, 11 would by chance (p 0.002)".
func BeyondText(b result.Beyond) string {
	return fmt.Sprintf("%d of %s lie beyond their 95 %% interval, %.0f would by chance (%s)", b.Beyond, result.Count(b.Scores, "score"),
		b.Chance, pValue(b.P))
}

// BestLeads returns the leads over the best reported rivals, a table below its headings; empty without any.
func BestLeads(c result.Conclusions) [][]string {
	lines := [][]string{{"metric", "best reported rival", "reported", "ours, 95 % on these rows", "difference", "lead"}}
	for _, l := range c.Leads {
		if l.Best {
			lines = append(lines, LeadLine(l))
		}
	}
	if len(lines) == 1 {
		return nil
	}
	return lines
}

// Section is a list under its heading; the first line holds the headings of the columns.
type Section struct {
	Title string
	Lines [][]string
	Spare []string // headings of columns that a narrow page can do without
}

// Sections returns conclusions as they stand under a table: rows with their panels, then leads.
func Sections(c result.Conclusions) (all []Section) {
	var rows, leads [][]string
	add := func(all []result.Conclusion, name func(result.Conclusion) string) {
		for _, x := range all {
			rows = append(rows, []string{x.MetricText(), name(x), strconv.Itoa(len(x.Cells)), x.Text(), result.Plain(x.Tolerance), VerdictText(x)})
		}
	}
	add(c.Rows, func(x result.Conclusion) string { return x.Name })
	add(c.Panels, func(result.Conclusion) string { return "all methods" })
	if len(rows) > 0 {
		rows = append([][]string{{"metric", "method", "cells", "ours - reported", "±", "verdict"}}, rows...)
		once(rows)
		all = append(all, Section{"Rows and panels: mean of ours - reported over the cells, 95 % interval on these rows, tolerance ±", rows,
			[]string{"cells", "±"}})
	}
	for _, l := range c.Leads {
		line := LeadLine(l)
		if l.Best {
			line[1] += " *"
		}
		leads = append(leads, slices.Insert(line, 2, strconv.Itoa(len(l.Cells)/2)))
	}
	if len(leads) > 0 {
		leads = append([][]string{{"metric", "rival", "rows", "reported", "ours", "ours - reported", "lead"}}, leads...)
		once(leads)
		all = append(all, Section{"Leads of " + c.Leads[0].Name + " over its rivals, 95 % intervals on these rows; *: best reported rival",
			leads, []string{"rows", "ours"}})
	}
	if lines := HangLines(c, ""); len(lines) > 0 {
		all = append(all, Section{hangTitle, lines, []string{"ours, 95 % on these rows", "same in"}})
	}
	return all
}

// LeadLine returns a lead as a line of a table: metric, rival, the reported lead, ours, the difference, and the answer.
func LeadLine(l result.Lead) []string {
	return []string{l.In(), l.RivalName, result.Tenth(l.Reported),
		fmt.Sprintf("%s (%s)", result.Tenth(l.Ours), result.Tenths(l.OursLow, l.OursHigh)), l.Conclusion.Text(), leadAnswer(l)}
}

// once leaves a metric out of the lines below the first of it.
func once(lines [][]string) {
	for i := len(lines) - 1; i > 1; i-- {
		if lines[i][0] == lines[i-1][0] {
			lines[i][0] = ""
		}
	}
}

// VerdictText returns the verdict on a row with its reservations.
func VerdictText(c result.Conclusion) string {
	word, of := c.Readings.Majority(c.Kind)
	text := strings.TrimSpace(cmp.Or(result.KindOf(word).Sign, "?") + " " + word + of)
	switch {
	case len(c.Unless) > 0:
		text += ", not different under every initialisation of k-means"
	case c.Fitted:
		text += ", fitted"
	case c.LeftOut > 0:
		text += fmt.Sprintf(", %d left out", c.LeftOut)
	}
	return text
}

// leadAnswer says what a lead comes to; of a method that is behind, as reported, which way it goes.
func leadAnswer(l result.Lead) string {
	text, of := l.Readings.Majority(l.Answer)
	close := l.Kind == result.KindClose && text == l.Answer
	if l.Reported < 0 && l.Ours < 0 {
		text = cmp.Or(map[string]string{result.LeadLarger: "less behind", result.LeadSmaller: "farther behind"}[text], text)
	}
	if close {
		text += ", within the tolerance"
	}
	text += of
	if l.Fitted {
		text += ", fitted"
	}
	return text
}

// ForestOf draws the rows of conclusions: a plot for each unit and tolerance, a heading for each metric.
func ForestOf(c result.Conclusions) result.Figure {
	return forest(c.Rows, func(x result.Conclusion) (string, string) { return x.MetricText(), x.Name })
}

// OwnForest draws the rows of a paper's own method, whose columns begin with its name, in tolerances: a heading for each table.
func OwnForest(p result.Paper) result.Figure {
	titles := list.ByKey(p.Tables, func(t result.Table) string { return t.Key })
	drawn := &result.Forest{Tolerance: 1}
	for _, x := range p.Says.Rows {
		if result.IsOwn(p.Short, x.Name) {
			table, _, _ := strings.Cut(titles[x.Table].Title, ".")
			reading := strings.TrimSpace(strings.TrimPrefix(x.Name, p.Short))
			d := x.InTolerances()
			drawn.Rows = append(drawn.Rows, result.ForestRow{
				Group: cmp.Or(table, x.Table), Label: strings.TrimSuffix(x.MetricText()+", "+reading, ", "),
				Low: d.Low, Mid: d.Difference, High: d.High, Verdict: x.Kind,
			})
		}
	}
	if len(drawn.Rows) == 0 {
		return result.Figure{}
	}
	return result.Figure{Title: "Ours less the reported number", Columns: 1,
		Plots: []result.Plot{{Status: result.OK, X: result.Axis{Label: "ours less reported, in tolerances"},
			Picture: result.Picture{Forest: drawn}}}}
}

// forest draws rows under the headings and with the names that name gives them.
func forest(rows []result.Conclusion, name func(result.Conclusion) (group, label string)) result.Figure {
	type scale struct {
		unit      string
		tolerance float64
	}
	var scales []scale
	of := func(x result.Conclusion) scale { return scale{x.Unit, math.Round(1e6*x.Tolerance) / 1e6} }
	for _, x := range rows {
		scales = list.AppendUnique(scales, of(x))
	}
	slices.SortStableFunc(scales, func(a, b scale) int { return -cmp.Compare(a.unit, b.unit) }) // points first
	f := result.Figure{Title: "Ours less the reported number", Columns: 1,
		Notes: []string{"Bars are 95 % intervals on these rows, the shade is the tolerance."}}
	for _, s := range scales {
		drawn := &result.Forest{Tolerance: s.tolerance}
		for _, x := range rows {
			if of(x) == s {
				group, label := name(x)
				drawn.Rows = append(drawn.Rows, result.ForestRow{Group: group, Label: label, Low: x.Low, Mid: x.Difference, High: x.High,
					Verdict: x.Kind})
			}
		}
		unit := s.unit
		if unit == result.Percent {
			unit = "per cent"
		}
		f.Plots = append(f.Plots, result.Plot{Status: result.OK,
			X:       result.Axis{Label: fmt.Sprintf("ours less reported, %s; tolerance %g", unit, s.tolerance)},
			Picture: result.Picture{Forest: drawn}})
	}
	return f
}

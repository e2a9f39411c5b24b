package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
)

// Conclusion is what several cells say together: those of a row (a method by a metric), of a panel (all methods by a metric) or
// all scores of a paper. It is the mean over them of ours less the reported number. For example, RPR-NMF on the five ranks of ORL has
// -8.8 points of accuracy, 95 % interval -12.2 to -5.4, where each rank alone is inconclusive.
type Conclusion struct {
	Paper, Table            string // keys; no table of a paper
	Metric, Measure, Method string // key of the method, "" of a panel
	Name                    string // of the method as its column has it
	Cells                   []string
	Unit                    string      // points or percent
	Difference, Low, High   float64     // 95 %
	Margin                  float64     // tolerance of the metric
	P                       float64     // of no difference, adjusted for all of the kind in the paper
	Kind                    string      // of the four verdicts
	N, Runs                 int         // replicates, the fewest; reported runs, the fewest
	LeftOut                 int         // cells whose reported number a setting was fitted to
	Fitted                  bool        // fewer than two of its cells are not; it is shown apart, with all of them
	Readings                *Robustness // with the other readings of the protocol that were computed for all its cells; nil if none was
	Unless                  []string    // starts of k-means under which it does not differ, so that it is inconclusive
}

// Lead is by how much a paper's own method is ahead of a rival, as reported and as ours. Difference is ours less the reported lead;
// positive leads are in favour of the own method, whether high or low values are good.
type Lead struct {
	Conclusion
	Rival, RivalName        string
	Best                    bool    // no other rival has a better reported mean
	Reported                float64 // lead
	Ours, OursLow, OursHigh float64 // 95 %, over pairs of replicates
	Answer                  string
}

// The answers to "is the lead as reported?".
const (
	AsReported  = "as reported"
	LeadSmaller = "smaller"
	LeadLarger  = "larger"
	LeadTurned  = "turned" // the rival is ahead
)

// Units of conclusions.
const (
	Points  = "points"  // hundredths of a score
	Percent = "percent" // of the reported number; in leads of the rival's
)

// Conclusions are those of a table or of a paper.
type Conclusions struct {
	Rows, Panels []Conclusion
	Leads        []Lead
	Paper        *Conclusion // nil of a table, and where no score was judged
	NotRun       []Unread    // readings of which there are no results
}

// Of are the conclusions of one table.
func (c Conclusions) Of(table string) (out Conclusions) {
	of := func(x Conclusion) bool { return x.Table == table }
	out.Rows, out.Panels = list.Filter(c.Rows, of), list.Filter(c.Panels, of)
	out.Leads = list.Filter(c.Leads, func(l Lead) bool { return of(l.Conclusion) })
	out.NotRun = list.Filter(c.NotRun, func(u Unread) bool { return u.Table == table })
	return out
}

// What names what a conclusion is about: acc of RPR-NMF Euclidean.
func (c Conclusion) What() string { return strings.TrimSuffix(c.MetricText()+" of "+c.Name, " of ") }

// Sign is that of its verdict.
func (c Conclusion) Sign() string { return signOf(c.Kind) }

// Key tells a row or panel among those of a paper: table3/acc/euclidean/rpr, table3/acc.
func (c Conclusion) Key() string {
	return strings.Join(list.Filter([]string{c.Table, c.Metric, c.Measure, c.Method}, func(s string) bool { return s != "" }), "/")
}

// Key tells a lead among those of a paper: table3/acc/euclidean/rpr/nmf.
func (l Lead) Key() string { return l.Conclusion.Key() + "/" + l.Rival }

// Text is the difference with its interval in points, or in percent: -8.8 (-12.2 to -5.4), +6.6 % (3.9 to 9.2).
func (c Conclusion) Text() string {
	unit := ""
	if c.Unit == Percent {
		unit = " %"
	}
	return fmt.Sprintf("%s%s (%s)", Tenth(c.Difference), unit, Tenths(c.Low, c.High))
}

// Text is the lead in a sentence: reported +3.9, ours -0.8 (-3.0 to 1.4), 4.7 (1.6 to 7.7) less.
func (l Lead) Text() string {
	text := fmt.Sprintf("reported %s, ours %s (%s)", Tenth(l.Reported), Tenth(l.Ours), Tenths(l.OursLow, l.OursHigh))
	low, high, by := l.Low, l.High, "more"
	if l.Difference < 0 {
		low, high, by = -l.High, -l.Low, "less"
	}
	return fmt.Sprintf("%s, %.1f (%s) %s", text, math.Abs(l.Difference), Tenths(low, high), by)
}

// Tenth is a difference with one digit after the point and its sign.
func Tenth(v float64) string {
	if math.IsNaN(v) {
		return "-"
	}
	return fmt.Sprintf("%+.1f", math.Round(10*v)/10+0)
}

// Tenths are the ends of an interval.
func Tenths(low, high float64) string {
	if math.IsNaN(low) || math.IsNaN(high) {
		return "-"
	}
	return fmt.Sprintf("%.1f to %.1f", math.Round(10*low)/10+0, math.Round(10*high)/10+0)
}

// Summary is what the rows of a paper come to, in a line each: all scores, and how many rows are decided.
func (c Conclusions) Summary(cells []Cell) (lines []string) {
	if p := c.Paper; p != nil {
		lines = append(lines, fmt.Sprintf("all %s together: ours - reported %s points, %s%s", Count(len(p.Cells), "score"), p.Text(), p.VerdictText(), p.Readings.named()))
	}
	if len(c.Rows) > 0 {
		counts := list.Count(c.Rows, func(x Conclusion) string { return x.Kind })
		of := list.Join(Occurring(counts), ", ", func(k Kind) string { return fmt.Sprintf("%d %s", counts[k.Kind], k.Kind) })
		open, decided := c.Open(cells)
		lines = append(lines, fmt.Sprintf("%s: %s; of %d that hold an inconclusive cell %d are decided", Count(len(c.Rows), "row"), of, open, decided))
	}
	return lines
}

// Best are the leads over the best reported rivals, each in a sentence.
func (c Conclusions) Best() (lines []string) {
	for _, l := range c.Leads {
		if l.Best {
			lines = append(lines, fmt.Sprintf("%s: lead of %s over %s, the best reported rival: %s: %s%s", l.MetricText(), l.Name, l.RivalName, l.Text(), l.answer(), l.Readings.named()))
		}
	}
	return lines
}

// Open counts the rows that hold an inconclusive cell, and those of them that are decided.
func (c Conclusions) Open(cells []Cell) (open, decided int) {
	kinds := list.ByKey(cells, func(x Cell) string { return x.Address })
	for _, x := range c.Rows {
		if slices.ContainsFunc(x.Cells, func(a string) bool { return kinds[a].Verdict.Kind == KindInconclusive }) {
			open++
			if x.Kind != KindInconclusive {
				decided++
			}
		}
	}
	return open, decided
}

// Section is a list under its heading; the first line holds the headings of the columns.
type Section struct {
	Title string
	Lines [][]string
	Spare []string // headings of columns that a narrow page can do without
}

// Sections are conclusions as they stand under a table: rows with their panels, then leads.
func (c Conclusions) Sections() (all []Section) {
	var rows, leads [][]string
	add := func(all []Conclusion, name func(Conclusion) string) {
		for _, x := range all {
			rows = append(rows, []string{x.MetricText(), name(x), strconv.Itoa(len(x.Cells)), x.Text(), Plain(x.Margin), x.VerdictText()})
		}
	}
	add(c.Rows, func(x Conclusion) string { return x.Name })
	add(c.Panels, func(Conclusion) string { return "all methods" })
	if len(rows) > 0 {
		rows = append([][]string{{"metric", "method", "cells", "ours - reported", "±", "verdict"}}, rows...)
		once(rows)
		all = append(all, Section{"Rows and panels: mean of ours - reported over the cells, 95 % interval, tolerance ±", rows, []string{"cells", "±"}})
	}
	for _, l := range c.Leads {
		line := l.Line()
		if l.Best {
			line[1] += " *"
		}
		leads = append(leads, slices.Insert(line, 2, strconv.Itoa(len(l.Cells)/2)))
	}
	if len(leads) > 0 {
		leads = append([][]string{{"metric", "rival", "rows", "reported", "ours", "ours - reported", "lead"}}, leads...)
		once(leads)
		all = append(all, Section{"Leads of " + c.Leads[0].Name + " over its rivals, 95 % intervals; *: best reported rival", leads, []string{"rows", "ours"}})
	}
	if lines := c.otherwise(); len(lines) > 0 {
		all = append(all, Section{"Readings of the protocol under which it comes out otherwise", append([][]string{{"conclusion", "ours", "says", "reading"}}, lines...), nil})
	}
	return all
}

// Line is a lead in a table: metric, rival, as reported, ours, the difference, and what it comes to.
func (l Lead) Line() []string {
	return []string{l.MetricText(), l.RivalName, Tenth(l.Reported), fmt.Sprintf("%s (%s)", Tenth(l.Ours), Tenths(l.OursLow, l.OursHigh)), l.Conclusion.Text(), l.answer()}
}

// once leaves a metric out of the lines below the first of it.
func once(lines [][]string) {
	for i := len(lines) - 1; i > 1; i-- {
		if lines[i][0] == lines[i-1][0] {
			lines[i][0] = ""
		}
	}
}

// MetricText is the metric with its measure, where the name of the method does not end in it.
func (c Conclusion) MetricText() string {
	if c.Measure == "" || strings.HasSuffix(strings.ToLower(c.Name), strings.ToLower(c.Measure)) {
		return c.Metric
	}
	return c.Metric + ", " + c.Measure
}

// VerdictText is the verdict on a row, with what is to be known about it.
func (c Conclusion) VerdictText() string {
	text := c.Sign() + " " + c.Kind + c.Readings.String()
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

func (l Lead) answer() string {
	text := l.Answer + l.Readings.String()
	if l.Answer == AsReported && l.Kind == KindInconclusive {
		text += ", inconclusive"
	}
	if l.Fitted {
		text += ", fitted"
	}
	return text
}

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

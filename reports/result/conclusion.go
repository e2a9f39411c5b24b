package result

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
)

// Conclusion sums up several cells: of a row (a method by a metric), of a panel (all methods by a metric) or of a paper (all scores). It
// is the mean over them of ours less the reported number. For example, RPR-NMF on the five ranks of ORL has -8.8 points of accuracy, 95 %
// interval -12.2 to -5.4, where each rank alone is inconclusive.
type Conclusion struct {
	Subject
	Distance
	Kind     string      // of the four verdicts
	N, Runs  int         // replicates, the fewest; reported runs, the fewest
	LeftOut  int         // cells whose reported number a setting was fitted to
	Fitted   bool        // of a row: fewer than two of its cells are not, and it is shown apart, with all of them; of a lead: any cell is
	Readings *Robustness // with the other readings of the protocol that were computed for all its cells; nil if none was
	Unless   []string    // starts of k-means under which it does not differ, so that it is inconclusive

	FittedBySame []string // of a lead that is fitted: the settings, where they were fitted to other scores of its runs only

	CellsApart int  // of its cells, those that differ by themselves: a mean over them may agree where what one has too much cancels what another lacks
	UnlessOnce bool // it differs; how many runs were reported is not said, and of a single one each it would not
}

// Subject names the rows, the metric and the methods of a conclusion.
type Subject struct {
	Paper, Table            string // keys; no table of a paper
	Metric, Measure, Method string // key of the method, "" of a panel
	Name                    string // of the method as its column has it
	Cells                   []string
}

// Distance is the mean of ours less the reported numbers, with its interval.
type Distance struct {
	Unit                  string  // points or percent
	On                    string  // for which rows it speaks: "on these rows"
	Difference, Low, High float64 // 95 %
	OneDraw               *Range  // the same interval if the reported runs share one draw of the classes; nil where that cannot be
	Tolerance             float64 // tolerance of the metric
	P                     float64 // of no difference, adjusted for all of the kind in the paper
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

// Range is an interval.
type Range struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// OnTheseRows says that an interval holds for the rows that it was computed from, and for no others.
const OnTheseRows = "on these rows"

// The answers to "is the lead as reported?".
const (
	AsReported       = "as reported"  // no significant difference, and any is shown to be within the tolerance
	LeadInconclusive = "inconclusive" // no significant difference, but the runs vary too much to call it as reported
	LeadSmaller      = "smaller"      // significantly; by less than the tolerance where the verdict is close
	LeadLarger       = "larger"
	LeadTurned       = "turned" // the rival is ahead
)

// Beyond counts the scores of a paper whose reported number lies beyond the 95 % interval of the difference.
type Beyond struct {
	Scores int     `json:"scores"`
	Beyond int     `json:"beyond"`
	Chance float64 `json:"by_chance"` // how many would if every difference were chance
	P      float64 `json:"p"`         // of so many or more
}

// Units of conclusions.
const (
	Points  = "points"  // hundredths of a score
	Percent = "percent" // of the reported number; in leads of the rival's
)

// Conclusions are all conclusions of a table or of a paper.
type Conclusions struct {
	Rows, Panels []Conclusion
	Leads        []Lead
	Beyond       *Beyond      // of a paper; nil of a table, and where no score was judged
	NotRun       []Unread     // readings of which there are no results
	Sources      []LeadSource // what the leads are made of, where that is shown
}

// Of returns the conclusions of one table.
func (c Conclusions) Of(table string) (out Conclusions) {
	of := func(x Conclusion) bool { return x.Table == table }
	out.Rows, out.Panels = list.Filter(c.Rows, of), list.Filter(c.Panels, of)
	out.Leads = list.Filter(c.Leads, func(l Lead) bool { return of(l.Conclusion) })
	out.Sources = list.Filter(c.Sources, func(l LeadSource) bool { return l.Table == table })
	out.NotRun = list.Filter(c.NotRun, func(u Unread) bool { return u.Table == table })
	return out
}

// What names the row of a conclusion: accuracy of RPR-NMF Euclidean.
func (c Conclusion) What() string { return strings.TrimSuffix(c.MetricText()+" of "+c.Name, " of ") }

// Sign returns the sign of the verdict.
func (c Conclusion) Sign() string { return KindOf(c.Kind).Sign }

// Key tells a row or panel among those of a paper: table3/acc/euclidean/rpr, table3/acc.
func (c Conclusion) Key() string {
	return strings.Join(list.Filter([]string{c.Table, c.Metric, c.Measure, c.Method}, func(s string) bool { return s != "" }), "/")
}

// In names the metric of a lead, with the words "% less" of a loss.
func (l Lead) In() string { return l.MetricText() + less(l.Unit) }

func less(unit string) string {
	if unit == Percent {
		return ", % less"
	}
	return ""
}

// Key tells a lead among those of a paper: table3/acc/euclidean/rpr/nmf.
func (l Lead) Key() string { return l.Conclusion.Key() + "/" + l.Rival }

// Text returns the difference with its interval in points, or in percent: -8.8 (-12.2 to -5.4), +6.6 % (3.9 to 9.2).
func (c Conclusion) Text() string {
	unit := ""
	if c.Unit == Percent {
		unit = " %"
	}
	return fmt.Sprintf("%s%s (%s)", Tenth(c.Difference), unit, c.interval())
}

// interval returns that of the difference and, where the reported runs may share one draw of the classes, the other.
func (c Conclusion) interval() string {
	if c.OneDraw == nil {
		return Tenths(c.Low, c.High)
	}
	return Tenths(c.Low, c.High) + "; one draw " + Tenths(c.OneDraw.Low, c.OneDraw.High)
}

// Text returns the lead in a sentence: reported +3.9, ours -0.8 (-3.0 to 1.4), 4.7 (1.6 to 7.7) less.
func (l Lead) Text() string {
	text := fmt.Sprintf("reported %s, ours %s (%s)", Tenth(l.Reported), Tenth(l.Ours), Tenths(l.OursLow, l.OursHigh))
	c, by := l.Conclusion, "more"
	if l.Difference < 0 {
		by, c.Low, c.High = "less", -l.High, -l.Low
		if one := l.OneDraw; one != nil {
			c.OneDraw = &Range{Low: -one.High, High: -one.Low}
		}
	}
	return fmt.Sprintf("%s, %.1f (%s) %s", text, math.Abs(l.Difference), c.interval(), by)
}

// Tenth returns a difference with one digit after the point and its sign.
func Tenth(v float64) string {
	if math.IsNaN(v) {
		return "-"
	}
	return fmt.Sprintf("%+.1f", math.Round(10*v)/10+0)
}

// Tenths returns the ends of an interval.
func Tenths(low, high float64) string {
	if math.IsNaN(low) || math.IsNaN(high) {
		return "-"
	}
	return fmt.Sprintf("%.1f to %.1f", math.Round(10*low)/10+0, math.Round(10*high)/10+0)
}

// KindCounts counts the rows by their verdict.
func (c Conclusions) KindCounts() map[string]int {
	return list.Count(c.Rows, func(x Conclusion) string { return x.Kind })
}

// InTolerances returns the distance in tolerances.
func (d Distance) InTolerances() Distance {
	d.Difference, d.Low, d.High, d.Tolerance = d.Difference/d.Tolerance, d.Low/d.Tolerance, d.High/d.Tolerance, 1
	return d
}

// Open counts the rows with an inconclusive cell, and how many of these rows are decided.
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

// MetricText returns the metric in words with its measure, where neither the metric nor the name of the method ends in it.
func (c Conclusion) MetricText() string {
	metric, measure := MetricWords(c.Metric), MetricWords(c.Measure)
	if measure == "" || strings.HasSuffix(metric, measure) || strings.HasSuffix(strings.ToLower(c.Name), strings.ToLower(measure)) {
		return metric
	}
	return metric + ", " + measure
}

package whatif

import (
	"math"
	"slices"
	"strings"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports/result"
)

// Moved is a cell under the protocol and under an alternative, in natural units. All its numbers are of the same runs: where both share
// their draws, of the replicates that both have.
type Moved struct {
	Cell       result.Cell // under the protocol
	Other      result.Cell
	Difference stat.Estimate // Other - Cell
	Interval   stat.Interval // 95 %
	Paired     bool
	On         string  // for which rows the interval speaks
	Tolerance  float64 // difference from the reported number that counts as none
	Gap        float64 // how far the cell is from the reported number; NaN without one
	OtherGap   float64 // how far it is under the alternative
	Nearer     float64 // by how much the alternative is nearer to the reported number
}

// Averages compares the averages of a table with those under the alternative, given as the whole table that it makes. An average that
// the alternative leaves as it is does not count.
func (b *Change) Averages(base, under result.Table) (all []Moved) {
	others := cellsOf(under)
	eachCell(base, func(at result.Address, c result.Cell) {
		o, there := others[at]
		if there && c.At.Dataset == reported.AverageRow && o.At.Metric == c.At.Metric && !slices.Equal(o.Runs.Values, c.Runs.Values) {
			all = append(all, newMoved(c, o, b.Shared))
		}
	})
	return all
}

// eachCell visits the cells of a table with where they stand in it, which alternatives leave as it is.
func eachCell(t result.Table, visit func(result.Address, result.Cell)) {
	for _, b := range t.Panels {
		for _, r := range b.Rows {
			for _, c := range r.Cells {
				visit(result.Address{Panel: b.Key, Row: r.Label, Column: c.At.Column, Measure: c.At.Measure}, c)
			}
		}
	}
}

func newMoved(c, other result.Cell, shared bool) Moved {
	source := "alternative"
	if shared {
		source = ""
		c, other = contrast.Paired(c, other)
		other.Runs.Draw = c.Runs.Draw
	}
	m := Moved{Cell: c, Other: other, Tolerance: c.Verdict.Tolerance, Gap: math.NaN(), OtherGap: math.NaN()}
	d := contrast.Contrast{Terms: []contrast.Term{contrast.Of(source, other).Weighted(1, 0), contrast.Of("", c).Weighted(-1, 0)}}
	contrast.Estimate(&d)
	m.Difference, m.Interval, m.Paired, m.On = d.Ours, d.Ours.Interval(stat.Confidence), d.Paired, d.Rows.String()
	if number, ok := reported.NumberOf(c.Reported); ok {
		v := c.Metric.Scale.Natural(number)
		m.Gap, m.OtherGap = math.Abs(stat.Mean(c.Runs.Values)-v), math.Abs(stat.Mean(other.Runs.Values)-v)
	}
	m.Nearer = m.Gap - m.OtherGap
	return m
}

// Says puts a difference in words, by its uncertainty, its tolerance and the reported number.
func (m Moved) Says() string {
	var say []string
	switch d := m.Difference.Value; {
	case math.IsNaN(d):
		return ""
	case d == 0 && m.Difference.SE == 0:
		return "the same"
	case math.IsNaN(m.Interval.Low):
		return "one replicate tells nothing of the scatter"
	case m.Interval.Contains(0):
		say = append(say, "not significant")
	case m.Tolerance > 0 && math.Abs(d) < m.Tolerance:
		say = append(say, "less than the tolerance")
	default:
		say = append(say, "moves")
	}
	if far := m.Tolerance / 10; !m.Interval.Contains(0) && math.Abs(m.Nearer) > far {
		if m.Nearer > 0 {
			say = append(say, "nearer to the reported number")
		} else {
			say = append(say, "farther from it")
		}
	}
	return strings.Join(say, ", ")
}

// Computed tells whether the alternative has a number for one of the cells that it changes; without such cells there is nothing to compute.
func (b *Change) Computed() bool {
	return len(b.Cells) == 0 || slices.ContainsFunc(b.Cells, func(m Moved) bool { return len(m.Other.Runs.Values) > 0 })
}

// Moves is what a change does to the cells of an experiment.
type Moves struct {
	Cells   int    // with both numbers
	Beside  int    // of these, with a reported number
	Apart   int    // of these, with an interval that does not hold zero
	Most    *Moved // of these, that which moves by most of its mean: iterations and points have no unit in common
	Nearer  int    // to the reported number
	Further int
}

// Moves counts the cells of a change that move: those with an interval that does not hold zero.
func (b *Change) Moves() (v Moves) {
	share := func(m Moved) float64 { return math.Abs(m.Difference.Value) / math.Abs(stat.Mean(m.Cell.Runs.Values)) }
	for i, m := range b.Cells {
		if math.IsNaN(m.Difference.Value) {
			continue
		}
		v.Cells++
		if !math.IsNaN(m.Nearer) {
			v.Beside++
		}
		if !(m.Interval.Low > 0 || m.Interval.High < 0) {
			continue
		}
		v.Apart++
		if v.Most == nil || share(m) > share(*v.Most) {
			v.Most = &b.Cells[i]
		}
		switch {
		case m.Nearer > 0:
			v.Nearer++
		case m.Nearer < 0:
			v.Further++
		}
	}
	return v
}

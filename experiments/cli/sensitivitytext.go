package cli

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"nmfrepro/eval/stat"
	"nmfrepro/reports"
)

func (s *study) text(w io.Writer) {
	fmt.Fprintf(w, "%s, profile %s\n", s.base.Spec.Address, s.base.Profile)
	if len(s.branches) == 0 {
		fmt.Fprintln(w, "\nno choice of the ledger that concerns this has an alternative")
	}
	for _, b := range s.branches {
		fmt.Fprintf(w, "\n%s (%s): %s\n  instead of %s: %s  [%s]\n", b.choice.Key, b.choice.Status, b.choice.Choice, b.choice.Value, b.alt.Value, b.alt.Set)
		switch {
		case b.why != "":
			fmt.Fprintf(w, "  %s\n", b.why)
			continue
		case len(b.cells) == 0:
			fmt.Fprintln(w, "  no cell shows what it changes")
			continue
		}
		lines := [][]string{{"  row", "column", "metric", "ours", "alternative", "difference", "95 % interval", "paper", ""}}
		for _, m := range b.cells {
			metric := m.cell.Metric
			if m.other.Metric != metric {
				metric += " → " + m.other.Metric
			}
			lines = append(lines, []string{"  " + m.cell.Row, m.cell.Column, metric, meanText(m.cell), meanText(m.other), signed(m.difference.Value),
				span(m.interval), m.cell.Published.Value, m.wording()})
		}
		writeColumns(w, lines)
		fmt.Fprintf(w, "  %s\n", b.summary())
	}
	fmt.Fprintln(w)
}

func meanText(c reports.Cell) string {
	if len(c.Values) == 0 {
		return string(c.Status)
	}
	s := strconv.FormatFloat(stat.Mean(c.Values), 'f', c.Decimals, 64)
	if len(c.Values) > 1 {
		s += "±" + strconv.FormatFloat(stat.SD(c.Values), 'f', c.Decimals, 64)
	}
	return fmt.Sprintf("%s (%d)", s, len(c.Values))
}

// wording says what a difference means beside its uncertainty, its margin and the print.
func (m moved) wording() string {
	var say []string
	switch d := m.difference.Value; {
	case math.IsNaN(d):
		return ""
	case d == 0 && m.difference.SE == 0:
		return "the same"
	case math.IsNaN(m.interval.Low):
		return "one replicate tells nothing of the scatter"
	case m.interval.Contains(0):
		say = append(say, "not told apart")
	case m.margin > 0 && math.Abs(d) < m.margin:
		say = append(say, "less than the margin")
	default:
		say = append(say, "moves")
	}
	if far := m.margin / 10; !m.interval.Contains(0) && math.Abs(m.nearer) > far {
		if m.nearer > 0 {
			say = append(say, "nearer to the print")
		} else {
			say = append(say, "further from the print")
		}
	}
	return strings.Join(say, ", ")
}

// movement counts the cells of a branch that move.
type movement struct {
	cells, apart    int     // with both numbers; of these, with an interval that does not hold zero
	most            float64 // the largest difference among those
	nearer, further int     // to the print, of those that have one
}

func (b *branch) movement() (v movement) {
	for _, m := range b.cells {
		if math.IsNaN(m.difference.Value) {
			continue
		}
		v.cells++
		if !(m.interval.Low > 0 || m.interval.High < 0) {
			continue
		}
		v.apart++
		v.most = max(v.most, math.Abs(m.difference.Value))
		switch {
		case m.nearer > 0:
			v.nearer++
		case m.nearer < 0:
			v.further++
		}
	}
	return v
}

// summary is how far the cells of a branch move.
func (b *branch) summary() string {
	v := b.movement()
	line := fmt.Sprintf("%d of %s move", v.apart, count(v.cells, "cell"))
	if v.apart > 0 {
		line += fmt.Sprintf(", by up to %s; %d nearer to the print, %d further from it", plain(v.most), v.nearer, v.further)
	}
	if !b.shared {
		line += "; other draws, so that replicates do not pair up"
	}
	return line
}

type movedJSON struct {
	Address     string   `json:"address"`
	Choice      string   `json:"choice"`
	Status      string   `json:"status"`
	Value       string   `json:"value"`
	Alternative string   `json:"alternative"`
	Set         string   `json:"set"`
	Why         string   `json:"why,omitempty"` // why nothing was computed
	Metric      string   `json:"metric,omitempty"`
	Other       string   `json:"metric_alternative,omitempty"`
	Mean        *float64 `json:"mean"`
	SD          *float64 `json:"sd"`
	N           int      `json:"n"`
	OtherMean   *float64 `json:"alternative_mean"`
	OtherSD     *float64 `json:"alternative_sd"`
	OtherN      int      `json:"alternative_n"`
	Paired      bool     `json:"paired"`
	Difference  *float64 `json:"difference"`
	Low         *float64 `json:"low"`
	High        *float64 `json:"high"`
	Published   string   `json:"published"`
	Nearer      *float64 `json:"nearer_to_print"`
}

func studiesJSON(studies []*study) []movedJSON {
	all := []movedJSON{}
	for _, s := range studies {
		for _, b := range s.branches {
			head := movedJSON{
				Address: s.base.Spec.Address, Choice: b.choice.Key, Status: b.choice.Status, Value: b.choice.Value, Alternative: b.alt.Value,
				Set: b.alt.Set, Why: b.why,
			}
			if len(b.cells) == 0 {
				all = append(all, head)
			}
			for _, m := range b.cells {
				x, c, o := head, m.cell, m.other
				x.Address, x.Metric, x.Other, x.Published = c.Address, c.Metric, o.Metric, c.Published.Value
				x.Mean, x.SD, x.N = number(stat.Mean(c.Values)), number(stat.SD(c.Values)), len(c.Values)
				x.OtherMean, x.OtherSD, x.OtherN = number(stat.Mean(o.Values)), number(stat.SD(o.Values)), len(o.Values)
				x.Paired, x.Difference, x.Low, x.High, x.Nearer = m.paired, number(m.difference.Value), number(m.interval.Low), number(m.interval.High), number(m.nearer)
				all = append(all, x)
			}
		}
	}
	return all
}

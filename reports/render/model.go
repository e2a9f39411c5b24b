package render

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"nmfrepro/eval/stat"
	"nmfrepro/reports"
	"nmfrepro/reports/term"
)

// model is a table ready to be written: nothing is computed after this.
type model struct {
	address string
	paper   string
	key     string
	title   string
	cite    string
	carried string
	panels  []panel
	notes   []string // the table's, as given
	foots   []string // explanations that cells refer to by number, from 1
	marks   marks
}

// panel is one block. Its rows have a line of our numbers, and one of the paper's if it prints any for this panel.
type panel struct {
	key       string
	title     string
	corner    string
	columns   []reports.Column
	rows      []row
	published bool
}

type row struct {
	label string
	cells []cell
}

// cell is one cell: either ours holds a number or state says why there is none.
type cell struct {
	src   reports.Cell
	n     int
	mean  float64 // NaN if n is 0
	sd    float64 // NaN if n is below 2
	ours  reports.Number
	state string
	count string // replicates behind ours: "10", or "7 of 10" where some are missing
	paper reports.Number
	foot  int // number of the footnote, 0 for none
}

// marks tells which signs a table uses and therefore has to explain.
type marks struct {
	best      bool // one of ours is the best of its row
	bold      bool // the paper prints bold
	standIn   bool
	partial   bool
	published bool
	unprinted bool     // the paper prints nothing for a cell of a panel that it prints
	verdicts  []string // "= MATCH", in the order in which they appear
}

func newModel(t reports.Table) model {
	m := model{address: t.Address, paper: t.Paper, key: t.Key, title: term.OneLine(t.Title), cite: term.OneLine(t.Cite), carried: term.OneLine(t.Carried)}
	for _, note := range t.Notes {
		m.notes = append(m.notes, term.OneLine(note))
	}
	foots := newFootnotes(m.notes)
	for _, p := range t.Panels {
		b := panel{key: p.Key, title: p.Title, corner: p.Corner, columns: p.Columns}
		for _, r := range p.Rows {
			line := row{label: r.Label}
			for _, c := range r.Cells {
				line.cells = append(line.cells, newCell(c, foots))
				b.published = b.published || c.Published.Value != ""
			}
			markBest(line.cells)
			b.rows = append(b.rows, line)
		}
		m.panels = append(m.panels, b)
	}
	m.foots = foots.lines
	m.marks = m.used()
	return m
}

func newCell(src reports.Cell, foots *footnotes) cell {
	c := cell{
		src: src, n: len(src.Values), mean: stat.Mean(src.Shown()), sd: stat.SD(src.Shown()),
		state: reports.StateText(src.Status), foot: foots.of(src),
		paper: src.Published.Number(),
	}
	if c.n == 0 {
		return c
	}
	c.state = ""
	c.ours = src.Ours()
	c.count = replicates(c.n, src.Want)
	return c
}

// nothing stands where the paper prints nothing.
const nothing = "–"

// replicates is how many there are of those that were asked for: 20, or 17 of 20.
func replicates(n, want int) string {
	if n < want {
		return fmt.Sprintf("%d of %d", n, want)
	}
	return strconv.Itoa(n)
}

// markBest sets the best of our numbers of each metric in bold. Numbers that print alike are equally good, and a number
// without a rival is not the best of anything. Readings of one metric (purity, purity@w) are rivals.
func markBest(cells []cell) {
	for i := range cells {
		c := &cells[i]
		rivals := 0
		best := c.ours.Mean != "" && !math.IsNaN(c.mean) && !c.src.Neutral
		for j := range cells {
			d := &cells[j]
			if i == j || d.ours.Mean == "" || math.IsNaN(d.mean) || metric(d) != metric(c) {
				continue
			}
			rivals++
			better := d.mean > c.mean
			if c.src.Lower {
				better = d.mean < c.mean
			}
			best = best && (!better || d.ours.Mean == c.ours.Mean)
		}
		c.ours.Bold = best && rivals > 0
	}
}

// metric is the name of a cell's metric without the reading behind "@", and of the objective it belongs to.
func metric(c *cell) string {
	name, _ := reports.SplitMetric(c.src.Metric)
	return name + " " + c.src.Measure
}

// cells lists the cells of all panels.
func (m model) cells() (all []cell) {
	for _, p := range m.panels {
		for _, r := range p.rows {
			all = append(all, r.cells...)
		}
	}
	return all
}

func (m model) used() marks {
	var u marks
	for _, p := range m.panels {
		u.published = u.published || p.published
		for _, r := range p.rows {
			for _, c := range r.cells {
				u.best = u.best || c.ours.Bold
				u.bold = u.bold || c.paper.Bold
				u.standIn = u.standIn || c.standIn()
				u.partial = u.partial || c.count != "" && c.n < c.src.Want
				u.unprinted = u.unprinted || p.published && c.paper.Mean == ""
				if line := c.sign() + " " + c.src.Verdict.Kind; c.sign() != "" && !slices.Contains(u.verdicts, line) {
					u.verdicts = append(u.verdicts, line)
				}
			}
		}
	}
	return u
}

// sign is that of the verdict on our number; a stand-in has a mark of its own.
func (c cell) sign() string {
	if c.ours.Mean == "" || c.src.StandIn != "" {
		return ""
	}
	return c.src.Verdict.Sign
}

// line is our number, formatted, with the count of its replicates and its marks, or why there is none.
func (c cell) line(number string, mark func(string) string, foot func(int) string) string {
	s := c.state
	if s == "" {
		s = number + " (" + c.count + ")"
		if c.standIn() {
			s += mark(standInMark)
		}
		if c.sign() != "" {
			s += " " + mark(c.sign())
		}
	}
	if c.foot > 0 {
		s += " " + foot(c.foot)
	}
	return s
}

// standIn tells whether our number was computed on other data than the paper's.
func (c cell) standIn() bool { return c.ours.Mean != "" && c.src.StandIn != "" }

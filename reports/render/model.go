package render

import (
	"fmt"
	"math"
	"strconv"

	"nmfrepro/reports/list"

	"nmfrepro/eval/stat"
	"nmfrepro/reports"
	"nmfrepro/reports/term"
)

// model is a table ready to be written: nothing is computed after this. Its texts have no line breaks. The template of HTML
// reads what is exported.
type model struct {
	reports.Table
	Panels  []panel  // in place of the table's
	Buttons bool     // each cell of HTML ends in one
	Runs    string   // behind most of our numbers, which say nothing of it themselves
	varied  bool     // others have another number of runs
	foots   []string // explanations that cells refer to by number, from 1
	marks   marks
}

// panel is one block. Its rows have a line of our numbers, and one of the paper's if it prints any for this panel.
type panel struct {
	reports.Panel
	Rows      []row
	Published bool
}

type row struct {
	Label string
	Cells []cell
}

// cell is one cell: either Ours holds a number or State says why there is none.
type cell struct {
	reports.Cell
	mean  float64 // NaN if there are no values
	sd    float64 // NaN if there are fewer than two
	Ours  reports.Number
	State string
	Count string // runs behind Ours where that are not those of the table: "10", or "7 of 10" where some are missing
	Paper reports.Number
	Foot  int // number of the footnote, 0 for none
}

// marks tells which signs a table uses and therefore has to explain.
type marks struct {
	best      bool // one of ours is the best of its row
	bold      bool // the paper prints bold
	standIn   bool
	partial   bool
	published bool
	unprinted bool     // the paper prints nothing for a cell of a panel that it prints
	verdicts  []string // "= agrees", in the order of legends
}

func newModel(t reports.Table) model {
	m := model{Table: t}
	m.Title, m.Cite, m.Carried, m.Notes = term.OneLine(t.Title), term.OneLine(t.Cite), term.OneLine(t.Carried), list.Map(t.Notes, term.OneLine)
	foots := footnotes{known: m.Notes}
	for _, p := range t.Panels {
		b := panel{Panel: p}
		for _, r := range p.Rows {
			line := row{Label: r.Label}
			for _, c := range r.Cells {
				line.Cells = append(line.Cells, newCell(c, &foots))
				b.Published = b.Published || c.Published.Value != ""
			}
			markBest(line.Cells)
			b.Rows = append(b.Rows, line)
		}
		m.Panels = append(m.Panels, b)
	}
	m.foots = foots.lines
	m.countOnce()
	m.marks = m.used()
	return m
}

// countOnce takes the number of runs that most cells have out of these.
func (m *model) countOnce() {
	counts := list.Count(list.Filter(m.cells(), func(c cell) bool { return c.Count != "" }), func(c cell) string { return c.Count })
	for count, n := range counts {
		if n > counts[m.Runs] || n == counts[m.Runs] && count > m.Runs {
			m.Runs = count
		}
	}
	m.varied = len(counts) > 1
	for _, p := range m.Panels {
		for _, r := range p.Rows {
			for j := range r.Cells {
				if r.Cells[j].Count == m.Runs {
					r.Cells[j].Count = ""
				}
			}
		}
	}
}

func newCell(src reports.Cell, foots *footnotes) cell {
	src.StandIn, src.Note = term.OneLine(src.StandIn), term.OneLine(src.Note)
	c := cell{Cell: src, mean: stat.Mean(src.Shown()), sd: stat.SD(src.Shown()), Paper: src.Published.Number(), Foot: foots.of(src)}
	if len(src.Values) == 0 {
		c.State = reports.StateText(src.Status)
		return c
	}
	c.Ours, c.Count = src.Ours(), strconv.Itoa(len(src.Values))
	if c.Partial() {
		c.Count += fmt.Sprintf(" of %d", src.Want)
	}
	return c
}

// nothing stands where the paper prints nothing.
const nothing = "–"

// Partial tells whether replicates that were asked for are missing.
func (c cell) Partial() bool { return len(c.Values) > 0 && len(c.Values) < c.Want }

// markBest sets the best of our numbers of each metric in bold. Numbers that print alike are equally good, and a number
// without a rival is not the best of anything. Readings of one metric (purity, purity@w) are rivals.
func markBest(cells []cell) {
	for i := range cells {
		c := &cells[i]
		rivals := 0
		best := c.Ours.Mean != "" && !math.IsNaN(c.mean) && !c.Neutral
		for j := range cells {
			d := &cells[j]
			if i == j || d.Ours.Mean == "" || math.IsNaN(d.mean) || metric(d) != metric(c) {
				continue
			}
			rivals++
			better := d.mean > c.mean
			if c.Lower {
				better = d.mean < c.mean
			}
			best = best && (!better || d.Ours.Mean == c.Ours.Mean)
		}
		c.Ours.Bold = best && rivals > 0
	}
}

// metric is the name of a cell's metric without the reading behind "@", and of the objective it belongs to.
func metric(c *cell) string {
	name, _ := reports.SplitMetric(c.Metric)
	return name + " " + c.Measure
}

// cells lists the cells of all panels.
func (m model) cells() []cell {
	rows := list.FlatMap(m.Panels, func(p panel) []row { return p.Rows })
	return list.FlatMap(rows, func(r row) []cell { return r.Cells })
}

func (m model) used() marks {
	var u marks
	kinds := map[string]bool{}
	for _, p := range m.Panels {
		u.published = u.published || p.Published
		for _, r := range p.Rows {
			for _, c := range r.Cells {
				u.best = u.best || c.Ours.Bold
				u.bold = u.bold || c.Paper.Bold
				u.standIn = u.standIn || c.standIn()
				u.partial = u.partial || c.Partial()
				u.unprinted = u.unprinted || p.Published && c.Paper.Mean == ""
				kinds[c.Verdict.Kind] = kinds[c.Verdict.Kind] || c.Sign() != ""
			}
		}
	}
	for _, k := range reports.Kinds {
		if kinds[k.Kind] {
			u.verdicts = append(u.verdicts, k.Sign+" "+k.Kind)
		}
	}
	return u
}

// Sign is that of the verdict on our number; a stand-in has a mark of its own.
func (c cell) Sign() string {
	if c.Ours.Mean == "" || c.StandIn != "" {
		return ""
	}
	return c.Verdict.Sign
}

// line is our number, formatted, with the count of its replicates and its marks, or why there is none.
func (c cell) line(number string, mark func(string) string, foot func(int) string) string {
	s := c.State
	if s == "" {
		if s = number; c.Count != "" {
			s += " (" + c.Count + ")"
		}
		if c.standIn() {
			s += mark(standInMark)
		}
		if c.Sign() != "" {
			s += " " + mark(c.Sign())
		}
	}
	if c.Foot > 0 {
		s += " " + foot(c.Foot)
	}
	return s
}

// script is how a format writes the parts of a cell.
type script struct {
	escape func(string) string
	number func(reports.Number) string
	foot   func(int) string // number of a footnote
	none   string           // where the paper prints nothing
}

// reportedWord stands at the lines of the paper's numbers.
const reportedWord = "reported"

// lines are a row as a line of ours and one of the reported numbers.
func (s script) lines(r row) (ours, reported []string) {
	ours, reported = []string{s.escape(r.Label), "ours"}, []string{"", reportedWord}
	for _, c := range r.Cells {
		theirs := s.none
		if c.Paper.Mean != "" {
			theirs = s.number(c.Paper)
		}
		ours, reported = append(ours, c.line(s.number(c.Ours), s.escape, s.foot)), append(reported, theirs)
	}
	return ours, reported
}

// standIn tells whether our number was computed on other data than the paper's.
func (c cell) standIn() bool { return c.Ours.Mean != "" && c.StandIn != "" }

// labels are the corner of a panel and the names of its rows.
func (p panel) labels() []string {
	return append([]string{p.Corner}, list.Map(p.Rows, func(r row) string { return r.Label })...)
}

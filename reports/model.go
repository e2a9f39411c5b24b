package reports

import (
	"math"
	"slices"

	"nmfrepro/eval/stat"
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
	columns   []Column
	rows      []row
	published bool
}

type row struct {
	label string
	cells []cell
}

// cell is one cell: either ours holds a number or state says why there is none.
type cell struct {
	src   Cell
	n     int
	mean  float64 // NaN if n is 0
	sd    float64 // NaN if n is below 2
	ours  number
	state string
	count string // replicates behind ours: "10", or "7 of 10" where some are missing
	paper number
	foot  int // number of the footnote, 0 for none
}

// number is a mean and its deviation as text.
type number struct {
	mean string // "" for none; of the paper's, perhaps "illegible"
	sd   string // "" for none
	bold bool
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

func newModel(t Table) model {
	m := model{address: t.Address, paper: t.Paper, key: t.Key, title: oneLine(t.Title), cite: oneLine(t.Cite), carried: oneLine(t.Carried)}
	for _, note := range t.Notes {
		m.notes = append(m.notes, oneLine(note))
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

func newCell(src Cell, foots *footnotes) cell {
	c := cell{
		src: src, n: len(src.Values), mean: stat.Mean(src.Shown()), sd: stat.SD(src.Shown()),
		state: StateText(src.Status), foot: foots.of(src),
		paper: published(src),
	}
	if c.n == 0 {
		return c
	}
	c.state = ""
	c.ours.mean = fixed(c.mean, src.Scale.Decimals)
	if c.n > 1 {
		c.ours.sd = fixed(c.sd, src.Scale.Decimals)
	}
	c.count = replicates(c.n, src.Want)
	return c
}

func published(c Cell) number {
	return number{mean: c.Published.Value, sd: c.Published.SD, bold: c.Published.Bold}
}

// markBest sets the best of our numbers of each metric in bold. Numbers that print alike are equally good, and a number
// without a rival is not the best of anything. Readings of one metric (purity, purity@w) are rivals.
func markBest(cells []cell) {
	for i := range cells {
		c := &cells[i]
		rivals := 0
		best := c.ours.mean != "" && !math.IsNaN(c.mean) && !c.src.Neutral
		for j := range cells {
			d := &cells[j]
			if i == j || d.ours.mean == "" || math.IsNaN(d.mean) || metric(d) != metric(c) {
				continue
			}
			rivals++
			better := d.mean > c.mean
			if c.src.Lower {
				better = d.mean < c.mean
			}
			best = best && (!better || d.ours.mean == c.ours.mean)
		}
		c.ours.bold = best && rivals > 0
	}
}

// metric is the name of a cell's metric without the reading behind "@", and of the objective it belongs to.
func metric(c *cell) string {
	name, _ := SplitMetric(c.src.Metric)
	return name + " " + c.src.Measure
}

func (m model) used() marks {
	var u marks
	for _, p := range m.panels {
		u.published = u.published || p.published
		for _, r := range p.rows {
			for _, c := range r.cells {
				u.best = u.best || c.ours.bold
				u.bold = u.bold || c.paper.bold
				u.standIn = u.standIn || c.standIn()
				u.partial = u.partial || c.count != "" && c.n < c.src.Want
				u.unprinted = u.unprinted || p.published && c.paper.mean == ""
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
	if c.ours.mean == "" || c.src.StandIn != "" {
		return ""
	}
	return c.src.Verdict.Sign
}

// standIn tells whether our number was computed on other data than the paper's.
func (c cell) standIn() bool { return c.ours.mean != "" && c.src.StandIn != "" }

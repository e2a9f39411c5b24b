package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
)

// model is a table ready to be written: nothing is computed after this. Its texts have no line breaks. The template of HTML
// reads what is exported.
type model struct {
	result.Table
	Panels  []panel  // in place of the table's
	Buttons bool     // each cell of HTML ends in one
	Runs    string   // behind most of our numbers, which say nothing of it themselves
	varied  bool     // others have another number of runs
	foots   []string // explanations that cells refer to by number, from 1
	marks   marks
}

// panel is one block. Its rows have a line of our numbers, and one of the paper's if it reports any for this panel.
type panel struct {
	result.Panel
	Rows     []row
	Reported bool
}

type row struct {
	Label string
	Cells []cell
}

// cell is one cell: either Ours holds a number or State says why there is none.
type cell struct {
	result.Cell
	Ours  result.Number
	State string
	Count string // runs behind Ours where that are not those of the table: "10", or "7 of 10" where some are missing
	Paper result.Number
	Foot  int // number of the footnote, 0 for none
}

// marks tells which signs a table uses and therefore has to explain.
type marks struct {
	best      bool // one of ours is the best of its row
	turned    bool // rows are columns
	tested    bool // by the differences between runs
	bold      bool // the paper reports bold
	standIn   bool
	limit     bool // most runs of a cell ended at the limit on iterations
	partial   bool
	reported  bool
	unprinted bool     // the paper reports nothing for a cell of a panel that it reports
	verdicts  []string // "= agrees", in the order of legends
}

func newModel(t result.Table) model {
	m := model{Table: t}
	m.Title, m.Cite, m.Carried = term.OneLine(t.Title), term.OneLine(t.Cite), term.OneLine(t.Carried)
	m.Notes = list.Map(slices.Concat(t.Notes, reports.SelectionNotes(t.Selected)), term.OneLine)
	foots := footnotes{known: m.Notes}
	for _, p := range t.Panels {
		b := panel{Panel: p}
		for _, r := range p.Rows {
			line := row{Label: r.Title()}
			best := r.Best()
			for j, c := range r.Cells {
				line.Cells = append(line.Cells, newCell(c, &foots))
				line.Cells[j].Ours.Bold = best[j]
				b.Reported = b.Reported || c.Reported.Value != ""
			}
			b.Rows = append(b.Rows, line)
		}
		if p.Turned {
			b = b.transposed()
			b.Corner = "method"
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

func newCell(src result.Cell, foots *footnotes) cell {
	src.State.Substitute, src.State.Note = term.OneLine(src.State.Substitute), term.OneLine(src.State.Note)
	c := cell{Cell: src, Paper: src.Reported.Number(), Foot: foots.of(src)}
	if len(src.Runs.Values) == 0 {
		c.State = reports.StateText(src.State.Status)
		return c
	}
	c.Ours, c.Count = src.Ours(), strconv.Itoa(len(src.Runs.Values))
	if c.Partial() {
		c.Count += fmt.Sprintf(" of %d", src.Runs.Want)
	}
	return c
}

// nothing stands where the paper reports nothing.
const nothing = "–"

// Partial tells whether some of the replicates that a user asked for are missing.
func (c cell) Partial() bool {
	return len(c.Cell.Runs.Values) > 0 && len(c.Cell.Runs.Values) < c.Cell.Runs.Want
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
		u.reported, u.turned = u.reported || p.Reported, u.turned || p.Turned
		for _, r := range p.Rows {
			for _, c := range r.Cells {
				u.best, u.tested = u.best || c.Ours.Bold, u.tested || len(c.Against) > 0
				u.bold = u.bold || c.Paper.Bold
				u.standIn = u.standIn || c.standIn()
				u.partial = u.partial || c.Partial()
				u.limit = u.limit || c.atLimit()
				u.unprinted = u.unprinted || p.Reported && c.Paper.Mean == ""
				kinds[c.Verdict.Kind] = kinds[c.Verdict.Kind] || c.Sign() != ""
			}
		}
	}
	for _, k := range result.Kinds {
		switch {
		case kinds[k.Kind] && k.Kind == result.KindMissing: // our number is there, as a time, or of too few runs
			u.verdicts = append(u.verdicts, k.Sign+" missing: not judged")
		case kinds[k.Kind]:
			u.verdicts = append(u.verdicts, k.Sign+" "+k.Kind)
		}
	}
	return u
}

// bestText says which of our numbers are marked.
func (u marks) bestText() string {
	line := "row"
	if u.turned {
		line = "column"
	}
	if u.tested {
		return "best of its metric in the " + line + ", or not significantly behind"
	}
	return "best mean of its metric in the " + line
}

// Sign returns the sign of the verdict on our number; substitute data has a mark of its own.
func (c cell) Sign() string {
	if c.Ours.Mean == "" || c.Cell.State.Substitute != "" {
		return ""
	}
	return c.Verdict.Sign
}

// line returns our number, formatted, with the count of its replicates and its marks, or why there is none.
func (c cell) line(number string, mark func(string) string, foot func(int) string) string {
	s := c.State
	if s == "" {
		if s = number; c.Count != "" {
			s += " (" + c.Count + ")"
		}
		if c.standIn() {
			s += mark(standInMark)
		}
		if c.atLimit() {
			s += mark(limitMark)
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
	number func(result.Number) string
	foot   func(int) string // number of a footnote
	none   string           // where the paper reports nothing
}

// reportedWord stands at the lines of the paper's numbers.
const reportedWord = "reported"

// lines returns a row as a line of ours and one of the reported numbers.
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
func (c cell) standIn() bool { return c.Ours.Mean != "" && c.Cell.State.Substitute != "" }

// atLimit tells whether most runs ended at the limit on iterations although a tolerance was set.
func (c cell) atLimit() bool { return 2*c.Cell.Runs.AtLimit > len(c.Cell.Runs.Values) }

// labels returns the corner of a panel and the names of its rows.
func (p panel) labels() []string {
	return append([]string{p.Corner}, list.Map(p.Rows, func(r row) string { return r.Label })...)
}

// footnotes numbers the reasons that cells give, each once, in the order in which they appear.
type footnotes struct {
	known []string // notes of the table, which need no repeating
	lines []string
}

// of returns the number of a cell's footnote. It is 0 if there is nothing to explain, or if a note of the table explains it.
func (f *footnotes) of(c result.Cell) int {
	line := term.OneLine(strings.Trim(c.State.Note+"; "+c.Reported.Status, "; "))
	if line == "" || slices.ContainsFunc(f.known, func(note string) bool { return strings.Contains(note, line) }) {
		return 0
	}
	if c.State.Status != result.OK && c.State.Note != "" {
		line = reports.StateText(c.State.Status) + ": " + line
	}
	i := slices.Index(f.lines, line)
	if i < 0 {
		f.lines = append(f.lines, line)
		i = len(f.lines) - 1
	}
	return i + 1
}

const (
	standInMark = "†"
	limitMark   = "‡"
)

func bracket(i int) string { return fmt.Sprintf("[%d]", i) }

// legend returns one line that tells how to read a cell of this table; best is "bold", or the mark that stands for it.
func (m model) legend(best string) string {
	say := []string{"ours: mean±sd of " + m.Runs + " runs"}
	switch m.Runs {
	case "":
		say[0] = "ours: mean±sd of our runs"
	case "1":
		say[0] = "ours: one run"
	}
	if m.varied {
		say[0] += ", or of (n)"
	}
	if m.marks.partial {
		say = append(say, "(k of n): the others failed or have yet to run")
	}
	if m.marks.reported {
		say = append(say, "reported: as in the paper")
	}
	if m.marks.unprinted {
		say = append(say, nothing+": not reported")
	}
	switch {
	case m.marks.best && m.marks.bold:
		say = append(say, best+": "+m.marks.bestText()+"; in reported lines, bold there")
	case m.marks.best:
		say = append(say, best+": "+m.marks.bestText())
	case m.marks.bold:
		say = append(say, best+": bold in the paper")
	}
	if m.marks.standIn {
		say = append(say, standInMark+": computed on substitute data")
	}
	if m.marks.limit {
		say = append(say, limitMark+": most runs ended at the limit on iterations, not by the tolerance")
	}
	if len(m.marks.verdicts) > 0 {
		say = append(say, "verdict: "+strings.Join(m.marks.verdicts, ", "))
	}
	return strings.Join(say, "; ") + "."
}

// Legend returns the line that explains cells of two lines.
func (m model) Legend() string {
	return strings.NewReplacer("ours: ", "first lines: ours, ", "; reported: as in the paper", "; second lines: as reported",
		"in reported lines", "in second lines").Replace(m.legend("bold"))
}

// Below returns the lines under the table: footnotes, substitute data, where carried results come from, and the table's own notes.
func (m model) Below() []string {
	lines := m.footnotes()
	for _, c := range m.cells() {
		if c.standIn() {
			lines = list.AppendUnique(lines, fmt.Sprintf("%s %s: substitute for %s", standInMark, c.Cell.At.Dataset, c.Cell.State.Substitute))
		}
	}
	if m.Carried != "" {
		lines = append(lines, "Ours are "+m.Carried+".")
	}
	return append(lines, m.Notes...)
}

// late returns 0 of a panel by whose score the own method has a lead, 1 of others in which it stands beside rivals, and 2 of those in which it
// does not.
func (m model) late(p panel) int {
	own := len(list.Filter(list.Upto(len(p.Columns)), func(j int) bool { return m.Owns(p.Panel, j) }))
	switch {
	case own == 0 || own == len(p.Columns):
		return 2
	case slices.ContainsFunc(m.Says.Leads, func(l result.Lead) bool {
		return l.Unit == result.Points && len(p.Rows) > 0 && slices.ContainsFunc(p.Rows[0].Cells, func(c cell) bool { return c.Cell.At.Metric == l.Metric })
	}):
		return 0
	}
	return 1
}

// footnotes returns them with their numbers.
func (m model) footnotes() (lines []string) {
	for i, f := range m.foots {
		lines = append(lines, bracket(i+1)+" "+f)
	}
	return lines
}

// footnotesInShort returns them with those on one line that are alike but for their last part, which is left out.
func (m model) footnotesInShort() (lines []string) {
	head := func(i int) string {
		if at := strings.LastIndex(m.foots[i], "; "); at > 0 {
			return m.foots[i][:at]
		}
		return m.foots[i]
	}
	heads := list.Map(list.Upto(len(m.foots)), head)
	for _, h := range list.AppendUnique(nil, heads...) {
		alike := list.Places(heads, func(other string) bool { return other == h })
		if len(alike) == 1 {
			h = m.foots[alike[0]]
		}
		lines = append(lines, list.Join(alike, " ", func(i int) string { return bracket(i + 1) })+" "+h)
	}
	return lines
}

// Source returns the line that names the table and its paper.
func (m model) Source() string {
	if m.Cite == "" {
		return m.Address
	}
	return m.Address + ", after " + m.Cite
}

// transposed returns a panel whose rows are columns.
func (p panel) transposed() panel {
	t := p
	t.Columns = list.Map(p.Rows, func(r row) result.Column { return result.Column{Label: r.Label} })
	t.Rows, t.Panel.Rows, t.Corner = nil, nil, "" // no column is of one method
	for j, c := range p.Columns {
		t.Rows = append(t.Rows, row{strings.TrimSpace(c.Group + " " + c.Label), list.Map(p.Rows, func(r row) cell { return r.Cells[j] })})
	}
	return t
}

// stacked returns a panel with one column for each group of columns: what they differ in within the group becomes rows. A panel without
// such groups stays as it is.
func (p panel) stacked() panel {
	var heads, labels []string
	for _, c := range p.Columns {
		heads, labels = list.AppendUnique(heads, c.Group), list.AppendUnique(labels, c.Label)
	}
	if len(heads) < 2 || len(labels) < 2 || slices.Contains(heads, "") || len(heads)*len(labels) != len(p.Columns) {
		return p
	}
	s := p
	s.Columns = list.Map(heads, func(head string) result.Column { return result.Column{Label: head} })
	s.Rows = nil
	for _, r := range p.Rows {
		for _, label := range labels {
			s.Rows = append(s.Rows, row{r.Label + ", " + label, list.Map(heads, func(head string) cell {
				return r.Cells[slices.Index(p.Columns, result.Column{Group: head, Label: label})]
			})})
		}
	}
	return s
}

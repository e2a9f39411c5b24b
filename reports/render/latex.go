package render

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// writeLaTeX writes a table as a float with booktabs: the panels that the paper reports, one below the other, with methods as
// columns, and below them what the signs mean. It stands in a column of a two-column journal if it fits there, otherwise across
// both. Where the page is too narrow or too low, letters become smaller, down to seven points; then columns under one heading become rows,
// then rows and columns change places, then the columns are cut into parts below each other, over several floats where a page is too low.
// The first line names the packages; internal names, the program and the notes are comments.
func writeLaTeX(to *strings.Builder, m model, opt Options) {
	all := to
	to = new(strings.Builder)
	for _, note := range append([]string{m.Carried}, m.Notes...) {
		if note != "" {
			comment(to, note)
		}
	}
	if slices.ContainsFunc(m.Panels, func(p panel) bool { return p.Reported }) {
		m.Panels = slices.DeleteFunc(slices.Clone(m.Panels), func(p panel) bool {
			if !p.Reported {
				comment(to, fmt.Sprintf("the paper reports none of %q, which --only panel=%s shows alone", p.Title, p.Key))
			}
			return !p.Reported
		})
	}
	best := newLatexTable(m, opt, latexForms[0])
	for _, f := range latexForms[1:] {
		if best.tooWide+best.tooHigh == 0 {
			break
		}
		if t := newLatexTable(m, opt, f); t.tooWide < best.tooWide || t.tooWide == best.tooWide && t.tooHigh < best.tooHigh {
			best = t
		}
	}
	text, packages := best.floats(), "array,booktabs"
	if strings.Contains(text, `\resizebox`) {
		packages += ",graphicx"
	}
	if opt.SIunitx {
		text = meanAndDeviation.ReplaceAllString(text, `\num{$1 +- $2}`)
		packages += ",siunitx"
	}
	comment(all, m.Address+"; \\usepackage{"+packages+"}")
	all.WriteString(to.String() + text)
}

func comment(to *strings.Builder, s string) {
	to.WriteString("% " + strings.ReplaceAll(s, "\n", " ") + "\n")
}

// meanAndDeviation matches the numbers that siunitx sets as the author's document has it.
var meanAndDeviation = regexp.MustCompile(`([0-9.]+)\\ensuremath\{\\pm\}([0-9.]+)`)

// Lengths in points: a column of a two-column journal (IEEE's), its page, what a column is separated by, and the words beside the
// tabular.
const (
	latexColumn = 252.0
	latexPage   = 516.0
	latexHeight = 668.0
	latexGap    = 6.0
	latexRule   = 4.0  // a horizontal one, with the room around it
	latexRaised = 0.8  // by which a footnote mark is higher than a dense line
	latexLabel  = 90.0 // room for the names of rows, at least
	latexParts  = 6    // of a wide table, at most
	latexSure   = 0.94 // share of the page up to which an estimated width fits for sure
)

// latexForm is a way of setting a table.
type latexForm struct {
	size   string
	points float64 // of the letters
	lead   float64 // from line to line
	dense  bool    // less of that
	turn   func(panel) panel
	cut    int // into so many parts by columns
}

// latexDense is how much of the usual distance between lines is left where a table is high.
const latexDense = 0.9

// latexForms are tried in this order.
var latexForms = func() (all []latexForm) {
	turns := []func(panel) panel{func(p panel) panel { return p }, panel.stacked, panel.transposed}
	for _, turn := range turns {
		all = append(all, latexForm{"\\footnotesize", 8, 9.5, false, turn, 1}, latexForm{"\\scriptsize", 7, 8, false, turn, 1},
			latexForm{"\\scriptsize", 7, 8 * latexDense, true, turn, 1})
	}
	for cut := 2; cut <= latexParts; cut++ {
		for _, turn := range turns[:2] {
			all = append(all, latexForm{"\\scriptsize", 7, 8, false, turn, cut}, latexForm{"\\scriptsize", 7, 8 * latexDense, true, turn, cut})
		}
	}
	return all
}()

// latexTable is a table in one of the forms.
type latexTable struct {
	model
	latexForm
	opt              Options
	everywhere       bool // all cells have one footnote, which needs no mark
	width            float64
	tooWide, tooHigh float64
	around           float64         // height of caption and note
	body             strings.Builder // of the tabular that is written
	parts            []latexPart
}

// latexPart is a tabular, with its height.
type latexPart struct {
	text   string
	height float64
}

func newLatexTable(m model, opt Options, form latexForm) *latexTable {
	t := &latexTable{model: m, opt: opt, latexForm: form}
	t.everywhere = len(m.foots) == 1 && !slices.ContainsFunc(m.cells(), func(c cell) bool { return c.Foot == 0 })
	t.Panels = list.Map(m.Panels, func(p panel) panel {
		if len(p.Columns) == 1 && len(p.Rows) > 2 { // a single column takes less room as a row
			return p.transposed()
		}
		return form.turn(p)
	})
	t.Panels = cutColumns(t.Panels, form.cut)
	room, height, used := latexHeight-t.beside(latexPage), 0.0, 0.0 // used: of the float that is being filled
	for i := 0; i < len(t.Panels); {
		if rows := len(t.Panels[i].Rows); rows > 1 { // a panel higher than a page
			if high := t.part(t.Panels[i : i+1]).height; high > room {
				t.Panels = slices.Replace(t.Panels, i, i+1, cutRows(t.Panels[i], int(math.Ceil(1.2*high/room)))...)
			}
		}
		k := i + 1
		part := t.part(t.Panels[i:k])
		if used+part.height > room {
			used = 0
		}
		for k < len(t.Panels) && t.Panels[k].Corner == t.Panels[i].Corner && slices.Equal(t.Panels[k].Columns, t.Panels[i].Columns) {
			more := t.part(t.Panels[i : k+1])
			if used+more.height > room {
				break
			}
			part, k = more, k+1
		}
		t.parts, height, used, i = append(t.parts, part), height+part.height, used+part.height, k
	}
	page := latexPage
	if t.width <= latexColumn {
		page = latexColumn
	}
	t.tooWide = max(0, t.width-latexSure*latexPage)
	t.around = t.beside(page)
	t.tooHigh = max(0, height+t.around-latexHeight)
	return t
}

// part returns panels that share their columns as a tabular.
func (t *latexTable) part(panels []panel) latexPart {
	t.body.Reset()
	height := t.tabular(panels)
	return latexPart{t.body.String(), height}
}

// beside returns the height of caption and note across a page of some width.
func (t *latexTable) beside(page float64) float64 {
	return 10 + 12*math.Ceil(latexWidth(t.caption(), 10)/page) + 3 + t.lead*math.Ceil(latexWidth(t.note(), t.points)/page)
}

// cutRows cuts a panel into parts by its rows.
func cutRows(p panel, parts int) (all []panel) {
	parts = min(parts, len(p.Rows))
	for i := range parts {
		q := p
		q.Rows = p.Rows[i*len(p.Rows)/parts : (i+1)*len(p.Rows)/parts]
		all = append(all, q)
	}
	return all
}

// cutColumns cuts panels into parts by their columns, between groups where there are enough: the first part of all panels, then the second.
func cutColumns(panels []panel, parts int) (all []panel) {
	if parts == 1 {
		return panels
	}
	for i := range parts {
		for _, p := range panels {
			blocks := result.Runs(p.Columns)
			if len(blocks) < parts {
				blocks = nil
				for j := range p.Columns {
					blocks = append(blocks, []int{j})
				}
			}
			chosen := slices.Concat(blocks[i*len(blocks)/parts : (i+1)*len(blocks)/parts]...)
			if len(chosen) == 0 {
				continue
			}
			q := p
			q.Columns = list.Map(chosen, func(j int) result.Column { return p.Columns[j] })
			q.Rows = list.Map(p.Rows, func(r row) row { return row{r.Label, list.Map(chosen, func(j int) cell { return r.Cells[j] })} })
			all = append(all, q)
		}
	}
	return all
}

// floats returns the table with its caption and the note below, in several floats where its parts are higher than a page.
func (t *latexTable) floats() string {
	var out strings.Builder
	for first := 0; first < len(t.parts); {
		height, last := t.around+t.parts[first].height, first+1
		for last < len(t.parts) && height+t.parts[last].height <= latexHeight {
			height, last = height+t.parts[last].height, last+1
		}
		out.WriteString(t.float(t.parts[first:last], first > 0))
		first = last
	}
	return out.String()
}

// float returns one float with some parts; the second of a table goes on with its number.
func (t *latexTable) float(parts []latexPart, on bool) string {
	environment, width := "table", "\\linewidth"
	if t.width > latexColumn {
		environment, width = "table*", "\\textwidth"
	}
	note := ""
	if n := t.note(); n != "" {
		note = fmt.Sprintf("\\par\\smallskip\\parbox{%s}{\\raggedright %s}\n", width, n)
	}
	stretch := ""
	if t.dense {
		stretch = fmt.Sprintf("\\renewcommand{\\arraystretch}{%g}", latexDense)
	}
	caption := fmt.Sprintf("\\caption{%s}\\label{tab:%s}", t.caption(), t.label())
	if on {
		caption = "\\addtocounter{table}{-1}\\caption{(continued)}"
	}
	return fmt.Sprintf("\\begin{%s}[tp]\n\\centering\n%s\\vspace{3pt}\n%s%s\\setlength{\\tabcolsep}{%gpt}\n%s%s\\end{%[1]s}\n",
		environment, caption, t.size, stretch, latexGap/2, list.Join(parts, "\\par\\medskip\n", func(p latexPart) string { return p.text }), note)
}

// numbered matches the paper's number before a title, which LaTeX puts its own before.
var numbered = regexp.MustCompile(`^((?:Table|Fig\.|Figure) [0-9IVXLC]+)[.:] *`)

// caption says what the lines are, in words that can stay in a paper.
func (t *latexTable) caption() string {
	title, source := strings.TrimRight(t.Title, ". "), t.Cite
	if found := numbered.FindStringSubmatch(t.Title); found != nil {
		title, source = strings.TrimRight(t.Title[len(found[0]):], ". "), found[1]+" of "+t.Cite
	}
	ours := "mean ± standard deviation"
	switch {
	case t.Runs == "1" && !t.varied:
		ours = "one run"
	case t.varied && !t.opt.NoN:
		ours += " over " + t.Runs + " runs, or the number in parentheses"
	case !t.varied && t.Runs != "":
		ours += " over " + t.Runs + " runs"
	}
	source = strings.TrimRight(source, ".")
	switch {
	case t.Cite == "":
		return latex(title + ": " + ours + ".")
	case !t.marks.reported:
		return latex(title + ". Our replication of " + source + ": " + ours + ".")
	}
	return latex(title + ". First lines: our replication, " + ours + ". Second lines: values reported in " + source + ".")
}

// note explains the signs.
func (t *latexTable) note() string {
	var say []string
	if states := list.AppendUnique(nil, list.Map(list.Filter(t.cells(), func(c cell) bool {
		return c.State != ""
	}), func(c cell) string { return c.State })...); len(states) > 0 {
		say = append(say, latex("–: "+strings.Join(states, " or ")+"; in reported lines, not reported."))
	} else if t.marks.unprinted {
		say = append(say, latex("–: not reported."))
	}
	if t.marks.best {
		bold := "Bold: of ours, " + t.marks.bestText()
		if slices.ContainsFunc(t.cells(), func(c cell) bool { return c.At.Measure != "" }) {
			bold = strings.Replace(bold, "metric", "metric and measure", 1)
		}
		if t.marks.bold {
			bold += "; in reported lines, bold there"
		}
		say = append(say, bold+".")
	}
	if t.marks.standIn {
		say = append(say, latex(standInMark+": computed on substitute data."))
	}
	if !t.opt.NoSigns && len(t.marks.verdicts) > 0 {
		say = append(say, latex("Verdict on the reported number: "+strings.Join(t.marks.verdicts, ", ")+"."))
	}
	for i, f := range t.foots {
		mark := fmt.Sprintf("\\textsuperscript{%d}", i+1)
		if t.everywhere {
			mark = ""
		}
		say = append(say, mark+latex(strings.TrimRight(f, "."))+".")
	}
	return strings.Join(say, " ")
}

// tabular adds panels that share their columns, and returns how high they are.
func (t *latexTable) tabular(panels []panel) (height float64) {
	columns := panels[0].Columns
	widths := make([]float64, len(columns)+1)
	var names []string // of the rows
	raised := 0.0      // by footnote marks, which are higher than a dense line
	put := func(out *strings.Builder, cells []string) {
		if t.dense && slices.ContainsFunc(cells, func(s string) bool { return strings.Contains(s, "\\textsuperscript") }) {
			raised += latexRaised
		}
		for j, s := range cells {
			widths[j] = max(widths[j], latexWidth(s, t.points))
		}
		names = append(names, cells[0])
		out.WriteString(latexLine(cells))
	}
	bodies, gaps := t.bodies(panels, put)
	head, high := t.head(panels[0], widths)
	height = gaps + raised
	t.widen(columns, widths)
	width := latexGap * float64(len(columns))
	for _, w := range widths[1:] {
		width += w
	}
	labels := "l"
	if room := max(latexLabel, latexPage-width); widths[0] > room { // a longer name breaks
		labels, widths[0] = fmt.Sprintf(">{\\raggedright\\arraybackslash}p{%.0fpt}", room), room
	}
	for _, name := range names {
		height += t.lead * max(1, math.Ceil(1.1*latexWidth(name, t.points)/widths[0]-0.1))
	}
	width += widths[0]
	t.width = max(t.width, width)
	shared, rules := latexGroups(columns)
	narrowed := width > latexSure*latexPage
	if narrowed {
		t.body.WriteString("\\resizebox{\\ifdim\\width>\\textwidth\\textwidth\\else\\width\\fi}{!}{%\n")
	}
	fmt.Fprintf(&t.body, "\\begin{tabular}{@{}%s%s@{}}\n\\toprule\n%s%s%s", labels, strings.Repeat("l", len(columns)), shared, rules,
		latexLine(head))
	height += t.lead*(high+1) + 3*latexRule + 6
	for i, p := range panels {
		t.body.WriteString("\\midrule\n")
		if title := latex(p.Title); title != "" {
			room := min(width, latexPage)
			fmt.Fprintf(&t.body, "\\multicolumn{%d}{@{}p{%.0fpt}@{}}{\\raggedright\\itshape %s} \\\\\n", len(widths), room, title)
			height += t.lead * math.Ceil(latexWidth(title, t.points)/room)
		}
		height += latexRule
		t.body.WriteString(bodies[i].String())
	}
	t.body.WriteString("\\bottomrule\n\\end{tabular}")
	if narrowed {
		t.body.WriteByte('}')
	}
	t.body.WriteByte('\n')
	return height
}

// widen makes room for headings, which may be wider than the columns below them.
func (t *latexTable) widen(columns []result.Column, widths []float64) {
	for _, run := range result.Runs(columns) {
		need := latexWidth(latex(columns[run[0]].Group), t.points) + latexGap
		for _, j := range run {
			need -= widths[j+1] + latexGap
		}
		widths[run[len(run)-1]+1] += max(need, 0)
	}
}

// bodies returns the rows of each panel, which put writes, and the height of the gaps between them.
func (t *latexTable) bodies(panels []panel, put func(out *strings.Builder, cells []string)) (bodies []strings.Builder, height float64) {
	bodies = make([]strings.Builder, len(panels))
	for i, p := range panels {
		both := p.Reported
		digits := t.digits(p)
		for k, r := range p.Rows {
			ours, reported := t.lines(r, digits)
			if k > 0 && both && !t.dense {
				bodies[i].WriteString("\\addlinespace[1pt]\n")
				height++
			}
			put(&bodies[i], ours)
			if both {
				put(&bodies[i], reported)
			}
		}
	}
	return bodies, height
}

// head returns the headings of the columns, with how many lines they take; widths grow with them.
func (t *latexTable) head(p panel, widths []float64) (head []string, high float64) {
	head, high = []string{latex(p.Corner)}, 1
	for j, c := range p.Columns {
		label, width := latex(c.Label), latexWidth(latex(c.Label), t.points)
		if first, second, broken := halves(c.Label); broken && width > widths[j+1] {
			label, high = fmt.Sprintf("\\shortstack[l]{%s\\\\%s}", latex(first), latex(second)), 2
			width = max(latexWidth(latex(first), t.points), latexWidth(latex(second), t.points))
		}
		head, widths[j+1] = append(head, label), max(widths[j+1], width)
	}
	return head, high
}

package printed

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Table is what was read of one printed table.
type Table struct {
	Caption  string
	Line     int
	Panels   []Panel
	Problems []Problem
}

// Panel is a block of numbers in the form of paper.yaml: a row is a data set, a column a method.
type Panel struct {
	Key      string
	Metric   string
	Better   string
	Range    []float64
	Bold     string
	Groups   [][]string
	Decimals int
	Ranks    string // key of the panel whose ranks these are
	Columns  []string
	Rows     []Row
	Assumed  []string // what was taken for granted, a sentence each
}

// Row is a row with its cells as printed.
type Row struct {
	Name  string
	Cells []string
	Lines []int
	Times string // power of ten that was printed with every number
}

// Options say what a reader knows of a table.
type Options struct {
	Turn   string // yes, no, or auto: methods that stand in rows become columns
	Labels int    // columns of labels on the left; 0 finds out
}

// block is a part of a grid with one heading.
type block struct {
	title string
	heads [][]Cell
	rows  [][]Cell
	stubs int
}

// Panels tells headings, labels and numbers of a grid apart.
func (g Grid) Panels(o Options) Table {
	b := &builder{table: Table{Caption: g.Caption, Line: g.Line}, options: o}
	for _, part := range b.blocks(g) {
		b.block(part)
	}
	b.finish(g.Caption)
	return b.table
}

type builder struct {
	table   Table
	options Options
	said    map[string]bool
}

func (b *builder) bad(line int, format string, args ...any) {
	what := fmt.Sprintf(format, args...)
	if b.said == nil {
		b.said = map[string]bool{}
	}
	if !b.said[what] {
		b.said[what] = true
		b.table.Problems = append(b.table.Problems, Problem{line, what})
	}
}

func numeric(c Cell) bool { _, ok, _ := read(c.Text); return ok }

// countNumbers counts the numbers and the texts of a row from a column on; a cell that continues another is neither.
func countNumbers(row []Cell, from int) (numbers, texts int) {
	for _, c := range row[min(from, len(row)):] {
		_, ok, blank := read(c.Text)
		switch {
		case c.Span == 0 && c.Text == "", blank:
		case ok:
			numbers++
		default:
			texts++
		}
	}
	return numbers, texts
}

// section tells whether a row holds one label alone, a title of the rows below it.
func section(row []Cell) (string, bool) {
	title := ""
	for _, c := range row {
		if c.Text == "" || c.Text == title && c.Span == 0 {
			continue
		}
		if title != "" || numeric(c) {
			return "", false
		}
		title = c.Text
	}
	return title, title != ""
}

// blocks cuts a grid at its headings and sections.
func (b *builder) blocks(g Grid) (parts []block) {
	heads := g.Heads
	if heads == 0 {
		for heads < len(g.Rows) {
			if n, t := countNumbers(g.Rows[heads], 1); n > t {
				break
			}
			heads++
		}
		heads = max(1, heads)
		for heads > 1 { // sections belong to the rows
			if _, alone := section(g.Rows[heads-1]); !alone || g.Rows[heads-1][0].Text == "" {
				break
			}
			heads--
		}
	}
	heads = min(heads, len(g.Rows)-1)
	current := block{heads: g.Rows[:heads]}
	var fresh [][]Cell
	cut := func() {
		if len(current.rows) > 0 {
			parts = append(parts, current)
		}
		current.rows = nil
	}
	for _, row := range g.Rows[heads:] {
		numbers, texts := countNumbers(row, 1)
		if title, alone := section(row); alone && numbers == 0 {
			_, _, blankRest := read(row[len(row)-1].Text)
			if row[0].Span != 1 || blankRest || row[0].Text == "" {
				cut()
				current.title = title
				continue
			}
		}
		if numbers == 0 && texts > 1 && texts >= (len(row)-1)/2 { // a heading in the middle
			fresh = append(fresh, row)
			continue
		}
		if fresh != nil {
			cut()
			current.heads, fresh = fresh, nil
		}
		current.rows = append(current.rows, row)
	}
	for _, row := range fresh {
		b.bad(row[0].Line, "a heading without rows: %s", row[0].Text)
	}
	cut()
	for i := range parts {
		parts[i].stubs = b.stubs(parts[i])
	}
	return parts
}

var rankWord = regexp.MustCompile(`(?i)^#?\s*(k|r|c|rank|clusters|classes|no\. of (clusters|classes)|number of (clusters|classes))$`)

// stubs counts the columns of labels.
func (b *builder) stubs(p block) int {
	if b.options.Labels > 0 {
		return min(b.options.Labels, len(p.rows[0])-1)
	}
	head := p.heads[len(p.heads)-1]
	n := 1
	for n < len(head)-1 {
		numbers, texts := 0, 0
		for _, row := range p.rows {
			_, ok, blank := read(row[n].Text)
			switch {
			case ok:
				numbers++
			case !blank:
				texts++
			}
		}
		if numbers > texts && !rankWord.MatchString(head[n].Text) || numbers+texts == 0 {
			break
		}
		n++
	}
	return n
}

// label joins parts of a name, without the same part twice in a row.
func label(parts []string) string {
	var kept []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" && (len(kept) == 0 || kept[len(kept)-1] != p) {
			kept = append(kept, p)
		}
	}
	return strings.NewReplacer("/", "|", "**", "").Replace(strings.Join(kept, " "))
}

// sheet is a block of numbers with the parts of its names.
type sheet struct {
	title   string
	rows    [][]string // parts of the names
	columns [][]string
	cells   [][]Cell
}

func (b *builder) block(p block) {
	s := sheet{title: p.title}
	if corner := p.heads[len(p.heads)-1][0].Text; s.title == "" {
		if _, ok := metricOf(corner); ok { // the corner names what the numbers are
			s.title = corner
		}
	}
	width := len(p.rows[0])
	for k := p.stubs; k < width; k++ {
		var parts []string
		for _, h := range p.heads {
			parts = append(parts, h[k].Text)
		}
		s.columns = append(s.columns, parts)
	}
	head := p.heads[len(p.heads)-1]
	previous := make([]string, p.stubs)
	for _, row := range p.rows {
		parts := make([]string, p.stubs)
		for k := range p.stubs {
			text := row[k].Text
			if text == "" && k < p.stubs-1 { // a label that stands once above its rows
				text = previous[k]
			}
			previous[k] = text
			if k > 0 && rankWord.MatchString(head[k].Text) && numeric(row[k]) {
				text = "r=" + text
			}
			parts[k] = text
		}
		if row[0].Span > 1 && p.stubs > 1 { // one label over several columns
			parts = parts[:1]
		}
		if n, _ := countNumbers(row, p.stubs); n == 0 {
			b.bad(row[0].Line, "row %q has no numbers: left out", label(parts))
			continue
		}
		s.rows, s.cells = append(s.rows, parts), append(s.cells, row[p.stubs:])
	}
	if len(s.rows) == 0 {
		return
	}
	if b.turns(s) {
		s = s.turned()
	}
	for _, part := range byMetric(s) {
		b.panel(part)
	}
}

func (s sheet) turned() sheet {
	t := sheet{title: s.title, rows: s.columns, columns: s.rows}
	for k := range s.columns {
		var row []Cell
		for _, r := range s.cells {
			row = append(row, r[k])
		}
		t.cells = append(t.cells, row)
	}
	return t
}

// methodWord is in the names of methods, in this field.
var methodWord = regexp.MustCompile(`(?i)nmf|k-?means|\bpca\b|svd|spectral|n-?cut|\bours?\b|proposed|baseline|svm|knn|umap|isomap|\blle\b|\bsnmf|ssc|lrr|autoencoder|\bdec\b|factoriz`)

func methods(names [][]string) (n int) {
	for _, parts := range names {
		if methodWord.MatchString(label(parts)) {
			n++
		}
	}
	return n
}

// turns tells whether rows are methods.
func (b *builder) turns(s sheet) bool {
	switch b.options.Turn {
	case "yes":
		return true
	case "no":
		return false
	}
	down, across := methods(s.rows), methods(s.columns)
	if down != across {
		return down*len(s.columns) > across*len(s.rows)
	}
	aggregate := func(names [][]string) bool {
		return slices.ContainsFunc(names, func(parts []string) bool { return IsAverage(parts[len(parts)-1]) })
	}
	return aggregate(s.columns) && !aggregate(s.rows)
}

// byMetric makes a sheet for each metric, where a level of the columns' or of the rows' names consists of metrics, and one for
// each block of rows that ends in an average of its own.
func byMetric(s sheet) []sheet {
	for _, turn := range []bool{false, true} {
		if turn {
			s = s.turned()
		}
		level, names := metricLevel(s.columns)
		if level < 0 {
			continue
		}
		var parts []sheet
		for _, name := range names {
			part := sheet{title: label([]string{s.title, name}), rows: s.rows, cells: make([][]Cell, len(s.rows))}
			for k, c := range s.columns {
				if len(c) <= level || c[level] != name {
					continue
				}
				part.columns = append(part.columns, slices.Delete(slices.Clone(c), level, level+1))
				for i := range s.cells {
					part.cells[i] = append(part.cells[i], s.cells[i][k])
				}
			}
			if turn {
				part = part.turned()
			}
			parts = append(parts, part)
		}
		return parts
	}
	s = s.turned()
	return byAverage(s)
}

// byAverage cuts where the first part of the rows' names changes, if one of these groups has an average.
func byAverage(s sheet) []sheet {
	var parts []sheet
	averages := 0
	for i, parts2 := range s.rows {
		if len(parts2) < 2 {
			return []sheet{s}
		}
		if IsAverage(parts2[len(parts2)-1]) {
			averages++
		}
		if n := len(parts); n == 0 || parts[n-1].title != label([]string{s.title, parts2[0]}) {
			parts = append(parts, sheet{title: label([]string{s.title, parts2[0]}), columns: s.columns})
		}
		last := &parts[len(parts)-1]
		last.rows, last.cells = append(last.rows, parts2[1:]), append(last.cells, s.cells[i])
	}
	if averages < 2 || len(parts) < 2 {
		return []sheet{s}
	}
	return parts
}

// metricLevel finds the level of names at which metrics stand.
func metricLevel(names [][]string) (level int, metrics []string) {
	for level = range names[0] {
		metrics = nil
		all := true
		for _, parts := range names {
			if level >= len(parts) {
				all = false
				break
			}
			if _, ok := metricOf(parts[level]); !ok {
				all = false
				break
			}
			if !slices.Contains(metrics, parts[level]) {
				metrics = append(metrics, parts[level])
			}
		}
		rest := map[string]bool{} // what is left must still have a name
		if all && (len(metrics) > 1 || len(names[0]) > 1) && (len(names[0]) > 1 || len(names) == len(metrics)) {
			for _, parts := range names {
				rest[label(slices.Delete(slices.Clone(parts), level, level+1))] = true
			}
			if len(names) == len(metrics)*len(rest) && !(len(rest) == 1 && rest[""]) {
				return level, metrics
			}
		}
	}
	return -1, nil
}

// unique names the rows or columns; a name that stands twice gets a number.
func (b *builder) unique(names [][]string, line func(int) int, what string) []string {
	seen := map[string]int{}
	var all []string
	for i, parts := range names {
		name := label(parts)
		if len(parts) > 0 && IsAverage(parts[len(parts)-1]) && label(parts[:len(parts)-1]) == "" || IsAverage(name) {
			name = "avg"
		}
		if name == "" {
			name = what + " " + strconv.Itoa(i+1)
			b.bad(line(i), "a %s without a name: called %q", what, name)
		}
		if seen[name]++; seen[name] > 1 {
			again := fmt.Sprintf("%s (%d)", name, seen[name])
			b.bad(line(i), "%s %q stands twice: called %q", what, name, again)
			name = again
		}
		all = append(all, name)
	}
	return all
}

func (b *builder) panel(s sheet) {
	p := Panel{Key: s.title}
	line := func(i int) int { return s.cells[i][0].Line }
	p.Columns = b.unique(s.columns, func(int) int { return line(0) }, "column")
	names := b.unique(s.rows, line, "row")
	ranks := Panel{Columns: p.Columns, Metric: "rank", Better: "lower"}
	units := map[string]int{}
	for i, cells := range s.cells {
		row, rank := Row{Name: names[i]}, Row{Name: names[i]}
		powers := map[string]int{}
		var values []figure
		for k, c := range cells {
			f, ok, blank := read(c.Text)
			if !ok && !blank {
				b.bad(c.Line, "row %q, column %q: %q is no number: left empty", names[i], p.Columns[k], c.Text)
			}
			if f.note != "" && !slices.Contains(p.Assumed, f.note) {
				p.Assumed = append(p.Assumed, f.note)
			}
			if ok {
				powers[f.power]++
				units[f.unit]++
			}
			values = append(values, f)
			text := ""
			if ok {
				text = f.text(c.Bold)
			}
			row.Cells, row.Lines = append(row.Cells, text), append(row.Lines, c.Line)
			rank.Cells = append(rank.Cells, f.rank)
		}
		rank.Lines = row.Lines
		b.powers(&row, values, powers, p.Columns)
		p.Rows = append(p.Rows, row)
		if slices.ContainsFunc(rank.Cells, func(r string) bool { return r != "" }) {
			ranks.Rows = append(ranks.Rows, rank)
		}
	}
	b.units(units, line(0))
	p.groups(s.columns)
	b.table.Panels = append(b.table.Panels, p)
	if len(ranks.Rows) > 0 {
		ranks.Ranks = "previous"
		b.table.Panels = append(b.table.Panels, ranks)
	}
}

// powers takes the power of ten that all numbers of a row share out of them; others cannot be written.
func (b *builder) powers(row *Row, values []figure, powers map[string]int, columns []string) {
	if len(powers) == 0 || len(powers) == 1 && powers[""] > 0 {
		return
	}
	if len(powers) == 1 {
		for p := range powers {
			if p != "0" {
				row.Times = power(p)
			}
		}
		return
	}
	for k, f := range values {
		if f.power != "" && f.power != "0" {
			b.bad(row.Lines[k], "row %q, column %q: the numbers of the row have different powers of ten: left empty", row.Name, columns[k])
			row.Cells[k] = ""
		}
	}
}

// power writes a power of ten as every reader of YAML takes for a number: 1e3 is text to those of version 1.1.
func power(p string) string {
	n, err := strconv.Atoi(p)
	switch {
	case err != nil || n < -30 || n > 30:
		return "1.0e" + p
	case n < 0:
		return "0." + strings.Repeat("0", -n-1) + "1"
	}
	return "1" + strings.Repeat("0", n)
}

func (b *builder) units(units map[string]int, line int) {
	if len(units) > 1 && units[""] == 0 {
		b.bad(line, "the numbers have different units: %s; they are kept as printed, without them", strings.Join(sortedKeys(units), ", "))
		return
	}
	for u, n := range units {
		if u != "" {
			b.bad(line, "the unit %s stands behind %d numbers: left out", u, n)
		}
	}
}

func sortedKeys(m map[string]int) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// groups finds which columns compete: those with the same last part, under headings that repeat the same parts.
func (p *Panel) groups(parts [][]string) {
	if len(parts[0]) < 2 {
		return
	}
	var lasts []string
	group := map[string][]string{}
	for k, c := range parts {
		last := c[len(c)-1]
		if label(c[:len(c)-1]) == "" || last == "" {
			return
		}
		if _, ok := group[last]; !ok {
			lasts = append(lasts, last)
		}
		group[last] = append(group[last], p.Columns[k])
	}
	if len(lasts) < 2 || len(lasts)*2 > len(parts) {
		return
	}
	for _, last := range lasts {
		if len(group[last]) < 2 {
			return
		}
	}
	for _, last := range lasts {
		p.Groups = append(p.Groups, group[last])
	}
}

package reports

import (
	"cmp"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
)

// Grid is the verdicts on the reported numbers of one metric: methods across, rows down.
type Grid struct {
	Title   string // the metric in words, and its measure
	Columns []string
	Own     []bool // whether a column is of the table's own methods
	Rows    []GridRow
}

// GridRow is a row of a grid: a kind of verdict for each column, the zero Kind where nothing is reported.
type GridRow struct {
	Label string
	Kinds []result.Kind
}

// Grids returns the verdicts of a table, a grid for each metric of a panel. Columns and rows of which no number is reported are left out.
func Grids(t result.Table) (all []Grid) {
	for _, p := range t.Panels {
		for _, columns := range metricColumns(p) {
			all = append(all, gridOf(t, p.Part(columns)))
		}
	}
	titles := list.Count(all, func(g Grid) string { return g.Title })
	at := 0
	for _, p := range t.Panels {
		for range metricColumns(p) {
			if titles[all[at].Title] > 1 && p.Title != "" { // two panels of one metric
				all[at].Title += ": " + p.Title
			}
			at++
		}
	}
	return all
}

// metricColumns returns the judged columns of a panel by metric and measure.
func metricColumns(p result.Panel) (all [][]int) {
	at := map[[2]string]int{}
	for j := range p.Columns {
		judged := list.Filter(list.Map(p.Rows, func(r result.Row) result.Cell { return r.Cells[j] }),
			func(c result.Cell) bool { return c.Verdict.Kind != "" })
		if len(judged) == 0 {
			continue
		}
		key := [2]string{judged[0].At.Metric, judged[0].At.Measure}
		k, known := at[key]
		if !known {
			k = len(all)
			at[key], all = k, append(all, nil)
		}
		all[k] = append(all[k], j)
	}
	return all
}

func gridOf(t result.Table, p result.Panel) Grid {
	names := list.Count(p.Columns, func(c result.Column) string { return cmp.Or(c.Group, c.Label) })
	g := Grid{Columns: list.Map(p.Columns, func(c result.Column) string {
		if name := cmp.Or(c.Group, c.Label); names[name] == 1 {
			return name
		}
		return strings.TrimSpace(c.Group + " " + c.Label)
	})}
	for j := range p.Columns {
		g.Own = append(g.Own, t.Owns(p, j))
	}
	for _, r := range p.Rows {
		row := GridRow{Label: r.Title(), Kinds: list.Map(r.Cells, func(c result.Cell) result.Kind { return result.KindOf(c.Verdict.Kind) })}
		if slices.ContainsFunc(row.Kinds, func(k result.Kind) bool { return k.Kind != "" }) {
			g.Rows = append(g.Rows, row)
		}
		for _, c := range r.Cells {
			if g.Title == "" && c.Verdict.Kind != "" {
				g.Title = result.Conclusion{Subject: result.Subject{Metric: c.At.Metric, Measure: c.At.Measure}}.MetricText()
			}
		}
	}
	return g
}

// gridGap stands between the columns of a grid, and blockGap between grids side by side.
const (
	gridGap  = 2
	blockGap = 4
)

// block returns the lines of a grid, or of as many of its columns as a width has room for with the others below.
func (g Grid) block(width int) (lines []string) {
	labels := term.Widest(append(list.Map(g.Rows, func(r GridRow) string { return " " + r.Label }), g.Title))
	for from := 0; from < len(g.Columns); {
		to, at := from, labels
		for to < len(g.Columns) && (to == from || at+gridGap+term.Width(g.Columns[to]) <= width) {
			at += gridGap + term.Width(g.Columns[to])
			to++
		}
		head := term.Pad(g.Title, labels)
		for _, name := range g.Columns[from:to] {
			head += strings.Repeat(" ", gridGap) + name
		}
		lines = append(lines, head)
		for _, r := range g.Rows {
			line := term.Pad(" "+r.Label, labels)
			for k := from; k < to; k++ {
				line += term.PadLeft(r.Kinds[k].Sign, gridGap+term.Width(g.Columns[k]))
			}
			lines = append(lines, strings.TrimRight(line, " "))
		}
		from = to
	}
	return lines
}

// GridLines returns grids as text, side by side where there is room. Where there is no room for all lines, a grid is one line: the signs
// of a method stand one after another, in the order of the rows, or are counted.
func GridLines(grids []Grid, width, lines int) []string {
	beside := besides(list.Map(grids, func(g Grid) []string { return g.block(width) }), width)
	if len(beside) <= lines {
		return beside
	}
	return shortGrids(grids, width)
}

// besides sets blocks side by side, as many as there is room for, with an empty line between the rows of blocks.
func besides(blocks [][]string, width int) (lines []string) {
	for from := 0; from < len(blocks); {
		to, at, high := from, 0, 0
		for to < len(blocks) && (to == from || at+blockGap+term.Widest(blocks[to]) <= width) {
			if to > from {
				at += blockGap
			}
			at, high = at+term.Widest(blocks[to]), max(high, len(blocks[to]))
			to++
		}
		if from > 0 {
			lines = append(lines, "")
		}
		for i := range high {
			line := ""
			for k, b := range blocks[from:to] {
				if k > 0 {
					line += strings.Repeat(" ", blockGap)
				}
				text := ""
				if i < len(b) {
					text = b[i]
				}
				line += term.Pad(text, term.Widest(b))
			}
			lines = append(lines, strings.TrimRight(line, " "))
		}
		from = to
	}
	return lines
}

// mostSigns is how many signs stand one after another in a grid of one line.
const mostSigns = 10

// SignLines returns a line for each grid, below the names of the methods.
func SignLines(grids []Grid) [][]string {
	var columns []string
	for _, g := range grids {
		columns = list.AppendUnique(columns, g.Columns...)
	}
	lines := [][]string{append([]string{""}, columns...)}
	for _, g := range grids {
		lines = append(lines, append([]string{g.Title}, list.Map(columns, g.signs)...))
	}
	return lines
}

// shortGrids returns SignLines as text.
func shortGrids(grids []Grid, width int) []string {
	rows := map[string]int{} // labels of the rows, and how many grids have them
	for _, g := range grids {
		rows[strings.Join(list.Map(g.Rows, func(r GridRow) string { return r.Label }), "; ")]++
	}
	lines := SignLines(grids)
	short := Grid{}
	for k, name := range lines[0][1:] { // a column is as wide as its widest signs
		wide := term.Widest(list.Map(lines, func(line []string) string { return line[1+k] }))
		short.Columns = append(short.Columns, term.PadLeft(name, wide))
	}
	for _, line := range lines[1:] {
		short.Rows = append(short.Rows, GridRow{Label: line[0], Kinds: list.Map(line[1:], func(signs string) result.Kind {
			return result.Kind{Sign: signs}
		})})
	}
	text := short.block(width)
	var most string
	for labels, n := range rows {
		if n > rows[most] || n == rows[most] && labels > most {
			most = labels
		}
	}
	if strings.Count(most, ";") < mostSigns {
		text = append(text, term.Words("signs in this order: "+most, width, width)...)
	}
	return text
}

// signs returns those of a column, from the first row to the last, or how many there are of each.
func (g Grid) signs(column string) (text string) {
	k := slices.Index(g.Columns, column)
	if k < 0 {
		return ""
	}
	kinds := list.Map(g.Rows, func(r GridRow) result.Kind { return r.Kinds[k] })
	if len(kinds) <= mostSigns {
		return list.Join(kinds, "", func(k result.Kind) string { return cmp.Or(k.Sign, "–") })
	}
	counts := list.Count(kinds, func(k result.Kind) string { return k.Kind })
	return list.Join(result.Occurring(counts), " ", func(k result.Kind) string { return strings.TrimSpace(result.Plain(float64(counts[k.Kind])) + k.Sign) })
}

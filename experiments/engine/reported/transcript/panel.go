package transcript

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
)

// Table is a reported table as it was read: panels, problems, assumptions.
type Table struct {
	Caption  string
	Line     int
	Panels   []Panel
	After    Spread // what stands behind ±
	Problems []Problem
}

// Panel is a block of numbers in the form of paper.yaml: a row is a data set, a column a method.
type Panel struct {
	Key     string
	Metric  string
	Better  string
	Range   []float64
	Bold    string
	Groups  [][]string
	Ranks   string // key of the panel whose ranks these are
	Columns []string
	Rows    []Row
	Assumed []string // what was taken for granted, a sentence each
}

// Row is a row with its cells as reported.
type Row struct {
	Name  string
	Cells []string
	Lines []int
	Times string // power of ten that was reported with every number
}

// Options are facts on a table that the caller gives.
type Options struct {
	Turn   string // yes, no, or auto: methods that stand in rows become columns
	Labels int    // columns of labels on the left; 0 finds out

	Decimal string // what stands before decimals: point or comma; else it is found out
}

// Panels tells headings, labels and numbers of a grid apart.
func (g Grid) Panels(o Options) Table {
	b := &builder{table: Table{Caption: g.Caption, Line: g.Line}, options: o, said: map[string]bool{}, decimal: decimalMark(g, o.Decimal)}
	b.table.Problems = append(b.table.Problems, g.Problems...)
	for _, part := range b.blocks(g) {
		b.block(part)
	}
	b.finish(g.Caption)
	for _, text := range []string{g.Caption, g.Text} {
		if s, ok := spreadIn(text); ok && !b.spread {
			b.table.After, b.spread = s, true
		}
	}
	for i := range b.table.Panels {
		p := &b.table.Panels[i]
		if after := b.table.After; after != Deviation && p.deviates() {
			p.assume("behind ± stands the %s", after)
		}
	}
	return b.table
}

// deviates tells whether a number of a panel has a deviation.
func (p *Panel) deviates() bool {
	return slices.ContainsFunc(p.Rows, func(r Row) bool {
		return slices.ContainsFunc(r.Cells, func(c string) bool { return strings.Contains(c, "±") })
	})
}

type builder struct {
	table   Table
	options Options
	said    map[string]bool
	decimal string
	spread  bool // what stands behind ± is said
}

func (b *builder) bad(line int, format string, args ...any) {
	what := fmt.Sprintf(format, args...)
	if !b.said[what] {
		b.said[what] = true
		b.table.Problems = append(b.table.Problems, Problem{line, what})
	}
}

func numeric(c Cell) bool { return c.read().ok }

func (b *builder) panel(s sheet) {
	p := Panel{Key: s.title, Assumed: s.assumed}
	s.columns = unshared(s.columns)
	line := func(i int) int { return s.cells[i][0].Line }
	p.Columns = b.unique(s.columns, func(int) int { return line(0) }, "column")
	names := b.unique(s.rows, line, "row")
	ranks := Panel{Columns: p.Columns, Metric: "rank", Better: "lower"}
	usual := unitOf(s.cells)
	ranked := ranked(s.cells)
	for i, cells := range s.cells {
		row, rank := Row{Name: names[i]}, Row{Name: names[i]}
		var values []figure
		for k, c := range cells {
			r := c.read()
			f, problem := b.settled(r, c.Text, usual)
			if f.rank != "" && !ranked && problem == "" {
				f.rank, f.note, f.left = "", "", fmt.Sprintf("(%s) behind %s", f.rank, f.value)
			}
			if f.left != "" && problem == "" {
				b.bad(c.Line, "row %q, column %q: %s is neither a deviation nor a rank: left out", names[i], p.Columns[k], f.left)
			}
			if f.note != "" && problem == "" {
				p.Assumed = list.AppendUnique(p.Assumed, f.note)
			}
			text := ""
			switch {
			case problem != "":
				b.bad(c.Line, "row %q, column %q: not read: %s", names[i], p.Columns[k], problem)
				text, f = Illegible, figure{}
			case r.ok:
				text = f.text(c.Bold)
			}
			values = append(values, f)
			row.Cells, row.Lines = append(row.Cells, text), append(row.Lines, c.Line)
			rank.Cells = append(rank.Cells, f.rank)
		}
		rank.Lines = row.Lines
		b.powers(&row, values, p.Columns)
		p.Rows = append(p.Rows, row)
		if slices.ContainsFunc(rank.Cells, func(r string) bool { return r != "" }) {
			ranks.Rows = append(ranks.Rows, rank)
		}
	}
	if usual != "" {
		b.bad(line(0), "the unit %s stands behind the numbers: left out", usual)
	}
	b.mixed(p, line(0))
	p.groups(s.columns)
	b.table.Panels = append(b.table.Panels, p)
	if len(ranks.Rows) > 0 {
		ranks.Ranks = "previous"
		b.table.Panels = append(b.table.Panels, ranks)
	}
}

// settled returns the figure that a cell holds, and why it is none.
func (b *builder) settled(r *reading, text, usual string) (f figure, problem string) {
	switch f = r.figure; {
	case r.blank:
	case !r.ok:
		problem = fmt.Sprintf("%q %s", text, cmp.Or(r.why, "is no number"))
	case f.unit != "" && cmp.Or(sameUnit[f.unit], f.unit) != cmp.Or(usual, "s") || f.unit == "" && strings.Contains("KMB", usual) && usual != "":
		problem = fmt.Sprintf("%q has the unit %q, others have %s", text, f.unit, cmp.Or(usual, "none"))
	default:
		problem = f.settle(b.decimal)
	}
	return f, problem
}

// Illegible is a cell of paper.yaml whose number was not read.
const Illegible = "illegible"

// ranked tells whether whole numbers in parentheses can be ranks: none is greater than the numbers of a row.
func ranked(rows [][]Cell) bool {
	for _, row := range rows {
		for _, c := range row {
			if rank, err := strconv.Atoi(c.read().rank); err == nil && (rank < 1 || rank > len(row)) {
				return false
			}
		}
	}
	return true
}

// sameUnit are units that are written in several ways; without one, times are in seconds.
var sameUnit = map[string]string{"": "", "sec": "s", "secs": "s", "mins": "min", "hours": "h", "x": "×"}

// unitOf returns the unit of most numbers. Others are not read beside it: K and ms make other numbers.
func unitOf(rows [][]Cell) string {
	units := map[string]int{}
	usual := ""
	for _, row := range rows {
		for _, c := range row {
			if r := c.read(); r.ok {
				unit := cmp.Or(sameUnit[r.unit], r.unit)
				if units[unit]++; units[unit] > units[usual] {
					usual = unit
				}
			}
		}
	}
	return usual
}

// mixed tells of percentages beside shares.
func (b *builder) mixed(p Panel, line int) {
	with, without := 0, 0
	for _, r := range p.Rows {
		for _, c := range r.Cells {
			switch _, _, ok := value(c); {
			case ok && strings.Contains(c, "%"):
				with++
			case ok && KindOf(r.Name) == Data:
				without++
			}
		}
	}
	if with > 0 && without > 0 {
		b.bad(line, "%d numbers of the table have a percent sign and %d have none: all are taken as they stand", with, without)
	}
}

// deviating joins what stands below one heading over two columns: a mean and its deviation.
func deviating(rows [][]Cell) [][]Cell {
	for k := 0; len(rows) > 0 && k+1 < len(rows[0]); k++ {
		if rows[0][k].Span != 2 {
			continue
		}
		for i, row := range rows {
			if k+1 >= len(row) {
				continue
			}
			if row[k].Span == 1 && row[k+1].Text != "" {
				row[k].Text += "±" + row[k+1].Text
			}
			rows[i] = slices.Delete(row, k+1, k+2)
			rows[i][k].Span = 1
		}
	}
	return rows
}

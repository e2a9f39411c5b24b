package printed

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
)

// Table is what was read of one printed table.
type Table struct {
	Caption  string
	Line     int
	Panels   []Panel
	Known    Known
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

// Panels tells headings, labels and numbers of a grid apart.
func (g Grid) Panels(o Options) Table {
	b := &builder{table: Table{Caption: g.Caption, Line: g.Line}, options: o, said: map[string]bool{}}
	for _, part := range b.blocks(g) {
		b.block(part)
	}
	b.finish(g.Caption)
	rows := list.FlatMap(b.table.Panels, func(p Panel) []Row { return p.Rows })
	b.table.Known.read(g.Caption, g.Text, list.Map(rows, func(r Row) string { return r.Name }))
	return b.table
}

type builder struct {
	table   Table
	options Options
	said    map[string]bool
}

func (b *builder) bad(line int, format string, args ...any) {
	what := fmt.Sprintf(format, args...)
	if !b.said[what] {
		b.said[what] = true
		b.table.Problems = append(b.table.Problems, Problem{line, what})
	}
}

func numeric(c Cell) bool { _, ok, _ := read(c.Text); return ok }

func (b *builder) panel(s sheet) {
	p := Panel{Key: s.title}
	s.columns = unshared(s.columns)
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
			text := ""
			if ok {
				powers[f.power]++
				units[f.unit]++
				text = f.text(c.Bold)
			}
			values = append(values, f)
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
		b.bad(line, "the numbers have different units: %s; they are kept as printed, without them", strings.Join(slices.Sorted(maps.Keys(units)), ", "))
		return
	}
	for u, n := range units {
		if u != "" {
			b.bad(line, "the unit %s stands behind numbers (%d): left out", u, n)
		}
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

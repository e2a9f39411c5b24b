package transcript

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
)

// YAML writes the tables as the part tables of a paper.yaml, with what was assumed as comments. Keys are table, or table1,
// table2, ... where there are several.
func YAML(tables []Table, key string) string {
	var b strings.Builder
	b.WriteString("tables:\n")
	for i, t := range tables {
		name := key
		if len(tables) > 1 {
			name = fmt.Sprintf("%s-%d", key, i+1)
		}
		caption := cmp.Or(t.Caption, "what the caption says")
		fmt.Fprintf(&b, "  %s:\n    number: %s\n    caption: %s\n", quoted(name), quoted("Table "+strconv.Itoa(i+1)), quoted(caption))
		b.WriteString("    panels:\n")
		for _, p := range t.Panels {
			p.write(&b, t.After)
		}
	}
	return b.String()
}

func (p Panel) write(b *strings.Builder, after Spread) {
	fmt.Fprintf(b, "      %s:\n", quoted(p.Key))
	line := func(format string, args ...any) { fmt.Fprintf(b, "        "+format+"\n", args...) }
	when := func(known bool, format string, args ...any) {
		if known {
			line(format, args...)
		}
	}
	when(after != Deviation, "# behind ± stands the %s, and papers are compared by standard deviations: put those there", after)
	for _, a := range p.Assumed {
		line("# assumed: %s", strings.ReplaceAll(a, "\n", " "))
	}
	when(p.Metric != "", "metric: %s", quoted(p.Metric))
	when(p.Better != "", "better: %s", p.Better)
	if len(p.Range) == 2 {
		line("range: [%v, %v]", p.Range[0], p.Range[1])
	}
	when(p.Bold != "" && p.Better != "", "bold: %s", p.Bold)
	when(len(p.Groups) > 0, "groups: %s", bracketed(p.Groups, func(g []string) string { return bracketed(g, quoted) }))
	when(p.Ranks != "", "ranks: %s", quoted(p.Ranks))
	if scaled := list.Filter(p.Rows, func(r Row) bool { return r.Times != "" }); len(scaled) > 0 {
		line("times: {%s}", list.Join(scaled, ", ", func(r Row) string { return quoted(r.Name) + ": " + r.Times }))
	}
	line("columns: %s", bracketed(p.Columns, quoted))
	line("rows:")
	for _, r := range p.Rows {
		line("  %s: %s", quoted(r.Name), bracketed(r.Cells, strconv.Quote))
	}
}

func bracketed[T any](all []T, word func(T) string) string {
	return "[" + list.Join(all, ", ", word) + "]"
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\t", " ")

// quoted writes a text for YAML, with quotes where it could be read as something else.
func quoted(s string) string {
	safe := s != "" && !strings.HasPrefix(s, " ") && !strings.HasSuffix(s, " ")
	letter := false
	for i, r := range s {
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0xa0:
			letter = true
		case r >= '0' && r <= '9', r == '_', i > 0 && (r == '-' || r == ' ' || r == '.' || r == '=' || r == '+' || r == '('), i > 0 && r == ')':
		default:
			safe = false
		}
	}
	reserved := []string{"true", "false", "null", "yes", "no", "on", "off", "y", "n", "inf", "nan"}
	if safe && letter && !slices.Contains(reserved, strings.ToLower(s)) && (s[0] < '0' || s[0] > '9') {
		return s
	}
	return `"` + escapes.Replace(s) + `"`
}

// Difference is a place where two transcriptions of a table do not agree.
type Difference struct {
	Place        string // panel/row/column
	Line         int    // of the first
	First, Other string
}

// Compare lists where two transcriptions differ. Panels, rows and columns are matched by name, those of one name in their order, or,
// where no name of theirs is the same but there are as many, by position, which the notes say.
func Compare(first, other []Panel) (all []Difference, notes []string) {
	index, notes := match("panels", len(first), len(other), func(i, k int) bool { return first[i].Key == other[k].Key })
	for i, p := range first {
		if index[i] < 0 {
			all = append(all, Difference{Place: p.Key, First: fmt.Sprintf("panel of %d rows", len(p.Rows)), Other: "no such panel"})
			continue
		}
		more, said := p.differences(other[index[i]])
		all, notes = append(all, more...), append(notes, said...)
	}
	for k, p := range other {
		if !slices.Contains(index, k) {
			all = append(all, Difference{Place: p.Key, First: "no such panel", Other: fmt.Sprintf("panel of %d rows", len(p.Rows))})
		}
	}
	return all, notes
}

func (p Panel) differences(q Panel) (all []Difference, notes []string) {
	sameRow := func(i, k int) bool { return same(p.Rows[i].Name, q.Rows[k].Name) }
	sameColumn := func(i, k int) bool { return same(p.Columns[i], q.Columns[k]) }
	rows, notes := match("rows of panel "+p.Key, len(p.Rows), len(q.Rows), sameRow)
	columns, more := match("columns of panel "+p.Key, len(p.Columns), len(q.Columns), sameColumn)
	for i, r := range p.Rows {
		if rows[i] < 0 {
			all = append(all, Difference{Place: p.Key + "/" + r.Name, Line: r.line(0), First: "row", Other: "no such row"})
			continue
		}
		for k, column := range p.Columns {
			if columns[k] < 0 {
				if i == 0 {
					all = append(all, Difference{Place: p.Key + "//" + column, Line: r.line(0), First: "column", Other: "no such column"})
				}
				continue
			}
			a, b := r.Cells[k], q.Rows[rows[i]].Cells[columns[k]]
			if a != b && a != "illegible" && b != "illegible" {
				all = append(all, Difference{p.Key + "/" + r.Name + "/" + column, r.line(k), a, b})
			}
		}
	}
	for k, r := range q.Rows {
		if !slices.Contains(rows, k) {
			all = append(all, Difference{Place: p.Key + "/" + r.Name, First: "no such row", Other: "row"})
		}
	}
	for k, c := range q.Columns {
		if !slices.Contains(columns, k) {
			all = append(all, Difference{Place: p.Key + "//" + c, First: "no such column", Other: "column"})
		}
	}
	return all, append(notes, more...)
}

// line returns that of a cell, 0 if it is not known.
func (r Row) line(k int) int {
	if k < len(r.Lines) {
		return r.Lines[k]
	}
	return 0
}

// same compares names without case and marks: "RPR-NMF" is "RPR NMF".
func same(a, b string) bool {
	plain := func(s string) string { return notKey.ReplaceAllString(strings.ToLower(s), "") }
	return a == b || plain(a) == plain(b) && plain(a) != ""
}

// match finds for each of n the first one of m that equals it and none before it, -1 if none is left; by position where no two are
// equal and n is m, which a note then says of what they are.
func match(what string, n, m int, equal func(i, k int) bool) (index []int, notes []string) {
	byPosition := n == m && n > 0
	for i := range n {
		place := -1
		for k := range m {
			if equal(i, k) && !slices.Contains(index, k) {
				place, byPosition = k, false
				break
			}
		}
		index = append(index, place)
	}
	if byPosition {
		for i := range index {
			index[i] = i
		}
		notes = []string{what + " are matched by position: no two have the same name"}
	}
	return index, notes
}

// CompareTables sets the panels of tables beside those of others as [Compare] does, and counts the cells of the first.
func CompareTables(first, other []Table) (all []Difference, cells int, notes []string) {
	panels := func(t Table) []Panel { return t.Panels }
	for _, p := range list.FlatMap(first, panels) {
		cells += len(p.Rows) * len(p.Columns)
	}
	all, notes = Compare(list.FlatMap(first, panels), list.FlatMap(other, panels))
	return all, cells, notes
}

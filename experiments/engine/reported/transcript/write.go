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

// Compare lists the cells in which two transcriptions differ, and counts those of the first. Rows and columns are matched by name, and panels
// by their order where there are as many, else by name.
func Compare(first, second []Table) (all []Difference, cells int) {
	panels := func(t Table) []Panel { return t.Panels }
	p, q := list.FlatMap(first, panels), list.FlatMap(second, panels)
	ours, lines := addressed(p, len(p) == len(q))
	theirs, _ := addressed(q, len(p) == len(q))
	cellsOf := func(all []address) map[string]string {
		cells := map[string]string{}
		for _, c := range all {
			cells[c.key] = c.cell
		}
		return cells
	}
	mine, other := cellsOf(ours), cellsOf(theirs)
	for _, c := range ours {
		switch d, there := other[c.key]; {
		case !there:
			all = append(all, Difference{c.place, lines[c.place], c.cell, "no such cell"})
		case c.cell != d && c.cell != Illegible && d != Illegible:
			all = append(all, Difference{c.place, lines[c.place], c.cell, d})
		}
	}
	for _, c := range theirs {
		if _, there := mine[c.key]; !there {
			all = append(all, Difference{Place: c.place, First: "no such cell", Other: c.cell})
		}
	}
	return all, len(ours)
}

// address is a cell with its place, panel/row/column, and the place without case and marks: "RPR-NMF" is "RPR NMF".
type address struct{ key, place, cell string }

// addressed returns the cells of panels with the lines of their places.
func addressed(panels []Panel, inOrder bool) (all []address, lines map[string]int) {
	lines = map[string]int{}
	plain := func(s string) string { return cmp.Or(notKey.ReplaceAllString(strings.ToLower(s), ""), s) }
	for i, p := range panels {
		key := plain(p.Key)
		if inOrder {
			key = strconv.Itoa(i)
		}
		for _, r := range p.Rows {
			for k, column := range p.Columns {
				c := address{key + "/" + plain(r.Name) + "/" + plain(column), p.Key + "/" + r.Name + "/" + column, r.Cells[k]}
				if all = append(all, c); k < len(r.Lines) {
					lines[c.place] = r.Lines[k]
				}
			}
		}
	}
	return all, lines
}

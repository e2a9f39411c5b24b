package printed

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/reports"
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
		fmt.Fprintf(&b, "  %s:\n    number: %s\n    caption: %s\n    panels:\n", quoted(name), quoted("Table "+strconv.Itoa(i+1)), quoted(caption))
		for _, p := range t.Panels {
			p.write(&b)
		}
	}
	return b.String()
}

func (p Panel) write(b *strings.Builder) {
	fmt.Fprintf(b, "      %s:\n", quoted(p.Key))
	line := func(format string, args ...any) { fmt.Fprintf(b, "        "+format+"\n", args...) }
	for _, a := range p.Assumed {
		line("# assumed: %s", strings.ReplaceAll(a, "\n", " "))
	}
	if p.Metric != "" {
		line("metric: %s", quoted(p.Metric))
	}
	if p.Better != "" {
		line("better: %s", p.Better)
	}
	if len(p.Range) == 2 {
		line("range: [%v, %v]", p.Range[0], p.Range[1])
	}
	if p.Bold != "" && p.Better != "" {
		line("bold: %s", p.Bold)
	}
	if len(p.Groups) > 0 {
		line("groups: %s", bracketed(p.Groups, list))
	}
	if p.Decimals > 0 {
		line("decimals: %d", p.Decimals)
	}
	if p.Ranks != "" {
		line("ranks: %s", quoted(p.Ranks))
	}
	var times []string
	for _, r := range p.Rows {
		if r.Times != "" {
			times = append(times, quoted(r.Name)+": "+r.Times)
		}
	}
	if len(times) > 0 {
		line("times: {%s}", strings.Join(times, ", "))
	}
	line("columns: %s", list(p.Columns))
	line("rows:")
	for _, r := range p.Rows {
		line("  %s: %s", quoted(r.Name), bracketed(r.Cells, strconv.Quote))
	}
}

func list(names []string) string { return bracketed(names, quoted) }

func bracketed[T any](all []T, word func(T) string) string {
	return "[" + reports.Joined(all, ", ", word) + "]"
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

// Compare lists where two transcriptions differ. Panels, rows and columns are matched by name or, where no name of theirs
// is the same but there are as many, by position.
func Compare(first, other []Panel) (all []Difference) {
	index := match(len(first), len(other), func(i, k int) bool { return first[i].Key == other[k].Key })
	for i, p := range first {
		if index[i] < 0 {
			all = append(all, Difference{Place: p.Key, First: fmt.Sprintf("panel of %d rows", len(p.Rows)), Other: "no such panel"})
			continue
		}
		all = append(all, p.differences(other[index[i]])...)
	}
	for k, p := range other {
		if !slices.Contains(index, k) {
			all = append(all, Difference{Place: p.Key, First: "no such panel", Other: fmt.Sprintf("panel of %d rows", len(p.Rows))})
		}
	}
	return all
}

func (p Panel) differences(q Panel) (all []Difference) {
	rows := match(len(p.Rows), len(q.Rows), func(i, k int) bool { return same(p.Rows[i].Name, q.Rows[k].Name) })
	columns := match(len(p.Columns), len(q.Columns), func(i, k int) bool { return same(p.Columns[i], q.Columns[k]) })
	for i, r := range p.Rows {
		if rows[i] < 0 {
			all = append(all, Difference{Place: p.Key + "/" + r.Name, Line: r.line(), First: "row", Other: "no such row"})
			continue
		}
		for k, column := range p.Columns {
			place := p.Key + "/" + r.Name + "/" + column
			if columns[k] < 0 {
				if i == 0 {
					all = append(all, Difference{Place: p.Key + "//" + column, Line: r.line(), First: "column", Other: "no such column"})
				}
				continue
			}
			a, b := r.Cells[k], q.Rows[rows[i]].Cells[columns[k]]
			if a != b && a != "illegible" && b != "illegible" {
				d := Difference{Place: place, First: a, Other: b}
				if k < len(r.Lines) {
					d.Line = r.Lines[k]
				}
				all = append(all, d)
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
	return all
}

func (r Row) line() int {
	if len(r.Lines) == 0 {
		return 0
	}
	return r.Lines[0]
}

// same compares names without case and marks: "RPR-NMF" is "RPR NMF".
func same(a, b string) bool {
	plain := func(s string) string { return notKey.ReplaceAllString(strings.ToLower(s), "") }
	return a == b || plain(a) == plain(b) && plain(a) != ""
}

// match finds for each of n the one of m that equals it, -1 if none; by position where no two are equal and n is m.
func match(n, m int, equal func(i, k int) bool) []int {
	index := make([]int, n)
	some := false
	for i := range n {
		index[i] = -1
		for k := range m {
			if equal(i, k) {
				index[i], some = k, true
				break
			}
		}
	}
	if !some && n == m {
		for i := range index {
			index[i] = i
		}
	}
	return index
}

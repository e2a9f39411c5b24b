package printed

import (
	"regexp"

	"nmfrepro/datasets/list"
)

// block is a part of a grid with one heading.
type block struct {
	title       string
	heads, rows [][]Cell
	stubs       int // columns of labels
}

// countNumbers counts the numbers and the texts among cells; a blank one is neither.
func countNumbers(cells []Cell) (numbers, texts int) {
	for _, c := range cells {
		switch _, ok, blank := read(c.Text); {
		case ok:
			numbers++
		case !blank:
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
			if n, t := countNumbers(g.Rows[heads][1:]); n > t || t == 0 && heads > 0 {
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
		numbers, texts := countNumbers(row[1:])
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
		numbers, texts := countNumbers(list.Map(p.rows, func(row []Cell) Cell { return row[n] }))
		if numbers > texts && !rankWord.MatchString(head[n].Text) || numbers+texts == 0 {
			break
		}
		n++
	}
	return n
}

package transcript

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
)

// block is a part of a grid with one heading.
type block struct {
	title       string
	heads, rows [][]Cell
	stubs       int // columns of labels
	assumed     []string
}

// countNumbers counts the numbers, also those that cannot be read, and the texts among cells; a blank one is neither.
func countNumbers(cells []Cell) (numbers, texts int) {
	for _, c := range cells {
		switch r := c.read(); {
		case r.ok || r.spoiled:
			numbers++
		case !r.blank:
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
		if r := c.read(); title != "" || r.ok || r.spoiled {
			return "", false
		}
		title = c.Text
	}
	return title, title != ""
}

// blocks cuts a grid at its headings and sections.
func (b *builder) blocks(g Grid) (parts []block) {
	heads := b.heads(g)
	current := block{heads: g.Rows[:heads]}
	if heads == 0 {
		current.heads = [][]Cell{nameless(g.Rows[0])}
		b.bad(g.Rows[0][0].Line, "the table has no heading: its first row holds numbers; columns are called column 1, column 2, ...")
	} else if n, t := countNumbers(g.Rows[heads-1][1:]); n > 0 && t == 0 {
		current.assumed = append(current.assumed,
			"the heading holds numbers: "+list.Join(g.Rows[heads-1][:min(len(g.Rows[0]), 6)], ", ", func(c Cell) string {
				return c.Text
			}))
	}
	var fresh [][]Cell
	cut := func() {
		if len(current.rows) > 0 {
			parts = append(parts, current)
			current.assumed = nil
		}
		current.rows = nil
	}
	for _, row := range g.Rows[heads:] {
		numbers, _ := countNumbers(row[1:])
		if title, alone := section(row); alone && numbers == 0 {
			if row[0].Span != 1 || row[len(row)-1].read().blank || row[0].Text == "" {
				cut()
				current.title = title
				if _, metric := metricOf(title); row[0].Span == 1 && !metric {
					current.assumed = append(current.assumed,
						fmt.Sprintf("line %d: %q stands alone and is taken for the title of the rows below it", row[0].Line, title))
				}
				continue
			}
		}
		if b.heading(row, current.heads) {
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

// cornerWord is what stands above labels of rows.
var cornerWord = regexp.MustCompile(`(?i)^(|data ?-?sets?|data|methods?|algorithms?|approach(es)?|names?|models?|metrics?|measures?|criteri(on|a)|problems?|tasks?|noise.*|settings?|parameters?|` +
	`.{1,2}|#.*|\\.*|(k|r|rank|classes|clusters|size|level|ratio|fold|factors?|dimensions?|dims?|features?|samples|iterations?|alpha|beta|gamma|lambda|sigma|mu|eps(ilon)?|delta|theta)\b.*|(no\.|number) .*|.*%.*)$`)

func corner(c Cell) bool {
	_, metric := metricOf(c.Text)
	return metric || cornerWord.MatchString(strings.TrimSpace(c.Text))
}

// heads counts the rows of the heading; none where the first row holds numbers below no heading.
func (b *builder) heads(g Grid) int {
	heads := g.Heads
	if heads == 0 {
		for heads < len(g.Rows) {
			row := g.Rows[heads]
			if n, t := countNumbers(row[1:]); n > t || t == 0 && heads > 0 || heads > 0 && labelled(g.Rows[:heads], row) {
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
	if n, t := countNumbers(g.Rows[0][1:]); heads == 1 && n > t && !corner(g.Rows[0][0]) {
		return 0
	}
	return min(heads, len(g.Rows)-1)
}

// labelled tells whether a row below complete headings has a label of its own: it is no heading, whatever it holds.
func labelled(heads [][]Cell, row []Cell) bool {
	above := heads[len(heads)-1]
	if corner(row[0]) || above[0].Text == "" || row[0].Text == above[0].Text {
		return false
	}
	return !slices.ContainsFunc(above, func(c Cell) bool { return c.Text == "" || c.Span != 1 })
}

// heading tells whether a row within a table is a new heading: it holds names alone, and names that stood in the heading before it,
// metrics or methods, or none above the labels. Any other row without numbers is one whose numbers cannot be read.
func (b *builder) heading(row []Cell, before [][]Cell) bool {
	numbers, texts := countNumbers(row[1:])
	if numbers > 0 || texts < 2 || texts < (len(row)-1)/2 {
		return false
	}
	if corner(row[0]) {
		return true
	}
	known := map[string]bool{}
	for _, head := range before {
		for _, c := range head {
			known[c.Text] = true
		}
	}
	words := 0
	for _, c := range row[1:] {
		_, metric := metricOf(c.Text)
		if c.Text != "" && (known[c.Text] || metric || methodWord.MatchString(c.Text)) {
			words++
		}
	}
	return 2*words >= texts
}

// nameless returns a heading for columns without one.
func nameless(row []Cell) []Cell {
	head := make([]Cell, len(row))
	for k := range head {
		head[k] = Cell{Line: row[0].Line, Span: 1}
		if k > 0 {
			head[k].Text = fmt.Sprintf("column %d", k)
		}
	}
	return head
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
			some, other := countNumbers(row[n : n+1])
			numbers, texts = numbers+some, texts+other
		}
		if numbers > texts && !rankWord.MatchString(head[n].Text) || numbers+texts == 0 {
			break
		}
		n++
	}
	return n
}

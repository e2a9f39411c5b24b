// Package transcript reads a table as it is reported, in the LaTeX source of a paper, Markdown, CSV or TSV, into the panels of a
// paper.yaml. Numbers stay strings, with their trailing zeros; a number that cannot be placed is listed with its line and never guessed.
//
// A table is read in two steps: text becomes a [Grid] of cells, where spans are spread out and marks are taken off the
// numbers; a grid becomes panels, where headings, labels, sections and metrics are told apart and methods are turned into
// columns.
package transcript

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/tabular"
)

// Formats lists what can be read.
var Formats = []string{"latex", "markdown", "csv", "tsv"}

// endings are those of file names.
var endings = map[string]string{
	".tex": "latex", ".latex": "latex", ".md": "markdown", ".markdown": "markdown", ".csv": "csv", ".tsv": "tsv", ".tab": "tsv",
}

// FormatOf tells the format of a file by its name or, failing that, by what it holds.
func FormatOf(name string, data []byte) string {
	if f, ok := endings[strings.ToLower(filepath.Ext(name))]; ok {
		return f
	}
	text := string(data)
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	switch {
	case strings.Contains(text, `\begin{`) || strings.Contains(text, `\\`) && strings.Contains(text, "&"):
		return "latex"
	case strings.Count(first, "|") > 1:
		return "markdown"
	case strings.Contains(first, "\t"):
		return "tsv"
	}
	return "csv"
}

// Grid is a table of cells: every row has the same number of them.
type Grid struct {
	Caption string
	Rows    [][]Cell
	Text    string // of the whole file, without marks; "" if it holds tables alone
	Heads   int    // rows of headings that the format itself marks; 0 if it does not
	Line    int    // of the file, from 1

	Semicolons bool      // separate the values of a file
	Problems   []Problem // of reading the file
}

// Cell is a place of a grid.
type Cell struct {
	Text string // without marks: what is read
	Bold bool
	Line int
	Span int // columns that it covers, at its first column; 0 where it continues

	is *reading // what it says, if that was found out
}

// reading is what a cell says.
type reading struct {
	figure
	ok      bool // a number
	blank   bool // nothing, and said so
	spoiled bool // something that was a number, or stands for one, and cannot be read
}

func (c Cell) read() *reading {
	if c.is != nil {
		return c.is
	}
	return readingOf(c.Text)
}

func readingOf(text string) *reading {
	r := &reading{}
	r.figure, r.ok, r.blank = read(text)
	r.spoiled = !r.ok && !r.blank && unreadable(text)
	return r
}

// Problem is a text that could not be placed, or an assumption that the reader should know.
type Problem struct {
	Line int
	What string
}

// Read reads every table of a text.
func Read(data []byte, format string) ([]Grid, error) {
	text, foreign := tabular.Text(data)
	text = strings.Map(func(r rune) rune { // what no text has
		if unicode.IsControl(r) && r != '\n' && r != '\t' || r == '\ufeff' || r == '\u2028' || r == '\u2029' {
			return -1
		}
		return r
	}, text)
	var grids []Grid
	var err error
	switch format {
	case "latex":
		grids, err = latex(text)
	case "markdown":
		grids = markdown(text)
	case "csv":
		grids, err = separated(text, 0)
	case "tsv":
		grids, err = separated(text, '\t')
	default:
		return nil, fmt.Errorf("unknown format %q, want one of %s", format, strings.Join(Formats, ", "))
	}
	if err != nil {
		return nil, err
	}
	var found []Grid
	around := ""
	if format == "latex" || format == "markdown" {
		around = strings.Join(strings.Fields(unmarked.Replace(commands.ReplaceAllString(text, " "))), " ")
	}
	cells := 0
	for _, g := range grids {
		if cells += len(g.Rows) * g.width(); cells > mostCells {
			return nil, fmt.Errorf("line %d: the tables have more than %d cells, counting those that are left blank; want fewer", g.Line, mostCells)
		}
		if g = g.trimmed(); len(g.Rows) > 1 && len(g.Rows[0]) > 1 {
			g.Text = around
			if foreign && len(found) == 0 {
				g.Problems = append(g.Problems, Problem{1, "the file is not UTF-8 and is read as Windows-1252 (Latin-1): look at letters with accents"})
			}
			found = append(found, g)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("found no table of at least two rows and two columns, read as %s", format)
	}
	return found, nil
}

var (
	commands = regexp.MustCompile(`(^|[^\\])%[^\n]*|\\[A-Za-z]+\*?(\[[^\]\n]*\])?|\\,`)
	unmarked = strings.NewReplacer("~", " ", "$", "", "{", "", "}", "", "*", "", "_", "", "`", "")
)

// mostCells bounds what is held of a file.
const mostCells = 5_000_000

// width returns the number of columns.
func (g Grid) width() (n int) {
	for _, row := range g.Rows {
		n = max(n, len(row))
	}
	return n
}

// trimmed leaves out rows and columns without any text, and makes all rows as long.
func (g Grid) trimmed() Grid {
	used := map[int]bool{} // columns with text
	var rows [][]Cell
	for i, row := range g.Rows {
		some := false
		for k, c := range row {
			if c.Text != "" {
				used[k], some = true, true
			}
		}
		if some {
			rows = append(rows, row)
		} else if i < g.Heads {
			g.Heads--
		}
	}
	columns := slices.Sorted(maps.Keys(used))
	readings := map[string]*reading{}
	g.Rows = list.Map(rows, func(row []Cell) []Cell {
		return list.Map(columns, func(k int) Cell {
			if k >= len(row) {
				return Cell{Line: row[0].Line, Span: 1}
			}
			c := row[k]
			if c.is = readings[c.Text]; c.is == nil {
				c.is = readingOf(c.Text)
				readings[c.Text] = c.is
			}
			return c
		})
	})
	return g
}

// place is a cell with the number of rows and columns that it covers.
type place struct {
	Cell
	rows int
}

// mostSpan is a span that no reported table has.
const mostSpan = 100

// spread lays rows of cells out on a grid. Below a cell that covers several rows, each of these has an empty cell of its own,
// which takes the text; a negative number of rows covers those above.
func spread(rows [][]place) ([][]Cell, error) {
	covered := 0
	for _, row := range rows {
		for _, p := range row {
			if covered += max(1, p.Span) * max(1, p.rows, -p.rows); covered > mostCells {
				return nil, fmt.Errorf("cells cover more than %d places of a table, want fewer", mostCells)
			}
		}
	}
	grid := make([][]Cell, len(rows))
	covering := map[[2]int]Cell{}
	for i, row := range rows {
		for _, p := range row {
			at := len(grid[i])
			if c, ok := covering[[2]int{i, at}]; ok && p.Text == "" {
				p.Text, p.Bold = c.Text, c.Bold
			}
			for k := range max(1, p.Span) {
				c := p.Cell
				if k > 0 {
					c.Span = 0
				}
				for r := 1; r < p.rows; r++ {
					covering[[2]int{i + r, at + k}] = c
				}
				for r := -1; r > p.rows && i+r >= 0; r-- {
					fill(grid[i+r], at+k, c.Text)
				}
				grid[i] = append(grid[i], c)
			}
		}
	}
	return grid, nil
}

// fill gives a cell of a row its text, if the row has the cell and it is empty.
func fill(row []Cell, at int, text string) {
	if at < len(row) && row[at].Text == "" {
		row[at].Text = text
	}
}

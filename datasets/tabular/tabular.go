// Package tabular reads tables of numbers as people have them: with or without a header line and row names, separated by
// commas, semicolons, tabs or blanks, with a decimal point or comma, quoted or not, with cells that are unknown. What a file
// is, its first lines tell; where they allow two readings, the file is refused with the option that decides, and nothing is
// guessed. A rectangle of bare numbers is always read as such.
package tabular

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/gonum/mat"
)

// Options decide what the file does not tell, or what is to be read otherwise. The zero value finds out everything.
type Options struct {
	Separator Separator
	Decimal   Decimal
	Header    Choice   // the first line holds the names of the columns
	RowNames  Choice   // the first value of each line is its name
	Drop      []string // columns to leave out, by name or by number from 1
}

// Separator is what stands between the values of a line.
type Separator string

// The separators. Blank is any run of blanks and tabs.
const (
	Detect    Separator = ""
	Comma     Separator = "comma"
	Semicolon Separator = "semicolon"
	Tab       Separator = "tab"
	Blank     Separator = "blank"
)

// Decimal is the decimal mark.
type Decimal string

// The decimal marks. Unset, a comma within a number is one where points are not.
const (
	DecimalPoint Decimal = "point"
	DecimalComma Decimal = "comma"
)

// Choice is an answer, or none.
type Choice string

// The answers.
const (
	Auto Choice = ""
	Yes  Choice = "yes"
	No   Choice = "no"
)

// marks are the bytes of the separators, in the order in which they are tried.
var marks = []struct {
	name Separator
	mark byte
}{{Comma, ','}, {Semicolon, ';'}, {Tab, '\t'}, {Blank, ' '}}

// Validate reports the first impossible value.
func (o Options) Validate() error {
	for _, c := range []struct {
		name, value string
		want        []string
	}{
		{"separator", string(o.Separator), []string{string(Comma), string(Semicolon), string(Tab), string(Blank)}},
		{"decimal", string(o.Decimal), []string{string(DecimalPoint), string(DecimalComma)}},
		{"header", string(o.Header), []string{string(Yes), string(No)}},
		{"row-names", string(o.RowNames), []string{string(Yes), string(No)}},
	} {
		if c.value != "" && !slices.Contains(c.want, c.value) {
			return fmt.Errorf("%s = %q, want %s", c.name, c.value, strings.Join(c.want, " or "))
		}
	}
	return nil
}

// Table is what a file holds.
type Table struct {
	X             *mat.Dense // one line of the file a row; NaN where unknown
	Rows, Columns []string   // names, or nil
	Unknown       int        // number of unknown entries
	Found         []string   // what was detected beyond bare numbers between commas, a few words each
	Notes         []string   // what was left out, or may be meant otherwise
}

// SyntaxError tells where a file stops being a table. Line and Col (in bytes) count from 1; Line 0 means the whole file.
type SyntaxError struct {
	Name      string
	Line, Col int
	Msg       string
}

func (e *SyntaxError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.Name, e.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Col, e.Msg)
}

// Read reads a table. It opens the file several times, each time from the start: its first lines are looked at before
// anything is read. name stands for the file in errors. Memory grows with what was read, 8 bytes a number.
func Read(open func() (io.Reader, error), name string, opts Options) (*Table, error) {
	l, err := detect(open, name, opts)
	if err != nil {
		return nil, err
	}
	r, err := open()
	if err != nil {
		return nil, err
	}
	b := &builder{layout: l, table: &Table{Columns: l.columns, Found: l.found(), Notes: l.notes}}
	if err := b.read(r, name); err != nil {
		return nil, err
	}
	return b.table, nil
}

// builder makes a table of the lines of a file whose layout is known.
type builder struct {
	*layout
	table  *Table
	data   []float64
	rows   int
	number numbers
	empty  []emptyLine // that may be the last ones
}

type emptyLine struct{ number, separators int }

func (b *builder) read(r io.Reader, name string) error {
	s, err := newScanner(r, name, b.mark)
	if err != nil {
		return err
	}
	b.number = numbers{mark: b.decimal}
	for skip := b.skip; ; {
		cells, err := s.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if skip {
			skip = false
			continue
		}
		if err := b.row(s, cells); err != nil {
			return err
		}
	}
	return b.finish(name)
}

const (
	unequal      = "found %d values, want %d as in the lines above; make all rows equally long"
	emptyBetween = "found an empty line between rows, want a row of numbers; remove the line"
)

// row adds a line.
func (b *builder) row(s *scanner, cells []cell) error {
	if allEmpty(cells) {
		b.empty = append(b.empty, emptyLine{s.line, len(cells) - 1})
		return nil
	}
	if err := b.holes(s); err != nil {
		return err
	}
	if len(cells) != b.width {
		return s.fail(cells[min(len(cells)-1, b.width)].col, fmt.Sprintf(unequal, len(cells), b.width))
	}
	for _, c := range cells[b.width-b.trailing:] {
		if len(c.text) > 0 {
			return s.fail(c.col, fmt.Sprintf("found %q in a column that is empty in the lines above", clip(c.text)))
		}
	}
	if b.named {
		b.table.Rows = append(b.table.Rows, nameOf(cells[0].text))
	}
	for _, j := range b.keep {
		c := cells[j]
		if isMissing(c.text) {
			b.data = append(b.data, math.NaN())
			b.table.Unknown++
			continue
		}
		v, problem := b.number.parse(c.text)
		if problem != "" {
			return s.fail(c.col, problem)
		}
		b.data = append(b.data, v)
	}
	b.rows++
	return nil
}

// holes adds the lines without a value that stand between others: unknown entries if they have their separators.
func (b *builder) holes(s *scanner) error {
	for _, line := range b.empty {
		if b.named || line.separators != b.width-1 || b.width == 1 {
			return &SyntaxError{s.name, line.number, 1, emptyBetween}
		}
		for range b.keep {
			b.data = append(b.data, math.NaN())
		}
		b.table.Unknown += len(b.keep)
		b.rows++
	}
	b.empty = nil
	return nil
}

func (b *builder) finish(name string) error {
	if b.rows == 0 {
		return noNumbers(name)
	}
	if problem := b.number.doubt(); problem != "" {
		return &SyntaxError{Name: name, Msg: problem}
	}
	if b.number.comma {
		b.table.Found = append(b.table.Found, "decimal comma")
	}
	if b.table.Unknown == len(b.data) {
		return &SyntaxError{Name: name, Msg: "every value is unknown, want numbers"}
	}
	b.table.X = mat.NewDense(b.rows, len(b.keep), b.data)
	b.table.Notes = append(b.table.Notes, b.table.counters(b.headed, b.named)...)
	return nil
}

func noNumbers(name string) error {
	return &SyntaxError{Name: name, Msg: "the file holds no numbers, want one matrix row a line, values separated by commas, semicolons, tabs or blanks"}
}

// counters warns of a first row or column that seems to number the others: such a file is read as bare numbers, and they
// are among them.
func (t *Table) counters(headed, named bool) []string {
	m, n := t.X.Dims()
	var notes []string
	if !headed && consecutive(t.X.RawRowView(0)) {
		notes = append(notes, fmt.Sprintf("the first row is %v, %v, %v, ... and was read as numbers; if it is a header, set header to yes", t.X.At(0, 0), t.X.At(0, 1), t.X.At(0, 2)))
	}
	if !named && n > 1 && consecutive(mat.Col(make([]float64, m), 0, t.X)) {
		notes = append(notes, fmt.Sprintf("the first column is %v, %v, %v, ... and was read as numbers; if it holds row names, set row-names to yes", t.X.At(0, 0), t.X.At(1, 0), t.X.At(2, 0)))
	}
	return notes
}

// counting is the least length of 1, 2, 3, ... that is taken for numbers of rows or columns.
const counting = 5

// consecutive tells whether v is 0, 1, 2, ... or 1, 2, 3, 4, 5, ...
func consecutive(v []float64) bool {
	if len(v) < 3 || v[0] == 1 && len(v) < counting {
		return false
	}
	for i, x := range v {
		if x != v[0]+float64(i) {
			return false
		}
	}
	return v[0] == 0 || v[0] == 1
}

// nameOf returns a name as UTF-8; what is no UTF-8 is read as Latin-1.
func nameOf(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	runes := make([]rune, len(text))
	for i, c := range text {
		runes[i] = rune(c)
	}
	return string(runes)
}

// IsSet tells whether anything was decided.
func (o Options) IsSet() bool {
	return o.Separator != Detect || o.Decimal != "" || o.Header != Auto || o.RowNames != Auto || len(o.Drop) > 0
}

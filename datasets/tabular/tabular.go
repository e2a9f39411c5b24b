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

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/budget"
)

// Options decide what the file does not tell, or what is to be read otherwise. The zero value finds out everything.
type Options struct {
	Separator Separator
	Decimal   Decimal
	Header    Choice   // the first line holds the names of the columns
	RowNames  Choice   // the first value of each line is its name
	Drop      []string // columns to leave out, by name or by number from 1
}

// IsSet tells whether anything was decided.
func (o Options) IsSet() bool {
	return o.Separator != Detect || o.Decimal != "" || o.Header != Auto || o.RowNames != Auto || len(o.Drop) > 0
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

func choice(yes bool) Choice {
	if yes {
		return Yes
	}
	return No
}

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

func noNumbers(name string) error {
	return &SyntaxError{Name: name, Msg: "the file holds no numbers, want one matrix row a line, values separated by commas, semicolons, " +
		"tabs or blanks"}
}

// Read reads a table. It opens the file several times, each time from the start: its first lines are looked at before
// anything is read. name stands for the file in errors.
func Read(open func() (io.Reader, error), name string, opts Options) (*Table, error) {
	l, err := detect(open, name, opts)
	if err != nil {
		return nil, err
	}
	r, err := open()
	if err != nil {
		return nil, err
	}
	b := &builder{layout: l, table: &Table{Columns: l.columns, Found: l.found(), Notes: l.notes}, number: numbers{mark: l.decimal}}
	if err := b.read(r, name); err != nil {
		return nil, err
	}
	return b.table, nil
}

// builder makes a table of the lines of a file whose layout is known.
type builder struct {
	*layout
	table  *Table
	data   pile
	rows   int
	number numbers
	names  float64     // bytes
	empty  []emptyLine // that may be the last ones
}

type emptyLine struct{ number, separators int }

const (
	unequal      = "found %d values, want %d as in the lines above; make all rows equally long"
	emptyBetween = "found an empty line between rows, want a row of numbers; remove the line"
)

func (b *builder) read(r io.Reader, name string) error {
	l, err := newLines(r, name, b.mark, false)
	if err != nil {
		return err
	}
	done := func() {}
	l.bytes.much = func() { done = budget.Frugal() }
	defer func() { done() }()
	if b.skip {
		if err := l.next(); err != nil {
			return err
		}
	}
	for first := true; ; first = false {
		err := l.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			if l.empty > 0 && (b.skip || !first) {
				b.empty = append(b.empty, emptyLine{l.empty, 0})
			}
			err = b.row(l)
		}
		if err != nil {
			return err
		}
	}
	if !l.bytes.ended {
		b.table.Notes = append(b.table.Notes, "the last line has no end; was the file cut off?")
	}
	return b.finish(name)
}

// row adds a line.
func (b *builder) row(l *lines) error {
	if !slices.ContainsFunc(l.values, func(v string) bool { return v != "" }) { // whatever its separators
		b.empty = append(b.empty, emptyLine{l.line, len(l.values) - 1})
		return nil
	}
	if err := b.holes(l); err != nil {
		return err
	}
	if len(l.values) != b.width {
		return l.fail(min(len(l.values)-1, b.width), unequal, len(l.values), b.width)
	}
	for i, v := range l.values[b.width-b.trailing:] {
		if v != "" {
			return l.fail(b.width-b.trailing+i, "found %q in a column that is empty in the lines above; remove the value, or fill the column", clip(v))
		}
	}
	if b.named {
		b.table.Rows = append(b.table.Rows, nameOf(l.values[0]))
		b.names += float64(len(l.values[0]) + 2*budget.Int)
	}
	for _, j := range b.keep {
		v, problem := math.NaN(), ""
		if isMissing(l.values[j]) {
			b.table.Unknown++
		} else if v, problem = b.number.parse(l.values[j]); problem != "" {
			return l.fail(j, "%s", problem)
		}
		b.data.add(v)
	}
	b.rows++
	return budget.Check(b.names+b.data.bytes(), "%d lines of %s", b.rows, l.name)
}

// holes adds the lines without a value that stand between others: unknown entries if they have their separators.
func (b *builder) holes(l *lines) error {
	for _, line := range b.empty {
		if b.named || line.separators != b.width-1 || b.width == 1 {
			return &SyntaxError{l.name, line.number, 1, emptyBetween}
		}
		for range b.keep {
			b.data.add(math.NaN())
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
	if problem := b.number.doubt(b.separator); problem != "" {
		return &SyntaxError{Name: name, Msg: problem}
	}
	if b.number.marked[1] {
		b.table.Found = append(b.table.Found, "decimal comma")
	}
	if b.table.Unknown == b.data.count {
		return &SyntaxError{Name: name, Msg: "every value is unknown, want at least one number"}
	}
	b.table.X = mat.NewDense(b.rows, len(b.keep), b.data.whole())
	b.table.Notes = append(b.table.Notes, b.table.doubts(b.headed, b.named)...)
	if b.number.mixed() {
		b.table.Notes = append(b.table.Notes, "every number with a point has three digits after it, and others have no point; if it separates "+
			"thousands, remove it")
	}
	return nil
}

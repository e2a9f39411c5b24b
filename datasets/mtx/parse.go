package mtx

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"nmfrepro/datasets/budget"
	"nmfrepro/datasets/exact"
)

type parser struct {
	lines    *bufio.Scanner
	name     string
	line     int
	text     string // of the line
	m        *Matrix
	integer  bool    // values are whole numbers
	pattern  bool    // entries are places without values: 1
	symmetry float64 // what the entry across the diagonal is multiplied by: 1, -1, or 0 if there is none
	count    int     // entries that the file lists
}

// next reads the next line that says something.
func (p *parser) next() bool {
	for p.lines.Scan() {
		p.line++
		p.text = strings.TrimSpace(p.lines.Text())
		if p.text != "" && p.text[0] != '%' {
			return true
		}
	}
	return false
}

// stopped returns why there is no next line, nil at the end of the file.
func (p *parser) stopped() error {
	err := p.lines.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		p.line++
		return p.fail("found a line longer than %d bytes; is this a text file?", maxLine)
	}
	if err != nil {
		return fmt.Errorf("mtx: %s: %w", p.name, err)
	}
	return nil
}

func (p *parser) fail(format string, args ...any) error {
	return &SyntaxError{p.name, p.line, fmt.Sprintf(format, args...)}
}

// short returns the error of a file that ends too early.
func (p *parser) short(format string, args ...any) error {
	if err := p.stopped(); err != nil {
		return err
	}
	return p.fail("the file ends, want "+format+"; copy the file again", args...)
}

// banner reads the first line, which names the kind of matrix.
func (p *parser) banner() error {
	const want = "want %%MatrixMarket matrix, coordinate or array, real, integer or pattern, general, symmetric or skew-symmetric"
	p.line = 1
	if !p.lines.Scan() {
		return p.short("%s", strings.TrimPrefix(want, "want "))
	}
	words := strings.Fields(strings.ToLower(p.lines.Text()))
	if len(words) != 5 || words[0] != "%%matrixmarket" || words[1] != "matrix" {
		return p.fail("found %q, %s", clip(p.lines.Text()), want)
	}
	p.m.Sparse, p.pattern, p.integer = words[2] == "coordinate", words[3] == "pattern", words[3] == "integer"
	factor, symmetric := map[string]float64{"general": 0, "symmetric": 1, "skew-symmetric": -1}[words[4]]
	p.symmetry = factor
	known := (p.m.Sparse || words[2] == "array") && (p.pattern || words[3] == "real" || words[3] == "integer" || words[3] == "double") &&
		symmetric
	if !known || p.pattern && (!p.m.Sparse || factor < 0) {
		return p.fail("found %s, %s", strings.Join(words[2:], " "), want)
	}
	return nil
}

// sizes reads rows, columns and, for coordinates, the number of entries.
func (p *parser) sizes() error {
	want := []string{"rows", "columns"}
	if p.m.Sparse {
		want = append(want, "entries")
	}
	if !p.next() {
		return p.short("the sizes")
	}
	words := strings.Fields(p.text)
	if len(words) != len(want) {
		return p.fail("found %q, want %s", clip(p.text), strings.Join(want, ", "))
	}
	for i, into := range []*int{&p.m.Rows, &p.m.Cols, &p.count}[:len(words)] {
		least, most := 1, maxSide
		if into == &p.count {
			least, most = 0, math.MaxInt
		}
		n, err := strconv.Atoi(words[i])
		if err != nil || n < least || n > most {
			return p.fail("found %s %s, want %d to %d", clip(words[i]), want[i], least, most)
		}
		*into = n
	}
	if p.symmetry != 0 && p.m.Rows != p.m.Cols {
		return p.fail("found %d×%d, want a square matrix, since the first line calls it symmetric", p.m.Rows, p.m.Cols)
	}
	entries := float64(p.count)
	if !p.m.Sparse {
		entries = float64(p.m.Rows) * float64(p.m.Cols)
	} else if p.symmetry != 0 {
		entries *= 2
	}
	return budget.Check(entries*entryBytes, "the list of entries of the %d×%d matrix in %s", p.m.Rows, p.m.Cols, p.name)
}

// coordinates reads lines of row, column and value.
func (p *parser) coordinates() error {
	want := []string{"row", "column", "value"}
	if p.pattern {
		want = want[:2]
	}
	for k := range p.count {
		if !p.next() {
			return p.short("%d entries, found %d", p.count, k)
		}
		words := strings.Fields(p.text)
		if len(words) != len(want) {
			return p.fail("found %q, want %s", clip(p.text), strings.Join(want, ", "))
		}
		i, errRow := strconv.Atoi(words[0])
		j, errCol := strconv.Atoi(words[1])
		if errRow != nil || errCol != nil || i < 1 || j < 1 || i > p.m.Rows || j > p.m.Cols {
			return p.fail("found place %s, %s, want 1 to %d, 1 to %d", clip(words[0]), clip(words[1]), p.m.Rows, p.m.Cols)
		}
		if p.symmetry != 0 && (j > i || j == i && p.symmetry < 0) {
			return p.fail("found entry %d, %d, want those below the diagonal alone, since the first line calls the matrix symmetric", i, j)
		}
		v := 1.0
		if !p.pattern {
			var err error
			if v, err = p.number(words[2]); err != nil {
				return err
			}
		}
		p.add(i-1, j-1, v)
	}
	return nil
}

// array reads every entry, one a line, column by column; of a symmetric matrix those from the diagonal on, of a skew one
// those below it.
func (p *parser) array() error {
	for j := range p.m.Cols {
		first := 0
		switch p.symmetry {
		case 1:
			first = j
		case -1:
			first = j + 1
		}
		for i := first; i < p.m.Rows; i++ {
			if !p.next() {
				return p.short("entry %d, %d", i+1, j+1)
			}
			v, err := p.number(p.text)
			if err != nil {
				return err
			}
			p.add(i, j, v)
			p.count++
		}
	}
	return nil
}

func (p *parser) add(i, j int, v float64) {
	row, col := int32(i), int32(j) // maxSide at most
	p.m.Add(Entry{row, col, v})
	if p.symmetry != 0 && i != j {
		p.m.Add(Entry{col, row, p.symmetry * v})
	}
}

// number parses a value. NaN and Inf are let through, as in a .npy file: whether they are admissible depends on the use.
func (p *parser) number(text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if errors.Is(err, strconv.ErrRange) && math.IsInf(v, 0) {
		return 0, p.fail("found %s, want a number within ±1.8e308", clip(text))
	}
	if err != nil || strings.ContainsAny(text, "xX_") { // Go's hexadecimal forms
		return 0, p.fail("found %q, want a number; correct the value", clip(text))
	}
	if p.integer && v != math.Trunc(v) {
		return 0, p.fail("found %s, want a whole number, since the first line calls the values integer", clip(text))
	}
	if !exact.Text(text, v) {
		return 0, p.fail("found %s, %s", clip(text), exact.Rounded)
	}
	return v, nil
}

func clip(s string) string {
	const most = 60
	s = strings.ToValidUTF8(s, "?")
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "..."
	}
	return s
}

package tabular

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"gonum.org/v1/gonum/mat"
)

// Bare says what [Numbers] takes beyond finite numbers.
type Bare struct {
	NonFinite bool // NaN, Inf, +Inf and -Inf are values, not errors
	Line      int  // lines of the file that the caller has read already, for errors
}

// Numbers reads a matrix as programs write it: numbers between commas, one row a line, without header or names, none of them
// unknown. It reads once, where [Read] opens a file several times. Memory grows with what was read, 8 bytes a number.
func Numbers(r io.Reader, name string, opts Bare) (*mat.Dense, error) {
	s, err := newScanner(r, name, ',')
	if err != nil {
		return nil, err
	}
	if s.following += opts.Line; len(s.comments) > 0 {
		return nil, &SyntaxError{name, opts.Line + 1, 1, "found a line that begins with #, want a row of numbers"}
	}
	var data []float64
	rows, cols, empty := 0, 0, 0
	for {
		cells, err := s.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		switch {
		case len(cells) == 1 && len(cells[0].text) == 0:
			if empty == 0 {
				empty = s.line
			}
			continue
		case empty > 0:
			return nil, &SyntaxError{name, empty, 1, emptyBetween}
		case rows > 0 && len(cells) != cols:
			return nil, s.fail(cells[min(len(cells)-1, cols)].col, fmt.Sprintf(unequal, len(cells), cols))
		}
		for i, c := range cells {
			v, problem := opts.number(c.text, i)
			if c.quoted {
				problem = fmt.Sprintf("found %q in quotes, want a number without", clip(c.text))
			}
			if problem != "" {
				return nil, s.fail(c.col, problem)
			}
			data = append(data, v)
		}
		rows, cols = rows+1, len(cells)
	}
	if rows == 0 {
		return nil, noNumbers(name)
	}
	return mat.NewDense(rows, cols, data), nil
}

// number parses value i, from 0, of a line.
func (o Bare) number(text []byte, i int) (v float64, problem string) {
	v, err := strconv.ParseFloat(string(text), 64)
	switch {
	case len(text) == 0:
		return 0, fmt.Sprintf("found nothing as value %d, want a number; unknown entries belong in a mask", i+1)
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Sprintf("found %s, want a number within ±1.8e308", clip(text))
	case err != nil || bytes.ContainsAny(text, "xX_"): // Go's hexadecimal forms are no CSV
		return 0, fmt.Sprintf("found %q, want a number; separate values by commas, with a point as the decimal mark, and without header or row names", clip(text))
	case (math.IsNaN(v) || math.IsInf(v, 0)) && !o.NonFinite:
		return 0, fmt.Sprintf("found %s, want a finite number; unknown entries belong in a mask", text)
	}
	return v, ""
}

// maxInt is the first magnitude at which float64 no longer tells neighbours apart.
const maxInt = 1 << 53

// Integers reads a matrix of whole numbers (labels, constraint triples) with the given number of columns.
func Integers(r io.Reader, name string, cols int) ([][]int, error) {
	a, err := Numbers(r, name, Bare{})
	if err != nil {
		return nil, err
	}
	m, n := a.Dims()
	if n != cols {
		return nil, &SyntaxError{name, 1, 1, fmt.Sprintf("found %d values a line, want %d", n, cols)}
	}
	out := make([][]int, m)
	for i := range out {
		for j, v := range a.RawRowView(i) {
			if v <= -maxInt || v >= maxInt || v != float64(int(v)) {
				return nil, &SyntaxError{name, i + 1, 1, fmt.Sprintf("found %v as value %d, want a whole number between -2^53 and 2^53", v, j+1)}
			}
			out[i] = append(out[i], int(v))
		}
	}
	return out, nil
}

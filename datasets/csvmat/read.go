// Package csvmat reads and writes matrices as comma-separated numbers without a header: one matrix row a line. It is strict:
// what is not a rectangle of numbers is an error that names the place.
package csvmat

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// SyntaxError tells where a file stops being a matrix. Line and Col (in bytes) count from 1; Line 0 means the whole file.
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

// Options say what a reader accepts beyond finite numbers.
type Options struct {
	NonFinite bool // NaN, Inf, +Inf and -Inf are values, not errors
	Line      int  // lines of the file that the caller has read already, for errors
}

// maxField bounds a number's text: 17 digits, sign, point and exponent take 24 bytes; the rest is slack for padding zeros.
const maxField = 400

// Read reads a matrix of finite numbers. name stands for the file in errors.
func Read(r io.Reader, name string) (*mat.Dense, error) { return ReadWith(r, name, Options{}) }

// ReadWith reads a matrix. Memory grows with what was read, 8 bytes a number.
func ReadWith(r io.Reader, name string, opts Options) (*mat.Dense, error) {
	p := &parser{r: bufio.NewReaderSize(r, 1<<16), name: name, opts: opts, lineNo: opts.Line}
	if bom, err := p.r.Peek(3); err == nil && bytes.Equal(bom, []byte("\xef\xbb\xbf")) {
		if _, err := p.r.Discard(len(bom)); err != nil { // spreadsheets write it
			return nil, fmt.Errorf("csvmat: %s: %w", name, err)
		}
	}
	for {
		more, err := p.line()
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
	}
	if p.rows == 0 {
		return nil, &SyntaxError{Name: name, Msg: "the file holds no numbers, want one matrix row a line, values separated by commas"}
	}
	return mat.NewDense(p.rows, p.cols, p.data), nil
}

type parser struct {
	r          *bufio.Reader
	name       string
	opts       Options
	data       []float64
	rows, cols int
	lineNo     int
	col        int    // of the next byte
	field      []byte // text of the number being read
	blank      int    // first blank line not yet known to be at the end, or 0
}

// line reads one line; more is false at the end of the file.
func (p *parser) line() (more bool, err error) {
	p.lineNo++
	p.col = 1
	n := 0
	for {
		start := p.col
		end, err := p.next()
		if err != nil {
			return false, err
		}
		if end != ',' && n == 0 && len(bytes.TrimSpace(p.field)) == 0 { // blank line
			if p.blank == 0 {
				p.blank = p.lineNo
			}
			return end == '\n', nil
		}
		if p.blank != 0 {
			return false, p.fail(p.blank, 1, "found an empty line between rows, want a row of numbers; remove the line")
		}
		v, err := p.number(start, n)
		if err != nil {
			return false, err
		}
		n++
		if p.rows > 0 && n > p.cols {
			return false, p.fail(p.lineNo, start, fmt.Sprintf("found more than %d values, want %d as in the lines above; make all rows equally long", p.cols, p.cols))
		}
		p.data = append(p.data, v)
		if end == ',' {
			continue
		}
		if p.rows > 0 && n < p.cols {
			return false, p.fail(p.lineNo, p.col, fmt.Sprintf("found %d values, want %d as in the lines above; make all rows equally long", n, p.cols))
		}
		p.rows, p.cols = p.rows+1, n
		return end == '\n', nil
	}
}

// next reads the text of one field into p.field and returns what ended it: ',', '\n', or 0 for the end of the file.
func (p *parser) next() (end byte, err error) {
	p.field = p.field[:0]
	for {
		c, err := p.r.ReadByte()
		switch {
		case errors.Is(err, io.EOF):
			return 0, nil
		case err != nil:
			return 0, fmt.Errorf("csvmat: %s: %w", p.name, err)
		case c == '\n':
			p.col++
			return c, nil
		case c == ',':
			p.col++
			return c, nil
		}
		p.col++
		if len(p.field) == maxField {
			return 0, p.fail(p.lineNo, p.col-1-maxField, fmt.Sprintf("found a value longer than %d bytes, want a number; is this a text CSV file?", maxField))
		}
		p.field = append(p.field, c)
	}
}

// number parses p.field, the n-th value (from 0) of its line, which starts at column start.
func (p *parser) number(start, n int) (float64, error) {
	text := bytes.TrimSpace(p.field)
	v, err := strconv.ParseFloat(string(text), 64)
	switch {
	case len(text) == 0:
		return 0, p.fail(p.lineNo, start, fmt.Sprintf("found nothing as value %d, want a number; unknown entries belong in a mask", n+1))
	case errors.Is(err, strconv.ErrRange):
		return 0, p.fail(p.lineNo, start, fmt.Sprintf("found %s, want a number within ±1.8e308", text))
	case err != nil || bytes.ContainsAny(text, "xX_"): // Go's hexadecimal forms are no CSV
		return 0, p.fail(p.lineNo, start, fmt.Sprintf("found %q, want a number; %s", clip(text), p.advice(text)))
	case (math.IsNaN(v) || math.IsInf(v, 0)) && !p.opts.NonFinite:
		return 0, p.fail(p.lineNo, start, fmt.Sprintf("found %s, want a finite number; unknown entries belong in a mask", text))
	}
	return v, nil
}

// advice guesses what kind of wrong file this is.
func (p *parser) advice(text []byte) string {
	switch {
	case bytes.HasPrefix(text, []byte("\"")):
		return "write values without quotes"
	case bytes.ContainsAny(text, ";\t") || len(bytes.Fields(text)) > 1:
		return "separate values by commas, with a point as the decimal mark"
	case p.rows == 0:
		return "the file must not have a header line or row names; remove them"
	}
	return "correct the value"
}

func (p *parser) fail(line, col int, msg string) error {
	return &SyntaxError{Name: p.name, Line: line, Col: col, Msg: msg}
}

func clip(text []byte) string {
	const most = 40
	s := strings.ToValidUTF8(string(text), "?")
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "..."
	}
	return s
}

package tabular

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
)

// maxCell bounds the text of a value: what is longer is no table, or a quote that nothing closes.
const maxCell = 1 << 16

// cell is one value of a line. text is valid until the next line is read.
type cell struct {
	text   []byte
	quoted bool
	col    int // where it starts, from 1
}

// scanner splits a file into lines and values: a line ends with LF, CR LF or CR; a value in double quotes may hold
// separators, line ends and doubled quotes.
type scanner struct {
	r         *bufio.Reader
	name      string
	mark      byte
	comments  []string // the lines with # at the start of the file
	line, col int      // of the line that next returned, and of the next byte
	following int      // number of the line that comes next
	separated bool     // a separator was found
	cells     []cell
	ends      []int // of the cells within buf
	buf       []byte
	done      bool
}

func newScanner(r io.Reader, name string, mark byte) (*scanner, error) {
	b := bufio.NewReaderSize(r, 1<<16)
	start, err := b.Peek(3)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("tabular: %s: %w", name, err)
	}
	switch {
	case bytes.HasPrefix(start, []byte("\xff\xfe")):
		b = bufio.NewReader(&utf16Reader{r: b, order: binary.LittleEndian})
	case bytes.HasPrefix(start, []byte("\xfe\xff")):
		b = bufio.NewReader(&utf16Reader{r: b, order: binary.BigEndian})
	}
	s := &scanner{r: b, name: name, mark: mark, following: 1, col: 1}
	if c, _, err := b.ReadRune(); err == nil && c != '\ufeff' { // spreadsheets write a byte order mark
		if err := b.UnreadRune(); err != nil {
			return nil, err
		}
	}
	return s, s.skipComments()
}

func (s *scanner) skipComments() error {
	for {
		if start, err := s.r.Peek(1); err != nil || start[0] != '#' {
			return nil // an error comes back with the first value
		}
		var text []byte
		for {
			c, err := s.byte()
			if err != nil && !errors.Is(err, io.EOF) {
				return err
			}
			if err != nil || c == '\n' {
				break
			}
			if text = append(text, c); len(text) > maxCell*16 {
				return s.fail(1, "found a comment without an end")
			}
		}
		s.comments = append(s.comments, string(text))
	}
}

// byte returns the next byte, with \n for every end of a line.
func (s *scanner) byte() (byte, error) {
	c, err := s.r.ReadByte()
	if err != nil {
		if !errors.Is(err, io.EOF) {
			err = fmt.Errorf("tabular: %s: %w", s.name, err)
		}
		return 0, err
	}
	s.col++
	if c == '\r' {
		if next, err := s.r.Peek(1); err == nil && next[0] == '\n' {
			if _, err = s.r.ReadByte(); err != nil {
				return 0, err
			}
		}
		c = '\n'
	}
	if c == '\n' {
		s.following++
		s.col = 1
	}
	return c, nil
}

// next returns the values of the next line, io.EOF after the last. An empty line is one empty value.
func (s *scanner) next() ([]cell, error) {
	if s.done {
		return nil, io.EOF
	}
	s.line, s.col = s.following, 1
	s.buf, s.cells, s.ends = s.buf[:0], s.cells[:0], s.ends[:0]
	for {
		end, err := s.value()
		if err != nil {
			return nil, err
		}
		if end == s.mark {
			s.separated = true
			continue
		}
		s.done = end == 0
		break
	}
	start := 0
	for i, end := range s.ends {
		s.cells[i].text = s.buf[start:end]
		start = end
	}
	if n := len(s.cells); s.mark == ' ' && n > 1 && len(s.cells[n-1].text) == 0 && !s.cells[n-1].quoted {
		s.cells = s.cells[:n-1] // blanks at the end of the line
	}
	if s.done && len(s.cells) == 1 && len(s.cells[0].text) == 0 && !s.cells[0].quoted {
		return nil, io.EOF
	}
	return s.cells, nil
}

// value reads one value and returns what ended it: the separator, '\n', or 0 for the end of the file.
func (s *scanner) value() (end byte, err error) {
	at := s.col
	c, err := s.afterBlanks()
	if err == nil && c != '\n' {
		at = s.col - 1
	}
	s.cells = append(s.cells, cell{col: at})
	this := &s.cells[len(s.cells)-1]
	start := len(s.buf)
	if err == nil && c == '"' {
		this.quoted = true
		c, err = s.quoted(start)
	} else {
		for err == nil && c != '\n' && !s.separates(c) {
			if len(s.buf)-start == maxCell {
				return 0, s.fail(this.col, tooLong)
			}
			s.buf = append(s.buf, c)
			c, err = s.byte()
		}
		s.buf = append(s.buf[:start], bytes.TrimSpace(s.buf[start:])...)
	}
	s.ends = append(s.ends, len(s.buf))
	switch {
	case errors.Is(err, io.EOF):
		return 0, nil
	case err != nil:
		return 0, err
	case s.separates(c):
		return s.mark, nil
	}
	return c, nil
}

var tooLong = fmt.Sprintf("found a value longer than %d bytes, want a number or a name; is a quote not closed, or is this no text?", maxCell)

// separates tells whether a byte ends a value within its line.
func (s *scanner) separates(c byte) bool { return c == s.mark || s.mark == ' ' && c == '\t' }

// afterBlanks returns the first byte that is no blank; a tab that separates is none.
func (s *scanner) afterBlanks() (byte, error) {
	for {
		c, err := s.byte()
		if err != nil || c != ' ' && (c != '\t' || s.mark == '\t') {
			return c, err
		}
	}
}

// quoted reads the rest of a value in quotes and returns the byte after it.
func (s *scanner) quoted(start int) (byte, error) {
	line, col := s.line, s.col-1
	for {
		c, err := s.byte()
		if errors.Is(err, io.EOF) {
			return 0, &SyntaxError{s.name, line, col, "found a quote that nothing closes"}
		}
		if err != nil {
			return 0, err
		}
		if c == '"' {
			if c, err = s.byte(); err != nil || c != '"' {
				return s.afterQuote(c, err)
			}
		}
		if s.buf = append(s.buf, c); len(s.buf)-start > maxCell {
			return 0, &SyntaxError{s.name, line, col, tooLong}
		}
	}
}

// afterQuote skips blanks after a closing quote; c and err are what came after it.
func (s *scanner) afterQuote(c byte, err error) (byte, error) {
	for err == nil && c != '\n' && !s.separates(c) {
		if c != ' ' && c != '\t' {
			return 0, s.fail(max(s.col-1, 1), fmt.Sprintf("found %q after a closing quote, want a separator", c))
		}
		c, err = s.byte()
	}
	return c, err
}

func (s *scanner) fail(col int, msg string) error { return &SyntaxError{s.name, s.line, col, msg} }

// allEmpty tells whether a line holds nothing, whatever its separators.
func allEmpty(cells []cell) bool {
	for _, c := range cells {
		if len(c.text) > 0 || c.quoted {
			return false
		}
	}
	return true
}

// clip shortens text for a message.
func clip(text []byte) string {
	const most = 40
	s := strings.ToValidUTF8(string(text), "?")
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "..."
	}
	return s
}

// utf16Reader turns UTF-16 into UTF-8.
type utf16Reader struct {
	r     io.Reader
	order binary.ByteOrder
	out   []byte
}

func (u *utf16Reader) Read(p []byte) (int, error) {
	for len(u.out) == 0 {
		unit, err := u.unit()
		if err != nil {
			return 0, err
		}
		c := rune(unit)
		if utf16.IsSurrogate(c) {
			low, err := u.unit()
			if err != nil && !errors.Is(err, io.EOF) {
				return 0, err
			}
			c = utf16.DecodeRune(c, rune(low))
		}
		u.out = append(u.out[:0], string(c)...)
	}
	n := copy(p, u.out)
	u.out = u.out[n:]
	return n, nil
}

func (u *utf16Reader) unit() (uint16, error) {
	var pair [2]byte
	if _, err := io.ReadFull(u.r, pair[:]); err != nil {
		return 0, err
	}
	return u.order.Uint16(pair[:]), nil
}

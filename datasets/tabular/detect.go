package tabular

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// sampled is how many lines are looked at before the file is read.
const sampled = 100

// detect finds the only layout that the first lines of a file allow.
func detect(open func() (io.Reader, error), name string, opts Options) (*layout, error) {
	if err := opts.Validate(); err != nil {
		return nil, &SyntaxError{Name: name, Msg: err.Error()}
	}
	var fits []*layout
	var failed []*SyntaxError
	var likely []int // numbers that a reading that failed would find
	for _, m := range marks {
		if opts.Separator != Detect && opts.Separator != m.name {
			continue
		}
		head, err := readHead(open, name, m.mark)
		if err != nil {
			if syntax, ok := errors.AsType[*SyntaxError](err); ok {
				failed, likely = append(failed, syntax), append(likely, 0)
				continue
			}
			return nil, err
		}
		if !head.separated && m.name != Comma && opts.Separator == Detect {
			continue // a single column is read once
		}
		l, problem := head.layout(opts)
		if problem != nil {
			failed, likely = append(failed, problem), append(likely, head.numeric())
			continue
		}
		if l.separator = m.name; !head.separated {
			l.separator = Detect
		}
		fits = append(fits, l)
	}
	fits = preferred(fits)
	switch {
	case len(fits) == 1:
		return fits[0], nil
	case len(fits) > 1:
		return nil, &SyntaxError{Name: name, Msg: fmt.Sprintf("the lines are %s; separator decides (comma, semicolon, tab or blank)", readings(fits))}
	case len(failed) == 0:
		return nil, noNumbers(name)
	}
	return nil, failed[slices.Index(likely, slices.Max(likely))]
}

// preferred leaves out the readings that others beat: bare numbers are always read as such, those between commas first,
// a header that is whole rather than one without its corner, and blanks only where nothing else separates.
func preferred(fits []*layout) []*layout {
	for _, better := range []func(*layout) bool{
		func(l *layout) bool { return l.bare() && l.mark == ',' },
		(*layout).bare,
		func(l *layout) bool { return !l.short },
		func(l *layout) bool { return l.separator != Blank },
	} {
		if some := slices.DeleteFunc(slices.Clone(fits), func(l *layout) bool { return !better(l) }); len(some) > 0 {
			fits = some
		}
	}
	return fits
}

func (l *layout) bare() bool { return !l.headed && !l.named }

// readings names the ways in which a file can be read.
func readings(fits []*layout) string {
	var texts []string
	for _, l := range fits {
		texts = append(texts, fmt.Sprintf("%d values separated by %ss", l.width, l.separator))
	}
	return strings.Join(texts, " or ")
}

// head is the first lines of a file, split by one separator.
type head struct {
	name      string
	mark      byte
	separated bool
	comment   []text // the last comment above the first line, split as a line; nil without
	comments  int
	rows      [][]text
	lines     []int // number of each row
}

// text is a value that stays.
type text struct {
	string
	quoted bool
	col    int
}

func (t text) kind() kind {
	b := []byte(t.string)
	switch {
	case isMissing(b):
		return unknown
	case isNumber(b):
		return number
	case strings.Count(t.string, ",") == 1 && !strings.Contains(t.string, ".") && isNumber([]byte(strings.Replace(t.string, ",", ".", 1))):
		return number
	}
	return word
}

type kind int

const (
	unknown kind = iota
	number
	word
)

func readHead(open func() (io.Reader, error), name string, mark byte) (*head, error) {
	r, err := open()
	if err != nil {
		return nil, err
	}
	s, err := newScanner(r, name, mark)
	if err != nil {
		return nil, err
	}
	h := &head{name: name, mark: mark, comments: len(s.comments)}
	if err := octave(s.comments, name); err != nil {
		return nil, err
	}
	for len(h.rows) < sampled {
		cells, err := s.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if allEmpty(cells) {
			continue // whether it may stand there is told when the file is read
		}
		h.rows, h.lines = append(h.rows, keep(cells)), append(h.lines, s.line)
	}
	h.separated = s.separated
	if len(h.rows) == 0 {
		return nil, noNumbers(name)
	}
	if n := len(s.comments); n > 0 {
		last := strings.TrimLeft(s.comments[n-1], "# ")
		c, err := newScanner(strings.NewReader(last), name, mark)
		if err == nil {
			if cells, err := c.next(); err == nil {
				h.comment = keep(cells)
			}
		}
	}
	return h, nil
}

func keep(cells []cell) []text {
	out := make([]text, len(cells))
	for i, c := range cells {
		out[i] = text{nameOf(c.text), c.quoted, c.col}
	}
	return out
}

// octave refuses what Octave's save writes by default, unless it is one matrix.
func octave(comments []string, name string) error {
	if len(comments) == 0 || !strings.HasPrefix(comments[0], "# Created by Octave") {
		return nil
	}
	for _, c := range comments {
		if kind, ok := strings.CutPrefix(c, "# type: "); ok && kind != "matrix" {
			return &SyntaxError{Name: name, Msg: fmt.Sprintf("holds a %s in Octave's text format, want a matrix; save it with -v7 as a .mat file", kind)}
		}
	}
	return nil
}

// numeric counts the numbers.
func (h *head) numeric() int {
	n := 0
	for _, row := range h.rows {
		for _, t := range row {
			if t.kind() == number {
				n++
			}
		}
	}
	return n
}

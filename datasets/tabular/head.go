package tabular

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"nmfrepro/datasets/budget"
)

// head is the first lines of a file, split by one separator.
type head struct {
	name      string
	mark      byte
	separated bool
	comment   []text // the last comment above the first line, split as a line; nil without
	rows      [][]text
	first     []text // the header, or nil
	from      int    // index of the first row of numbers
	width     int    // of the rows without the empty columns at the right
}

// text is a value that stays.
type text struct {
	string
	kind
	quoted    bool
	line, col int
}

type kind int

const (
	unknown kind = iota
	number
	word
)

func kindOf(s string) kind {
	switch {
	case isMissing(s):
		return unknown
	case isNumber(s), strings.Count(s, ",") == 1 && !strings.Contains(s, ".") && isNumber(strings.Replace(s, ",", ".", 1)):
		return number
	}
	return word
}

func isWord(t text) bool    { return t.kind == word }
func isNumeric(t text) bool { return t.kind == number }
func isQuoted(t text) bool  { return t.quoted }

// grouped returns the problem that a line with blanks between thousands is, nil if there is none: some values are such numbers, and
// the others are numbers, too, but for the names of rows and columns.
func (h *head) grouped() *SyntaxError {
	row, col := -1, -1
	headed := !slices.ContainsFunc(h.rows[0], isNumeric)
	for i, values := range h.rows {
		for j, t := range values {
			switch {
			case groupedForm.MatchString(t.string) && !t.quoted:
				if row < 0 {
					row, col = i, j
				}
			case isWord(t) && j > 0 && (i > 0 || !headed):
				return nil
			}
		}
	}
	if row < 0 || !h.separated {
		return nil
	}
	return h.problem(row, col, "found %q, a number with blanks between thousands or two numbers; remove the blanks, or name what separates "+
		"the values by separator", clip(h.rows[row][col].string))
}

// one returns a note where each line may be one number, with a decimal comma or with blanks between thousands; the problem where a group of
// digits begins with 0, as no number does.
func (h *head) one() (note string, problem *SyntaxError) {
	if h.fractions() {
		return "every line may be one number with a decimal comma; it was read as two, and if it is one, set separator to semicolon", nil
	}
	grouped := func(row []text) bool {
		if isWord(row[0]) && len(row) > 2 {
			row = row[1:]
		}
		return groupedForm.MatchString(strings.Join(values(row), " ")) || len(row) == 1 && len(row[0].string) <= 3 && isNumeric(row[0])
	}
	if h.mark != ' ' || len(h.rows) < 2 || !h.separated || slices.ContainsFunc(h.rows, func(row []text) bool { return !grouped(row) }) {
		return "", nil
	}
	for i, row := range h.rows {
		if j := slices.IndexFunc(row[1:], func(t text) bool { return len(t.string) == 3 && t.string[0] == '0' }); j >= 0 {
			return "", h.problem(i, j, "found %q, a number with blanks between thousands or several numbers; remove the blanks, or set separator to "+
				"blank", strings.Join(values(row[j:]), " "))
		}
	}
	return "every line may be one number with blanks between thousands; it was read as several, and if it is one, remove the blanks", nil
}

// count returns the number of numbers and words among values.
func count(values []text) (numbers, words int) {
	for _, t := range values {
		switch t.kind {
		case number:
			numbers++
		case word:
			words++
		}
	}
	return numbers, words
}

// readHead reads the first lines that hold something. Whether an empty line may stand there is told when the file is read.
func readHead(open func() (io.Reader, error), name string, mark byte) (*head, error) {
	h := &head{name: name, mark: mark}
	l, err := readRows(open, name, mark, sampled, func(row []text) {
		h.separated = h.separated || len(row) > 1
		if slices.ContainsFunc(row, func(t text) bool { return t.string != "" || t.quoted }) {
			h.rows = append(h.rows, row)
		}
	})
	if err != nil {
		return nil, err
	}
	if len(h.rows) == 0 {
		return nil, noNumbers(name)
	}
	for _, c := range l.comments {
		// what Octave's save writes by default is refused, unless it is one matrix
		if kind, ok := strings.CutPrefix(c, "# type: "); ok && kind != "matrix" && strings.HasPrefix(l.comments[0], "# Created by Octave") {
			return nil, &SyntaxError{Name: name, Msg: fmt.Sprintf(
				"holds a %s in Octave's text format, want a matrix; save it with -v7 as a .mat file", kind)}
		}
		last := strings.TrimLeft(c, "# ")
		h.comment = nil
		if _, err := readRows(func() (io.Reader, error) { return strings.NewReader(last), nil }, name, mark, 1,
			func(row []text) { h.comment = row }); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// readRows visits the first lines, empty ones between them too, or all lines if most is negative.
func readRows(open func() (io.Reader, error), name string, mark byte, most int, visit func([]text)) (*lines, error) {
	r, err := open()
	if err != nil {
		return nil, err
	}
	l, err := newLines(r, name, mark, true)
	if err != nil {
		return nil, err
	}
	taken := 0.
	for n := 0; n != most; n++ {
		if err := l.next(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		for line := l.empty; line > 0 && line < l.line && n != most; n, line = n+1, line+1 {
			visit([]text{{line: line, col: 1}})
			taken += textBytes
		}
		row := make([]text, len(l.values))
		for i, v := range l.values {
			line, col := l.csv.FieldPos(i)
			row[i] = text{nameOf(v), kindOf(v), l.quoted(i), line + l.above, col}
			taken += float64(len(v) + textBytes)
		}
		if err := budget.Check(taken, "the text of %s", name); err != nil {
			return nil, err
		}
		visit(row)
	}
	return l, nil
}

const textBytes = 6 * budget.Int // of a text besides what it says

package tabular

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Labels are the classes of samples as a file holds them: words or whole numbers, with the names of the samples where a
// column before them holds those.
type Labels struct {
	Values []string // one for each sample; "" where unknown
	Names  []string // of the samples, or nil

	name   string
	lines  []int  // of the values
	header Choice // whether the first value is a header: Auto where the file does not tell
}

// headerNames are headers of a column of classes; a class has another name.
var headerNames = []string{"class", "classes", "label", "labels", "cluster", "clusters", "group", "species", "target", "truth", "type", "variety", "y", "x"}

// ReadLabels reads the classes of samples: the only column, the second of two, or the one that column names. Whether the
// first line is a header may stay open until Resolve tells how many samples there are.
func ReadLabels(open func() (io.Reader, error), name, column string, opts Options) (*Labels, error) {
	if err := opts.Validate(); err != nil {
		return nil, &SyntaxError{Name: name, Msg: err.Error()}
	}
	rows, lines, err := labelRows(open, name, opts)
	if err != nil {
		return nil, err
	}
	l := &Labels{name: name, header: opts.Header}
	width := len(rows[0])
	j := width - 1
	if column != "" {
		if j, err = l.column(rows, column); err != nil {
			return nil, err
		}
	} else if width > 2 {
		return nil, &SyntaxError{name, lines[0], 1, fmt.Sprintf("found %d columns, want one of labels, or names and labels; column tells which", width)}
	}
	for i, row := range rows {
		if len(row) != width {
			return nil, &SyntaxError{name, lines[i], 1, fmt.Sprintf("found %d values, want %d as in the first line", len(row), width)}
		}
		l.Values = append(l.Values, canonical(row[j].string))
		if width == 2 {
			l.Names = append(l.Names, row[1-j].string)
		}
	}
	l.lines = lines
	if width == 2 && rows[0][1-j].string == "" && opts.Header == Auto {
		l.header = Yes // the corner above the names
	}
	l.evidence()
	if l.header != Auto {
		l.resolve(l.header)
	}
	return l, l.checkNames()
}

// checkNames refuses a first column that names no samples, and forgets one that only numbers them.
func (l *Labels) checkNames() error {
	seen := map[string]int{}
	numbered := len(l.Names) > 0
	for i, n := range l.Names {
		if first, twice := seen[n]; twice {
			return &SyntaxError{l.name, l.lines[i], 1, fmt.Sprintf("found %q as in line %d, so that the first column names no samples; column tells which holds the labels", n, first)}
		}
		seen[n] = l.lines[i]
		numbered = numbered && (n == strconv.Itoa(i) || n == strconv.Itoa(i+1))
	}
	if numbered {
		l.Names = nil
	}
	return nil
}

// column finds the column of a name; the first line is the header then.
func (l *Labels) column(rows [][]text, column string) (int, error) {
	j := slices.IndexFunc(rows[0], func(t text) bool { return t.string == column })
	if j >= 0 {
		l.header = Yes
		return j, nil
	}
	if n, err := strconv.Atoi(column); err == nil && n >= 1 && n <= len(rows[0]) {
		return n - 1, nil
	}
	return 0, &SyntaxError{Name: l.name, Msg: fmt.Sprintf("no column %q, want a name of the first line or a number from 1 to %d", column, len(rows[0]))}
}

// labelRows splits the file by the separator that all lines have in common, if any.
func labelRows(open func() (io.Reader, error), name string, opts Options) (rows [][]text, lines []int, err error) {
	var found []Separator
	var failed *SyntaxError
	for _, m := range marks {
		if opts.Separator != m.name && (opts.Separator != Detect || m.name == Blank) {
			continue
		}
		r, err := open()
		if err != nil {
			return nil, nil, err
		}
		these, at, err := allRows(r, name, m.mark)
		if syntax, ok := errors.AsType[*SyntaxError](err); ok {
			failed = syntax // what stands between the values is another mark
			continue
		} else if err != nil {
			return nil, nil, err
		}
		separated := len(these[0]) > 1 && !slices.ContainsFunc(these, func(row []text) bool { return len(row) != len(these[0]) })
		if separated {
			found = append(found, m.name)
		}
		if rows == nil || separated {
			rows, lines = these, at
		}
	}
	if rows == nil {
		return nil, nil, failed
	}
	if len(found) > 1 {
		return nil, nil, &SyntaxError{Name: name, Msg: fmt.Sprintf("every line has a %s and a %s; separator decides", found[0], found[1])}
	}
	return rows, lines, nil
}

func allRows(r io.Reader, name string, mark byte) (rows [][]text, lines []int, err error) {
	s, err := newScanner(r, name, mark)
	if err != nil {
		return nil, nil, err
	}
	for {
		cells, err := s.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, nil, err
		}
		rows, lines = append(rows, keep(cells)), append(lines, s.line)
	}
	for n := len(rows); n > 0 && len(rows[n-1]) == 1 && rows[n-1][0] == (text{col: rows[n-1][0].col}); n-- {
		rows = rows[:n-1] // empty lines at the end
	}
	if len(rows) == 0 {
		return nil, nil, &SyntaxError{Name: name, Msg: "empty, want one label per line"}
	}
	return rows, lines[:len(rows)], nil
}

// canonical is the text of a label: whole numbers without a point, unknown ones empty.
func canonical(s string) string {
	if isMissing([]byte(s)) {
		return ""
	}
	if v, ok := wholeNumber(s); ok {
		return strconv.Itoa(v)
	}
	return s
}

// maxWhole bounds whole numbers where float64 still tells neighbours apart.
const maxWhole = 1 << 53

func wholeNumber(s string) (int, bool) {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || v != math.Trunc(v) || math.Abs(v) >= maxWhole || strings.ContainsAny(s, "xX_") {
		return 0, false
	}
	return int(v), true
}

// evidence decides about the header where the labels tell.
func (l *Labels) evidence() {
	if l.header != Auto {
		return
	}
	first, rest := l.Values[0], l.Values[1:]
	isWord := func(s string) bool { _, ok := wholeNumber(s); return !ok && s != "" }
	switch {
	case !isWord(first), slices.Contains(rest, first), len(rest) == 0:
		l.header = No
	case !slices.ContainsFunc(rest, isWord), slices.Contains(headerNames, strings.ToLower(first)):
		l.header = Yes
	}
}

func (l *Labels) resolve(header Choice) {
	if l.header = header; header == Yes {
		l.Values, l.lines = l.Values[1:], l.lines[1:]
		if l.Names != nil {
			l.Names = l.Names[1:]
		}
	}
}

// Resolve says how many samples there are, which tells whether the first line is a header.
func (l *Labels) Resolve(samples int) error {
	if l.header == Auto {
		if len(l.Values) == samples+1 {
			l.resolve(Yes)
		} else {
			l.resolve(No)
		}
	}
	if len(l.Values) != samples {
		return fmt.Errorf("%s holds %d labels, want one for each of %d samples", l.name, len(l.Values), samples)
	}
	return nil
}

// ResolveBoth settles the headers of two files about the same samples, and checks that they are as long and of the same
// samples in the same order, as far as these are named.
func ResolveBoth(a, b *Labels) error {
	switch {
	case a.header == Auto && b.header == Auto && len(a.Values) == len(b.Values):
		return fmt.Errorf("%s and %s begin with %q and %q, which may be headers; set header to yes or no", a.name, b.name, a.Values[0], b.Values[0])
	case a.header == Auto:
		if len(a.Values) == len(b.Values)+1 && b.header != Auto || b.header == Auto && len(a.Values) > len(b.Values) {
			a.resolve(Yes)
		} else {
			a.resolve(No)
		}
	}
	if b.header == Auto {
		if len(b.Values) == len(a.Values)+1 {
			b.resolve(Yes)
		} else {
			b.resolve(No)
		}
	}
	if len(a.Values) != len(b.Values) {
		return fmt.Errorf("%s has %d labels and %s has %d, want as many: one line per sample", a.name, len(a.Values), b.name, len(b.Values))
	}
	return a.Match(b.Names)
}

// Match checks that the labels are those of the samples of these names in this order, as far as both are named.
func (l *Labels) Match(samples []string) error {
	if l.Names == nil || samples == nil {
		return nil
	}
	for i, n := range l.Names {
		if n != samples[i] {
			return fmt.Errorf("%s:%d: found sample %q, and the other file has %q there; bring the samples into the same order", l.name, l.lines[i], n, samples[i])
		}
	}
	return nil
}

// Codes returns the labels as whole numbers: themselves where all are, else the classes from 0 in the order of their names.
// An unknown one is -1; classes are the names, nil where the numbers are their own.
func (l *Labels) Codes() (codes []int, classes []string, err error) {
	codes = make([]int, len(l.Values))
	for i, s := range l.Values {
		v, ok := wholeNumber(s)
		switch {
		case s == "":
			codes[i] = -1
		case !ok:
			return l.words()
		default:
			codes[i] = v
		}
	}
	return codes, nil, nil
}

func (l *Labels) words() (codes []int, classes []string, err error) {
	for i, s := range l.Values {
		if isNumber([]byte(s)) && !isWhole(s) {
			return nil, nil, &SyntaxError{l.name, l.lines[i], 1, fmt.Sprintf("found %q, want a word or a whole number within ±2^53 as the label", s)}
		}
		if s != "" {
			classes = append(classes, s)
		}
	}
	slices.Sort(classes)
	classes = slices.Compact(classes)
	codes = make([]int, len(l.Values))
	for i, s := range l.Values {
		k, ok := slices.BinarySearch(classes, s)
		if codes[i] = k; !ok {
			codes[i] = -1
		}
	}
	return codes, classes, nil
}

func isWhole(s string) bool { _, ok := wholeNumber(s); return ok }

// Known is Codes where every label must be there.
func (l *Labels) Known() (codes []int, classes []string, err error) {
	if i := slices.Index(l.Values, ""); i >= 0 {
		return nil, nil, &SyntaxError{l.name, l.lines[i], 1, "found no label, want a word or a whole number; leave the sample out of both files"}
	}
	return l.Codes()
}

// Line returns the line of the i-th label.
func (l *Labels) Line(i int) int { return l.lines[i] }

// NumericLabels are labels that come as whole numbers, from a file that is no text.
func NumericLabels(values []float64, name string) (*Labels, error) {
	l := &Labels{name: name, header: No}
	for i, v := range values {
		s := strconv.FormatFloat(v, 'f', -1, 64)
		if math.IsNaN(v) {
			s = ""
		} else if !isWhole(s) {
			return nil, fmt.Errorf("%s: found %v as label %d, want a whole number", name, v, i+1)
		}
		l.Values, l.lines = append(l.Values, s), append(l.lines, i+1)
	}
	return l, nil
}

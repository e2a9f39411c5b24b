package tabular

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
)

// Labels are the classes of samples as a file holds them: words or whole numbers, with the names of the samples where a
// column before them holds those.
type Labels struct {
	File   string
	Values []string // one for each sample; "" where unknown
	Names  []string // of the samples, or nil

	surely bool       // Names are names, whatever the samples are called
	others [][]string // the columns beside one that was asked for, of which any may name the samples
	lines  []int      // of the values
	header Choice     // whether the first value is a header: Auto where the file does not tell
}

// headerNames are headers of a column of classes; a class has another name.
var headerNames = strings.Fields("class classes label labels cluster clusters group species target truth type variety y x")

// ReadLabels reads the classes of samples: the only column, the second of two, or the one that column names. Whether the
// first line is a header may stay open until Settle.
func ReadLabels(open func() (io.Reader, error), name, column string, opts Options) (*Labels, error) {
	if err := opts.Validate(); err != nil {
		return nil, &SyntaxError{Name: name, Msg: err.Error()}
	}
	rows, err := labelRows(open, name, opts)
	if err != nil {
		return nil, err
	}
	l := &Labels{File: name, header: opts.Header}
	width := len(rows[0])
	j, named, err := labelColumn(rows[0], name, column)
	if err != nil {
		return nil, err
	}
	if named {
		l.header = Yes // the first line is the header then
	}
	at := -1 // the column that may name the samples
	switch {
	case width == 2:
		at = 1 - j
	case column != "" && j > 0:
		at = 0
	}
	for _, row := range rows {
		if len(row) != width {
			return nil, &SyntaxError{name, row[0].line, 1, fmt.Sprintf("found %d values, want %d as in the first line; make all lines equally long", len(row), width)}
		}
		l.Values, l.lines = append(l.Values, canonical(row[j].string)), append(l.lines, row[0].line)
		if at >= 0 {
			l.Names = append(l.Names, row[at].string)
		}
	}
	for k := 0; column != "" && k < width; k++ {
		if k != j {
			l.others = append(l.others, values(columnOf(rows, k)))
		}
	}
	if at >= 0 {
		first := rows[0][at].string
		if l.surely = column == "" || first == "" || isID(first); first == "" && opts.Header == Auto {
			l.header = Yes // the corner above the names
		}
	}
	l.evidence()
	if l.header != Auto {
		l.resolve(l.header)
	}
	if column != "" {
		return l, nil
	}
	return l, l.namedOnce()
}

// labelColumn finds the column of the labels by the first line of a file, and tells whether this line names it.
func labelColumn(first []text, name, column string) (j int, named bool, err error) {
	width := len(first)
	switch n, err := strconv.Atoi(column); {
	case column == "" && width > 2:
		return 0, false, &SyntaxError{name, first[0].line, 1,
			fmt.Sprintf("found %d columns, %s; want one column of labels, or one of names and one of labels; label-column says which holds them",
				width, headersOf(first))}
	case column == "":
		return width - 1, false, nil
	case len(list.Filter(values(first), func(header string) bool { return header == column })) > 1:
		return 0, false, &SyntaxError{name, first[0].line, 1, fmt.Sprintf("several columns are named %q; label-column takes a number from 1, too", column)}
	case slices.Contains(values(first), column):
		return slices.Index(values(first), column), true, nil
	case err == nil && n >= 1 && n <= width:
		return n - 1, false, nil
	}
	msg := fmt.Sprintf("no column %q, want one of %s, or a number from 1 to %d", column, headersOf(first), width)
	return 0, false, &SyntaxError{Name: name, Msg: msg}
}

// headersOf lists the first line of a file.
func headersOf(first []text) string {
	const most = 8
	more := ""
	if len(first) > most {
		more = ", ..."
	}
	return list.Join(first[:min(most, len(first))], ", ", func(t text) string { return list.QuoteShort(t.string) }) + more
}

// namedOnce refuses names of samples of which two are the same.
func (l *Labels) namedOnce() error {
	seen := map[string]int{}
	for i, n := range l.Names {
		if first, twice := seen[n]; twice {
			return &SyntaxError{l.File, l.lines[i], 1,
				fmt.Sprintf("found %q as in line %d, so that the first column names no samples; label-column says which holds the labels", n, first)}
		}
		seen[n] = l.lines[i]
	}
	return nil
}

// labelRows splits the file by the separator that all lines have in common, if any.
func labelRows(open func() (io.Reader, error), name string, opts Options) (rows [][]text, err error) {
	var found []Separator
	var failed error
	for _, m := range marks {
		if opts.Separator != m.name && (opts.Separator != Detect || m.name == Blank) {
			continue
		}
		var these [][]text
		_, err := readRows(open, name, m.mark, -1, func(row []text) { these = append(these, row) })
		if problem, ok := errors.AsType[*SyntaxError](err); ok {
			failed = problem // what stands between the values is another mark
			continue
		} else if err != nil {
			return nil, err
		}
		for n := len(these); n > 0 && len(these[n-1]) == 1 && these[n-1][0].string == "" && !these[n-1][0].quoted; n-- {
			these = these[:n-1] // empty lines at the end
		}
		if len(these) == 0 {
			return nil, &SyntaxError{Name: name, Msg: "the file is empty, want one label a line"}
		}
		separated := len(these[0]) > 1 && !slices.ContainsFunc(these, func(row []text) bool { return len(row) != len(these[0]) })
		if separated {
			found = append(found, m.name)
		}
		if rows == nil || separated {
			rows = these
		}
	}
	switch {
	case rows == nil:
		return nil, failed
	case len(found) > 1:
		return nil, &SyntaxError{Name: name, Msg: fmt.Sprintf("every line has a %s and a %s; separator decides", found[0], found[1])}
	}
	return rows, nil
}

// canonical returns the text of a label: whole numbers without a point, unknown ones empty.
func canonical(s string) string {
	if isMissing(s) {
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
		for k := range l.others {
			l.others[k] = l.others[k][1:]
		}
	}
}

// Settle decides, from the number of samples and their names (nil if there are none), what the file does not tell: whether the
// first line is a header, and which of several columns names the samples: the one with most of their names, if that is half of them.
func (l *Labels) Settle(samples int, names []string) {
	var best []string
	most := max(1, (len(names)+1)/2)
	for _, column := range l.others {
		has := list.Set(column)
		if shared := len(list.Filter(names, func(n string) bool { return has[n] })); shared >= most {
			best, most = column, shared+1
		}
	}
	if best != nil || !l.surely {
		l.Names = best
	}
	switch {
	case l.header != Auto:
	case l.Names != nil && names != nil:
		l.resolve(choice(!slices.Contains(names, l.Names[0])))
	default:
		l.resolve(choice(len(l.Values) == samples+1))
	}
}

// SettleBoth decides about the headers of two files about the same samples.
func SettleBoth(a, b *Labels) error {
	if a.header == Auto && b.header == Auto && len(a.Values) == len(b.Values) {
		return fmt.Errorf("%s and %s begin with %q and %q, which may be headers; set header to yes or no", a.File, b.File, a.Values[0],
			b.Values[0])
	}
	if b.header == Auto && len(a.Values) < len(b.Values) {
		a, b = b, a
	}
	a.Settle(len(b.Values), b.Names)
	b.Settle(len(a.Values), a.Names)
	return nil
}

// Arrange brings the labels into another order: that of these places, from 0; nil leaves them as they are.
func (l *Labels) Arrange(order []int) {
	if order == nil {
		return
	}
	values, names, lines := l.Values, l.Names, l.lines
	l.Values, l.Names, l.lines = nil, nil, nil
	for _, place := range order {
		l.Values, l.Names, l.lines = append(l.Values, values[place]), append(l.Names, names[place]), append(l.lines, lines[place])
	}
}

// Codes returns the labels as whole numbers: themselves where all are, else the classes from 0 in the order of their names.
// An unknown one, empty, NA or -1, is -1; classes are the names, nil where the numbers are their own.
func (l *Labels) Codes() (codes []int, classes []string, err error) {
	codes = make([]int, len(l.Values))
	for i, s := range l.Values {
		v, ok := wholeNumber(s)
		switch {
		case unknownLabel(s):
			codes[i] = -1
		case !ok:
			return l.words()
		case v < 0:
			return nil, nil, &SyntaxError{l.File, l.lines[i], 1, fmt.Sprintf("found %d, want a class ≥ 0, or -1 for an unknown one", v)}
		default:
			codes[i] = v
		}
	}
	return codes, nil, nil
}

func (l *Labels) words() (codes []int, classes []string, err error) {
	for i, s := range l.Values {
		if isNumber(s) && !isWhole(s) {
			return nil, nil, &SyntaxError{l.File, l.lines[i], 1, fmt.Sprintf("found %q, want a word or a whole number within ±2^53 as the label", s)}
		}
		if !unknownLabel(s) {
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

// unknownLabel tells whether a label says that the class is not known: it is empty or NA, which are read as empty, or -1.
func unknownLabel(s string) bool { return s == "" || s == "-1" }

// Known returns Codes where every label must be there.
func (l *Labels) Known() (codes []int, classes []string, err error) {
	if i := slices.IndexFunc(l.Values, unknownLabel); i >= 0 {
		unknown := len(list.Filter(l.Values, unknownLabel))
		return nil, nil, &SyntaxError{l.File, l.lines[i], 1,
			fmt.Sprintf("found no class (empty, NA or -1), the first of %d; want a class of each sample: leave the others out of X and of the "+
				"labels", unknown)}
	}
	return l.Codes()
}

// Line returns the line of the i-th label.
func (l *Labels) Line(i int) int { return l.lines[i] }

// LabelsOf returns labels that come as words, "" where unknown, of samples with names.
func LabelsOf(name string, words, samples []string) (*Labels, error) {
	l := &Labels{File: name, Names: samples, surely: true, header: No}
	for i, word := range words {
		l.Values, l.lines = append(l.Values, canonical(word)), append(l.lines, i+1)
	}
	if len(words) != len(samples) {
		return nil, fmt.Errorf("%s: found %d labels, want one for each of %d samples", name, len(words), len(samples))
	}
	return l, nil
}

// NumericLabels returns labels that come as whole numbers, from a file that is no text.
func NumericLabels(values []float64, name string) (*Labels, error) {
	l := &Labels{File: name, header: No}
	for i, v := range values {
		s := strconv.FormatFloat(v, 'f', -1, 64)
		if math.IsNaN(v) {
			s = ""
		} else if !isWhole(s) {
			return nil, fmt.Errorf("%s: found %v as label %d, want a whole number; write other labels to a text file", name, v, i+1)
		}
		l.Values, l.lines = append(l.Values, s), append(l.lines, i+1)
	}
	return l, nil
}

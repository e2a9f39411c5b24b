package tabular

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/budget"
	"nmfrepro/reports/list"
)

// sampled is how many lines are looked at before the file is read.
const sampled = 100

// layout is how a file is to be read.
type layout struct {
	separator     Separator
	mark          byte
	decimal       Decimal
	width         int      // values of a line
	trailing      int      // columns at the right that are empty
	skip          bool     // the first line holds names
	short         bool     // the first line has no name for the names of the rows
	headed, named bool     // there are names of the columns, of the rows
	keep          []int    // columns that are read
	columns       []string // names of those
	dropped       int
	notes         []string
}

// detect finds the only layout that the first lines of a file allow.
func detect(open func() (io.Reader, error), name string, opts Options) (*layout, error) {
	if err := opts.Validate(); err != nil {
		return nil, &SyntaxError{Name: name, Msg: err.Error()}
	}
	var fits []*layout
	var failed error = noNumbers(name)
	likely := -1 // numbers that the reading which failed would find
	for _, m := range marks {
		if opts.Separator != Detect && opts.Separator != m.name {
			continue
		}
		h, err := readHead(open, name, m.mark)
		problem, isSyntax := errors.AsType[*SyntaxError](err)
		if err != nil && !isSyntax {
			return nil, err
		}
		found := 0
		if err == nil {
			if !h.separated && m.name != Comma && opts.Separator == Detect {
				continue // a single column is read once
			}
			var l *layout
			if l, problem = h.layout(opts); problem == nil {
				if l.separator = m.name; !h.separated {
					l.separator = Detect
				}
				fits = append(fits, l)
				continue
			}
			found, _ = count(slices.Concat(h.rows...))
		}
		if found > likely {
			failed, likely = problem, found
		}
	}
	switch fits = preferred(fits); len(fits) {
	case 0:
		return nil, failed
	case 1:
		return fits[0], nil
	}
	readings := list.Join(fits, " or ", func(l *layout) string { return fmt.Sprintf("%d values separated by %ss", l.width, l.separator) })
	return nil, &SyntaxError{Name: name, Msg: fmt.Sprintf("the lines are %s; separator decides (comma, semicolon, tab or blank)", readings)}
}

// preferred leaves out the readings that others beat: bare numbers are always read as such, those between commas first,
// a header that is whole rather than one without its corner, and blanks only where nothing else separates.
func preferred(fits []*layout) []*layout {
	bare := func(l *layout) bool { return !l.headed && !l.named }
	for _, better := range []func(*layout) bool{
		func(l *layout) bool { return bare(l) && l.mark == ',' },
		bare,
		func(l *layout) bool { return !l.short },
		func(l *layout) bool { return l.separator != Blank },
	} {
		if some := list.Filter(fits, better); len(some) > 0 {
			fits = some
		}
	}
	return fits
}

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
			return nil, &SyntaxError{Name: name, Msg: fmt.Sprintf("holds a %s in Octave's text format, want a matrix; save it with -v7 as a .mat file", kind)}
		}
		last := strings.TrimLeft(c, "# ")
		h.comment = nil
		if _, err := readRows(func() (io.Reader, error) { return strings.NewReader(last), nil }, name, mark, 1, func(row []text) { h.comment = row }); err != nil {
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

// found describes what is not as in a bare file of numbers between commas.
func (l *layout) found() []string {
	var out []string
	if l.separator != Detect && l.separator != Comma {
		out = append(out, string(l.separator)+"s")
	}
	if l.headed {
		out = append(out, "header")
	}
	if l.named {
		out = append(out, "row names")
	}
	if l.dropped > 0 {
		out = append(out, columns(l.dropped)+" dropped")
	}
	return out
}

func columns(n int) string {
	if n == 1 {
		return "1 column"
	}
	return fmt.Sprintf("%d columns", n)
}

// problem is an error at a value of the first lines.
func (h *head) problem(row, col int, format string, args ...any) *SyntaxError {
	return &SyntaxError{h.name, h.rows[row][col].line, h.rows[row][col].col, fmt.Sprintf(format, args...)}
}

// layout interprets the first lines.
func (h *head) layout(opts Options) (*layout, *SyntaxError) {
	l := &layout{mark: h.mark, decimal: opts.Decimal}
	for _, decide := range []func(Options, *layout) *SyntaxError{h.rectangle, h.header, h.rowNames, h.columns, h.check} {
		if problem := decide(opts, l); problem != nil {
			return nil, problem
		}
	}
	return l, nil
}

// rectangle finds how many values a line has; the first may lack the name of the rows, as R's write.table leaves it out.
func (h *head) rectangle(_ Options, l *layout) *SyntaxError {
	if h.rows[0][0].string == "sep=" {
		return h.problem(0, 0, "found Excel's line that names the separator; remove it")
	}
	lines := map[int]int{} // by their number of values, of which the usual one is that of most lines, the larger one of two
	for _, row := range h.rows {
		n := len(row)
		if lines[n]++; lines[n] > lines[l.width] || lines[n] == lines[l.width] && n > l.width {
			l.width = n
		}
	}
	for i, row := range h.rows {
		if len(row) == l.width || i == 0 && len(h.rows) > 1 && len(row) == l.width-1 {
			continue
		}
		if c := slices.IndexFunc(h.rows, func(row []text) bool { return strings.HasPrefix(row[0].string, "#") }); c >= 0 {
			return h.problem(c, 0, "found a comment below numbers, want a single table in the file")
		}
		if i == 0 && !slices.ContainsFunc(row, isNumeric) {
			return h.problem(0, 0, "found %q, and lines of %d values below; remove the lines above the table", row[0].string, l.width)
		}
		return h.problem(i, min(len(row)-1, l.width), "found %d values, want %d as in the lines around; make all rows equally long", len(row), l.width)
	}
	full := func(row []text) bool {
		j := l.width - 1 - l.trailing
		return j < len(row) && (row[j].string != "" || row[j].quoted)
	}
	for l.trailing < l.width-1 && !slices.ContainsFunc(h.rows, full) {
		l.trailing++
	}
	if l.trailing > 0 {
		l.notes = append(l.notes, strings.Replace(columns(l.trailing), " ", " empty ", 1)+" at the right were left out")
	}
	return nil
}

// header decides whether the first line holds names.
func (h *head) header(opts Options, l *layout) *SyntaxError {
	h.width = l.width - l.trailing
	h.first, h.from = nil, 0
	first := h.rows[0]
	if i := h.lateHeader(); i > 0 && opts.Header == Auto {
		return h.problem(i, 0, "found what seems to be the header; remove the lines above it")
	}
	l.short = len(first) == l.width-1 && l.trailing == 0
	first = first[:min(h.width, len(first))]
	above, named := h.comment, h.comment != nil && (len(h.comment) == h.width || len(h.comment) == h.width-1) && !slices.ContainsFunc(h.comment, isNumeric)
	if named && opts.Header != No && !l.short && !strings.HasSuffix(above[0].string, ":") && slices.ContainsFunc(first, isNumeric) {
		h.first, l.headed = above, true
		return nil
	}
	if above != nil && len(above) == h.width && !named {
		l.notes = append(l.notes, fmt.Sprintf("the line above the table begins with # and was left out: %s", clip(strings.Join(values(above), ", "))))
	}
	header := opts.Header
	if header == Auto {
		var problem *SyntaxError
		if header, problem = h.isHeader(first, l.short); problem != nil {
			return problem
		}
	}
	switch {
	case header == Yes && len(h.rows) == 1:
		return h.problem(0, 0, "found a header and nothing below, want numbers")
	case header == Yes:
		h.first, h.from, l.skip, l.headed = first, 1, true, true
	case l.short:
		return h.problem(0, len(first)-1, "found %d values, and %d in the next line; if the first line is a header, set header to yes, else make all rows equally long", len(first), l.width)
	}
	return nil
}

func values(row []text) []string { return list.Map(row, func(t text) string { return t.string }) }

// isHeader decides whether the first line is a header: it has only words, of which one stands above numbers; quotes where
// there are none below; or it counts the columns as pandas does. Words beside numbers decide nothing, but for the usual
// names of a column of names.
func (h *head) isHeader(first []text, short bool) (Choice, *SyntaxError) {
	below := h.rows[1:]
	if len(below) == 0 {
		return No, nil
	}
	if short {
		return choice(slices.ContainsFunc(first, func(t text) bool { return t.quoted || isWord(t) })), nil
	}
	_, namesBelow := count(columnOf(below, 0))
	above, odd := 0, -1 // words above numbers, and the first of them
	for j, t := range first {
		if numbers, words := count(columnOf(below, j)); isWord(t) && numbers > 0 && words == 0 {
			if above++; odd < 0 {
				odd = j
			}
		}
	}
	unquoted := func(t text) bool { return !t.quoted }
	quoted := !slices.ContainsFunc(first, unquoted) &&
		!slices.ContainsFunc(below, func(row []text) bool { return slices.ContainsFunc(row[min(1, len(row)-1):], isQuoted) })
	corner := first[0].string == ""
	switch {
	case quoted, above > 0 && !slices.ContainsFunc(first, isNumeric), isID(first[0].string) && (above > 0 || namesBelow > 0):
		return Yes, nil
	case corner && len(first) > 1 && (namesBelow > 0 || counts(first[1:], 0) && counts(columnOf(below, 0), 0)): // pandas numbers both sides
		return Yes, nil // names of the rows stand below the empty corner
	case above > 0:
		return Auto, h.problem(0, odd, "found %q in a line that also holds numbers; if they are a header, set header to yes, else correct the value", clip(first[odd].string))
	case namesBelow > 0 && len(first) > 3 && counts(first[1:], -1):
		return Auto, h.problem(0, 1, "found %s, %s, ..., which are a header or numbers; header decides (yes or no)", first[1].string, first[2].string)
	case corner && len(first) >= 3 && len(below) >= 2 && (counts(columnOf(below, 0), 0) || counts(columnOf(below, 0), 1)):
		return Auto, h.problem(0, 0, "found nothing as the first value, which is unknown, or above the names of the rows; set header and row-names to yes or no")
	}
	return No, nil
}

func columnOf(rows [][]text, j int) []text {
	return list.Map(rows, func(row []text) text { return row[j] })
}

// counts tells whether values are start, start + 1, ..., from any number if start is negative.
func counts(values []text, start int) bool {
	if start < 0 {
		var err error
		if start, err = strconv.Atoi(values[0].string); err != nil {
			return false
		}
	}
	for i, t := range values {
		if t.string != strconv.Itoa(start+i) {
			return false
		}
	}
	return true
}

// lateHeader finds a line of words below a title, which fills fewer columns, and above numbers; 0 if there is none.
func (h *head) lateHeader() int {
	wordsOnly := func(i int) bool { return !slices.ContainsFunc(h.rows[i], isNumeric) }
	for i := 1; i < len(h.rows)-1 && wordsOnly(i-1); i++ {
		_, words := count(h.rows[i])
		_, above := count(h.rows[i-1])
		if wordsOnly(i) && words >= h.width-1 && words > above && !wordsOnly(i+1) {
			return i
		}
	}
	return 0
}

// idNames are headers of a column that may hold names even where they are numbers.
var idNames = strings.Fields(`id index name key no nr row rowname rownames sample sampleid subject patient gene geneid entrez probe
	feature featureid otuid cell barcode unnamed:0 ...1 date day month year time datetime timestamp`)

func isID(header string) bool {
	plain := strings.NewReplacer(" ", "", "_", "", "-", "").Replace(strings.ToLower(header))
	return slices.Contains(idNames, plain)
}

// rowNames decides whether the first column holds names.
func (h *head) rowNames(opts Options, l *layout) *SyntaxError {
	rows := h.rows[h.from:]
	switch {
	case h.width == 1 && opts.RowNames == Yes:
		return h.problem(0, 0, "found a single column, which cannot hold row names and numbers; set row-names to no")
	case h.width == 1 || opts.RowNames == No:
		return nil
	}
	numbers, words := count(columnOf(rows, 0))
	quoted := len(rows) > 0 && !slices.ContainsFunc(rows, func(row []text) bool { return !row[0].quoted || slices.ContainsFunc(row[1:], isQuoted) })
	header := ""
	if h.first != nil {
		header = h.first[0].string
	}
	first := h.from + slices.IndexFunc(rows, func(row []text) bool { return isWord(row[0]) })
	// numbers in forms that are not read, or that stand in quotes for their commas alone
	formed := len(rows) > 0 && !slices.ContainsFunc(rows, func(row []text) bool {
		return !numberForm.MatchString(row[0].string) || isNumeric(row[0]) && strings.IndexByte(row[0].string, h.mark) < 0
	})
	switch {
	case opts.RowNames == Yes, h.first != nil && (len(h.first) < h.width || header == ""):
		l.named = true
	case formed && !isID(header):
		found := rows[0][0].string
		return h.problem(h.from, 0, "found %q, and only the like below, which are names or numbers; if names, set row-names to yes, else %s", clip(found), strings.TrimSuffix(advice(found), ", or write NA where it is unknown"))
	case quoted, words > 0 && numbers == 0:
		l.named = true
	case words > 0:
		found := h.rows[first][0].string
		if hint := advice(found); hint != correct {
			return h.problem(first, 0, "found %q, want a number; %s", clip(found), hint)
		}
		return h.problem(first, 0, "found %q in a first column that also holds numbers; if they are names, set row-names to yes, else correct the value", clip(found))
	case h.first != nil && (isID(header) || len(rows) >= counting && (counts(columnOf(rows, 0), 0) || counts(columnOf(rows, 0), 1))):
		return h.problem(h.from, 0, "found numbers below %q, which are names or values; row-names decides (yes or no)", clip(header))
	}
	return nil
}

// columns decides which columns are read, and their names.
func (h *head) columns(opts Options, l *layout) *SyntaxError {
	names := make([]string, h.width)
	copy(names[h.width-len(h.first):], values(h.first))
	left := map[int]bool{}
	for _, d := range opts.Drop {
		j := -1
		if h.first != nil {
			j = slices.Index(names, d)
		}
		if n, err := strconv.Atoi(d); j < 0 && err == nil && n >= 1 && n <= h.width {
			j = n - 1
		}
		if j < 0 {
			return &SyntaxError{Name: h.name, Msg: fmt.Sprintf("no column %q to drop, want a name of the header or a number from 1 to %d", d, h.width)}
		}
		left[j] = true
	}
	for j := range h.width {
		if j == 0 && l.named || left[j] {
			continue
		}
		l.keep = append(l.keep, j)
		if l.headed {
			l.columns = append(l.columns, names[j])
		}
	}
	if l.dropped = len(left); len(l.keep) == 0 {
		return &SyntaxError{Name: h.name, Msg: "no column is left to read"}
	}
	return nil
}

// check looks for columns that hold no numbers.
func (h *head) check(_ Options, l *layout) *SyntaxError {
	for _, j := range l.keep {
		rows := h.rows[h.from:]
		numbers, words := count(columnOf(rows, j))
		if words == 0 {
			continue
		}
		i := h.from + slices.IndexFunc(rows, func(row []text) bool { return isWord(row[j]) })
		if next := i + 1; numbers == 0 && next < len(h.rows) && isWord(h.rows[next][j]) {
			i = next // the first may be a header that nothing told from the rest
		}
		found := h.rows[i][j].string
		if hint := advice(found); numbers > 0 || hint != correct {
			return h.problem(i, j, "found %q, want a number; %s", clip(found), hint)
		}
		column := strconv.Itoa(j + 1)
		if l.headed && h.width-len(h.first) <= j {
			column = strconv.Quote(h.first[j-h.width+len(h.first)].string)
		}
		return h.problem(i, j, "found %q, and column %s holds only words; leave it out by drop, or make numbers of it", clip(found), column)
	}
	return nil
}

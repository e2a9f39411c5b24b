package tabular

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

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
		out = append(out, fmt.Sprintf("%d %s dropped", l.dropped, columnOrColumns(l.dropped)))
	}
	return out
}

func columnOrColumns(n int) string {
	if n == 1 {
		return "column"
	}
	return "columns"
}

// body is the rows below the header, without the empty columns at the right.
type body struct {
	*head
	first []text // the header, or nil
	from  int    // index of the first row of numbers
	width int
}

// layout interprets the first lines.
func (h *head) layout(opts Options) (*layout, *SyntaxError) {
	l := &layout{mark: h.mark, decimal: opts.Decimal}
	problem := h.rectangle(l)
	if problem != nil {
		return nil, problem
	}
	b, problem := h.header(opts, l)
	if problem != nil {
		return nil, problem
	}
	if problem = b.rowNames(opts, l); problem != nil {
		return nil, problem
	}
	if problem = b.columns(opts, l); problem != nil {
		return nil, problem
	}
	return l, b.check(l)
}

// rectangle finds how many values a line has; the first may lack the name of the rows, as R's write.table leaves it out.
func (h *head) rectangle(l *layout) *SyntaxError {
	if h.rows[0][0].string == "sep=" {
		return h.problem(0, 0, "found Excel's line that names the separator; remove it")
	}
	l.width = h.usualWidth()
	for i, row := range h.rows {
		if i == 0 && len(h.rows) > 1 && len(row) == l.width-1 {
			continue
		}
		if len(row) != l.width {
			if c := slices.IndexFunc(h.rows, func(row []text) bool { return strings.HasPrefix(row[0].string, "#") }); c >= 0 {
				return h.problem(c, 0, "found a comment below numbers, want a single table in the file")
			}
			if i == 0 && h.wordsOnly(row) {
				return h.problem(0, 0, fmt.Sprintf("found %q, and lines of %d values below; remove the lines above the table", row[0].string, l.width))
			}
			return h.problem(i, min(len(row)-1, l.width), fmt.Sprintf("found %d values, want %d as in the lines around; make all rows equally long", len(row), l.width))
		}
	}
	for l.trailing < l.width-1 && h.emptyAtRight(l.width-1-l.trailing) {
		l.trailing++
	}
	if l.trailing > 0 {
		l.notes = append(l.notes, fmt.Sprintf("%d empty %s at the right were left out", l.trailing, columnOrColumns(l.trailing)))
	}
	return nil
}

// usualWidth is the number of values that most lines have, the larger one of two.
func (h *head) usualWidth() int {
	lines := map[int]int{}
	best := 0
	for _, row := range h.rows {
		n := len(row)
		lines[n]++
		if lines[n] > lines[best] || lines[n] == lines[best] && n > best {
			best = n
		}
	}
	return best
}

func (h *head) wordsOnly(row []text) bool {
	return !slices.ContainsFunc(row, func(t text) bool { return t.kind() == number })
}

// emptyAtRight tells whether column j holds nothing.
func (h *head) emptyAtRight(j int) bool {
	return !slices.ContainsFunc(h.rows, func(row []text) bool { return j < len(row) && (row[j].string != "" || row[j].quoted) })
}

// header decides whether the first line holds names.
func (h *head) header(opts Options, l *layout) (*body, *SyntaxError) {
	width := l.width - l.trailing
	b := &body{head: h, width: width}
	first := h.rows[0]
	if i := h.lateHeader(width); i > 0 && opts.Header == Auto {
		return nil, h.problem(i, 0, "found what seems to be the header; remove the lines above it")
	}
	l.short = len(first) == l.width-1 && l.trailing == 0
	first = first[:min(width, len(first))]
	if h.comment != nil && opts.Header != No && !l.short && b.fitsAbove(h.comment, first) {
		b.first, l.headed = h.comment, true
		return b, nil
	}
	header := opts.Header
	if header == Auto {
		var problem *SyntaxError
		if header, problem = b.isHeader(first, l.short); problem != nil {
			return nil, problem
		}
	}
	switch {
	case header == Yes && len(h.rows) == 1:
		return nil, h.problem(0, 0, "found a header and nothing below, want numbers")
	case header == Yes:
		b.first, b.from, l.skip, l.headed = first, 1, true, true
	case l.short:
		return nil, h.problem(0, len(first)-1, fmt.Sprintf("found %d values, and %d in the next line; if the first line is a header, set header to yes, else make all rows equally long", len(first), l.width))
	}
	return b, nil
}

// fitsAbove tells whether a comment names the columns, which the first line does not.
func (b *body) fitsAbove(comment, first []text) bool {
	return (len(comment) == b.width || len(comment) == b.width-1) && b.wordsOnly(comment) && !strings.HasSuffix(comment[0].string, ":") && !b.wordsOnly(first)
}

// isHeader decides whether the first line is a header: it has only words, of which one stands above numbers; quotes where
// there are none below; or it counts the columns as pandas does. Words beside numbers decide nothing, but for the usual
// names of a column of names.
func (b *body) isHeader(first []text, short bool) (Choice, *SyntaxError) {
	below := b.rows[1:]
	if len(below) == 0 {
		return No, nil
	}
	if short {
		if slices.ContainsFunc(first, func(t text) bool { return t.quoted || t.kind() == word }) {
			return Yes, nil
		}
		return No, nil
	}
	_, namesBelow := count(below, 0)
	above, odd := 0, -1 // words above numbers, and the first of them
	for j, t := range first {
		if numbers, words := count(below, j); t.kind() == word && numbers > 0 && words == 0 {
			if above++; odd < 0 {
				odd = j
			}
		}
	}
	quoted := !slices.ContainsFunc(first, func(t text) bool { return !t.quoted }) &&
		!slices.ContainsFunc(below, func(row []text) bool { return anyQuoted(row[1:]) || len(row) == 1 && row[0].quoted })
	allWords := b.wordsOnly(first)
	switch {
	case quoted, above > 0 && allWords, b.countedByPandas(first), isID(first[0].string) && (above > 0 || namesBelow > 0):
		return Yes, nil
	case first[0].string == "" && len(first) > 1 && namesBelow > 0:
		return Yes, nil // names of the rows stand below the empty corner
	case above > 0:
		return Auto, b.problem(0, odd, fmt.Sprintf("found %q in a line that also holds numbers; if they are a header, set header to yes, else correct the value", clip([]byte(first[odd].string))))
	case namesBelow > 0 && successive(first[1:]):
		return Auto, b.problem(0, 1, fmt.Sprintf("found %s, %s, ..., which are a header or numbers; header decides (yes or no)", first[1].string, first[2].string))
	case first[0].string == "" && len(first) >= 3 && len(below) >= 2 && counted(below, 0):
		return Auto, b.problem(0, 0, "found nothing as the first value, which is unknown, or above the names of the rows; set header and row-names to yes or no")
	}
	return No, nil
}

// successive tells whether a line counts up by one, as years do.
func successive(first []text) bool {
	if len(first) < 3 {
		return false
	}
	start, err := strconv.Atoi(first[0].string)
	return err == nil && !slices.ContainsFunc(first, func(t text) bool {
		start++
		return t.string != strconv.Itoa(start-1)
	})
}

// lateHeader finds a line of words below a title, which fills fewer columns, and above numbers; 0 if there is none.
func (h *head) lateHeader(width int) int {
	filled := func(row []text) (n int) {
		for _, t := range row {
			if t.kind() == word {
				n++
			}
		}
		return n
	}
	for i := 1; i < len(h.rows)-1 && h.wordsOnly(h.rows[i-1]); i++ {
		if words := filled(h.rows[i]); h.wordsOnly(h.rows[i]) && words >= width-1 && words > filled(h.rows[i-1]) && !h.wordsOnly(h.rows[i+1]) {
			return i
		}
	}
	return 0
}

// countedByPandas tells whether both sides carry the numbers 0, 1, 2, ... that DataFrame.to_csv writes where nothing is named.
func (b *body) countedByPandas(first []text) bool {
	if first[0].string != "" || len(first) < 2 {
		return false
	}
	for j, t := range first[1:] {
		if t.string != strconv.Itoa(j) {
			return false
		}
	}
	for i, row := range b.rows[1:] {
		if row[0].string != strconv.Itoa(i) {
			return false
		}
	}
	return true
}

// count returns the number of numbers and words in column j.
func count(rows [][]text, j int) (numbers, words int) {
	for _, row := range rows {
		switch row[j].kind() {
		case number:
			numbers++
		case word:
			words++
		}
	}
	return numbers, words
}

// counted tells whether column j holds 0, 1, 2, ... or 1, 2, 3, ...
func counted(rows [][]text, j int) bool {
	start, err := strconv.Atoi(rows[0][j].string)
	if err != nil || start != 0 && start != 1 {
		return false
	}
	for i, row := range rows {
		if row[j].string != strconv.Itoa(start+i) {
			return false
		}
	}
	return true
}

func anyQuoted(row []text) bool {
	return slices.ContainsFunc(row, func(t text) bool { return t.quoted })
}

func (h *head) problem(row, col int, msg string) *SyntaxError {
	return &SyntaxError{h.name, h.lines[row], h.rows[row][col].col, msg}
}

// columns decides which columns are read, and their names.
func (b *body) columns(opts Options, l *layout) *SyntaxError {
	names := make([]string, b.width)
	if b.first != nil {
		for j, t := range b.first {
			names[b.width-len(b.first)+j] = t.string
		}
	}
	left := map[int]bool{}
	for _, d := range opts.Drop {
		j := -1
		if b.first != nil {
			j = slices.Index(names, d)
		}
		if n, err := strconv.Atoi(d); j < 0 && err == nil && n >= 1 && n <= b.width {
			j = n - 1
		}
		if j < 0 {
			return &SyntaxError{Name: b.name, Msg: fmt.Sprintf("no column %q to drop, want a name of the header or a number from 1 to %d", d, b.width)}
		}
		left[j] = true
	}
	for j := range b.width {
		if j == 0 && l.named || left[j] {
			continue
		}
		l.keep = append(l.keep, j)
		if l.headed {
			l.columns = append(l.columns, names[j])
		}
	}
	l.dropped = len(left)
	if len(l.keep) == 0 {
		return &SyntaxError{Name: b.name, Msg: "no column is left to read"}
	}
	return nil
}

// check looks for columns that hold no numbers.
func (b *body) check(l *layout) *SyntaxError {
	for _, j := range l.keep {
		numbers, words := count(b.rows[b.from:], j)
		if words == 0 {
			continue
		}
		i := b.from + slices.IndexFunc(b.rows[b.from:], func(row []text) bool { return row[j].kind() == word })
		if next := i + 1; numbers == 0 && next < len(b.rows) && b.rows[next][j].kind() == word {
			i = next // the first may be a header that nothing told from the rest
		}
		found := b.rows[i][j].string
		if hint := advice([]byte(found)); numbers > 0 || hint != correct {
			return b.problem(i, j, fmt.Sprintf("found %q, want a number; %s", clip([]byte(found)), hint))
		}
		column := strconv.Itoa(j + 1)
		if l.headed && b.width-len(b.first) <= j {
			column = strconv.Quote(b.first[j-b.width+len(b.first)].string)
		}
		return b.problem(i, j, fmt.Sprintf("found %q, and column %s holds only words; leave it out by drop, or make numbers of it", clip([]byte(found)), column))
	}
	return nil
}

package tabular

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
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
	d := detection{opts: opts, failed: noNumbers(name), likely: -1}
	for _, m := range marks {
		if opts.Separator != Detect && opts.Separator != m.name || m.name == Blank && d.grouped != nil {
			continue
		}
		h, err := readHead(open, name, m.mark)
		problem, isSyntax := errors.AsType[*SyntaxError](err)
		if err != nil && !isSyntax {
			return nil, err
		}
		if err != nil {
			d.fail(problem, 0)
		} else if err := d.try(h, m.name); err != nil {
			return nil, err
		}
	}
	if d.grouped != nil {
		return nil, d.grouped
	}
	fits := preferred(d.fits)
	switch len(fits) {
	case 0:
		return nil, d.failed
	case 1:
		return fits[0], nil
	}
	readings := list.Join(fits, " or ", func(l *layout) string { return fmt.Sprintf("%d values separated by %ss", l.width, l.separator) })
	return nil, &SyntaxError{Name: name, Msg: fmt.Sprintf("the lines are %s; separator decides (comma, semicolon, tab or blank)", readings)}
}

// detection is what the separators that were tried gave.
type detection struct {
	opts    Options
	fits    []*layout
	failed  error
	likely  int          // numbers that the reading which failed would find
	grouped *SyntaxError // numbers with blanks between thousands
}

// fail keeps the problem of the reading that would find most numbers.
func (d *detection) fail(problem *SyntaxError, found int) {
	if found > d.likely {
		d.failed, d.likely = problem, found
	}
}

// try reads the first lines by one separator. Its error ends the detection.
func (d *detection) try(h *head, name Separator) error {
	open := d.opts.Separator == Detect
	if !h.separated && name != Comma && open {
		return nil // a single column is read once
	}
	if problem := h.grouped(); problem != nil && open && name != Blank {
		d.grouped = problem
		return nil
	}
	note, problem := h.one()
	if problem != nil && open {
		return problem
	}
	l, problem := h.layout(d.opts)
	if problem != nil {
		found, _ := count(slices.Concat(h.rows...))
		d.fail(problem, found)
		return nil
	}
	if note != "" && (h.mark == ' ' || !l.headed) && open && d.opts.Header == Auto && d.opts.RowNames == Auto {
		l.notes = append(l.notes, note)
	}
	if l.separator = name; !h.separated {
		l.separator = Detect
	}
	d.fits = append(d.fits, l)
	return nil
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

// problem returns an error at a value of the first lines.
func (h *head) problem(row, col int, format string, args ...any) *SyntaxError {
	return &SyntaxError{h.name, h.rows[row][col].line, h.rows[row][col].col, fmt.Sprintf(format, args...)}
}

// layout interprets the first lines.
func (h *head) layout(opts Options) (*layout, *SyntaxError) {
	l := &layout{mark: h.mark, decimal: opts.Decimal}
	for _, decide := range []func(Options, *layout) *SyntaxError{h.forms, h.rectangle, h.header, h.entries, h.rowNames, h.columns, h.check} {
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
			return h.problem(c, 0, "found a comment below numbers, want a single table in the file; remove the comment, or write the second table to a file of its own")
		}
		if i == 0 && !slices.ContainsFunc(row, isNumeric) {
			return h.problem(0, 0, "found %q, and lines of %d values below; remove the lines above the table", row[0].string, l.width)
		}
		return h.problem(i, min(len(row)-1, l.width), "found %d values, want %d as in the lines around; make all rows equally long", len(row),
			l.width)
	}
	full := func(row []text) bool {
		j := l.width - 1 - l.trailing
		return j < len(row) && (row[j].string != "" || row[j].quoted)
	}
	for l.trailing < l.width-1 && !slices.ContainsFunc(h.rows, full) {
		l.trailing++
	}
	return nil
}

// columns decides which columns are read, and their names.
func (h *head) columns(opts Options, l *layout) *SyntaxError {
	names := make([]string, h.width)
	copy(names[h.width-len(h.first):], values(h.first))
	left := map[int]bool{}
	for _, d := range opts.Drop {
		var places []int // a name that occurs twice means both
		if h.first != nil {
			places = list.Places(names, func(name string) bool { return name == d })
		}
		if n, err := strconv.Atoi(d); places == nil && err == nil && n >= 1 && n <= h.width {
			places = []int{n - 1}
		}
		if places == nil {
			return &SyntaxError{Name: h.name, Msg: fmt.Sprintf("no column %q to drop, want a name of the header or a number from 1 to %d", d,
				h.width)}
		}
		for _, j := range places {
			left[j] = true
		}
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
		return &SyntaxError{Name: h.name, Msg: "no column is left to read; drop fewer"}
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

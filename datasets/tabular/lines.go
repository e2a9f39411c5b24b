package tabular

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"nmfrepro/datasets/budget"
)

// maxCell bounds the text of a value: what is longer is no table, or a quote that nothing closes.
const maxCell = 1 << 16

var tooLong = fmt.Sprintf("found a value longer than %d bytes, want a number or a name; is a quote not closed, or is this no text?",
	maxCell)

// lines yields the lines of a file, split into values. A value in double quotes may hold separators, line ends and doubled quotes.
type lines struct {
	csv      *csv.Reader
	bytes    *lineBytes
	name     string
	mark     byte
	comments []string // lines with # at the start of the file
	above    int      // lines before the first that csv reads
	raw      bytes.Buffer
	starts   []int // of the lines in raw

	values []string // of the present line, valid until the next
	line   int      // its number, from 1
	end    int      // number of its last line
	empty  int      // number of the empty line before it; 0 if there is none
}

// newLines reads UTF-8 or, with a byte order mark, UTF-16. A line ends with LF, CR LF or CR. keep says that quoted will be asked.
func newLines(r io.Reader, name string, mark byte, keep bool) (*lines, error) {
	l := &lines{bytes: &lineBytes{r: transform.NewReader(r, unicode.BOMOverride(transform.Nop)), name: name, blanks: mark == ' '}, name: name,
		mark: mark}
	b := bufio.NewReaderSize(l.bytes, 1<<16)
	if keep {
		b = bufio.NewReader(io.TeeReader(l.bytes, &l.raw))
	}
	for {
		start, err := b.Peek(1)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, l.failed(err)
		}
		if err != nil || start[0] != '#' {
			break
		}
		text, err := b.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, l.failed(err)
		}
		l.comments = append(l.comments, strings.TrimRight(text, "\n"))
		l.bytes.taken = 0
	}
	l.csv = csv.NewReader(b)
	l.csv.Comma, l.csv.FieldsPerRecord, l.csv.ReuseRecord = rune(mark), -1, true
	l.csv.TrimLeadingSpace = mark != '\t' // a run of blanks is one
	l.above, l.end = len(l.comments), len(l.comments)
	return l, nil
}

// next reads the next line that is not empty, io.EOF after the last.
func (l *lines) next() error {
	l.bytes.taken = 0
	values, err := l.csv.Read()
	if err != nil {
		return l.failed(err)
	}
	l.line, _ = l.csv.FieldPos(0)
	l.line += l.above
	if l.empty = 0; l.line > l.end+1 {
		l.empty = l.end + 1
	}
	l.end = l.line
	for i, v := range values {
		if len(v) > maxCell {
			return l.fail(i, "%s", tooLong)
		}
		l.end += strings.Count(v, "\n")
		values[i] = strings.TrimSpace(v)
	}
	if n := len(values); l.mark == ' ' && n > 1 && values[n-1] == "" {
		values = values[:n-1] // blanks at the end of the line
	}
	l.values = values
	return nil
}

// quoted tells whether the i-th value of the present line stands in quotes, which csv does not say.
func (l *lines) quoted(i int) bool {
	line, col := l.csv.FieldPos(i)
	if l.starts == nil {
		l.starts = []int{0}
	}
	for len(l.starts) < line+l.above {
		last := l.starts[len(l.starts)-1]
		l.starts = append(l.starts, last+bytes.IndexByte(l.raw.Bytes()[last:], '\n')+1)
	}
	at := l.starts[line+l.above-1] + col - 1
	return at < l.raw.Len() && l.raw.Bytes()[at] == '"'
}

func (l *lines) failed(err error) error {
	at, ok := errors.AsType[*csv.ParseError](err)
	switch {
	case l.bytes.over != nil:
		return l.bytes.over
	case !ok && errors.Is(err, io.EOF):
		return io.EOF
	case !ok:
		return fmt.Errorf("tabular: %s: %w", l.name, err)
	}
	problem := &SyntaxError{l.name, at.StartLine + l.above, 1,
		"found a quote that nothing closes, or more than a separator after the closing one; a quote within a value is doubled"}
	if at.Line == at.StartLine {
		problem.Col = at.Column
	}
	if errors.Is(err, csv.ErrBareQuote) {
		problem.Msg = "found a quote within a value that does not begin with one; put the value in quotes, and double those within"
	}
	return problem
}

// fail returns an error at the i-th value of the present line.
func (l *lines) fail(i int, format string, args ...any) error {
	line, col := l.csv.FieldPos(i)
	return &SyntaxError{l.name, line + l.above, col, fmt.Sprintf(format, args...)}
}

// lineBytes ends every line with LF, makes a blank of a tab where blanks separate values, and refuses a line that no
// memory holds.
type lineBytes struct {
	r      io.Reader
	name   string
	blanks bool
	after  bool // CR
	ended  bool // the last byte was the end of a line
	over   error
	taken  float64 // bytes since the last line that was returned
	total  int64
	much   func() // is called, once, when much has been read; may be nil
}

// muchText is text whose garbage counts: a collection for each small file would cost more than the file.
const muchText = 1 << 20

// buffers is what is read ahead of a line at most.
const buffers = 1 << 18

// perByte is the memory that a byte of a line may take where every second one is a separator: the old and the new place of what grows.
const perByte = 40

func (b *lineBytes) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	kept := 0
	for _, c := range p[:n] {
		after := b.after
		b.after = c == '\r'
		switch {
		case c == '\n' && after:
			continue
		case c == '\r':
			c = '\n'
		case c == '\t' && b.blanks:
			c = ' '
		}
		p[kept] = c
		kept++
		b.ended = c == '\n'
	}
	b.taken += float64(n)
	if b.total += int64(n); b.total > muchText && b.much != nil {
		b.much()
		b.much = nil
	}
	if b.taken <= buffers {
		return kept, err
	}
	if b.over = budget.Check(perByte*b.taken, "a line, or empty lines, of more than %s in %s (is a quote not closed?)", budget.Text(b.taken),
		b.name); b.over != nil {
		return 0, b.over
	}
	return kept, err
}

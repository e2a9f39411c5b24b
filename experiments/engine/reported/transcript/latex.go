package transcript

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	remark   = regexp.MustCompile(`(^|[^\\])%[^\n]*`)
	opening  = regexp.MustCompile(`\\begin\{(tabular\*?|tabularx|tabulary|array|longtable|tabu|tblr|longtblr|supertabular)\}`)
	defining = regexp.MustCompile(`\\(?:re)?(?:newcommand|providecommand|DeclareRobustCommand)\*?\{?\\([A-Za-z]+)\}?(?:\[(\d)\])?|\\def\\([A-Za-z]+)`)
)

// arguments of the environments after their name: the widths of columns, and before them the width of the table.
var widths = map[string]int{"tabular*": 2, "tabularx": 2, "tabulary": 2}

// latex reads every tabular of a file, or the whole text as the rows of one where there is none.
func latex(text string) ([]Grid, error) {
	text = remark.ReplaceAllString(text, "$1") // the newline stays, so that lines keep their numbers
	if err := nested(text); err != nil {
		return nil, err
	}
	text = expand(text)
	if err := nested(text); err != nil {
		return nil, err
	}
	lines, floats := newPlaces(text, "\n"), newPlaces(text, `\begin{table`)
	closing, captions := newPlaces(text, `\end{table`), newPlaces(text, `\caption`)
	var grids []Grid
	for at := 0; ; {
		m := opening.FindStringSubmatchIndex(text[at:])
		if m == nil {
			break
		}
		name := text[at+m[2] : at+m[3]]
		start := at + m[1]
		end, ok := closingOf(text, name, start)
		if !ok {
			return nil, fmt.Errorf(`line %d: \begin{%s} has no \end{%s}`, lines.before(at+m[0])+1, name, name)
		}
		body := pastOption(text, start)
		for range max(1, widths[name]) {
			_, body = argument(text, body)
		}
		body = min(body, end)
		g, err := environment(text[body:end], lines.before(body)+1)
		if err != nil {
			return nil, err
		}
		if strings.Contains(text[start:body], `\pm`) { // between columns, as r@{$\pm$}l
			g.Rows = deviating(g.Rows)
		}
		if c := captions.next(floats.last(at+m[0], 0), len(text)); c < closing.next(end, len(text)) {
			g.Caption = captionOf(text[c:])
		}
		grids = append(grids, g)
		at = end
	}
	if len(grids) == 0 {
		g, err := environment(text, 1)
		if err != nil {
			return nil, err
		}
		grids = []Grid{g}
	}
	return grids, nil
}

// deepest is how many braces, or environments, may stand within each other: far more than a table has.
const deepest = 100

// nested refuses text whose braces or environments lie deeper in each other than anybody writes.
func nested(text string) error {
	depth, inside, line := 0, 0, 1
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\n':
			line++
		case '\\':
			switch {
			case strings.HasPrefix(text[i:], `\begin{`):
				inside++
			case strings.HasPrefix(text[i:], `\end{`):
				inside = max(0, inside-1)
			}
			if i+1 < len(text) && text[i+1] != '\n' {
				i++
			}
		case '{':
			depth++
		case '}':
			depth = max(0, depth-1)
		}
		if depth > deepest || inside > deepest {
			return fmt.Errorf("line %d: found more than %d braces or environments within each other; close those that are open above it", line,
				deepest)
		}
	}
	return nil
}

// places are those of a word in a text, in their order.
type places []int

func newPlaces(text, word string) (all places) {
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return all
		}
		all = append(all, at+i)
		at += i + len(word)
	}
}

// before counts those before a place.
func (p places) before(at int) int {
	n, _ := slices.BinarySearch(p, at)
	return n
}

// last returns the last one before a place.
func (p places) last(at, otherwise int) int {
	if n := p.before(at); n > 0 {
		return p[n-1]
	}
	return otherwise
}

// next returns the first one from a place on.
func (p places) next(at, otherwise int) int {
	if n := p.before(at); n < len(p) {
		return p[n]
	}
	return otherwise
}

// closingOf finds the end of an environment, past those of the same name within it.
func closingOf(text, name string, from int) (int, bool) {
	begin, end := `\begin{`+name+`}`, `\end{`+name+`}`
	depth := 1
	for at := from; ; {
		e := strings.Index(text[at:], end)
		if e < 0 {
			return 0, false
		}
		depth += strings.Count(text[at:at+e], begin) - 1
		if depth == 0 {
			return at + e, true
		}
		at += e + len(end)
	}
}

// captionOf returns the caption that a text begins with.
func captionOf(text string) string {
	inner, _ := argument(text, pastOption(text, len(`\caption`)))
	caption, _ := plain(inner)
	return caption
}

// between are the commands that stand between rows, with the number of their arguments.
var between = map[string]int{
	"hline": 0, "toprule": 0, "midrule": 0, "bottomrule": 0, "cline": 1, "cmidrule": 1, "addlinespace": 0, "specialrule": 3, "rowcolor": 1,
	"noalign": 1, "arrayrulecolor": 1, "hdashline": 0, "cdashline": 1, "Xhline": 1, "endhead": 0, "endfirsthead": 0, "endfoot": 0,
	"endlastfoot": 0, "morecmidrules": 0, "heavyrulewidth": 0, "thickhline": 0, "hhline": 1, "centering": 0, "tabularnewline": 0,
	"noindent": 0,
}

// environment splits the body of a tabular into cells.
func environment(body string, line int) (Grid, error) {
	t := tabularReader{body: body, line: line, begun: line, blank: true, open: map[string]bool{}}
	for t.at < len(body) {
		switch c := body[t.at]; {
		case c == '\\':
			t.command()
			continue
		case c == '\n':
			t.line++
		case c == '{':
			t.depth++
			t.blank = false
		case c == '}':
			t.depth--
		case c == '&' && t.depth == 0:
			t.endCell(t.at)
			t.begin(t.at + 1)
		case c != ' ' && c != '\t':
			if t.blank {
				t.begun, t.blank = t.line, false
			}
		}
		t.at++
	}
	if strings.TrimSpace(body[t.cell:]) != "" || len(t.row) > 0 {
		t.endRow(len(body))
	}
	rows, err := spread(t.rows)
	if err != nil {
		return Grid{}, fmt.Errorf("line %d: %w", line, err)
	}
	return Grid{Line: line, Rows: rows, Heads: headsBy(t.ruled, len(t.rows))}, nil
}

// tabularReader is what was read of a tabular so far.
type tabularReader struct {
	body        string
	at, line    int // the next character
	rows        [][]place
	row         []place
	ruled       []int           // rows that a full rule follows
	cell, begun int             // where the cell begins, and its line
	blank       bool            // nothing of the cell yet
	depth       int             // of braces
	open        map[string]bool // environments that have no end
}

// closing returns closingOf, which looks for what has no end once.
func (t *tabularReader) closing(name string, from int) (end int, ok bool) {
	if t.open[name] {
		return 0, false
	}
	end, ok = closingOf(t.body, name, from)
	t.open[name] = !ok
	return end, ok
}

func (t *tabularReader) begin(cell int) { t.cell, t.begun, t.blank = cell, t.line, true }

func (t *tabularReader) endCell(to int) { t.row = append(t.row, cellOf(t.body[t.cell:to], t.begun)) }

func (t *tabularReader) endRow(to int) {
	t.endCell(to)
	t.rows, t.row = append(t.rows, t.row), nil
}

// command reads a command: the end of a row, a rule between rows, a tabular within a cell, or a part of the cell.
func (t *tabularReader) command() {
	name, next := command(t.body, t.at)
	arguments, rule := between[name]
	switch {
	case name == "begin" && t.depth == 0:
		inner, after := argument(t.body, next)
		if end, ok := t.closing(inner, after); ok {
			t.line += strings.Count(t.body[t.at:end], "\n")
			next = end + len(`\end{`+inner+`}`)
		}
		t.blank = false
	case (name == `\` || name == "tabularnewline" || name == "cr") && t.depth == 0:
		t.endRow(t.at)
		if next < len(t.body) && t.body[next] == '*' {
			next++
		}
		next = pastOption(t.body, next)
		t.begin(next)
	case rule && t.depth == 0 && t.blank && len(t.row) == 0:
		if name == "hline" || name == "midrule" || name == "Xhline" || name == "thickhline" {
			t.ruled = append(t.ruled, len(t.rows))
		}
		next = pastRule(t.body, next, arguments)
		t.line += strings.Count(t.body[t.at:next], "\n")
		t.cell, t.begun = next, t.line
	default:
		t.blank = false
	}
	t.at = next
}

// pastRule returns behind the arguments of a rule: [width], (trim), {columns}.
func pastRule(s string, i, arguments int) int {
	for range 2 { // the trim stands before the width, or behind it
		if i < len(s) && s[i] == '(' {
			if e := strings.IndexByte(s[i:], ')'); e >= 0 {
				i += e + 1
			}
		}
		i = pastOption(s, i)
	}
	for range arguments {
		_, i = argument(s, i)
	}
	return i
}

// headsBy takes the rows above the first rule within the table for headings, unless a rule follows every row.
func headsBy(ruled []int, rows int) int {
	inside := slices.DeleteFunc(ruled, func(r int) bool { return r == 0 || r == rows })
	if len(inside) == 0 || len(inside) >= rows-1 || inside[0] > rows/2 {
		return 0
	}
	return inside[0]
}

// cellOf reads the spans of a cell and its text.
func cellOf(text string, line int) place {
	p := place{Cell: Cell{Line: line, Span: 1}, rows: 1}
	for range deepest {
		t := strings.TrimSpace(text)
		if !strings.HasPrefix(t, `\multicolumn`) && !strings.HasPrefix(t, `\multirow`) && !strings.HasPrefix(t, `\SetCell`) {
			break
		}
		name, next := command(t, 0)
		var n, inner string
		switch name {
		case "multicolumn":
			n, next = argument(t, next)
			_, next = argument(t, next)
			inner, next = argument(t, next)
			if k, err := strconv.Atoi(strings.TrimSpace(n)); err == nil {
				p.Span = min(max(1, k), mostSpan)
			}
		case "multirow", "multirowcell":
			next = pastOption(t, next)
			n, next = argument(t, next)
			next = pastOption(t, next)
			if name == "multirow" {
				_, next = argument(t, next)
				next = pastOption(t, next)
			}
			inner, next = argument(t, next)
			if k, err := strconv.Atoi(strings.TrimSpace(n)); err == nil && k != 0 {
				p.rows = min(max(-mostSpan, k), mostSpan)
			}
		default:
			next = pastOption(t, next)
			_, next = argument(t, next)
		}
		text = inner + " " + t[next:]
	}
	p.Text, p.Bold = plain(text)
	return p
}

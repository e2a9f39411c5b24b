package cli

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/vbauerster/mpb/v8/cwriter"

	"nmfrepro/reports/list"
	"nmfrepro/reports/term"
)

// fileOf is the file that a stream writes to, if it is one.
func fileOf(w io.Writer) (*os.File, bool) {
	if out, ok := w.(*CheckedOutput); ok {
		w = out.Writer
	}
	f, ok := w.(*os.File)
	return f, ok
}

// IsTerminal tells whether a stream is a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := fileOf(w)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// Escapes tells whether a terminal may be sent escape sequences.
func Escapes() bool { return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" }

// narrowest is the least width that anything is fitted into.
const narrowest = 40

// Page is standard output for text: folded to the terminal, its verdicts in colour there.
func (e *Env) Page() *term.Page {
	return &term.Page{Writer: e.Stdout, Width: TerminalWidth(e.Stdout), ANSI: IsTerminal(e.Stdout) && Escapes()}
}

// PageIn is a page for what goes into a file, or onto standard output if none is named.
func (e *Env) PageIn(w io.Writer, file string) *term.Page {
	p := e.Page()
	if p.Writer = w; file != "" {
		p.Width, p.ANSI = 0, false
	}
	return p
}

// Messages is a page for standard error.
func Messages(w io.Writer) *term.Page { return &term.Page{Writer: w, Width: TerminalWidth(w)} }

// TerminalWidth is the number of columns that lines are fitted into: $COLUMNS if it is set, else those of the terminal; 0 for
// no limit.
func TerminalWidth(w io.Writer) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return max(n, narrowest)
	}
	if f, ok := fileOf(w); ok && IsTerminal(w) {
		if width, _, err := cwriter.GetSize(int(f.Fd())); err == nil {
			return width
		}
	}
	return 0
}

// ForTerminal makes a message fit to be shown: what a terminal would act upon is spelt out, as \x1b, and lines that carry an
// argument of 100 kB are cut in the middle, so that both what was found and what is wanted are still there.
func ForTerminal(message string) string {
	return list.Join(strings.Split(message, "\n"), "\n", func(line string) string { return cut(spelt(line)) })
}

// spelt writes characters that are not to be seen as Go and C do.
func spelt(line string) string {
	var b strings.Builder
	for line != "" {
		r, size := utf8.DecodeRuneInString(line)
		if seen := unicode.IsPrint(r) || r == '\t'; seen && (r != utf8.RuneError || size > 1) {
			b.WriteString(line[:size])
		} else {
			b.WriteString(strings.Trim(strconv.Quote(line[:size]), `"`))
		}
		line = line[size:]
	}
	return b.String()
}

// cut leaves the start and the end of a line that nobody would read.
func cut(line string) string {
	const most, start, end = 2000, 1200, 500
	if len(line) <= most {
		return line
	}
	head, tail := strings.ToValidUTF8(line[:start], ""), strings.ToValidUTF8(line[len(line)-end:], "")
	return fmt.Sprintf("%s ... %d bytes left out ... %s", head, len(line)-len(head)-len(tail), tail)
}

// QuoteShort quotes s, cut where it is long.
func QuoteShort(s string) string {
	const limit = 40
	if len(s) > limit {
		return strconv.Quote(s[:limit]) + "..."
	}
	return strconv.Quote(s)
}

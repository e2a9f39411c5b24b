package cli

import (
	"io"
	"os"
	"strconv"

	"github.com/vbauerster/mpb/v8/cwriter"

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

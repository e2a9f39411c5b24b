package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/vbauerster/mpb/v8/cwriter"

	"nmfrepro/datasets/files"
	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/term"
)

// checkedOutput is standard output that remembers its first error: a full disk must not look like success.
type checkedOutput struct {
	io.Writer
	err error
}

func (o *checkedOutput) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// Loss returns the error of a command: its own, and the loss of its output, which outranks a mere difference.
func (o *checkedOutput) Loss(err error) error {
	if o.err == nil {
		return err
	}
	lost := fmt.Errorf("standard output is lost: %w", o.err)
	if err == nil || errors.Is(err, o.err) {
		return workflow.With(workflow.Usage, lost)
	}
	code := workflow.Usage
	if exit, ok := errors.AsType[*workflow.Error](err); ok && exit.Code != workflow.Difference {
		code = exit.Code
	}
	return workflow.Errorf(code, "%w; %w", lost, err)
}

// writeJSON writes indented JSON.
func writeJSON(w io.Writer, v any) error {
	data, err := files.Indented(v)
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}

// Write puts the output into a file, whole or not at all, or on standard output. A device such as /dev/null is written to; a new file
// must not take its place. A signal ends the wait for the reader of a pipe.
func (e *Env) Write(file string, data []byte) error {
	if file == "" {
		_, err := e.Stdout.Write(data)
		return err
	}
	if dir := filepath.Dir(file); !isDir(dir) {
		return usageError("-o %s: there is no folder %s", file, dir)
	}
	if err := e.reads.Refuse(file); err != nil {
		return usageError("-o: %w", err)
	}
	link, errLink := os.Readlink(file)
	info, err := os.Stat(file)
	if err == nil && !info.Mode().IsRegular() {
		err = e.send(file, info, data)
	} else if err = files.WriteFile(file, data, 0o666, ""); err == nil && errLink == nil {
		fmt.Fprintf(e.Stderr, "nmfrepro: %s was a link and is a file now; %s, to which it led, is as it was\n", file, link)
	}
	if errors.Is(err, context.Canceled) {
		return &workflow.Error{Code: workflow.Interrupted, Err: fmt.Errorf("-o: interrupted before %s had a reader", file)}
	}
	if err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	return nil
}

// send writes to what is no ordinary file.
func (e *Env) send(file string, info fs.FileInfo, data []byte) error {
	if info.Mode()&os.ModeNamedPipe == 0 {
		return os.WriteFile(file, data, 0o666)
	}
	waiting := time.AfterFunc(patience, func() { fmt.Fprintf(e.Stderr, "nmfrepro: waiting for %s, a pipe that nobody reads\n", file) })
	defer waiting.Stop()
	_, err := files.Until(cmp.Or(e.Context, context.Background()), func() (none struct{}, err error) {
		return none, os.WriteFile(file, data, 0o666)
	})
	return err
}

// showable refuses to write a picture of pixels on a terminal.
func (e *Env) showable(format, file, example string) error {
	if file == "" && format == "png" && isTerminal(e.Stdout) {
		return usageError("a PNG cannot be shown here: name a file, as in -o %s", example)
	}
	return nil
}

// endings are those endings of file names that are not a format's own name.
var endings = map[string]string{"tex": "latex", "txt": "text", "htm": "html"}

// formatByName sets the format to what the ending of the file's name says, unless the command names one. known is false
// for an ending that is no format.
func formatByName(cmd *cobra.Command, format *string, file string, formats []string) (known bool) {
	ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(file), "."))
	if cmd.Flags().Changed("format") || ending == "" {
		return true
	}
	if other, ok := endings[ending]; ok {
		ending = other
	}
	if known = slices.Contains(formats, ending); known {
		*format = ending
	}
	return known
}

// unknownEnding refuses a file whose name ends in no format.
func unknownEnding(file string, formats []string) error {
	ending := strings.TrimPrefix(filepath.Ext(file), ".")
	return usageError("-o %s: unknown format %s; want a name that ends in one of %s, or --format with it", file, ending,
		strings.Join(formats, ", "))
}

// isFolder tells whether -o names a folder: one that is there, or a name with a slash at its end.
func isFolder(path string) bool { return strings.HasSuffix(path, "/") || isDir(path) }

// isDir tells whether a path is that of a folder which is there.
func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// fileOf returns the file that a stream writes to, if it is one.
func fileOf(w io.Writer) (*os.File, bool) {
	if out, ok := w.(*checkedOutput); ok {
		w = out.Writer
	}
	f, ok := w.(*os.File)
	return f, ok
}

// isTerminal tells whether a stream is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := fileOf(w)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// escapes tells whether a terminal may be sent escape sequences.
func escapes() bool { return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" }

// narrowest is the least width that anything is fitted into.
const narrowest = 40

// Page returns standard output for text: folded to the terminal, its verdicts in colour there.
func (e *Env) Page() *term.Page {
	return &term.Page{Writer: e.Stdout, Width: terminalWidth(e.Stdout), ANSI: isTerminal(e.Stdout) && escapes()}
}

// Screen returns an empty screen of the width of the terminal, or of the bound into a pipe.
func (e *Env) Screen() *term.Screen {
	return &term.Screen{Width: terminalWidth(e.Stdout), With: specsFlag(e)}
}

// Show writes screens on standard output, one below the other, their signs in colour on a terminal.
func (e *Env) Show(screens ...*term.Screen) error {
	w := &term.Page{Writer: e.Stdout, ANSI: isTerminal(e.Stdout) && escapes()}
	for i, s := range screens {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if _, err := s.WriteTo(w); err != nil {
			return err
		}
	}
	return nil
}

// PageIn returns a page that is written into a file, or onto standard output if no file is named.
func (e *Env) PageIn(w io.Writer, file string) *term.Page {
	p := e.Page()
	if p.Writer = w; file != "" {
		p.Width, p.ANSI = 0, false
	}
	return p
}

// messagePage returns a page for standard error.
func messagePage(w io.Writer) *term.Page { return &term.Page{Writer: w, Width: terminalWidth(w)} }

// terminalWidth returns the number of columns that lines are fitted into: $COLUMNS if it is set, else those of the terminal; 0 for
// no limit.
func terminalWidth(w io.Writer) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return max(n, narrowest)
	}
	if f, ok := fileOf(w); ok && isTerminal(w) {
		if width, _, err := cwriter.GetSize(int(f.Fd())); err == nil {
			return width
		}
	}
	return 0
}

// forTerminal makes a message fit to be shown: what a terminal would act upon is spelt out, as \x1b, and lines that carry an
// argument of 100 kB are cut in the middle, so that both what was found and what is wanted are still there.
func forTerminal(message string) string {
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

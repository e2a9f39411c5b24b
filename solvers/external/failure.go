package external

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"nmfrepro/solvers"
)

// Word says in a word why there is no result.
type Word string

// The words. A record's reason begins with one.
const (
	Timeout     Word = "timeout"         // the wall limit passed
	Memory      Word = "memory"          // the memory limit was passed
	TooMuch     Word = "too much output" // the limit on what it writes was passed
	Crash       Word = "crash"           // it ended by a signal or with an exit code other than 0
	NotStarted  Word = "not started"     // there is no such program
	NoAnswer    Word = "no answer"       // it ended well and left no result, or half of one
	BrokenFile  Word = "broken file"     // a file of the answer cannot be read
	BadShape    Word = "bad shape"       // a matrix has other rows and columns than it should
	NotFinite   Word = "NaN"             // an entry is NaN or infinite
	Negative    Word = "negative"        // an entry is negative and should not be
	Unsupported Word = "unsupported"     // the program says so, or its solver.yaml
	Diverged    Word = "diverged"        // the program says so
	Failed      Word = "failed"          // the program says so
	Changed     Word = "changed"         // a file of the program is another one by now
	NotAllowed  Word = "not allowed"     // programs are not to be run
	NotPrepared Word = "not prepared"    // its working folder could not be filled: a full disk, for instance
)

// Failure is the error of a run without a result. One with the word Unsupported is [solvers.ErrUnsupported].
type Failure struct {
	Word   Word
	Detail string
	Tail   string // the end of what the program printed, "" if nothing

	transposed bool // a matrix of a bad shape is the one that is wanted, turned over
}

func (f *Failure) Error() string {
	text := string(f.Word) + ": " + f.Detail
	if f.Tail != "" {
		text += "; it said: " + f.Tail
	}
	return text
}

// Unwrap returns [solvers.ErrUnsupported] of a refusal, as any other solver's.
func (f *Failure) Unwrap() error {
	if f.Word == Unsupported {
		return solvers.ErrUnsupported
	}
	return nil
}

// tail is a writer that keeps the beginning and the end of what it is given.
type tail struct {
	mu    sync.Mutex
	first []byte
	last  []byte
}

const (
	keepFirst = 512
	keepLast  = 4096
	showLast  = 600 // of an error message
)

// Write implements io.Writer.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if room := keepFirst - len(t.first); room > 0 {
		t.first = append(t.first, b[:min(room, len(b))]...)
	}
	t.last = append(t.last, b[max(0, len(b)-keepLast):]...)
	if over := len(t.last) - keepLast; over > keepLast {
		t.last = append(t.last[:0], t.last[over:]...)
	}
	return len(b), nil
}

func (t *tail) firstLine() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	line, _, _ := strings.Cut(strings.TrimSpace(string(t.first)), "\n")
	return printable(line, 200)
}

// text returns the end of the output as one line.
func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.FieldsFunc(string(t.last), func(r rune) bool { return r == '\n' || r == '\r' })
	return printable(strings.Join(withoutFrames(lines), " | "), showLast)
}

// frame matches the line of a traceback of Python that says where the program was.
var frame = regexp.MustCompile(`^\s+File "(?:[^"]*/)?([^"]+)", line (\d+)`)

// withoutFrames leaves out the frames of tracebacks of Python, whose innermost place stands behind the error.
func withoutFrames(lines []string) (kept []string) {
	inside, place := false, ""
	for _, line := range lines {
		at := frame.FindStringSubmatch(line)
		switch {
		case strings.HasPrefix(line, "Traceback (most recent call last)"):
			inside = true
		case inside && at != nil:
			place = fmt.Sprintf(" (%s, line %s)", at[1], at[2])
		case inside && strings.TrimLeft(line, " \t") != line:
		default:
			kept = append(kept, line+place)
			inside, place = false, ""
		}
	}
	return kept
}

// printable leaves out what a terminal would take for a command, and all but the last characters.
func printable(s string, most int) string {
	runes := []rune(strings.Map(func(r rune) rune {
		if r == '\t' {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "?")))
	if len(runes) > most {
		return "…" + string(runes[len(runes)-most:])
	}
	return strings.TrimSpace(string(runes))
}

// Remedy says what to do about a failure of the program, "" where nothing is known.
func (p *Program) Remedy(f *Failure) string {
	interpreter := p.Spec.Command[0]
	switch missing := missingModule.FindStringSubmatch(f.Tail); {
	case f.Word == NotStarted:
		return fmt.Sprintf("install %s, or name another program in command (and version) of %s", interpreter, specFile)
	case missing != nil && missing[1] != "":
		text := fmt.Sprintf("%s -m pip install %s, or name another Python in command and version of %s", interpreter, missing[1], specFile)
		if others := having(interpreter, missing[1]); len(others) > 0 {
			text += ": " + strings.Join(others, ", ") + " has it"
		}
		return text
	case missing != nil:
		return fmt.Sprintf(`%s -e 'install.packages("%s")'`, interpreter, missing[2])
	}
	switch f.Word {
	case BadShape:
		if f.transposed {
			return "it is transposed: W is features × rank and H rank × samples"
		}
		return "W is features × rank and H rank × samples; X has a feature a row"
	case Negative:
		return "the method does not keep its factors at 0 or above: take max(0, ·) of each update; where negative entries are intended, see above"
	case NotFinite:
		return "something is divided by 0, or overflows: add a small part of the mean of X to denominators"
	case Crash:
		return "see what it said; the README of the examples shows how to run the command by hand"
	}
	return ""
}

// missingModule matches what Python and R say of a module that is not there.
var missingModule = regexp.MustCompile(`No module named '?([\w.]+)|there is no package called .([\w.]+)`)

// having returns the other Pythons on PATH that have a module.
func having(interpreter, module string) (found []string) {
	usual, _ := exec.LookPath(interpreter)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			dir = real
		}
		python := filepath.Join(dir, "python3")
		if _, err := exec.LookPath(python); err == nil && python != usual && !slices.Contains(found, python) && exec.CommandContext(ctx, python,
			"-c", "import "+module).Run() == nil {
			found = append(found, python)
		}
	}
	return found
}

// Probe runs the command that tells the version of what runs the program, and finds out whether the program can be started at all.
func (p *Program) Probe(ctx context.Context) (version string, err error) {
	if _, err := exec.LookPath(p.Spec.Command[0]); err != nil {
		return "", &Failure{Word: NotStarted, Detail: err.Error()}
	}
	if len(p.Spec.Version) == 0 {
		return "", nil
	}
	dir, err := os.MkdirTemp(p.Temp, "nmfrepro-exec-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	limits := p.Spec.Limits
	limits.Wall = versionTime
	proc, err := p.finished(ctx, dir, p.absolute(p.Spec.Version), limits)
	if err != nil {
		return "", err
	}
	if f := proc.ended(); f != nil {
		return "", f
	}
	return proc.output.firstLine(), nil
}

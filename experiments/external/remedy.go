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
	"time"
)

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
		if sizes := shapes.FindStringSubmatch(f.Detail); sizes != nil && sizes[1] == sizes[4] && sizes[2] == sizes[3] {
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

var (
	missingModule = regexp.MustCompile(`No module named '?([\w.]+)|there is no package called .([\w.]+)`)
	shapes        = regexp.MustCompile(`is (\d+)×(\d+), want (\d+)×(\d+)`)
)

// having are the other Pythons on PATH that have a module.
func having(interpreter, module string) (found []string) {
	usual, _ := exec.LookPath(interpreter)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			dir = real
		}
		python := filepath.Join(dir, "python3")
		if _, err := exec.LookPath(python); err == nil && python != usual && !slices.Contains(found, python) && exec.CommandContext(ctx, python, "-c", "import "+module).Run() == nil {
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
	t := new(tail)
	proc, err := start(command{args: p.absolute(p.Spec.Version), dir: dir, env: p.environ(dir), output: t, grace: p.grace})
	if err != nil {
		return "", err
	}
	limits := p.Spec.Limits
	limits.Wall = versionTime
	if err := proc.watch(ctx, limits, dir); err != nil {
		return "", err
	}
	proc.end(false)
	if f := proc.ended(); f != nil {
		return "", f
	}
	return t.firstLine(), nil
}

package external

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/note"
	"nmfrepro/datasets/tabular"
	"nmfrepro/solvers"
)

// said is result.json; what else stands in it is the program's own affair.
type said struct {
	Status     string            `json:"status"`
	Message    string            `json:"message"`
	Iterations *int              `json:"iterations"`
	Seconds    *float64          `json:"seconds"`
	Versions   map[string]string `json:"versions"`
}

// answer is what a program left.
type answer struct {
	said      said
	result    solvers.Result
	snapshots []snapshot // by iteration
	trace     []solvers.Point
}

// snapshot are the factors after some iterations.
type snapshot struct {
	iteration int
	w, ht     *mat.Dense
}

// Limits of the files that a program leaves.
const (
	maxResult    = 1 << 20
	maxTrace     = 16 << 20
	maxSnapshots = 1000
)

// read reads the answer in a working folder; crash is how the program ended if not well, written the end of what it wrote.
func (r *Call) read(dir string, crash *Failure, written string) error {
	err := r.readOut(filepath.Join(dir, outFolder), crash)
	if f, ok := errors.AsType[*Failure](err); ok && f != crash {
		f.Tail = written
	}
	return err
}

func (r *Call) readOut(out string, crash *Failure) error {
	r.answer = answer{}
	text, err := readFile(filepath.Join(out, resultFile), maxResult)
	switch {
	case err != nil:
		return err
	case text == nil && crash != nil:
		return crash
	case text == nil:
		return &Failure{Word: NoAnswer, Detail: fmt.Sprintf("the program ended well and left no %s/%s", outFolder, resultFile)}
	}
	if err := json.Unmarshal(text, &r.answer.said); err != nil {
		return &Failure{Word: BrokenFile, Detail: fmt.Sprintf("%s: %v; want {\"status\": \"ok\", ...}", resultFile, err)}
	}
	if wrong := cmp.Or(r.answer.said.check(), crash); wrong != nil {
		return wrong
	}
	return r.matrices(out)
}

// check returns what the program says went wrong, or what is wrong with the way it says it.
func (s said) check() *Failure {
	switch s.Status {
	case "ok":
	case "unsupported", "diverged", "failed":
		return &Failure{Word: Word(s.Status), Detail: printable(cmp.Or(s.Message, "the program gives no reason"), showLast)}
	default:
		return &Failure{Word: BrokenFile, Detail: fmt.Sprintf("%s: status = %q, want ok, unsupported, diverged or failed", resultFile,
			printable(s.Status, 40))}
	}
	if s.Iterations != nil && *s.Iterations < 0 {
		return &Failure{Word: BrokenFile, Detail: fmt.Sprintf("%s: iterations = %d, want ≥ 0", resultFile, *s.Iterations)}
	}
	if s.Seconds != nil && !(*s.Seconds >= 0) {
		return &Failure{Word: BrokenFile, Detail: fmt.Sprintf("%s: seconds = %v, want ≥ 0", resultFile, *s.Seconds)}
	}
	return nil
}

// matrices reads what the method left besides result.json.
func (r *Call) matrices(out string) (err error) {
	m, n := r.problem.X.Dims()
	rank := r.problem.Rank
	res := &r.answer.result
	if res.Labels, err = readLabels(filepath.Join(out, "labels.csv"), n); err != nil {
		return err
	}
	if res.Embedding, err = r.factor(out, "Embedding", n, -1); err != nil {
		return err
	}
	if res.Basis, err = r.factor(out, "Basis", m, rank); err != nil {
		return err
	}
	res.W, err = r.factor(out, "W", m, rank)
	if f, ok := errors.AsType[*Failure](err); ok && f.Word == BadShape && res.Basis != nil {
		res.W, err = r.factor(out, "W", n, rank) // a first factor that weighs samples has a basis beside it
	}
	if err != nil {
		return err
	}
	h, err := r.factor(out, "H", rank, n)
	if err != nil {
		return err
	}
	if h != nil {
		res.Ht = mat.DenseCopyOf(h.T())
	}
	res.Basis = cmp.Or(res.Basis, res.W)
	if (res.Basis == nil) != (res.Ht == nil) || res.Basis == nil && res.Labels == nil && res.Embedding == nil {
		ending := r.program.Spec.Format
		return &Failure{Word: NoAnswer, Detail: fmt.Sprintf("%s says ok, and %s holds %s; want W.%s and H.%s, or labels.csv, or Embedding.%s",
			resultFile, outFolder, listing(out), ending, ending, ending)}
	}
	if err := r.readSnapshots(out); err != nil {
		return err
	}
	r.answer.trace, err = readTrace(filepath.Join(out, "trace.csv"))
	return err
}

// factor reads a matrix of the answer, nil if it is not there.
func (r *Call) factor(out, name string, rows, cols int) (*mat.Dense, error) {
	ending := r.program.Spec.Format
	base, _, _ := strings.Cut(name, ".")
	side := strings.Replace(base, "Basis", "W", 1)
	negative := base == "Embedding" || slices.Contains(r.program.Spec.Negative, side)
	shown := name + "." + ending
	f, size, err := open(filepath.Join(out, shown))
	if f == nil || err != nil {
		return nil, err
	}
	defer f.Close()
	width := cols
	if cols < 0 {
		width = rows
	}
	if most := int64(rows)*int64(width)*64 + 1<<20; size > most {
		return nil, &Failure{Word: BadShape, Detail: fmt.Sprintf("%s has %v, more than %d×%d numbers take", shown, Bytes(size), rows, width)}
	}
	a, err := readMatrix(f, size, shown, base, ending, rows, cols)
	if err != nil {
		return nil, err
	}
	for i := range a.RawMatrix().Rows {
		for j, v := range a.RawRowView(i) {
			switch {
			case math.IsNaN(v) || math.IsInf(v, 0):
				return nil, &Failure{Word: NotFinite, Detail: fmt.Sprintf("%s has %v at row %d, column %d", shown, v, i+1, j+1)}
			case v < 0 && !negative:
				return nil, &Failure{Word: Negative,
					Detail: fmt.Sprintf("%s has %v at row %d, column %d; if negative entries are intended, add negative: [%s] to %s", shown, v, i+1, j+1,
						side, specFile)}
			}
		}
	}
	return a, nil
}

var snapshotName = regexp.MustCompile(`^W\.(0|[1-9][0-9]{0,8})\.([a-z]+)$`)

// readSnapshots reads W.10.npy with H.10.npy and so on.
func (r *Call) readSnapshots(out string) error {
	m, n := r.problem.X.Dims()
	entries, err := os.ReadDir(out)
	if err != nil {
		return &Failure{Word: BrokenFile, Detail: err.Error()}
	}
	for _, e := range entries {
		found := snapshotName.FindStringSubmatch(e.Name())
		if found == nil || found[2] != r.program.Spec.Format {
			continue
		}
		if len(r.answer.snapshots) == maxSnapshots {
			r.warnings = append(r.warnings, note.Of(note.Method, "the program left more than %d snapshots; the others are not read", maxSnapshots))
			break
		}
		iteration, _ := strconv.Atoi(found[1])
		w, err := r.factor(out, "W."+found[1], m, r.problem.Rank)
		if err != nil {
			return err
		}
		h, err := r.factor(out, "H."+found[1], r.problem.Rank, n)
		if err != nil {
			return err
		}
		if w == nil || h == nil {
			return &Failure{Word: NoAnswer, Detail: fmt.Sprintf("a snapshot of iteration %d has no H.%d.%s beside its W", iteration, iteration,
				found[2])}
		}
		r.answer.snapshots = append(r.answer.snapshots, snapshot{iteration, w, mat.DenseCopyOf(h.T())})
	}
	slices.SortFunc(r.answer.snapshots, func(a, b snapshot) int { return a.iteration - b.iteration })
	return nil
}

// readLabels reads a cluster a line, of any numbering, and numbers them from 0.
func readLabels(path string, samples int) ([]int, error) {
	f, size, err := open(path)
	if f == nil || err != nil {
		return nil, err
	}
	defer f.Close()
	if size > int64(samples)*32+1<<16 {
		return nil, &Failure{Word: BadShape, Detail: fmt.Sprintf("labels.csv has %v, more than %d labels take", Bytes(size), samples)}
	}
	rows, err := tabular.Integers(f, "labels.csv", 1)
	if err != nil {
		return nil, &Failure{Word: BrokenFile, Detail: err.Error()}
	}
	if len(rows) != samples {
		return nil, &Failure{Word: BadShape, Detail: fmt.Sprintf("labels.csv has %d labels, want one for each of %d samples", len(rows), samples)}
	}
	for i, row := range rows {
		if row[0] < 0 {
			return nil, &Failure{Word: Negative, Detail: fmt.Sprintf("labels.csv has %d in line %d, want clusters counted from 0 or 1", row[0], i+1)}
		}
	}
	kinds := slices.Compact(slices.Sorted(slices.Values(slices.Concat(rows...))))
	labels := make([]int, samples)
	for i, row := range rows {
		labels[i], _ = slices.BinarySearch(kinds, row[0])
	}
	return labels, nil
}

// readTrace reads iteration,objective a line under a heading; there need be none.
func readTrace(path string) ([]solvers.Point, error) {
	text, err := readFile(path, maxTrace)
	if text == nil || err != nil {
		return nil, err
	}
	var trace []solvers.Point
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		at, value, _ := strings.Cut(strings.TrimSpace(line), ",")
		iteration, errAt := strconv.Atoi(strings.TrimSpace(at))
		objective, errValue := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if i == 0 && errAt != nil {
			continue // the heading
		}
		if errAt != nil || errValue != nil {
			return nil, &Failure{Word: BrokenFile, Detail: fmt.Sprintf("trace.csv:%d: found %q, want iteration,objective", i+1, printable(line, 60))}
		}
		trace = append(trace, solvers.Point{Iteration: iteration, Objective: objective})
	}
	return trace, nil
}

// open opens a file of the answer; f is nil if it is not there. A link or a pipe is not followed: a program could make this
// one wait, or read what is not its own.
func open(path string) (f *os.File, size int64, err error) {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is no ordinary file", filepath.Base(path))
	}
	if err == nil {
		f, err = os.Open(path)
	}
	if err != nil {
		return nil, 0, &Failure{Word: BrokenFile, Detail: err.Error()}
	}
	return f, info.Size(), nil
}

// readFile reads a whole file of the answer; text is nil if it is not there.
func readFile(path string, most int64) (text []byte, err error) {
	f, size, err := open(path)
	if f == nil || err != nil {
		return nil, err
	}
	defer f.Close()
	if size > most {
		err = fmt.Errorf("%s has %v, want at most %v", filepath.Base(path), Bytes(size), Bytes(most))
	} else if text, err = io.ReadAll(f); err == nil {
		return text, nil
	}
	return nil, &Failure{Word: BrokenFile, Detail: err.Error()}
}

// listing names the files of a folder, for a message.
func listing(dir string) string {
	entries, _ := os.ReadDir(dir)
	if len(entries) == 0 {
		return "nothing"
	}
	names := list.Map(entries, os.DirEntry.Name)
	return printable(strings.Join(names[:min(len(names), 10)], ", "), 200)
}

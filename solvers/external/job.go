package external

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/matfile"
	"nmfrepro/datasets/npy"
	"nmfrepro/datasets/tabular"
	"nmfrepro/solvers"
	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
)

const (
	protocol   = "nmfrepro exec/1"
	jobFile    = "job.json"
	resultFile = "result.json"
	outFolder  = "out"
)

// job is job.json. Paths are relative to its folder. It is written with one value a line, so that a shell script can read it.
type job struct {
	Protocol     string         `json:"protocol"`
	X            xFile          `json:"x"`
	Rank         int            `json:"rank"`
	Options      map[string]any `json:"options"`
	Seed         uint32         `json:"seed"`
	Iterations   int            `json:"iterations"`
	Tol          float64        `json:"tol"`
	TolFactor    float64        `json:"tol_factor,omitempty"`
	Every        int            `json:"every,omitempty"`
	W0           *file          `json:"w0,omitempty"`
	H0           *file          `json:"h0,omitempty"`
	Mask         *file          `json:"mask,omitempty"`
	Labels       *file          `json:"labels,omitempty"`
	Constraints  *file          `json:"constraints,omitempty"`
	ConstraintsW *file          `json:"constraints_w,omitempty"`
	Threads      int            `json:"threads"`
	Out          string         `json:"out"`
}

type file struct {
	Path string `json:"path"`
}

type xFile struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
	Rows   int    `json:"rows"`
	Cols   int    `json:"cols"`
	Sparse bool   `json:"sparse,omitempty"`
}

// writeJob fills the working folder.
func (r *Call) writeJob(dir string, s solvers.Settings) error {
	spec := r.program.Spec
	m, n := r.problem.X.Dims()
	j := job{
		Protocol: protocol, Rank: r.problem.Rank, Options: r.options, Seed: r.seed,
		Iterations: s.Iterations, Tol: s.TolObjective,
		TolFactor: s.TolFactor, Every: s.Every,
		Threads: spec.Limits.Threads, Out: outFolder, X: xFile{Rows: m, Cols: n},
	}
	if err := os.Mkdir(filepath.Join(dir, outFolder), 0o777); err != nil {
		return err
	}
	w := &jobWriter{dir: dir, ending: spec.Format, format: formats[spec.Format]}
	r.writeX(w, &j)
	if spec.Accepts.Start {
		j.W0 = w.matrix("W0", r.start.W)
		j.H0 = w.matrix("H0", r.start.Ht.T())
	}
	if spec.Accepts.Labels && r.problem.Labels != nil {
		j.Labels = w.file("y.csv", func(out io.Writer) error {
			for _, l := range r.problem.Labels {
				if _, err := fmt.Fprintln(out, l); err != nil {
					return err
				}
			}
			return nil
		})
	}
	j.Constraints = w.triplets("C.csv", r.problem.Constraints.H)
	j.ConstraintsW = w.triplets("CW.csv", r.problem.Constraints.W)
	if w.err != nil {
		return w.err
	}
	text, err := json.MarshalIndent(j, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, jobFile), append(text, '\n'), 0o666)
}

// writeX writes X as the program takes it. Unknown entries are NaN where the format holds all entries, so that they are
// taken for zero by nobody who overlooks the mask; a sparse form holds the known ones alone.
func (r *Call) writeX(w *jobWriter, j *job) {
	x := r.problem.X
	sparse := r.program.Spec.Accepts.Sparse
	switch x := x.(type) {
	case *matrix.CSR:
		j.X.Sparse = sparse
	case *matrix.Masked:
		j.X.Sparse = sparse
		known := slices.Collect(matrix.Entries(x))
		for i := range known {
			known[i].Value = 1
		}
		pattern, err := matrix.CSRFrom(j.X.Rows, j.X.Cols, slices.Values(known))
		w.fail(err)
		j.Mask = w.entries("M", pattern, sparse) // 1 where an entry is known, else 0
	}
	f := w.entries("X", x, j.X.Sparse)
	j.X.Path, j.X.SHA256 = f.Path, w.sha256
}

// jobWriter writes the files of a job and remembers the first error.
type jobWriter struct {
	dir, ending string
	format      format
	sha256      string // of the last file
	err         error
}

func (w *jobWriter) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

func (w *jobWriter) file(name string, write func(io.Writer) error) *file {
	if w.err != nil {
		return &file{}
	}
	f, err := os.Create(filepath.Join(w.dir, name))
	if err != nil {
		w.fail(err)
		return &file{}
	}
	sum := sha256.New()
	b := bufio.NewWriterSize(io.MultiWriter(f, sum), 1<<16)
	w.fail(write(b))
	w.fail(b.Flush())
	w.fail(f.Close())
	w.sha256 = hex.EncodeToString(sum.Sum(nil))
	return &file{name}
}

func (w *jobWriter) matrix(name string, a mat.Matrix) *file {
	return w.file(name+"."+w.ending, func(out io.Writer) error { return w.format.write(out, name, a) })
}

// entries writes all entries of a matrix or, in a sparse form, those that it holds.
func (w *jobWriter) entries(name string, x matrix.Matrix, sparse bool) *file {
	if !sparse {
		return w.matrix(name, x)
	}
	return w.file(name+"."+w.ending, func(out io.Writer) error { return w.format.held(out, name, x) })
}

func (w *jobWriter) triplets(name string, list []constraint.Triplet) *file {
	if len(list) == 0 {
		return nil
	}
	return w.file(name, func(out io.Writer) error { return constraint.Write(out, list) })
}

// format is how matrices are written for a program; all are read by the ending of their files.
type format struct {
	sparse bool // has sparse matrices
	write  func(w io.Writer, name string, a mat.Matrix) error
	held   func(w io.Writer, name string, x matrix.Matrix) error // the entries that a sparse or masked matrix holds
}

var formats = map[string]format{
	"csv": {write: func(w io.Writer, _ string, a mat.Matrix) error { return tabular.Write(w, a, "", nil, nil) }},
	"npy": {write: func(w io.Writer, _ string, a mat.Matrix) error { return npy.Write(w, a) }},
	"mat": {sparse: true, write: func(w io.Writer, name string, a mat.Matrix) error {
		return matfile.Write(w, matfile.FromDense(name, a))
	}, held: writeHeldMAT},
}

func writeHeldMAT(w io.Writer, name string, x matrix.Matrix) error {
	m, n := x.Dims()
	a := &matfile.Array{Var: matfile.Var{Name: name, Class: matfile.Sparse, Dims: []int{m, n}}}
	for e := range matrix.Entries(x) {
		a.Row, a.Col, a.Real = append(a.Row, e.Row), append(a.Col, e.Col), append(a.Real, e.Value)
	}
	return matfile.Write(w, a)
}

// readMatrix reads a matrix of the answer that must have some shape; -1 columns are any number of them. A vector may lie
// either way, since a NumPy array of one dimension has none.
func readMatrix(r io.ReaderAt, size int64, file, variable, ending string, rows, cols int) (*mat.Dense, error) {
	if ending != "mat" {
		variable = ""
	}
	x, err := readDense(r, size, file, variable, ending)
	if err != nil && variable != "" {
		if only, again := readDense(r, size, file, "", ending); again == nil {
			x, err = only, nil
		}
	}
	if err != nil {
		return nil, &Failure{Word: BrokenFile, Detail: err.Error()}
	}
	m, n := x.Dims()
	switch {
	case m == rows && (n == cols || cols < 0):
		return mat.DenseCopyOf(x), nil
	case m == cols && n == rows && min(m, n) == 1:
		return mat.DenseCopyOf(x.T()), nil
	}
	want := fmt.Sprintf("%d×%d", rows, cols)
	if cols < 0 {
		want = fmt.Sprintf("%d rows", rows)
	}
	return nil, &Failure{
		Word: BadShape, Detail: fmt.Sprintf("%s is %d×%d, want %s", file, m, n, want), transposed: m == cols && n == rows,
	}
}

// readDense reads a matrix as its file holds it, NaN and Inf included: which entries an answer may have is decided by whoever
// asked for it.
func readDense(r io.ReaderAt, size int64, file, variable, ending string) (*mat.Dense, error) {
	whole := io.NewSectionReader(r, 0, size)
	switch ending {
	case "npy":
		return npy.Read(whole, size, file)
	case "mat":
		a, err := matfile.ReadMatrix(r, size, file, variable)
		if err != nil {
			return nil, err
		}
		return a.Dense()
	}
	return tabular.Numbers(whole, file, tabular.Bare{NonFinite: true})
}

// Inputs returns a program that is never run and that takes every kind of input: see [Run.Export].
func Inputs(format string) (*Program, error) {
	f, ok := formats[format]
	if !ok {
		return nil, fmt.Errorf("unknown format %q, want csv, mat or npy", format)
	}
	p := &Program{Name: "inputs", Spec: defaults(), NoExec: true}
	p.Spec.Format = format
	p.Spec.Accepts = Accepts{Start: true, Mask: true, Sparse: f.sparse, Signed: true, Labels: true, Constraints: true}
	return p, nil
}

// Export makes a folder and fills it as that of a call: job.json, X and the rest, and an empty folder for the answer. The
// program is not run.
func (r *Call) Export(dir string, s solvers.Settings) error {
	err := os.MkdirAll(filepath.Dir(dir), 0o777)
	if err == nil {
		err = os.Mkdir(dir, 0o777)
	}
	if err != nil {
		return err
	}
	return r.writeJob(dir, s)
}

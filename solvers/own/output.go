package own

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"nmfrepro/solvers/build"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/note"
	"nmfrepro/datasets/npy"
	"nmfrepro/datasets/table"
	"nmfrepro/datasets/tabular"
	"nmfrepro/eval"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// about is what run.json says of every command: what was done to what, and by which program.
type About struct {
	Solver        string             `json:"solver"`
	SolverVersion int                `json:"solver_version"`
	Options       map[string]any     `json:"options"`
	Input         string             `json:"input"`
	Variable      string             `json:"variable,omitempty"`
	Mask          string             `json:"mask,omitempty"`
	Features      int                `json:"features"`
	Samples       int                `json:"samples"`
	Known         int                `json:"known_entries"`
	Prepared      *table.Preparation `json:"prepared,omitempty"` // what was done to X before
	Rank          int                `json:"rank"`
	Program       string             `json:"program"`
	Go            string             `json:"go"`
	CPU           string             `json:"cpu"`
	Kernel        string             `json:"kernel"`
	Files         map[string]string  `json:"files"` // those beside run.json, and their SHA-256

	Notes        []note.Note   `json:"notes,omitempty"`         // what the command said of X and the files beside it
	Remarks      []note.Remark `json:"remarks,omitempty"`       // warnings and notes with their kinds, for programs
	FeatureNames []string      `json:"feature_names,omitempty"` // where the matrices are in files without names
	SampleNames  []string      `json:"sample_names,omitempty"`
}

func (f *Fit) About(e solvers.Entry, s solvers.Solver, x matrix.Matrix, rank int) About {
	m, n := x.Dims()
	here := build.Here()
	a := About{Solver: e.Name, SolverVersion: e.Version, Options: solvers.OptionValues(s),
		Input:    f.Input,
		Variable: f.Table.Variable, Mask: f.Mask, Features: m, Samples: n, Known: KnownEntries(x),
		Prepared: nil,
		Rank:     rank,
		Program:  here.Program,
		Go:       here.Go, CPU: here.CPU, Kernel: here.Kernel,
		Files: nil, Notes: f.Remarks(), FeatureNames: nil, SampleNames: nil}
	if f.Format != "csv" {
		a.FeatureNames, a.SampleNames = f.Read.Features, f.Read.Samples
	}
	if f.Prepare.Done() {
		a.Prepared = &f.Prepare
	}
	return a
}

// settings are flags that stand in run.json as they were given.
type Settings struct {
	Constraints   string  `json:"constraints,omitempty"`
	ConstraintsW  string  `json:"constraints_w,omitempty"`
	Labels        string  `json:"labels,omitempty"`
	Graph         string  `json:"graph,omitempty"`
	Clusters      string  `json:"clusters,omitempty"`
	Init          string  `json:"init"`
	W0            string  `json:"w0,omitempty"`
	H0            string  `json:"h0,omitempty"`
	Fixed         string  `json:"fixed,omitempty"`
	FixedH        string  `json:"fixed_h,omitempty"`
	Seed          uint64  `json:"seed"`
	Starts        int     `json:"starts"`
	MaxIterations int     `json:"max_iterations"`
	Tol           float64 `json:"tol"`
	TolFactor     float64 `json:"tol_factor,omitempty"`
	Every         int     `json:"every"`
}

// Report is run.json.
type Report struct {
	About

	Normalize string `json:"normalize"`
	Detected  string `json:"detected"` // how the input was understood
	Settings
	MaxSeconds float64  `json:"max_seconds,omitempty"` // of iterations; 0 is no limit
	Status     string   `json:"status"`
	Iterations int      `json:"iterations"`
	Objective  *float64 `json:"objective" jsonschema:"oneof_type=number;null"` // of the factors that are written; null if it is not known
	// BeforeScaling is the objective of the factors before normalize scaled them, where it is another one.
	BeforeScaling *float64 `json:"objective_before_scaling,omitempty"`
	// Basis names the matrix that has a row for each feature, where that times H is near X.
	Basis           string      `json:"basis"`
	SquaredError    *float64    `json:"squared_error" jsonschema:"oneof_type=number;null"`  // ‖X - WH‖² over the known entries; null if there is no WH
	RelativeError   *float64    `json:"relative_error" jsonschema:"oneof_type=number;null"` // its root over ‖X‖
	Dead            []int       `json:"dead_components,omitempty"`                          // from 1: those that add nothing to WH
	Seconds         float64     `json:"seconds"`                                            // spent in iterations of the start that is kept
	ObjectiveSecs   float64     `json:"objective_seconds"`
	WallSeconds     float64     `json:"wall_seconds"`               // of the whole command, until the files are written
	StartObjectives []float64   `json:"start_objectives,omitempty"` // at the end of each start; those that diverged left out
	StartCosines    []float64   `json:"start_cosines,omitempty"`    // of the components of each other start with those kept, matched one to one: their mean
	Warnings        []note.Note `json:"warnings,omitempty"`

	External any `json:"external,omitempty"` // of a program of --specs
}

func (f *Fit) report(e solvers.Entry, s solvers.Solver, norm solvers.Normalisation, p solvers.Problem, a solvers.Factorization) Report {
	r := Report{
		About: f.About(e, s, p.X, f.Rank), Normalize: string(norm), Detected: f.Read.String(),
		Settings: f.Settings, MaxSeconds: f.MaxTime.Seconds(),
		Status: a.Status.String(), Iterations: a.Last.Iteration, Objective: result.Finite(a.Last.Objective),
		Seconds: a.Last.Elapsed.Seconds(), ObjectiveSecs: a.Last.Measured.Seconds(),
		Warnings: list.Map(a.Warnings, func(n note.Note) note.Note { return n.On(f.Solver) }),
	}
	if a.Status == solvers.MaxIterations && (f.Tol > 0 || f.TolFactor > 0) {
		r.Notes = append(r.Notes, note.Of(note.Limit, "the run ended at the limit of %s, before its tolerance; --iterations allows more",
			result.Count(f.MaxIterations, "iteration")))
	}
	if f.Starts > 1 {
		r.StartObjectives = list.Filter(a.Objectives, func(v float64) bool { return result.Finite(v) != nil })
	}
	if f.Clusters == NoClusters {
		r.Clusters = ""
	}
	if f.Beside != nil {
		r.External = f.Beside(a.Run)
	}
	return r
}

// KnownEntries counts the entries whose value is known: all but those of a mask, since what a sparse matrix leaves out is 0.
func KnownEntries(x matrix.Matrix) int {
	if masked, ok := x.(*matrix.Masked); ok {
		return masked.NNZ()
	}
	m, n := x.Dims()
	return m * n
}

// encoders are the formats of the matrices that factorize writes, by the ending of their files.
var encoders = map[string]func(io.Writer, mat.Matrix) error{
	"csv": func(w io.Writer, a mat.Matrix) error { return tabular.Write(w, a, "", nil, nil) }, "npy": npy.Write,
}

// described is what run.json holds; it lists the other files.
type described interface{ list(sums map[string]string) }

func (a *About) list(sums map[string]string) {
	a.Files, a.Remarks = sums, note.AsRemarks(nil, a.Notes)
}

func (r *Report) list(sums map[string]string) {
	r.Files, r.Remarks = sums, note.AsRemarks(r.Warnings, r.Notes)
}

// Write writes the results into the folder. report is what run.json holds; there is no trace where nothing iterated. extra are
// files beside those of every result.
func (f *Fit) Write(res solvers.Result, trace []solvers.Point, report described, extra ...File) error {
	basis := res.Basis
	if basis == res.W {
		basis = nil
	}
	plots, err := f.drawn(res, trace)
	if err != nil {
		return err
	}
	preparation, err := f.preparationCSV()
	if err != nil {
		return err
	}
	long, wide := f.componentsCSV(res)
	files := slices.Concat(list.FlatMap(f.matrices(res, basis), f.Encoded), plots, f.rankedFiles(res.Ht), extra, []File{
		{Name: "labels.csv", Data: f.clustersCSV(res.Labels)},
		{Name: "components.csv", Data: long},
		{Name: "components-wide.csv", Data: wide},
		{Name: "trace.csv", Data: traceCSV(trace)},
		{Name: PreparationFile, Data: preparation},
	})
	files = slices.DeleteFunc(files, func(f File) bool { return f.Data == nil }) // what the method does not have
	f.replaced = f.Folder().earlier()
	return f.Folder().Write(files, func(sums map[string]string) ([]byte, error) {
		report.list(sums)
		description, err := json.MarshalIndent(report, "", "  ")
		return append(description, '\n'), err
	})
}

// Shares returns files of new samples: the shares of the components, and the residual of each sample.
func (f *Fit) Shares(x matrix.Matrix, basis, ht *mat.Dense) []File {
	return append(f.Encoded(Named{"usages", Usages(basis, ht), "sample", f.Read.Samples, nil}), f.residualsCSV(Residuals(x, basis, ht)))
}

// residualsCSV returns what is left of each sample.
func (f *Fit) residualsCSV(residuals *mat.Dense) File {
	var b bytes.Buffer
	n, _ := residuals.Dims()
	names := f.Read.Samples
	if names == nil {
		names = list.Map(list.Upto(n), func(i int) string { return strconv.Itoa(i + 1) })
	}
	_ = tabular.Write(&b, residuals, "sample", names, []string{"residual", "relative residual"}) // a buffer takes everything
	return File{Name: "residuals.csv", Data: b.Bytes()}
}

// Folder returns the folder of the results.
func (f *Fit) Folder() Folder {
	return Folder{Path: f.Out, Overwrite: f.Overwrite, Inputs: f.Inputs}
}

// CheckFolder refuses, before any computation, a folder that holds other files of the same names.
func (f *Fit) CheckFolder(more ...string) error {
	names := append(Names(f.Solver, f.Format), more...)
	add := func(wanted bool, name string) {
		if wanted {
			names = append(names, name)
		}
	}
	add(f.Clusters != NoClusters && f.Clusters != "", "labels.csv")
	add(f.Plots != "", "plots."+f.Plots)
	add(f.Prepare.Done(), PreparationFile)
	for k := range f.Rank {
		add(f.Rnk, fmt.Sprintf("component-%d.rnk", k+1))
	}
	return f.Folder().Check(names)
}

// named is a matrix of a result with the names of its rows or columns, where the input has them.
type Named struct {
	name          string
	a             *mat.Dense
	corner        string // what the rows are
	rows, columns []string
}

// matrices returns those of a result. The first factor has a row for every sample where it is no basis.
func (f *Fit) matrices(res solvers.Result, basis *mat.Dense) []Named {
	w := Named{"W", res.W, "feature", f.Read.Features, nil}
	if m, n := f.Read.X.Dims(); res.W != nil && res.W != res.Basis && (res.W.RawMatrix().Rows != m || m == n) {
		w.corner, w.rows = "sample", f.Read.Samples
	}
	return []Named{
		w,
		{"H", Transposed(res.Ht), "component", nil, f.Read.Samples},
		{"Basis", basis, "feature", f.Read.Features, nil},
		{"Embedding", res.Embedding, "sample", f.Read.Samples, nil},
		{"usages", Usages(res.Basis, res.Ht), "sample", f.Read.Samples, nil},
	}
}

// encode writes the matrix; a .npy file has no names.
func (m Named) encode(w io.Writer, format string) error {
	if format != "csv" || m.rows == nil && m.columns == nil {
		return encoders[format](w, m.a)
	}
	rows, columns := m.a.Dims()
	if m.rows == nil {
		m.rows = Numbered("component", rows)
	}
	if m.columns == nil {
		m.columns = Numbered("component", columns)
	}
	return tabular.Write(w, m.a, m.corner, m.rows, m.columns)
}

// Encoded returns the file of a matrix in the format that was asked for, and none where there is no matrix.
func (f *Fit) Encoded(m Named) []File {
	if m.a == nil {
		return nil
	}
	var b bytes.Buffer
	_ = m.encode(&b, f.Format) // a buffer takes everything
	return []File{{Name: m.name + "." + f.Format, Data: b.Bytes()}}
}

// Numbered returns names with the numbers from 1: "component 1", "component 2", and so on.
func Numbered(what string, count int) []string {
	names := make([]string, count)
	for k := range names {
		names[k] = what + " " + strconv.Itoa(k+1)
	}
	return names
}

// clustersCSV returns labels.csv: the cluster of each sample, from 1 as components are, which the header says; nil for a method that ends
// in no clusters.
func (f *Fit) clustersCSV(clusters []int) []byte {
	if clusters == nil {
		return nil
	}
	header := "cluster" + fromOne
	if f.Clusters == eval.ByArgmax {
		header = "component" + fromOne
	}
	var b bytes.Buffer
	// a buffer takes everything
	_ = tabular.WriteLabels(&b, "sample", header, f.Read.Samples, list.Map(clusters, func(c int) int { return c + 1 }))
	return b.Bytes()
}

// fromOne says in a header how its numbers count.
const fromOne = " (from 1)"

func Transposed(a *mat.Dense) *mat.Dense {
	if a == nil {
		return nil
	}
	return mat.DenseCopyOf(a.T())
}

func traceCSV(trace []solvers.Point) []byte {
	if trace == nil {
		return nil
	}
	b := []byte("iteration,objective\n")
	for _, p := range trace {
		b = fmt.Appendf(b, "%d,%.17g\n", p.Iteration, p.Objective)
	}
	return b
}

package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/google/renameio/v2"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/csvmat"
	"nmfrepro/datasets/npy"
	"nmfrepro/experiments"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// factorizationReport is run.json.
type factorizationReport struct {
	Solver          string         `json:"solver"`
	SolverVersion   int            `json:"solver_version"`
	Options         map[string]any `json:"options"`
	Normalize       string         `json:"normalize"`
	Input           string         `json:"input"`
	Variable        string         `json:"variable,omitempty"`
	Mask            string         `json:"mask,omitempty"`
	Constraints     string         `json:"constraints,omitempty"`
	ConstraintsW    string         `json:"constraints_w,omitempty"`
	Labels          string         `json:"labels,omitempty"`
	Features        int            `json:"features"`
	Samples         int            `json:"samples"`
	Known           int            `json:"known_entries"`
	Rank            int            `json:"rank"`
	Clusters        string         `json:"clusters,omitempty"`
	Init            string         `json:"init"`
	W0              string         `json:"w0,omitempty"`
	H0              string         `json:"h0,omitempty"`
	Seed            uint64         `json:"seed"`
	Starts          int            `json:"starts"`
	MaxIterations   int            `json:"max_iterations"`
	Tol             float64        `json:"tol"`
	TolFactor       float64        `json:"tol_factor,omitempty"`
	Every           int            `json:"every"`
	MaxSeconds      float64        `json:"max_seconds,omitempty"` // of iterations; 0 is no limit
	Status          string         `json:"status"`
	Iterations      int            `json:"iterations"`
	Objective       *float64       `json:"objective"` // null if it is no number
	Seconds         float64        `json:"seconds"`   // spent in iterations of the start that is kept
	ObjectiveSecs   float64        `json:"objective_seconds"`
	WallSeconds     float64        `json:"wall_seconds"`               // of the whole command, until the files are written
	StartObjectives []float64      `json:"start_objectives,omitempty"` // at the end of each start; those that diverged left out
	Warnings        []string       `json:"warnings,omitempty"`
	Program         string         `json:"program"`
	Go              string         `json:"go"`
	CPU             string         `json:"cpu"`
	Kernel          string         `json:"kernel"`
}

func (f *factorization) report(e solvers.Entry, s solvers.Solver, norm solvers.Normalisation, p solvers.Problem, a solvers.Factorization) factorizationReport {
	m, n := p.X.Dims()
	here := experiments.Here()
	r := factorizationReport{
		Solver: e.Name, SolverVersion: e.Version, Options: optionValues(s), Normalize: string(norm),
		Input: f.input, Variable: f.variable, Mask: f.mask,
		Constraints: f.constraints, ConstraintsW: f.constraintsW, Labels: f.labels, Features: m, Samples: n, Known: knownEntries(p.X),
		Rank: f.rank, Init: f.init, W0: f.w0, H0: f.h0, Seed: f.seed, MaxIterations: f.iterations, Tol: f.tol,
		TolFactor: f.tolFactor, Every: f.every, MaxSeconds: f.maxTime.Seconds(),
		Status: a.Status.String(), Iterations: a.Last.Iteration, Seconds: a.Last.Elapsed.Seconds(), ObjectiveSecs: a.Last.Measured.Seconds(),
		Starts: f.starts, Warnings: f.named(a.Warnings),
		Program: here.Program, Go: here.Go, CPU: here.CPU, Kernel: here.Kernel,
	}
	if f.starts > 1 {
		for _, v := range a.Objectives {
			if !math.IsNaN(v) && !math.IsInf(v, 0) {
				r.StartObjectives = append(r.StartObjectives, v)
			}
		}
	}
	if f.clusters != noClusters {
		r.Clusters = f.clusters
	}
	if v := a.Last.Objective; !math.IsNaN(v) && !math.IsInf(v, 0) {
		r.Objective = &v
	}
	return r
}

// knownEntries counts the entries whose value is known: all but those of a mask, since what a sparse matrix leaves out is 0.
func knownEntries(x matrix.Matrix) int {
	if masked, ok := x.(*matrix.Masked); ok {
		return masked.NNZ()
	}
	m, n := x.Dims()
	return m * n
}

func optionValues(s solvers.Solver) map[string]any {
	options := map[string]any{}
	for _, o := range solvers.Options(s) {
		options[o.Name] = o.Value
	}
	return options
}

// resultFile is a file of a result; one without content is what the method does not have, and what an earlier run left there
// must go.
type resultFile struct {
	name    string
	content []byte
}

// encoders are the formats of the matrices that factorize writes, by the ending of their files.
var encoders = map[string]func(io.Writer, mat.Matrix) error{"csv": csvmat.Write, "npy": npy.Write}

// write writes the results into the folder. report is what run.json holds; there is no trace where nothing iterated.
func (f *factorization) write(res solvers.Result, trace []solvers.Point, report any) error {
	basis := res.Basis
	if basis == res.W {
		basis = nil
	}
	description, err := json.MarshalIndent(report, "", "  ")
	if err != nil {
		return err
	}
	files := []resultFile{{"run.json", nil}}
	for _, m := range []struct {
		name string
		a    *mat.Dense
	}{{"W", res.W}, {"H", transposed(res.Ht)}, {"Basis", basis}, {"Embedding", res.Embedding}} {
		for _, format := range slices.Sorted(maps.Keys(encoders)) {
			file := resultFile{name: m.name + "." + format}
			if m.a != nil && format == f.format {
				var b bytes.Buffer
				if err := encoders[format](&b, m.a); err != nil {
					return err
				}
				file.content = b.Bytes()
			}
			files = append(files, file)
		}
	}
	return writeResults(f.out, append(files,
		resultFile{"labels.csv", labelLines(res.Labels)},
		resultFile{"trace.csv", traceCSV(trace)},
		resultFile{"run.json", append(description, '\n')}))
}

// writeResults writes each file whole or not at all. run.json goes first and comes last: while it is there, it belongs to the
// other files.
func writeResults(dir string, files []resultFile) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, file := range files {
		path := filepath.Join(dir, file.name)
		if file.content == nil {
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			continue
		}
		if err := renameio.WriteFile(path, file.content, 0o666, renameio.WithTempDir(dir)); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

// labelLines is one cluster a line, as evaluate reads them; nil for a method that ends in no clusters.
func labelLines(labels []int) []byte {
	if labels == nil {
		return nil
	}
	var b bytes.Buffer
	for _, l := range labels {
		b.WriteString(strconv.Itoa(l) + "\n")
	}
	return b.Bytes()
}

func transposed(a *mat.Dense) *mat.Dense {
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
		b = strconv.AppendInt(b, int64(p.Iteration), 10)
		b = append(b, ',')
		b = strconv.AppendFloat(b, p.Objective, 'g', 17, 64)
		b = append(b, '\n')
	}
	return b
}

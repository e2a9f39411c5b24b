package external

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"time"

	"nmfrepro/solvers"
)

// Inputs is a program that is never run and to which everything is handed: see [Run.Export].
func Inputs(format string) (*Program, error) {
	f, ok := formats[format]
	if !ok {
		return nil, fmt.Errorf("unknown format %q, want csv, mat, mtx or npy", format)
	}
	p := &Program{Name: "inputs", Spec: defaults(), NoExec: true}
	p.Spec.Format = format
	p.Spec.Accepts = Accepts{Start: true, Mask: true, Sparse: f.sparse, Signed: true, Labels: true, Constraints: true}
	return p, nil
}

// Export makes a folder and fills it as that of a call: job.json, X and the rest, and an empty folder for the answer. The
// program is not run.
func (r *Run) Export(dir string, s solvers.Settings) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	return r.writeJob(dir, s)
}

// Imported reads the answer that a program left in such a folder somewhere else. A folder with factors or labels and without
// result.json is an answer too. Without the program's own seconds there are none: Elapsed is 0 and Report.Clock "none".
func (r *Run) Imported(dir string, s solvers.Settings) (solvers.Point, solvers.Status, error) {
	none := solvers.Point{Objective: math.NaN()}
	var err error
	if _, absent := os.Lstat(filepath.Join(dir, outFolder, resultFile)); errors.Is(absent, fs.ErrNotExist) {
		r.answer = answer{said: said{Status: "ok"}}
		err = r.matrices(filepath.Join(dir, outFolder))
	} else {
		err = r.read(dir, nil, "")
	}
	if err != nil {
		return none, solvers.Diverged, err
	}
	var elapsed time.Duration
	if own := r.answer.said.Seconds; own != nil {
		elapsed = time.Duration(*own*float64(time.Second)) + 1
	}
	r.describe("", elapsed)
	if elapsed == 0 {
		r.report.Clock = "none"
	}
	return r.ended(s)
}

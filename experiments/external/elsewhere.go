package external

import (
	"fmt"
	"os"
	"path/filepath"

	"nmfrepro/solvers"
)

// Inputs is a program that is never run and to which everything is handed: see [Run.Export].
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
func (r *Run) Export(dir string, s solvers.Settings) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	return r.writeJob(dir, s)
}

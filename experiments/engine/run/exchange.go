package run

import (
	"context"
	"fmt"
	"path"
	"path/filepath"

	"nmfrepro/solvers"
	"nmfrepro/solvers/external"
)

// ManifestSchema names the form of a manifest.
const ManifestSchema = "nmfrepro/export/1"

// ManifestFile is its name in the folder of an export.
const ManifestFile = "manifest.json"

// Manifest lists exported runs.
type Manifest struct {
	Schema     string        `json:"schema"`
	Program    string        `json:"program"` // version and commit of this one
	Addresses  []string      `json:"addresses"`
	Profile    string        `json:"profile"`
	Replicates int           `json:"replicates"` // 0: the profile's
	Seed       *uint64       `json:"seed,omitempty"`
	Runs       []ExportedRun `json:"units"`
}

// ExportedRun is a folder of a manifest, filled as that of a call by protocol exec/1.
type ExportedRun struct {
	Folder    string `json:"folder"`
	Key       string `json:"key"` // of the record
	Dataset   string `json:"dataset"`
	Rank      int    `json:"rank"`
	Replicate int    `json:"replicate"`
	Method    string `json:"method"` // a method of the catalog stands for all that share data and start
	Variant   string `json:"variant,omitempty"`
}

// Export writes the inputs of runs below a folder: of each run of a program of the user's or, where there are none, of one
// run for each draw and start.
func (p *Plan) Export(ctx context.Context, dir, format string) ([]ExportedRun, error) {
	var all []ExportedRun
	for _, r := range p.exported() {
		at := fmt.Sprintf("%s-%d-%d", r.ID.Dataset, r.ID.Rank, r.ID.Replicate)
		_, own := r.solver.(*external.Solver)
		if own {
			at += "-" + r.ID.Method
			if r.at != "" {
				at += "-" + r.Key[:8]
			}
		}
		at = path.Join(p.Spec.Paper()+"-"+p.Spec.Table(), at)
		if err := r.export(ctx, filepath.Join(dir, filepath.FromSlash(at)), format); err != nil {
			return nil, fmt.Errorf("%s: %w", at, err)
		}
		all = append(all, ExportedRun{
			Folder: at, Key: r.Key, Dataset: r.ID.Dataset, Rank: r.ID.Rank, Replicate: r.ID.Replicate, Method: r.ID.Method, Variant: r.at,
		})
	}
	return all, nil
}

// exported returns the runs that an export writes.
func (p *Plan) exported() []*Run {
	var programs, first []*Run
	seen := map[comparison]bool{}
	for _, r := range p.Runs {
		if _, own := r.solver.(*external.Solver); own {
			programs = append(programs, r)
			continue
		}
		if r.solver == nil || seen[r.comparison()] {
			continue
		}
		if w, ht := r.solver.Rows(2, 3); w == 2 && ht == 3 { // it starts from a W of features × rank and an H
			seen[r.comparison()] = true
			first = append(first, r)
		}
	}
	if programs != nil {
		return programs
	}
	return first
}

func (r *Run) export(ctx context.Context, dir, format string) error {
	data, err := r.sample()
	if err != nil {
		return err
	}
	f, err := r.start(ctx, data)
	if err != nil {
		return err
	}
	solver := r.solver
	problem := solvers.Problem{X: data.X, Rank: r.rank(), Constraints: data.relations}
	if _, own := solver.(*external.Solver); !own {
		inputs, err := external.Inputs(format)
		if err != nil {
			return err
		}
		solver, problem.Labels = inputs.New(), data.Labels
	}
	run, err := solver.Start(problem, f, r.comparison().stream("solver:"+r.ID.Method))
	if err != nil {
		return err
	}
	return run.(*external.Call).Export(dir, r.settings())
}

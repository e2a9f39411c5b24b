package own

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/note"
	"nmfrepro/eval/rank"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// Projection holds the settings of project: coefficients of new samples for the basis of a model, or for a table of components.
type Projection struct {
	Fit          *Fit   // what is read and written
	Model, Basis string // a folder of factorize, or a table of components
	Loss         string // by which coefficients for such a table are found
	Missing      string
	Settings     solvers.ProjectionSettings

	model *Model     // that Read read
	basis *mat.Dense // matched to the samples
}

// ProjectionReport is run.json of project.
type ProjectionReport struct {
	About
	Model        string  `json:"model,omitempty"`
	Basis        string  `json:"basis,omitempty"` // a table of components in the place of a model
	Missing      string  `json:"missing,omitempty"`
	Clusters     string  `json:"clusters,omitempty"`
	Coefficients string  `json:"coefficients"`  // how they were found
	Objective    float64 `json:"objective"`     // what they minimise, by the solver's own loss
	Iterations   int     `json:"iterations"`    // updates of the sample that took most; 0 where none are repeated
	Unfinished   []int   `json:"unfinished"`    // samples, from 1 on, that did not reach the tolerance
	SquaredError float64 `json:"squared_error"` // ‖X - WH‖² over the known entries
	Seconds      float64 `json:"seconds"`
}

// Run computes the coefficients of the samples that Read read, writes them, and tells the result.
func (p *Projection) Run(ctx context.Context, to Console) error {
	f := p.Fit
	model, basis, x := p.model, p.basis, f.Read.X
	f.Notes = append(f.Notes, model.Notes...)
	f.PrintRead(to)
	start := time.Now()
	found, err := solvers.Project(ctx, model.Entry.Name, model.Solver, x, basis, p.Settings)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		to.Say(nil, f.Remarks())
		return fmt.Errorf("project: %w", f.Explained(err))
	}
	notes := f.Remarks()
	var warnings []note.Note
	if left := len(found.Unfinished); left > 0 {
		late := note.Of(note.Unfinished, "%s did not reach the tolerance in %s; run.json lists them. Raise --iterations or --tol",
			result.Count(left, "sample"), result.Count(found.Iterations, "update"))
		late.Samples = fromOnes(found.Unfinished)
		warnings = append(warnings, late)
		f.Notes = append(f.Notes, late)
	}
	doubts := rank.JudgeGiven(basis).SaysGiven()
	switch _, n := x.Dims(); {
	case mat.Norm(found.Ht, 1) == 0:
		doubts = append(doubts, note.Of(note.Unused, "every coefficient is 0: the components describe nothing of these samples"))
	case n > f.Rank: // of few samples many components have no weight
		doubts = append(doubts, rank.Judge(basis, found.Ht, 0).SaysUnused()...)
	}
	to.Say(warnings, append(notes, doubts...))
	f.Notes = append(f.Notes, doubts...)
	report := ProjectionReport{
		About: f.About(model.Entry, model.Solver, x,
			f.Rank), Model: p.Model, Basis: p.Basis, Missing: p.Missing, Coefficients: found.Rule.String(), Objective: found.Objective,
		Iterations: found.Iterations, Unfinished: list.Map(found.Unfinished, func(j int) int { return j + 1 }),
		SquaredError: matrix.NewEntrywise(x).Sum(basis, found.Ht, matrix.Squared), Seconds: time.Since(start).Seconds(),
	}
	res := solvers.Result{Ht: found.Ht}
	if err := f.Cluster(to, x, &res); err != nil {
		return fmt.Errorf("project: --clusters %s: %w", f.Clusters, err)
	}
	if f.Clusters != NoClusters {
		report.Clusters = f.Clusters
	}
	if err := f.Write(res, nil, &report, f.Shares(x, basis, found.Ht)...); err != nil {
		return fmt.Errorf("project: %w", err)
	}
	fmt.Fprintf(to.Page, "%s: coefficients of %s, %s\nobjective %.6g, squared error %.6g; results in %s%s\n", f.Solver,
		result.Count(report.Samples, "sample"), found.Rule, report.Objective, report.SquaredError, f.Out, f.replaced)
	return nil
}

// Read reads the model and the samples, and matches them.
func (p *Projection) Read() (err error) {
	p.model, p.basis, err = p.read()
	return err
}

func (p *Projection) read() (model *Model, basis *mat.Dense, err error) {
	f := p.Fit
	if p.Basis != "" {
		model, err = ReadBasis(f.Files, p.Basis, p.Loss)
	} else if err = p.checkFolders(); err == nil {
		model, err = ReadModel(f.Files, p.Model, func(name string) (solvers.Entry, error) {
			f.Solver = name
			return f.FindSolver()
		})
	}
	if err != nil {
		return nil, nil, err
	}
	f.Solver, f.Rank = model.Entry.Name, model.Rank
	if err = f.ReadMasked(); err != nil {
		return nil, nil, err
	}
	if err = model.PrepareSamples(f.Read); err != nil {
		return nil, nil, err
	}
	if basis, err = model.Match(f.Read, p.Missing); err != nil {
		return nil, nil, err
	}
	f.Prepare = model.Prepare
	names := []string{"H." + f.Format, "usages." + f.Format, "residuals.csv"}
	if f.Clusters != NoClusters {
		names = append(names, "labels.csv")
	}
	if f.Prepare.Done() {
		names = append(names, PreparationFile)
	}
	return model, basis, f.Folder().Check(names)
}

func (p *Projection) checkFolders() error {
	out, errOut := os.Stat(p.Fit.Out)
	model, errModel := os.Stat(p.Model)
	switch {
	case errors.Is(errModel, os.ErrNotExist):
		return fmt.Errorf("--model: cannot read %s: there is no such folder", p.Model)
	case errModel == nil && !model.IsDir():
		return fmt.Errorf("--model %s is a file, want the folder that factorize wrote; a table of components is --basis", p.Model)
	case errOut == nil && os.SameFile(out, model):
		return fmt.Errorf("--out %s is the folder of the model, whose files would be overwritten; want another", p.Fit.Out)
	}
	return errModel
}

package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/eval"
	"nmfrepro/experiments/engine/own"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// projection is the flags of project.
type projection struct {
	fit          factorization // what is read and written
	model, basis string        // a folder of factorize, or a table of components
	loss         string        // by which coefficients for such a table are found
	missing      string
	settings     solvers.ProjectionSettings
}

// projectionReport is run.json of project.
type projectionReport struct {
	own.About
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

func newProject(env *Env) *cobra.Command {
	p := projection{fit: newFit(env)}
	cmd := &cobra.Command{
		Use:   "project --model DIR --input NEW.csv --out DIR2",
		Short: "compute the coefficients of new samples for the basis of an earlier run, or for components that are given",
		Long: `Project computes the coefficients H of new samples for a basis that stays as it is. With --model the basis, the solver and its options are
those of the folder that factorize (or rank --out) wrote. With --basis FILE the basis is a table of components, features × components, such as
reference spectra or signatures, and --loss says which loss the coefficients minimise.

  squared error (nmf, hals and others)       least squares over H ≥ 0, penalties l1-h and l2-h included, exactly
  divergences (nmf-kl, beta-nmf and others)  the solver's own update of H, until --tol
  pnmf, opnmf and their relatives            H = WᵀX, as the model has it
  gnmf                                       least squares, clipped at 0, as its authors do

A penalty that ties samples to each other, such as a graph, has no part in it.

What factorize did to X by --features and --normalize is done to the new samples, with the weights of the model.

Features are matched by name where the model and the input have names; their order does not matter. Other features are an error,
unless --missing says what to do with those that the input lacks; those that the model lacks are then left out.

The folder gets

  H.csv          coefficients, rank × samples
  usages.csv     shares of the components in each sample, samples × rank
  labels.csv     the component of the largest coefficient of each sample
  residuals.csv  ‖x - Wh‖ of each sample, and its share of ‖x‖
  run.json       what was done, and the notes of the command`,
		Example: `  nmfrepro project --model DIR --input new.csv --out DIR2
  nmfrepro project --basis signatures.csv --loss kullback-leibler --input counts.csv --out DIR2
  nmfrepro project --model DIR --input new.csv --missing zero --out DIR2`,
		Args: NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if (p.model == "") == (p.basis == "") {
				return UsageError("project: want --model DIR, a folder that factorize wrote, or --basis FILE, a table of components; one of them")
			}
			if cmd.Flags().Changed("loss") && p.basis == "" {
				return UsageError("project: --loss goes with --basis; a model has the loss of its solver")
			}
			return p.run(cmd.Context())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&p.model, "model", "", "folder that factorize wrote")
	flags.StringVar(&p.basis, "basis", "", "file with components, features × components, in the place of a model")
	ChoiceFlag(cmd, &p.loss, "loss", "frobenius",
		"with --basis: loss that the coefficients minimise: "+list.Join(own.Losses(), ", ", func(l string) string {
			return l
		}), own.Losses())
	flags.StringVar(&p.fit.model.Input, "input", "", "file with the new samples, as factorize reads X; - for the standard input")
	TableFlags(cmd, &p.fit.model.Table)
	NameFlags(cmd, &p.fit.model.Table)
	flags.StringVar(&p.fit.model.Mask, "mask", "", "file of the input's shape: 1 where an entry is known, 0 where it is not")
	ChoiceFlag(cmd, &p.missing, "missing", "",
		"what to do where the input lacks features of the model: drop them from the basis, or take them for zero (default an error)",
		[]string{own.MissingDrop, own.MissingZero})
	ChoiceFlag(cmd, &p.fit.model.Clusters, "clusters", eval.ByArgmax,
		"how the cluster of each sample is read into labels.csv: argmax (largest coefficient) or none", []string{own.NoClusters, eval.ByArgmax})
	ChoiceFlag(cmd, &p.fit.model.Format, "format", "csv", "format of the matrices: csv, or npy for NumPy", own.Formats)
	flags.Float64Var(&p.settings.Tol, "tol", 1e-7,
		"for divergences: stop a sample when no coefficient grows by more than this share and no more than this share of its model moves")
	flags.IntVar(&p.settings.Iterations, "iterations", 100_000, "for divergences: at most this many updates of a sample")
	p.fit.bindOut(cmd, "folder for the results; made if absent")
	require(cmd, "input", "out")
	return cmd
}

func (p *projection) run(ctx context.Context) error {
	f := &p.fit.model
	var model *own.Model
	var basis *mat.Dense
	if err := whileReading(ctx, "project", func() (err error) {
		model, basis, err = p.read()
		return err
	}); err != nil {
		return err
	}
	x := f.Read.X
	f.Notes = append(f.Notes, model.Notes...)
	f.PrintRead(p.fit.env.console())
	start := time.Now()
	found, err := solvers.Project(ctx, model.Entry.Name, model.Solver, x, basis, p.settings)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return UsageError("project: %w", f.Explained(err))
	}
	if left := len(found.Unfinished); left > 0 {
		late := fmt.Sprintf("%s did not reach the tolerance in %s; run.json lists them. Raise --iterations or --tol",
			result.Count(left, "sample"), result.Count(found.Iterations, "update"))
		fmt.Fprintf(p.fit.env.Stderr, "project: warning: %s\n", late)
		f.Notes = append(f.Notes, late)
	}
	report := projectionReport{
		About: f.About(model.Entry, model.Solver, x,
			f.Rank), Model: p.model, Basis: p.basis, Missing: p.missing, Coefficients: found.Rule.String(), Objective: found.Objective,
		Iterations: found.Iterations, Unfinished: list.Map(found.Unfinished, func(j int) int { return j + 1 }),
		SquaredError: matrix.NewEntrywise(x).Sum(basis, found.Ht, matrix.Squared), Seconds: time.Since(start).Seconds(),
	}
	res := solvers.Result{Ht: found.Ht}
	if err := f.Cluster(p.fit.env.console(), x, &res); err != nil {
		return UsageError("project: --clusters %s: %w", f.Clusters, err)
	}
	if f.Clusters != own.NoClusters {
		report.Clusters = f.Clusters
	}
	if err := f.Write(res, nil, &report, f.Shares(x, basis, found.Ht)...); err != nil {
		return fmt.Errorf("project: %w", err)
	}
	fmt.Fprintf(p.fit.env.Page(), "%s: coefficients of %s, %s\nobjective %.6g, squared error %.6g; results in %s\n", f.Solver,
		result.Count(report.Samples, "sample"), found.Rule, report.Objective, report.SquaredError, f.Out)
	return nil
}

// read reads the model and the samples, and matches them.
func (p *projection) read() (model *own.Model, basis *mat.Dense, err error) {
	f := &p.fit.model
	if p.basis != "" {
		model, err = own.ReadBasis(p.fit.env, p.basis, p.loss)
	} else if err = p.checkFolders(); err == nil {
		model, err = own.ReadModel(p.fit.env, p.model, func(name string) (solvers.Entry, error) {
			f.Solver = name
			return p.fit.find()
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
	if basis, err = model.Match(f.Read, p.missing); err != nil {
		return nil, nil, err
	}
	f.Prepare = model.Prepare
	names := []string{"H." + f.Format, "usages." + f.Format, "residuals.csv"}
	if f.Clusters != own.NoClusters {
		names = append(names, "labels.csv")
	}
	if f.Prepare.Done() {
		names = append(names, own.PreparationFile)
	}
	return model, basis, f.Folder().Check(names)
}

func (p *projection) checkFolders() error {
	out, errOut := os.Stat(p.fit.model.Out)
	model, errModel := os.Stat(p.model)
	switch {
	case errors.Is(errModel, os.ErrNotExist):
		return errModel
	case errModel == nil && !model.IsDir():
		return fmt.Errorf("--model %s is a file, want the folder that factorize wrote; a table of components is --basis", p.model)
	case errOut == nil && os.SameFile(out, model):
		return fmt.Errorf("--out %s is the folder of the model, whose files would be overwritten; want another", p.fit.model.Out)
	}
	return errModel
}

package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/table"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// projection is the flags of project.
type projection struct {
	factorization // what is read and written, and the solver of the model
	model         string
	missing       string
	settings      solvers.ProjectionSettings
}

// The values of --missing.
const missingDrop, missingZero = "drop", "zero"

// projectionReport is run.json of project.
type projectionReport struct {
	about
	Model        string  `json:"model"`
	Missing      string  `json:"missing,omitempty"`
	Coefficients string  `json:"coefficients"`  // how they were found
	Objective    float64 `json:"objective"`     // what they minimise, by the solver's own loss
	Iterations   int     `json:"iterations"`    // updates of the sample that took most; 0 where none are repeated
	Unfinished   []int   `json:"unfinished"`    // samples, from 1 on, that did not reach the tolerance
	SquaredError float64 `json:"squared_error"` // ‖X - WH‖² over the known entries
	Seconds      float64 `json:"seconds"`
}

func newProject(env *Env) *cobra.Command {
	p := projection{factorization: factorization{env: env}}
	cmd := &cobra.Command{
		Use:   "project --model DIR --input NEW.csv --out DIR2",
		Short: "compute the coefficients of new samples for the basis of an earlier run",
		Long: `Project reads the folder that factorize (or rank --out) wrote, and computes the coefficients H of new samples for its basis. The
solver and its options are those of the model, which run.json names. The basis stays as it is.

  squared error (nmf, hals and others)       least squares over H ≥ 0, penalties l1-h and l2-h included, exactly
  divergences (nmf-kl, beta-nmf and others)  the solver's own update of H, until --tol
  pnmf, opnmf and their relatives            H = WᵀX, as the model has it
  gnmf                                       least squares, clipped at 0, as its authors do

A penalty that ties samples to each other, such as a graph, has no part in it. Help SOLVER says what each solver does.

What factorize did to X by --features and --normalize is done to the new samples, with the weights of the model.

Features are matched by name where the model and the input have names; their order does not matter. Other features are an error,
unless --missing says what to do with those that the input lacks; those that the model lacks are then left out.

The folder gets H.csv (rank × samples) and run.json.`,
		Example: `  nmfrepro project --model DIR --input new.csv --out DIR2
  nmfrepro project --model DIR --input new.csv --missing zero --out DIR2`,
		Args: NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.run(cmd.Context()) },
	}
	flags := cmd.Flags()
	flags.StringVar(&p.model, "model", "", "folder that factorize wrote")
	flags.StringVar(&p.input, "input", "", "file with the new samples, as factorize reads X; - for the standard input")
	TableFlags(cmd, &p.table)
	flags.StringVar(&p.mask, "mask", "", "file of the input's shape: 1 where an entry is known, 0 where it is not")
	ChoiceFlag(cmd, &p.missing, "missing", "", "what to do where the input lacks features of the model: drop them from the basis, or take them for zero (default an error)", []string{missingDrop, missingZero})
	ChoiceFlag(cmd, &p.format, "format", "csv", "format of H: csv, or npy for NumPy", slices.Sorted(maps.Keys(encoders)))
	flags.Float64Var(&p.settings.Tol, "tol", 1e-7, "for divergences: stop a sample when no coefficient grows by more than this share and no more than this share of its model moves")
	flags.IntVar(&p.settings.Iterations, "iterations", 100_000, "for divergences: at most this many updates of a sample")
	p.bindOut(cmd, "folder for the results; made if absent")
	require(cmd, "model", "input", "out")
	return cmd
}

func (p *projection) run(ctx context.Context) error {
	var entry solvers.Entry
	var solver solvers.Solver
	var basis *mat.Dense
	if err := whileReading(ctx, "project", func() (err error) {
		if err = p.checkFolders(); err != nil {
			return err
		}
		if entry, solver, err = p.readModel(); err != nil {
			return err
		}
		w, err := p.basis()
		if err != nil {
			return err
		}
		if err = p.readMasked(); err != nil {
			return err
		}
		if err = p.prepareSamples(w.Features); err != nil {
			return err
		}
		if basis, err = p.matchFeatures(w); err != nil {
			return err
		}
		return p.checkProjected()
	}); err != nil {
		return err
	}
	x := p.read.X
	p.printRead(p.env)
	start := time.Now()
	found, err := solvers.Project(ctx, entry.Name, solver, x, basis, p.settings)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return UsageError("project: %w", p.explained(err))
	}
	if left := len(found.Unfinished); left > 0 {
		late := fmt.Sprintf("%s did not reach the tolerance in %s; run.json lists them. Raise --iterations or --tol", result.Count(left, "sample"), result.Count(found.Iterations, "update"))
		fmt.Fprintf(p.env.Stderr, "project: warning: %s\n", late)
		p.notes = append(p.notes, late)
	}
	report := projectionReport{
		about: p.about(entry, solver, x, p.rank), Model: p.model, Missing: p.missing, Coefficients: found.Rule.String(), Objective: found.Objective,
		Iterations: found.Iterations, Unfinished: list.Map(found.Unfinished, func(j int) int { return j + 1 }),
		SquaredError: matrix.NewEntrywise(x).Sum(basis, found.Ht, matrix.Squared), Seconds: time.Since(start).Seconds(),
	}
	if err := p.write(solvers.Result{Ht: found.Ht}, nil, &report); err != nil {
		return fmt.Errorf("project: %w", err)
	}
	fmt.Fprintf(p.env.Page(), "%s: coefficients of %s, %s\nobjective %.6g, squared error %.6g; results in %s\n", p.solver, result.Count(report.Samples, "sample"), found.Rule, report.Objective, report.SquaredError, p.out)
	return nil
}

func (p *projection) checkFolders() error {
	out, errOut := os.Stat(p.out)
	model, errModel := os.Stat(p.model)
	switch {
	case errModel != nil:
		return errModel
	case !model.IsDir():
		return fmt.Errorf("--model %s is a file, want the folder that factorize wrote", p.model)
	case errOut == nil && os.SameFile(out, model):
		return fmt.Errorf("--out %s is the folder of the model, whose files would be overwritten; want another", p.out)
	}
	return nil
}

// checkProjected refuses a folder whose files are others'.
func (p *projection) checkProjected() error {
	names := []string{"H." + p.format}
	if p.prepare.Done() {
		names = append(names, preparationFile)
	}
	return p.folder().Check(names)
}

// readModel finds the solver of the model with its options.
func (p *projection) readModel() (entry solvers.Entry, solver solvers.Solver, err error) {
	path := filepath.Join(p.model, "run.json")
	content, err := p.env.readFile(path)
	if err != nil {
		return entry, nil, fmt.Errorf("%w; want the folder that factorize wrote", err)
	}
	var model struct {
		about
		Options   map[string]json.RawMessage `json:"options"`
		Normalize solvers.Normalisation      `json:"normalize"`
		Model     string                     `json:"model"`
	}
	if err := json.Unmarshal(content, &model); err != nil {
		return entry, nil, fmt.Errorf("%s: %w; want what factorize wrote", path, err)
	}
	if model.Model != "" {
		return entry, nil, fmt.Errorf("%s holds coefficients of new samples; the model is %s", p.model, model.Model)
	}
	p.solver, p.rank = model.Solver, model.Rank
	if model.Prepared != nil {
		p.prepare = *model.Prepared
		if err := p.readPreparation(); err != nil {
			return entry, nil, err
		}
	}
	if entry, err = p.find(); err != nil {
		return entry, nil, fmt.Errorf("%s: %w", path, err)
	}
	if entry.Version != model.SolverVersion {
		p.notes = append(p.notes, fmt.Sprintf("%s was made by version %d of %s, and this program has version %d", p.model, model.SolverVersion, p.solver, entry.Version))
	}
	solver = entry.New()
	for _, name := range slices.Sorted(maps.Keys(model.Options)) {
		var text string
		if value := model.Options[name]; json.Unmarshal(value, &text) != nil {
			text = string(value)
		}
		if err := solvers.SetOption(solver, name, text); err != nil {
			return entry, nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	if n := model.Normalize; n != "" && n != solvers.NormaliseNone && solvers.ProjectionOf(solver).Scaled {
		return entry, nil, fmt.Errorf("%s: the columns of W were scaled after the run (%s = %s), and the penalties on H are in the scale of those before; factorise with %s = none", path, normalizeOption, n, normalizeOption)
	}
	return entry, solver, nil
}

// basis reads Basis or, where the model has none beside it, W.
func (p *projection) basis() (*table.Table, error) {
	for _, name := range []string{"Basis", "W"} {
		for format := range encoders {
			path := filepath.Join(p.model, name+"."+format)
			if _, err := os.Stat(path); err != nil {
				continue
			}
			w, err := p.env.readDense(path)
			if err != nil {
				return nil, err
			}
			if _, rank := w.X.Dims(); rank != p.rank {
				return nil, fmt.Errorf("%s has %s, and run.json beside it says rank %d; want the folder as factorize wrote it", path, result.Count(rank, "column"), p.rank)
			}
			return w, nil
		}
	}
	return nil, fmt.Errorf("%s: solver %s leaves no basis that new samples have coefficients in", p.model, p.solver)
}

// matchFeatures brings the features of the input into the order of the basis, and returns the basis as far as the input has its
// features.
func (p *projection) matchFeatures(w *table.Table) (*mat.Dense, error) {
	basis := mat.DenseCopyOf(w.X)
	model, _ := w.Sides()
	input, _ := p.read.Sides()
	order, note, err := table.Match(model, input)
	mismatch, differ := errors.AsType[*table.MismatchError](err)
	switch {
	case differ && table.SameNames(model.Names, p.read.Samples):
		return nil, fmt.Errorf("the samples of %s are the features of %s; drop --transpose, or add it", p.input, w.Name)
	case differ && p.missing == "":
		return nil, fmt.Errorf("%w, or allow it: --missing drop leaves out of the basis what the input lacks, --missing zero takes it for 0", err)
	case differ && len(mismatch.Lacking) == len(order):
		return nil, fmt.Errorf("%w; no feature is in both", err)
	case differ:
		note = p.missingNote(mismatch, len(order))
	case err != nil:
		return nil, err
	}
	if note != "" {
		p.notes = append(p.notes, note)
	}
	if order != nil {
		p.read.Features = model.Names
	}
	if p.missing == missingDrop && differ {
		var kept, weights []float64
		p.read.Features = nil
		for i, place := range order {
			if place >= 0 {
				kept, p.read.Features = append(kept, basis.RawRowView(i)...), append(p.read.Features, model.Names[i])
				if p.prepare.Weights != nil {
					weights = append(weights, p.prepare.Weights[i])
				}
			}
		}
		p.prepare.Weights = weights
		basis = mat.NewDense(len(kept)/p.rank, p.rank, kept)
		order = slices.DeleteFunc(order, func(place int) bool { return place < 0 })
	}
	if p.read.X, err = table.Arrange(p.read.X, order, nil); err != nil {
		return nil, err
	}
	rows, _ := basis.Dims()
	if m, n := p.read.X.Dims(); rows != m {
		return nil, fmt.Errorf("the basis of %s has %d features, and %s is %d×%d; want the same features", w.Name, rows, p.input, m, n)
	}
	return basis, p.prepare.Weigh(p.read, p.prepare.Weights)
}

func (p *projection) missingNote(m *table.MismatchError, features int) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s lacks %d of the %d features of %s", m.File.File, len(m.Lacking), features, m.X.File)
	if len(m.Lacking) > 0 {
		done := "left out of the basis"
		if p.missing == missingZero {
			done = "taken for 0"
		}
		fmt.Fprintf(&b, ", which are %s: %s", done, table.FirstOf(m.Lacking))
	}
	if len(m.Foreign) > 0 {
		fmt.Fprintf(&b, "; left out of the input, as the model does not have them: %s", table.FirstOf(m.Foreign))
	}
	return strings.TrimSpace(b.String())
}

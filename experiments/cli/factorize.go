package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/external"
	"nmfrepro/experiments/engine/own"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/figure"
	"nmfrepro/reports/term"
	"nmfrepro/solvers"
)

// factorization is the flags of factorize, and what finds the solver.
type factorization struct {
	model        own.Fit
	penaltyScale string

	env     *Env
	program *external.Program // if the solver is a program of --specs
}

// newFit makes a factorisation that reads files as commands do.
func newFit(env *Env) factorization {
	return factorization{model: own.Fit{Files: env, Inputs: env.reads, Beside: reportOf, Settings: own.Settings{Clusters: own.NoClusters}},
		env: env}
}

// reportOf returns what a program of --specs says of its run.
func reportOf(r solvers.Run) any {
	if program, ok := r.(*external.Run); ok {
		report := program.Report()
		return &report
	}
	return nil
}

// console says where a command says what it found.
func (e *Env) console() own.Console {
	return own.Console{Page: e.Page(), Messages: term.Plain{Writer: e.Stderr}, Command: e.Verb}
}

func newFactorize(env *Env) *cobra.Command {
	f := newFit(env)
	cmd := &cobra.Command{
		Use:   "factorize --solver NAME --input X.csv --rank R --out DIR",
		Short: "factorise a matrix of your own by any solver",
		Long:  factorizeHelp(),
		Example: `  nmfrepro factorize --solver nmf --input X.csv --rank 10 --out DIR
  nmfrepro factorize --solver nmf --input iris.csv --transpose --drop Species --rank 3 --clusters argmax --out DIR
  nmfrepro factorize --solver nmf-kl --input filtered_feature_bc_matrix --rank 10 --out DIR
  nmfrepro factorize --solver hals --input cells.h5ad --features 2000 --normalize counts=10000,log1p --rank 10 --out DIR
  nmfrepro factorize --solver pnmf --set on=samples --input X.npy --rank 3 --iterations 10000 --out DIR
  nmfrepro factorize --solver nmf-kl --input R.csv --mask M.csv --w0 W0.csv --h0 H0.csv --rank 4 --tol 1e-6 --out DIR
  nmfrepro factorize --solver rpr-nmf --constraints T.csv --set lambda=20 --input X.csv --rank 10 --iterations 500 --out DIR
  nmfrepro factorize --solver hals --input counts.mtx --rank 20 --iterations 200 --out DIR
  nmfrepro factorize --solver gnmf --input X.csv --rank 3 --clusters kmeans --out DIR
  nmfrepro factorize --solver hals --input X.csv --fixed known.csv --rank 6 --out DIR
  nmfrepro factorize --solver mine --specs DIR --input X.csv --rank 3 --out DIR2
  nmfrepro factorize --solver gnmf --help`,
		Args: NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context(), env) },
	}
	f.bind(cmd)
	cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		if f.model.Solver != "" {
			cmd.Long = f.optionsHelp()
		}
		env.Help(cmd)
	})
	return cmd
}

func (f *factorization) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.model.Solver, "solver", "", "method, as nmf, hals or nmf-kl")
	flags.StringVar(&f.model.Input, "input", "", "file with X, - for the standard input, or a folder with a matrix.mtx of 10x Genomics")
	TableFlags(cmd, &f.model.Table)
	NameFlags(cmd, &f.model.Table)
	flags.StringVar(&f.model.Mask, "mask", "", "file of X's shape: 1 where an entry is known, 0 where it is not")
	prepareFlags(cmd, &f.model.Prepare)
	flags.IntVar(&f.model.Rank, "rank", 0, "number of components, at least 1")
	flags.StringVar(&f.model.W0, "w0", "", "file with the initial W, features × rank (default random)")
	flags.StringVar(&f.model.H0, "h0", "", "file with the initial H, rank × samples (default random)")
	flags.StringVar(&f.model.Fixed, "fixed", "",
		"file with components that stay as they are, features × k, matched by name; the other rank - k are found")
	flags.StringVar(&f.model.FixedH, "fixed-h", "", "file with coefficients of the first k components that stay as they are, k × samples")
	ChoiceFlag(cmd, &f.model.Init, "init", string(solvers.InitScaled), "initialisation of the factors that are not given: "+own.InitDocs,
		own.Inits())
	flags.IntVar(&f.model.Starts, "starts", 1,
		"runs from so many initialisations; the one with the lowest objective is kept, and a line tells how alike they were")
	flags.IntVar(&f.model.MaxIterations, "iterations", 1000, "at most this many")
	flags.Float64Var(&f.model.Tol, "tol", 0, "stop when the objective changes by less than this share in an iteration; 0 runs all iterations")
	flags.Float64Var(&f.model.TolFactor, "tol-factor", 0,
		"stop when every factor changes by less than this share of its norm in an iteration; 0 is off")
	flags.IntVar(&f.model.Every, "every", 1, "evaluate the objective every so many iterations; --tol then compares these")
	flags.DurationVar(&f.model.MaxTime, "max-time", 0,
		"stop after this much time in iterations, such as 90s or 2h; 0 is no limit. The result then depends on the machine")
	flags.Uint64Var(&f.model.Seed, "seed", 1, "seed of everything random")
	flags.StringArrayVar(&f.model.Set, "set", nil,
		"option=value of the solver, repeatable; also normalize=none|w-l1|w-l2|w-max, applied to the result")
	ChoiceFlag(cmd, &f.penaltyScale, "penalty-scale", penaltyPlain,
		"how penalties count: plain, as they are given, or data, those of W times the number of samples and those of H times that of "+
			"features, as in scikit-learn", []string{penaltyPlain, penaltyData})
	flags.StringVar(&f.model.Constraints, "constraints", "",
		"file with triplets q,r,s, by name or number from 1: sample q is nearer to r than to s")
	flags.StringVar(&f.model.ConstraintsW, "constraints-w", "", "the same for features, the rows of W")
	flags.StringVar(&f.model.Labels, "labels", "",
		"file with the class of each sample, a word or a whole number ≥ 0 per line, NA or -1 where unknown; or .h5ad. Some solvers learn "+
			"from them; --plots draws them below H")
	flags.StringVar(&f.model.LabelColumn, "label-column", "",
		"column of the labels where their file holds several, by its header or its number from 1; of .h5ad one of obs")
	flags.StringVar(&f.model.Graph, "graph", "",
		"file with a graph on the samples, samples × samples symmetric weights ≥ 0, 0 on the diagonal, in place of the one that --set graph "+
			"makes")
	ChoiceFlag(cmd, &f.model.Clusters, "clusters", own.NoClusters,
		"how the cluster of each sample is read into labels.csv: none, argmax (largest coefficient) or kmeans (on the coefficients)",
		own.Clusterings)
	ChoiceFlag(cmd, &f.model.Format, "format", "csv", "format of the matrices written: csv, or npy for NumPy", own.Formats)
	ChoiceFlag(cmd, &f.model.Plots, "plots", "",
		"also draw the objective, W and H into plots.svg (or --plots=png, pdf), and list the features of each component", figure.Names())
	flags.Lookup("plots").NoOptDefVal = figure.Names()[0]
	flags.BoolVar(&f.model.Rnk, "rnk", false, "also write component-K.rnk: every feature by falling z-scored score, as GSEA reads it")
	flags.StringVar(&f.model.Picture, "picture", "",
		"draw each column of W as a picture of HEIGHTxWIDTH pixels: 32x32 row by row, 32x32:columns as MATLAB has it")
	f.bindOut(cmd, "folder for the results; made if absent")
	require(cmd, "solver", "input", "out")
}

// bindOut gives a command the flags of the folder that it writes.
func (f *factorization) bindOut(cmd *cobra.Command, doc string) {
	cmd.Flags().StringVar(&f.model.Out, "out", "", doc)
	cmd.Flags().BoolVar(&f.model.Overwrite, "overwrite", false,
		"replace files in --out that have names of results and that no run.json there lists; never those that are read")
}

// run does the whole command: what it was given is checked before anything is computed, and that before anything is written.
func (f *factorization) run(ctx context.Context, env *Env) error {
	began := time.Now()
	entry, solver, norm, err := f.method()
	if err := cmp.Or(err, f.model.CheckNumbers()); err != nil {
		return UsageError("factorize: %w", err)
	}
	var problem solvers.Problem
	var start solvers.Factors
	if err := whileReading(ctx, "factorize", func() (err error) {
		problem, start, err = f.model.Ready(solver)
		return err
	}); err != nil {
		return err
	}
	best, err := f.model.Run(ctx, entry, solver, norm, problem, start, env.console(), began)
	unread, unclustered := errors.AsType[*own.ClusterError](err)
	switch {
	case own.Unwritten(err):
		return fmt.Errorf("factorize: %w", err)
	case err != nil && !unclustered:
		return f.failed(err)
	case best.Status == solvers.Cancelled:
		return &workflow.Error{Code: workflow.Interrupted, Err: errors.New("factorize: interrupted; what was reached is saved")}
	case best.Status == solvers.Diverged:
		return &workflow.Error{Code: workflow.RunsFailed, Err: f.model.Diverged(best.Last)}
	case unclustered:
		return UsageError("factorize: --clusters %s: %w", f.model.Clusters, unread)
	}
	return nil
}

// method returns the solver with its options, and the normalisation of the result.
func (f *factorization) method() (solvers.Entry, solvers.Solver, solvers.Normalisation, error) {
	norm := solvers.NormaliseNone
	entry, err := f.find()
	if err != nil {
		return entry, nil, norm, err
	}
	solver := entry.New()
	names := append([]string{own.NormalizeOption}, list.Map(solvers.Options(solver), func(o solvers.Option) string { return o.Name })...)
	given, set := map[string]string{}, f.model.Set
	if f.penaltyScale == penaltyData {
		if set = append(slices.Clone(set), bySizeOption+"=true"); !slices.Contains(names, bySizeOption) {
			return entry, nil, norm, fmt.Errorf("--penalty-scale %s: solver %s has no penalties on the size of the factors", penaltyData,
				f.model.Solver)
		}
	}
	for _, setting := range set {
		name, text, found := strings.Cut(setting, "=")
		if before, twice := given[name]; twice && before != text {
			return entry, nil, norm, fmt.Errorf("--set %s: %s is given twice, as %s and as %s; give it once", setting, name, QuoteShort(before),
				QuoteShort(text))
		}
		given[name] = text
		switch {
		case !found:
			return entry, nil, norm, fmt.Errorf("--set %s: want option=value", setting)
		case name == own.NormalizeOption:
			norm = solvers.Normalisation(text)
			if !slices.Contains(norm.Choices(), text) {
				return entry, nil, norm, fmt.Errorf("--set %s: %s", setting, list.DidYouMean(text, norm.Choices()))
			}
		case !slices.Contains(names, name):
			return entry, nil, norm, fmt.Errorf("--set %s: solver %s has no option %q, %s", setting, f.model.Solver, name,
				list.DidYouMean(name, names))
		default:
			if err := solvers.SetOption(solver, name, text); err != nil {
				return entry, nil, norm, fmt.Errorf("--set %s: %w", setting, err)
			}
		}
	}
	return entry, solver, norm, nil
}

// The values of --penalty-scale, and the option that it sets.
const (
	penaltyPlain = "plain"
	penaltyData  = "data"
	bySizeOption = "penalties-by-size"
)

// find returns the solver of the command: one of the catalog, or a program of --specs.
func (f *factorization) find() (solvers.Entry, error) {
	entry, ok := solvers.Find(f.model.Solver)
	if ok {
		return entry, nil
	}
	names := external.Names(f.env.Specs)
	if slices.Contains(names, f.model.Solver) {
		program, err := f.env.Program(f.model.Solver)
		if err != nil {
			return entry, err
		}
		f.program = program
		if (f.model.W0 != "" || f.model.H0 != "") && !program.Spec.Accepts.Start {
			return entry, fmt.Errorf("--w0, --h0: solver %s takes no initialisation; drop the flags, or say accepts: {start: true} in its "+
				"solver.yaml", f.model.Solver)
		}
		return program.Entry(), nil
	}
	name, instead := solvers.Called(f.model.Solver)
	if entry, ok = solvers.Find(name); ok {
		f.model.Notes = append(f.model.Notes, fmt.Sprintf("what others call %s is %s here", f.model.Solver, name))
		f.model.Solver = name
		return entry, nil
	}
	text := fmt.Sprintf("unknown solver %q", f.model.Solver)
	near, found := list.Nearest(f.model.Solver, append(names, solvers.Names()...))
	switch {
	case instead != "":
		text = fmt.Sprintf("there is no solver %s; take %s", f.model.Solver, instead)
	case found:
		text += fmt.Sprintf(", did you mean %q?", near)
	default:
		text += "; nmfrepro list solvers names them"
	}
	if f.env.Specs != "" && instead == "" && !found {
		text += fmt.Sprintf("; or a folder %s of its own below %s", f.model.Solver, f.env.Specs+"/solvers")
	}
	return entry, errors.New(text)
}

// failed returns the error of a run without a result: what a program did wrong is no mistake of the command.
func (f *factorization) failed(err error) error {
	failure, ok := errors.AsType[*external.Failure](err)
	switch {
	case !ok:
		return UsageError("factorize: %w", f.model.Explained(err))
	case failure.Word == external.NotAllowed || failure.Word == external.Unsupported:
		return UsageError("factorize: %w", err)
	}
	return workflow.Errorf(workflow.RunsFailed, "factorize: %w", err)
}

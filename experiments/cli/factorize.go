package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/figure"
	"nmfrepro/reports/term"
	"nmfrepro/solvers"
	"nmfrepro/solvers/external"
	"nmfrepro/solvers/own"
)

// newFit makes a factorisation that reads files as commands do.
func newFit(env *Env) own.Fit {
	return own.Fit{Files: env, Programs: env, Inputs: env.reads, Beside: reportOf,
		Settings: own.Settings{Clusters: own.NoClusters}}
}

// reportOf returns what a program of --specs says of its run.
func reportOf(r solvers.Progress) any {
	if program, ok := r.(*external.Call); ok {
		report := program.Report()
		return &report
	}
	return nil
}

// console says where a command says what it found.
func (e *Env) console() own.Console {
	return own.Console{Page: e.Page(), Messages: term.Plain{Writer: e.Stderr}, Command: e.Command, All: e.AllNotes}
}

// notesFlag gives a command -v, for notes beyond those that three lines have room for.
func notesFlag(cmd *cobra.Command, env *Env) {
	cmd.Flags().BoolVarP(&env.AllNotes, "verbose", "v", false, "all notes")
}

func newFactorize(env *Env) *cobra.Command {
	f := newFit(env)
	cmd := &cobra.Command{
		Use:     "factorize X.csv --solver NAME --rank R --out DIR",
		Aliases: []string{"factorise"},
		Short:   "factorise a matrix of your own by any solver",
		Long:    factorizeHelp(),
		Example: `  nmfrepro factorize --solver nmf --input X.csv --rank 10 --out DIR
  nmfrepro factorize --solver nmf --input iris.csv --transpose --drop Species --rank 3 --clusters argmax --out DIR
  nmfrepro factorize --solver hals --input cells.h5ad --features 2000 --normalize counts=10000,log1p --rank 10 --out DIR
  nmfrepro factorize --solver gnmf --input X.csv --rank 3 --clusters kmeans --out DIR
  nmfrepro factorize --solver hals --input X.csv --fixed known.csv --rank 6 --out DIR
  nmfrepro factorize --solver gnmf --help`,
		RunE: func(cmd *cobra.Command, _ []string) error { return factorize(cmd.Context(), env, &f) },
	}
	factorizeFlags(cmd, &f)
	cmd.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		if f.Solver != "" {
			cmd.Long = optionsHelp(&f)
		}
		env.Help(cmd)
	})
	notesFlag(cmd, env)
	return cmd
}

// factorizeFlags gives factorize its flags.
func factorizeFlags(cmd *cobra.Command, f *own.Fit) {
	flags := cmd.Flags()
	flags.StringVar(&f.Solver, "solver", "", "method, as nmf, hals or nmf-kl")
	takesMatrix(cmd, &f.Input, "file with X, - for the standard input, or a folder with a matrix.mtx of 10x Genomics")
	sameFlags(cmd, map[string]string{"solvers": "solver", "truth-column": "label-column", "truth": "labels"})
	tableFlags(cmd, &f.Table)
	nameFlags(cmd, &f.Table)
	flags.StringVar(&f.Mask, "mask", "", "file of X's shape: 1 where an entry is known, 0 where it is not")
	prepareFlags(cmd, &f.Prepare)
	flags.IntVar(&f.Rank, "rank", 0, "number of components, at least 1")
	flags.StringVar(&f.W0, "w0", "", "file with the initial W, features × rank (default random)")
	flags.StringVar(&f.H0, "h0", "", "file with the initial H, rank × samples (default random)")
	flags.StringVar(&f.Fixed, "fixed", "",
		"file with components that stay as they are, features × k, matched by name; the other rank - k are found")
	flags.StringVar(&f.FixedH, "fixed-h", "", "file with coefficients of the first k components that stay as they are, k × samples")
	choiceFlag(cmd, &f.Init, "init", string(solvers.InitScaled), "initialisation of the factors that are not given: "+own.InitDocs,
		own.Inits())
	flags.IntVar(&f.Starts, "starts", 1,
		"runs from so many initialisations; the one with the lowest objective is kept, and a line tells how alike they were")
	flags.IntVar(&f.MaxIterations, "iterations", 1000, "at most this many")
	flags.Float64Var(&f.Tol, "tol", 0, "stop when the objective changes by less than this share in an iteration; 0 runs all iterations")
	flags.Float64Var(&f.TolFactor, "tol-factor", 0,
		"stop when every factor changes by less than this share of its norm in an iteration; 0 is off")
	flags.IntVar(&f.Every, "every", 1, "evaluate the objective every so many iterations; --tol then compares these")
	flags.DurationVar(&f.MaxTime, "max-time", 0,
		"stop after this much time in iterations, such as 90s or 2h; 0 is no limit. The result then depends on the machine")
	flags.Uint64Var(&f.Seed, "seed", 1, "seed of everything random")
	flags.StringArrayVar(&f.Set, "set", nil,
		"option=value of the solver, repeatable; also normalize=none|w-l1|w-l2|w-max, applied to the result")
	choiceFlag(cmd, &f.PenaltyScale, "penalty-scale", own.PenaltyPlain,
		"how penalties count: plain, as they are given, or data, those of W times the number of samples and those of H times that of "+
			"features, as in scikit-learn", []string{own.PenaltyPlain, own.PenaltyData})
	flags.StringVar(&f.Constraints, "constraints", "",
		"file with triplets q,r,s, by name or number from 1: sample q is nearer to r than to s")
	flags.StringVar(&f.ConstraintsW, "constraints-w", "", "the same for features, the rows of W")
	flags.StringVar(&f.Labels, "labels", "",
		"file with the class of each sample, a word or a whole number ≥ 0 per line, NA or -1 where unknown; or .h5ad. Some solvers learn "+
			"from them; --plots draws them below H")
	flags.StringVar(&f.LabelColumn, "label-column", "",
		"column of the labels where their file holds several, by its header or its number from 1; of .h5ad one of obs")
	flags.StringVar(&f.Graph, "graph", "",
		"file with a graph on the samples, samples × samples symmetric weights ≥ 0, 0 on the diagonal, in place of the one that --set graph "+
			"makes")
	choiceFlag(cmd, &f.Clusters, "clusters", own.NoClusters,
		"how the cluster of each sample is read into labels.csv: none, argmax (largest coefficient) or kmeans (on the coefficients)",
		own.Clusterings)
	choiceFlag(cmd, &f.Format, "format", "csv", "format of the matrices written: csv, or npy for NumPy", own.Formats)
	choiceFlag(cmd, &f.Plots, "plots", "",
		"also draw the objective, W and H into plots.svg (or --plots=png, pdf), and list the features of each component", figure.Names())
	flags.Lookup("plots").NoOptDefVal = figure.Names()[0]
	flags.BoolVar(&f.Rnk, "rnk", false, "also write component-K.rnk: every feature by falling z-scored score, as GSEA reads it")
	flags.StringVar(&f.Picture, "picture", "",
		"draw each column of W as a picture of HEIGHTxWIDTH pixels: 32x32 row by row, 32x32:columns as MATLAB has it")
	outFlags(cmd, f, "folder for the results; made if absent")
	require(cmd, "input", "solver", "rank", "out")
}

// outFlags gives a command the flags of the folder that it writes.
func outFlags(cmd *cobra.Command, f *own.Fit, doc string) {
	cmd.Flags().StringVar(&f.Out, "out", "", doc)
	cmd.Flags().BoolVar(&f.Overwrite, "overwrite", false,
		"replace files in --out that have names of results and that no run.json there lists; never those that are read")
}

// factorize does the whole command: what it was given is checked before anything is computed, and that before anything is written.
func factorize(ctx context.Context, env *Env, f *own.Fit) error {
	began := time.Now()
	entry, solver, norm, err := f.Method()
	if err := cmp.Or(err, f.CheckNumbers()); err != nil {
		return usageError("factorize: %w", err)
	}
	var problem solvers.Problem
	var start solvers.Factors
	if err := workflow.WhileReading(ctx, "factorize", func() (err error) {
		problem, start, err = f.Ready(solver)
		return err
	}); err != nil {
		return err
	}
	best, err := f.Run(ctx, entry, solver, norm, problem, start, env.console(), began)
	unread, unclustered := errors.AsType[*own.ClusterError](err)
	switch {
	case own.Unwritten(err):
		return fmt.Errorf("factorize: %w", err)
	case err != nil && !unclustered:
		return failed(f, err)
	case best.Status == solvers.Cancelled:
		return &workflow.Error{Code: workflow.Interrupted, Err: errors.New("factorize: interrupted; what was reached is saved")}
	case best.Status == solvers.Diverged:
		return &workflow.Error{Code: workflow.RunsFailed, Err: f.Diverged(best.Last)}
	case unclustered:
		return usageError("factorize: --clusters %s: %w", f.Clusters, unread)
	}
	return nil
}

// failed returns the error of a run without a result: what a program did wrong is no mistake of the command.
func failed(f *own.Fit, err error) error {
	failure, ok := errors.AsType[*external.Failure](err)
	switch {
	case !ok:
		return usageError("factorize: %w", f.Explained(err))
	case failure.Word == external.NotAllowed || failure.Word == external.Unsupported:
		return usageError("factorize: %w", err)
	}
	return workflow.Errorf(workflow.RunsFailed, "factorize: %w", err)
}

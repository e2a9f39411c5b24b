package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/budget"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/table"
	"nmfrepro/experiments/engine/external"
	"nmfrepro/experiments/engine/own"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/figure"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// factorization is the flags of factorize.
type factorization struct {
	solver, input, mask string
	table               table.Options
	prepare             table.Preparation
	read                *table.Table  // what the input holds, once it was read and prepared
	full                matrix.Matrix // X with all features, before some were left out and the others weighed
	fullFeatures        []string
	notes               []string // how the files beside it were matched with it
	settings
	rank           int
	maxTime        time.Duration
	penaltyScale   string
	set            []string
	labelColumn    string
	classes        classes
	format         string
	plots, picture string
	rnk            bool
	height, width  int  // of --picture
	byColumns      bool // its pixels run down the columns
	out            string
	overwrite      bool // what others put there

	held    solvers.Factors // of --fixed and --fixed-h
	env     *Env
	program *external.Program // if the solver is a program of --specs
}

func newFactorize(env *Env) *cobra.Command {
	f := factorization{env: env}
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
		if f.solver != "" {
			cmd.Long = f.optionsHelp()
		}
		env.Help(cmd)
	})
	return cmd
}

func (f *factorization) bind(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.solver, "solver", "", "method, as nmf, hals or nmf-kl")
	flags.StringVar(&f.input, "input", "", "file with X, - for the standard input, or a folder with a matrix.mtx of 10x Genomics")
	TableFlags(cmd, &f.table)
	NameFlags(cmd, &f.table)
	flags.StringVar(&f.mask, "mask", "", "file of X's shape: 1 where an entry is known, 0 where it is not")
	prepareFlags(cmd, &f.prepare)
	flags.IntVar(&f.rank, "rank", 0, "number of components, at least 1")
	flags.StringVar(&f.W0, "w0", "", "file with the initial W, features × rank (default random)")
	flags.StringVar(&f.H0, "h0", "", "file with the initial H, rank × samples (default random)")
	flags.StringVar(&f.Fixed, "fixed", "", "file with components that stay as they are, features × k, matched by name; the other rank - k are found")
	flags.StringVar(&f.FixedH, "fixed-h", "", "file with coefficients of the first k components that stay as they are, k × samples")
	ChoiceFlag(cmd, &f.Init, "init", string(solvers.InitScaled), "initialisation of the factors that are not given: "+initDocs, Inits())
	flags.IntVar(&f.Starts, "starts", 1, "runs from so many initialisations; the one with the lowest objective is kept, and a line tells how alike they were")
	flags.IntVar(&f.MaxIterations, "iterations", 1000, "at most this many")
	flags.Float64Var(&f.Tol, "tol", 0, "stop when the objective changes by less than this share in an iteration; 0 runs all iterations")
	flags.Float64Var(&f.TolFactor, "tol-factor", 0, "stop when every factor changes by less than this share of its norm in an iteration; 0 is off")
	flags.IntVar(&f.Every, "every", 1, "evaluate the objective every so many iterations; --tol then compares these")
	flags.DurationVar(&f.maxTime, "max-time", 0, "stop after this much time in iterations, such as 90s or 2h; 0 is no limit. The result then depends on the machine")
	flags.Uint64Var(&f.Seed, "seed", 1, "seed of everything random")
	flags.StringArrayVar(&f.set, "set", nil, "option=value of the solver, repeatable; also normalize=none|w-l1|w-l2|w-max, applied to the result")
	ChoiceFlag(cmd, &f.penaltyScale, "penalty-scale", penaltyPlain, "how penalties count: plain, as they are given, or data, those of W times the number of samples and those of H times that of features, as in scikit-learn", []string{penaltyPlain, penaltyData})
	flags.StringVar(&f.Constraints, "constraints", "", "file with triplets q,r,s, by name or number from 1: sample q is nearer to r than to s")
	flags.StringVar(&f.ConstraintsW, "constraints-w", "", "the same for features, the rows of W")
	flags.StringVar(&f.Labels, "labels", "", "file with the class of each sample, a word or a whole number ≥ 0 per line, NA or -1 where unknown; or .h5ad. Some solvers learn from them; --plots draws them below H")
	flags.StringVar(&f.labelColumn, "label-column", "", "column of the labels where their file holds several, by its header or its number from 1; of .h5ad one of obs")
	flags.StringVar(&f.Graph, "graph", "", "file with a graph on the samples, samples × samples symmetric weights ≥ 0, 0 on the diagonal, in place of the one that --set graph makes")
	ChoiceFlag(cmd, &f.Clusters, "clusters", noClusters, "how the cluster of each sample is read into labels.csv: none, argmax (largest coefficient) or kmeans (on the coefficients)", clusterings)
	ChoiceFlag(cmd, &f.format, "format", "csv", "format of the matrices written: csv, or npy for NumPy", slices.Sorted(maps.Keys(encoders)))
	ChoiceFlag(cmd, &f.plots, "plots", "", "also draw the objective, W and H into plots.svg (or --plots=png, pdf), and list the features of each component", figure.Names())
	flags.Lookup("plots").NoOptDefVal = figure.Names()[0]
	flags.BoolVar(&f.rnk, "rnk", false, "also write component-K.rnk: every feature by falling z-scored score, as GSEA reads it")
	flags.StringVar(&f.picture, "picture", "", "draw each column of W as a picture of HEIGHTxWIDTH pixels: 32x32 row by row, 32x32:columns as MATLAB has it")
	f.bindOut(cmd, "folder for the results; made if absent")
	require(cmd, "solver", "input", "out")
}

// bindOut gives a command the flags of the folder that it writes.
func (f *factorization) bindOut(cmd *cobra.Command, doc string) {
	cmd.Flags().StringVar(&f.out, "out", "", doc)
	cmd.Flags().BoolVar(&f.overwrite, "overwrite", false, "replace files in --out that have names of results and that no run.json there lists; never those that are read")
}

// run does the whole command: what it was given is checked before anything is computed, and that before anything is written.
func (f *factorization) run(ctx context.Context, env *Env) error {
	began := time.Now()
	entry, solver, norm, err := f.method()
	if err := cmp.Or(err, f.checkNumbers()); err != nil {
		return UsageError("factorize: %w", err)
	}
	var problem solvers.Problem
	var start solvers.Factors
	if err := whileReading(ctx, "factorize", func() (err error) {
		if problem, start, err = f.problem(solver); err != nil {
			return err
		}
		return errors.Join(f.checkPlots(problem.X), f.checkScores(), f.checkFolder())
	}); err != nil {
		return err
	}
	matrix.SetThreads(runtime.GOMAXPROCS(0)) // nothing else runs beside it
	defer matrix.SetThreads(1)
	var all []solvers.Factorization
	plan := f.plan(solver, problem, start)
	plan.Held = f.held
	m, _ := problem.X.Dims()
	if f.Starts > 1 {
		held := budget.Float64 * float64(f.Starts) * float64(f.rank) * float64(m)
		if err := budget.Check(held, "the bases of %d initialisations", f.Starts); err != nil {
			f.notes = append(f.notes, fmt.Sprintf("how alike the runs are is not known: %v", err))
		} else {
			plan.Each = func(one solvers.Factorization) {
				all = append(all, solvers.Factorization{Result: solvers.Result{Basis: one.Basis}, Status: one.Status})
			}
		}
	}
	best, err := solvers.Factorize(ctx, solver, problem, plan)
	if err != nil {
		return f.failed(err)
	}
	f.printRead(env)
	result := solvers.Normalise(best.Result, norm)
	clusterErr := f.cluster(env, problem.X, &result)
	report := f.report(entry, solver, norm, problem, best)
	came := f.achievement(problem.X, result, best.Trace, solvers.Models(solver))
	report.Basis, report.SquaredError, report.RelativeError, report.Dead = came.basis, came.squaredError, came.relativeError, came.dead
	report.Warnings = append(report.Warnings, came.warnings()...)
	if f.rnk && result.Ht == nil {
		report.Warnings = append(report.Warnings, f.solver+" leaves no coefficients of the samples, by which --rnk scores features")
	}
	report.StartCosines = likenesses(best.Basis, all)
	report.WallSeconds = time.Since(began).Seconds()
	if err := f.write(result, best.Trace, &report); err != nil {
		return fmt.Errorf("factorize: %w", err)
	}
	came.print(env.Page(), f, best.Last, best.Status)
	f.printStarts(env.Page(), report)
	if f.plots != "" {
		f.printTop(env.Page(), result, nil)
	}
	for _, w := range report.Warnings {
		fmt.Fprintf(env.Stderr, "factorize: warning: %s\n", w)
	}
	switch best.Status {
	case solvers.Cancelled:
		return &workflow.Error{Code: workflow.Interrupted, Err: errors.New("factorize: interrupted; what was reached is saved")}
	case solvers.Diverged:
		return &workflow.Error{Code: workflow.RunsFailed, Err: f.diverged(best.Last)}
	}
	if clusterErr != nil {
		return UsageError("factorize: --clusters %s: %w", f.Clusters, clusterErr)
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
	names := append([]string{normalizeOption}, list.Map(solvers.Options(solver), func(o solvers.Option) string { return o.Name })...)
	given, set := map[string]string{}, f.set
	if f.penaltyScale == penaltyData {
		if set = append(slices.Clone(set), bySizeOption+"=true"); !slices.Contains(names, bySizeOption) {
			return entry, nil, norm, fmt.Errorf("--penalty-scale %s: solver %s has no penalties on the size of the factors", penaltyData, f.solver)
		}
	}
	for _, setting := range set {
		name, text, found := strings.Cut(setting, "=")
		if before, twice := given[name]; twice && before != text {
			return entry, nil, norm, fmt.Errorf("--set %s: %s is given twice, as %s and as %s; give it once", setting, name, QuoteShort(before), QuoteShort(text))
		}
		given[name] = text
		switch {
		case !found:
			return entry, nil, norm, fmt.Errorf("--set %s: want option=value", setting)
		case name == normalizeOption:
			norm = solvers.Normalisation(text)
			if !slices.Contains(norm.Choices(), text) {
				return entry, nil, norm, fmt.Errorf("--set %s: %s", setting, list.DidYouMean(text, norm.Choices()))
			}
		case !slices.Contains(names, name):
			return entry, nil, norm, fmt.Errorf("--set %s: solver %s has no option %q, %s", setting, f.solver, name, list.DidYouMean(name, names))
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

// normalizeOption is no option of a solver: it acts on what every one of them leaves behind.
const normalizeOption = own.NormalizeOption

func (f *factorization) checkNumbers() error {
	switch {
	case f.rank < 1:
		return fmt.Errorf("--rank = %d, want ≥ 1, the number of components", f.rank)
	case f.Starts < 1:
		return fmt.Errorf("--starts = %d, want ≥ 1", f.Starts)
	case f.MaxIterations < 0:
		return fmt.Errorf("--iterations = %d, want ≥ 0", f.MaxIterations)
	case !(f.Tol >= 0) || math.IsInf(f.Tol, 0):
		return fmt.Errorf("--tol = %v, want a finite value ≥ 0", f.Tol)
	case !(f.TolFactor >= 0) || math.IsInf(f.TolFactor, 0):
		return fmt.Errorf("--tol-factor = %v, want a finite value ≥ 0", f.TolFactor)
	case f.Every < 1:
		return fmt.Errorf("--every = %d, want ≥ 1, iterations from one value of the objective to the next", f.Every)
	case f.maxTime < 0:
		return fmt.Errorf("--max-time = %v, want ≥ 0", f.maxTime)
	}
	return nil
}

// find returns the solver of the command: one of the catalog, or a program of --specs.
func (f *factorization) find() (solvers.Entry, error) {
	entry, ok := solvers.Find(f.solver)
	if ok {
		return entry, nil
	}
	names := external.Names(f.env.Specs)
	if slices.Contains(names, f.solver) {
		program, err := f.env.Program(f.solver)
		if err != nil {
			return entry, err
		}
		f.program = program
		if (f.W0 != "" || f.H0 != "") && !program.Spec.Accepts.Start {
			return entry, fmt.Errorf("--w0, --h0: solver %s takes no initialisation; drop the flags, or say accepts: {start: true} in its solver.yaml", f.solver)
		}
		return program.Entry(), nil
	}
	name, instead := solvers.Called(f.solver)
	if entry, ok = solvers.Find(name); ok {
		f.notes = append(f.notes, fmt.Sprintf("what others call %s is %s here", f.solver, name))
		f.solver = name
		return entry, nil
	}
	text := fmt.Sprintf("unknown solver %q", f.solver)
	near, found := list.Nearest(f.solver, append(names, solvers.Names()...))
	switch {
	case instead != "":
		text = fmt.Sprintf("there is no solver %s; take %s", f.solver, instead)
	case found:
		text += fmt.Sprintf(", did you mean %q?", near)
	default:
		text += "; nmfrepro list solvers names them"
	}
	if f.env.Specs != "" && instead == "" && !found {
		text += fmt.Sprintf("; or a folder %s of its own below %s", f.solver, f.env.Specs+"/solvers")
	}
	return entry, errors.New(text)
}

// failed is the error of a run without a result: what a program did wrong is no mistake of the command.
func (f *factorization) failed(err error) error {
	failure, ok := errors.AsType[*external.Failure](err)
	switch {
	case !ok:
		return UsageError("factorize: %w", f.explained(err))
	case failure.Word == external.NotAllowed || failure.Word == external.Unsupported:
		return UsageError("factorize: %w", err)
	}
	return workflow.Errorf(workflow.RunsFailed, "factorize: %w", err)
}

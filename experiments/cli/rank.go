package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/budget"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/figure"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
	"nmfrepro/solvers/own"
	"nmfrepro/solvers/own/ranks"
)

// ranking is the flags of rank: a study, and what is done with it.
type ranking struct {
	study  own.RankStudy
	flags  studyFlags
	format string
}

func newRank(env *Env) *cobra.Command {
	fit := newFit(env)
	r := ranking{study: own.RankStudy{Fit: &fit}}
	formats := append([]string{"text", "json", "html"}, figure.Names()...)
	cmd := &cobra.Command{
		Use:   "rank X",
		Short: "how many components a matrix of your own has, by which solver, and how stable they are",
		Long: `Rank fits each solver at each rank to X, a file as factorize reads it, recommends a rank, and shows

  held-out error        ‖x - WH‖/‖x‖ of what each fold hides, with a 95 % interval over the folds
  reconstruction error  ‖X - WH‖/‖X‖ of the whole matrix, with a 95 % interval over the initialisations; it falls with the rank whatever X is
  similarity            mean cosine of the components of two initialisations, matched one to one
  silhouette            of the components of all initialisations: 1 where all find the same
  cophenetic            correlation of the consensus of clusters, each sample with its largest coefficient
  seconds               of iterations, the mean over the initialisations

It recommends the smallest rank whose held-out error, a geometric mean over the folds, is within one standard error of the minimum. The
text says where no rank is better than another, and where initialisations agree on the components of another rank. solvers/own/ranks/README.md
tells how often this finds the rank that data was made with.

Where that would take minutes, all solvers and ranks first get 3 folds and one initialisation each, which gives a first answer. Those that
can still win by the 95 % intervals of differences over the folds get more, and then everything. --thorough gives everything to all.
An interrupt shows the answer so far.

A fold hides single entries where every solver can leave unknown entries out. Else it hides the crossing of some rows and columns, whose
part of the factors is then found by least squares. A matrix of which at least 80 % are zeros is taken for a sparse one. --hold decides
otherwise.

Results are kept in --results. A run that was killed goes on; more ranks, initialisations or solvers compute only what is new. Initialisation k has the
seed --seed + k, so that factorize --seed gives it again. --out writes the recommended model as factorize does.`,
		Example: `  nmfrepro rank X.csv
  nmfrepro rank X.csv --transpose --drop Species --ranks 1..4 --solvers nmf -o rank.html --out best
  nmfrepro rank counts.mtx --ranks 5..30,40,50 --solvers nmf-kl --starts 10 --plan
  nmfrepro rank counts.mtx --ranks 5..30,40,50 --solvers nmf-kl --starts 10 --results /shared --shard 3/16`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			formatByName(cmd, &r.format, r.study.File, formats)
			return r.run(cmd, env)
		},
	}
	f := cmd.Flags()
	takesMatrix(cmd, &fit.Input, "file with X, as factorize reads it")
	sameFlags(cmd, map[string]string{"solver": "solvers"})
	f.StringVar(&r.study.Ranks, "ranks", "1..12", "numbers of components, as 2..12 or 2,4,8..10")
	f.StringSliceVar(&r.study.Solvers, "solvers", []string{"nmf", "nmf-kl"}, "methods, separated by commas")
	f.IntVar(&r.study.Fit.Starts, "starts", 20, "initialisations of the whole matrix for each rank and solver, at least 2")
	f.IntVar(&r.study.Folds, "folds", 5, "parts of which each is held out once, at least 2")
	f.IntVar(&r.study.FoldStarts, "fold-starts", 0,
		"initialisations of each fold, of which the best predicts (default 5 where entries are hidden, 1 where blocks are)")
	f.BoolVar(&r.study.Thorough, "thorough", false, "all folds and initialisations for every rank and solver, also where the first say who cannot win")
	holds := []string{own.AutoHold, string(ranks.Entries), string(ranks.Blocks)}
	choiceFlag(cmd, &r.study.Hold, "hold", own.AutoHold, "what a fold hides: auto, entries or blocks", holds)
	r.flags.bind(cmd, r.study.Fit)
	f.StringArrayVar(&r.study.Fit.Set, "set", nil, "SOLVER.option=value, repeatable; of one solver, option=value too")
	choiceFlag(cmd, &r.format, "format", "text", "one of "+strings.Join(formats, ", ")+"; that of the file's name if not given", formats)
	f.StringVarP(&r.study.File, "output", "o", "", "write to this file instead of standard output; one that is there is replaced")
	outFlags(cmd, r.study.Fit, "folder for the recommended model; made if absent")
	require(cmd, "input")
	return cmd
}

// studyFlags are those that say how much of a study is computed, and how.
type studyFlags struct {
	plan  bool
	shard string
	how   workflow.How
}

// bind gives a command the flags of every study: what is read, how each run is made, and how runs are computed.
func (r *studyFlags) bind(cmd *cobra.Command, fit *own.Fit) {
	f := cmd.Flags()
	tableFlags(cmd, &fit.Table)
	nameFlags(cmd, &fit.Table)
	f.StringVar(&fit.Mask, "mask", "", "file of X's shape: 1 where an entry is known, 0 where it is not")
	prepareFlags(cmd, &fit.Prepare)
	choiceFlag(cmd, &fit.Init, "init", string(solvers.InitScaled), "initialisation of the factors: scaled or random, see factorize",
		[]string{string(solvers.InitScaled), string(solvers.InitRandom)})
	f.IntVar(&fit.MaxIterations, "iterations", 500, "at most this many")
	f.Float64Var(&fit.Tol, "tol", 1e-4,
		"stop when the objective changes by less than this share from one observation to the next; 0 runs all iterations")
	f.IntVar(&fit.Every, "every", 10, "iterations between observations of the objective")
	f.Uint64Var(&fit.Seed, "seed", 1, "seed of the first initialisation, and of what is held out")
	f.BoolVar(&r.plan, "plan", false, "only tell what would run, and what it costs")
	f.StringVar(&r.shard, "shard", "", "only compute the i-th of n shares, as 3/16, then what is left of the others; see run")
	howFlags(cmd, &r.how)
}

// run plans, computes what is missing, shows, and writes the recommended model.
func (r *ranking) run(cmd *cobra.Command, env *Env) error {
	if err := env.showable(r.format, r.study.File, "rank.png"); err != nil {
		return err
	}
	if r.study.Folds < 2 {
		return usageError("rank: %s, want at least 2", result.Count(r.study.Folds, "fold"))
	}
	study, why, fits, later, err := r.flags.computed(cmd, env, &r.study, cmd.Flags().Changed("ranks"))
	if fits == nil || err != nil && !interrupted(err) {
		return err
	}
	found := r.study.Result(study, fits.Left, why)
	if err != nil && found.Recommend == nil {
		return err // nothing can be said yet
	}
	found.SoFar = err != nil
	if shown := r.show(env, found); shown != nil || err != nil {
		return cmp.Or(shown, err) // which says how to go on
	}
	if found.Recommend == nil {
		return cmp.Or(later, workflow.Errorf(workflow.RunsFailed,
			"rank: no rank of any solver has results of all its folds and an initialisation; the reasons stand below the tables"))
	}
	return cmp.Or(r.refit(cmd, env, found.Recommend), later)
}

// interrupted tells whether a signal ended the work.
func interrupted(err error) bool {
	e, ok := errors.AsType[*workflow.Error](err)
	return ok && e.Code == workflow.Interrupted
}

// computed reads X, and computes what is missing of the study. There are no fits where a plan or a share was all that was asked for.
func (r *studyFlags) computed(cmd *cobra.Command, env *Env, of *own.RankStudy, asked bool) (study *ranks.Study, why string,
	fits *run.Fits, later, err error) {
	if err := workflow.WhileReading(cmd.Context(), cmd.Name(), func() (err error) {
		if of.Fit.Input == standardInput { // may be read again for --out
			content, err := budget.ReadAll(env.Stdin, "what standard input says")
			if err != nil {
				return err
			}
			env.Stdin = bytes.NewReader(content)
			defer func() { env.Stdin = bytes.NewReader(content) }()
		}
		of.Workers = r.how.Workers
		study, why, err = of.Plan(asked)
		return err
	}); err != nil {
		return nil, "", nil, nil, err
	}
	p := &workflow.Pass{Records: env.Records(false)}
	fits = run.NewFits(study, p.Records)
	req := workflow.Request{Home: env, How: &r.how}
	if r.shard != "" {
		p.Plans, r.how.Leave = []*run.Plan{fits.Plan(study.Whole())}, true
		return study, why, nil, nil, env.runShard(cmd.Context(), p, req.Runner(), r.shard)
	}
	if err := r.tellCost(cmd, env, study, fits); err != nil || r.plan {
		return study, why, nil, nil, err
	}
	began := time.Now()
	for k := range study.Levels() {
		if k > 0 && (r.how.Progress == "plain" || time.Since(began) > progressAfter) {
			fmt.Fprintf(env.Stderr, "%s: %s\n", cmd.Name(), study.Result(fits.Left).Now())
		}
		p.Plans = []*run.Plan{fits.Plan(study.Plan(k, fits.Left))}
		failed, err := p.Compute(cmd.Context(), req, p.Plans)
		if later = cmp.Or(later, failed); err != nil {
			return study, why, fits, later, err
		}
	}
	return study, why, fits, later, nil
}

// tellCost says what a study will cost: in a line, or as a table of its first level where only that was asked for.
func (r *studyFlags) tellCost(cmd *cobra.Command, env *Env, study *ranks.Study, fits *run.Fits) error {
	plans := []*run.Plan{fits.Plan(study.Plan(0, fits.Left))}
	if study.Levels() > 1 {
		plans = append(plans, fits.Plan(study.Whole()))
	}
	all, err := run.Estimates(cmd.Context(), plans, env.Store())
	if err != nil {
		return err
	}
	cost := func(e run.Estimate) string {
		text := fmt.Sprintf("%s, core time %s", result.Count(e.ToRun, "run"), about(e.CoreSeconds))
		if slices.ContainsFunc(e.Groups, func(g run.Group) bool { return strings.HasPrefix(g.From, "at most") }) {
			text += " at most"
		}
		return text
	}
	text := cost(all[0])
	if len(all) > 1 {
		sum := run.Sum(all)
		sum.Groups = slices.Concat(all[0].Groups, all[1].Groups)
		text = fmt.Sprintf("a first answer after %s; then more of what can still win; all of --thorough: %s", text, cost(sum))
	}
	switch {
	case r.plan:
		all[0].MemoryBytes = study.Memory(r.how.Workers)
		printEstimate(env.Page(), all[0])
		fmt.Fprintln(env.Page(), text)
	case all[0].ToRun > 0 && (r.how.Progress == "plain" || all[0].CoreSeconds > progressAfter.Seconds()):
		fmt.Fprintf(env.Stderr, "%s: %s\n", cmd.Name(), text)
	}
	return nil
}

// show writes the result in the format that was asked for.
func (r *ranking) show(env *Env, result *ranks.Result) error {
	var out bytes.Buffer
	var err error
	switch r.format {
	case "text":
		err = result.Text(env.PageIn(&out, r.study.File))
	case "json":
		err = writeJSON(&out, result)
	case "html":
		err = result.HTML(&out)
	default:
		err = figure.Render(&out, result.Figure(), r.format)
	}
	if err != nil {
		return err
	}
	if r.study.File != "" && r.format != "text" && result.Recommend != nil {
		fmt.Fprintf(env.Stderr, "rank: %s at rank %d. %s\n", result.Recommend.Solver, result.Recommend.Rank, result.Recommend.Reason)
	}
	return env.Write(r.study.File, out.Bytes())
}

// refit writes the recommended model from its best start, as factorize does.
func (r *ranking) refit(cmd *cobra.Command, env *Env, best *ranks.Recommended) error {
	if r.study.Fit.Out == "" {
		return nil
	}
	f := *r.study.Fit
	f.Notes = nil // it reads the files again
	f.Solver, f.Rank, f.Seed, f.Starts, f.Set, f.Format = best.Solver, best.Rank, best.Seed, 1, r.study.SettingsOf(best.Solver), "csv"
	quiet := *env // what factorize says is no part of the result
	quiet.Stdout = env.Stderr
	return factorize(cmd.Context(), &quiet, &f)
}

package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/budget"
	"nmfrepro/experiments/engine/own"
	"nmfrepro/experiments/engine/own/ranks"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/figure"
	"nmfrepro/solvers"
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
text says where no rank is better than another, and where initialisations agree on the components of another rank. experiments/ranks/README.md
tells how often this finds the rank that data was made with.

A fold hides single entries where every solver can leave unknown entries out and X is not sparse. Else it hides the crossing of some
rows and columns, whose part of the factors is then found by least squares. --hold decides otherwise.

Results are kept in --results. A run that was killed goes on; more ranks, initialisations or solvers compute only what is new. Initialisation k has the
seed --seed + k, so that factorize --seed gives it again. --out writes the recommended model as factorize does.`,
		Example: `  nmfrepro rank X.csv
  nmfrepro rank X.csv --transpose --drop Species --ranks 1..4 --solvers nmf -o rank.html --out best
  nmfrepro rank counts.mtx --ranks 5..30,40,50 --solvers nmf-kl --starts 10 --plan
  nmfrepro rank counts.mtx --ranks 5..30,40,50 --solvers nmf-kl --starts 10 --results /shared --shard 3/16`,
		Args: argumentCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r.study.Fit.Input = args[0]
			formatByName(cmd, &r.format, r.study.File, formats)
			return r.run(cmd, env)
		},
	}
	f := cmd.Flags()
	f.StringVar(&r.study.Ranks, "ranks", "1..12", "numbers of components, as 2..12 or 2,4,8..10")
	f.StringSliceVar(&r.study.Solvers, "solvers", []string{"nmf", "nmf-kl"}, "methods, separated by commas")
	f.IntVar(&r.study.Fit.Starts, "starts", 20, "initialisations of the whole matrix for each rank and solver, at least 2")
	f.IntVar(&r.study.Folds, "folds", 5, "parts of which each is held out once, at least 2")
	f.IntVar(&r.study.FoldStarts, "fold-starts", 0,
		"initialisations of each fold, of which the best predicts (default 5 where entries are hidden, 1 where blocks are)")
	holds := []string{own.AutoHold, string(ranks.Entries), string(ranks.Blocks)}
	choiceFlag(cmd, &r.study.Hold, "hold", own.AutoHold, "what a fold hides: auto, entries or blocks", holds)
	r.flags.bind(cmd, r.study.Fit)
	f.StringArrayVar(&r.study.Fit.Set, "set", nil, "SOLVER.option=value, repeatable")
	choiceFlag(cmd, &r.format, "format", "text", "one of "+strings.Join(formats, ", ")+"; that of the file's name if not given", formats)
	f.StringVarP(&r.study.File, "output", "o", "", "write to this file instead of standard output; one that is there is replaced")
	outFlags(cmd, r.study.Fit, "folder for the recommended model; made if absent")
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
	study, why, p, later, err := r.flags.computed(cmd, env, &r.study, cmd.Flags().Changed("ranks"))
	if err != nil || p == nil {
		return err
	}
	found := r.study.Result(study, p.Set, why)
	if err := r.show(env, found); err != nil {
		return err
	}
	if found.Recommend == nil {
		return cmp.Or(later, workflow.Errorf(workflow.RunsFailed,
			"rank: no rank of any solver has results of all its folds and an initialisation; the reasons stand below the tables"))
	}
	return cmp.Or(r.refit(cmd, env, found.Recommend), later)
}

// computed reads X, and computes what is missing of the study. There is no pass where a plan or a share was all that was asked for.
func (r *studyFlags) computed(cmd *cobra.Command, env *Env, of *own.RankStudy, asked bool) (study *ranks.Study, why string,
	p *workflow.Pass, later, err error) {
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
	p = &workflow.Pass{Set: store.NewSet(env.Records(false)), Plans: []*run.Plan{study.Plan()}}
	req := workflow.Request{Home: env, How: &r.how}
	switch {
	case r.plan:
		all, err := run.Estimates(cmd.Context(), p.Plans, env.Store())
		for _, est := range all {
			est.MemoryBytes = study.Memory(r.how.Workers)
			printEstimate(env.Page(), est)
		}
		return study, why, nil, nil, err
	case r.shard != "":
		r.how.Leave = true
		return study, why, nil, nil, env.runShard(cmd.Context(), p, req.Runner(), r.shard)
	}
	later, err = p.Compute(cmd.Context(), req, p.Plans)
	return study, why, p, later, err
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

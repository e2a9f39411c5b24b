package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
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
	"nmfrepro/solvers/matrix"
)

// ranking is the flags of rank.
type ranking struct {
	fit     factorization // what is read, and how each fit is made
	ranks   string
	solvers []string
	hold    string
	folds   int
	inFold  int // starts of each fold, 0 is the usual number
	plan    bool
	shard   string
	beside  []string // files that the folder gets beside those of a factorisation
	how     workflow.How

	format, file string
}

// autoHold holds out entries where every solver can leave them out, else blocks.
const autoHold = "auto"

func newRank(env *Env) *cobra.Command {
	r := ranking{fit: newFit(env)}
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
		Args: Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r.fit.model.Input = args[0]
			FormatByName(cmd, &r.format, r.file, formats)
			return r.run(cmd, env)
		},
	}
	f := cmd.Flags()
	f.StringVar(&r.ranks, "ranks", "1..12", "numbers of components, as 2..12 or 2,4,8..10")
	f.StringSliceVar(&r.solvers, "solvers", []string{"nmf", "nmf-kl"}, "methods, separated by commas")
	f.IntVar(&r.fit.model.Starts, "starts", 20, "initialisations of the whole matrix for each rank and solver, at least 2")
	f.IntVar(&r.folds, "folds", 5, "parts of which each is held out once, at least 2")
	f.IntVar(&r.inFold, "fold-starts", 0,
		"initialisations of each fold, of which the best predicts (default 5 where entries are hidden, 1 where blocks are)")
	holds := []string{autoHold, string(ranks.Entries), string(ranks.Blocks)}
	ChoiceFlag(cmd, &r.hold, "hold", autoHold, "what a fold hides: auto, entries or blocks", holds)
	r.bind(cmd)
	f.StringArrayVar(&r.fit.model.Set, "set", nil, "SOLVER.option=value, repeatable")
	ChoiceFlag(cmd, &r.format, "format", "text", "one of "+strings.Join(formats, ", ")+"; that of the file's name if not given", formats)
	f.StringVarP(&r.file, "output", "o", "", "write to this file instead of standard output")
	r.fit.bindOut(cmd, "folder for the recommended model; made if absent")
	return cmd
}

// bind gives a command the flags of every study: what is read, how each run is made, and how runs are computed.
func (r *ranking) bind(cmd *cobra.Command) {
	f := cmd.Flags()
	TableFlags(cmd, &r.fit.model.Table)
	NameFlags(cmd, &r.fit.model.Table)
	f.StringVar(&r.fit.model.Mask, "mask", "", "file of X's shape: 1 where an entry is known, 0 where it is not")
	prepareFlags(cmd, &r.fit.model.Prepare)
	ChoiceFlag(cmd, &r.fit.model.Init, "init", string(solvers.InitScaled), "initialisation of the factors: scaled or random, see factorize",
		[]string{string(solvers.InitScaled), string(solvers.InitRandom)})
	f.IntVar(&r.fit.model.MaxIterations, "iterations", 500, "at most this many")
	f.Float64Var(&r.fit.model.Tol, "tol", 1e-4,
		"stop when the objective changes by less than this share from one observation to the next; 0 runs all iterations")
	f.IntVar(&r.fit.model.Every, "every", 10, "iterations between observations of the objective")
	f.Uint64Var(&r.fit.model.Seed, "seed", 1, "seed of the first initialisation, and of what is held out")
	f.BoolVar(&r.plan, "plan", false, "only tell what would run, and what it costs")
	f.StringVar(&r.shard, "shard", "", "only compute the i-th of n shares, as 3/16, then what is left of the others; see run")
	howFlags(cmd, &r.how)
}

// run plans, computes what is missing, shows, and writes the recommended model.
func (r *ranking) run(cmd *cobra.Command, env *Env) error {
	if r.file == "" && r.format == "png" && IsTerminal(env.Stdout) {
		return UsageError("a PNG cannot be shown here: name a file, as in -o rank.png")
	}
	if r.folds < 2 {
		return UsageError("rank: %s, want at least 2", result.Count(r.folds, "fold"))
	}
	study, why, p, later, err := r.computed(cmd, env, cmd.Flags().Changed("ranks"))
	if err != nil || p == nil {
		return err
	}
	result := study.Result(p.Set)
	result.Detected, result.HoldWhy, result.Notes = r.fit.model.Read.String(), why, r.fit.model.Remarks()
	if limit := study.AtLimit(p.Set); limit != "" {
		result.Notes = append(result.Notes, limit)
	}
	if err := r.show(env, result); err != nil {
		return err
	}
	if result.Recommend == nil {
		return cmp.Or(later, workflow.Errorf(workflow.RunsFailed,
			"rank: no rank of any solver has results of all its folds and an initialisation; the reasons stand below the tables"))
	}
	return cmp.Or(r.refit(cmd, env, result.Recommend), later)
}

// computed reads X, and computes what is missing of the study. There is no pass where a plan or a share was all that was asked for.
func (r *ranking) computed(cmd *cobra.Command, env *Env, asked bool) (study *ranks.Study, why string, p *workflow.Pass, later, err error) {
	if err := whileReading(cmd.Context(), cmd.Name(), func() (err error) {
		study, why, err = r.study(env, asked)
		return err
	}); err != nil {
		return nil, "", nil, nil, err
	}
	p = &workflow.Pass{Set: store.NewSet(env.Records(false)), Plans: []*run.Plan{study.Plan()}}
	req := workflow.Request{Home: env, How: &r.how}
	switch {
	case r.plan:
		budget := run.TrialBudget
		est, err := run.Of(cmd.Context(), p.Plans[0], env.Store(), map[string]bool{}, &budget)
		if err == nil {
			est.MemoryBytes = study.Memory(r.how.Workers)
			PrintEstimate(env.Page(), est)
		}
		return study, why, nil, nil, err
	case r.shard != "":
		r.how.Leave = true
		return study, why, nil, nil, env.runShard(cmd.Context(), p, req.Runner(), r.shard)
	}
	later, err = p.Compute(cmd.Context(), req, p.Plans)
	return study, why, p, later, err
}

// study reads X and plans the fits, at the ranks that were asked for or, of the usual ones, those that X has. why says how it
// was decided what to hold out.
func (r *ranking) study(env *Env, asked bool) (s *ranks.Study, why string, err error) {
	r.fit.model.Rank = 1 // of no meaning here
	if err := r.fit.model.CheckNumbers(); err != nil {
		return nil, "", err
	}
	o := ranks.Options{
		Name: r.fit.model.Input, Starts: r.fit.model.Starts, Folds: r.folds, FoldStarts: r.inFold, Init: solvers.Init(r.fit.model.Init),
		Seed: r.fit.model.Seed,
		Stop: solvers.Settings{Iterations: r.fit.model.MaxIterations, TolObjective: r.fit.model.Tol, Every: r.fit.model.Every},
	}
	if o.Ranks, err = parseRanks(r.ranks); err != nil {
		return nil, "", err
	}
	if o.Methods, err = r.methods(env); err != nil {
		return nil, "", err
	}
	if r.fit.model.Input == StandardInput { // may be read again for --out
		content, err := budget.ReadAll(env.Stdin, "what standard input says")
		if err != nil {
			return nil, "", err
		}
		env.Stdin = bytes.NewReader(content)
		defer func() { env.Stdin = bytes.NewReader(content) }()
	}
	x, err := r.fit.model.ReadPrepared()
	if err != nil {
		return nil, "", err
	}
	if r.fit.model.Labels != "" {
		if _, err := r.fit.model.ReadClasses(o.Methods[0].Solver()); err != nil {
			return nil, "", err
		}
	}
	if err := r.fit.model.CheckScores(); err != nil {
		return nil, "", err
	}
	if err := r.checkFolder(); err != nil {
		return nil, "", err
	}
	for _, m := range o.Methods {
		if err := solvers.CheckEntries(m.Entry.Name, x, m.Entry.Takes.Signed); err != nil {
			return nil, "", r.fit.model.Explained(err)
		}
	}
	if o.Hold, why, err = r.holdOf(x, o.Methods); err != nil {
		return nil, "", err
	}
	if m, n := x.Dims(); !asked {
		o.Ranks = slices.DeleteFunc(o.Ranks, func(k int) bool { return k > min(m, n) })
	}
	s, err = ranks.New(x, o)
	return s, why, err
}

// checkFolder refuses a folder in which files of the result, by whatever solver it will be, are others'.
func (r *ranking) checkFolder() error {
	f := r.fit.model
	if r.file != "" && f.Out != "" && sameFile(filepath.Dir(r.file), f.Out) {
		return fmt.Errorf("-o %s lies in --out %s, which holds the model alone; name another", r.file, f.Out)
	}
	if f.Format == "" {
		f.Format = "csv"
		if f.Out == "" {
			return nil // rank needs none, and consensus does
		}
	}
	for _, f.Solver = range r.solvers {
		if err := f.CheckFolder(r.beside...); err != nil {
			return err
		}
	}
	return nil
}

// methods finds the solvers with their options.
func (r *ranking) methods(env *Env) ([]ranks.Method, error) {
	var all []ranks.Method
	used := 0
	for i, name := range r.solvers {
		if slices.Contains(r.solvers[:i], name) {
			return nil, fmt.Errorf("--solvers: %s is named twice", name)
		}
		one := newFit(env)
		one.model.Solver, one.model.Set = name, r.settings(name)
		used += len(one.model.Set)
		entry, _, norm, err := one.method()
		if err != nil {
			return nil, err
		}
		if norm != solvers.NormaliseNone {
			return nil, fmt.Errorf("--set %s.%s: factors are compared as they are; drop it", name, own.NormalizeOption)
		}
		all = append(all, ranks.Method{Entry: entry, Solver: func() solvers.Solver {
			s := entry.New()
			for _, setting := range one.model.Set {
				option, value, _ := strings.Cut(setting, "=")
				if err := solvers.SetOption(s, option, value); err != nil {
					panic(err) // was set before
				}
			}
			return s
		}})
	}
	if used < len(r.fit.model.Set) {
		return nil, fmt.Errorf("--set %s: want SOLVER.option=value with a solver of %s", strings.Join(r.fit.model.Set, ", "),
			strings.Join(r.solvers, ", "))
	}
	return all, nil
}

// settings returns those of one solver.
func (r *ranking) settings(solver string) (list []string) {
	for _, s := range r.fit.model.Set {
		if setting, mine := strings.CutPrefix(s, solver+"."); mine {
			list = append(list, setting)
		}
	}
	return list
}

// holdOf decides what a fold hides.
func (r *ranking) holdOf(x matrix.Matrix, methods []ranks.Method) (hold ranks.Hold, why string, err error) {
	var without []string // solvers that take no unknown entries
	for _, m := range methods {
		if !m.Entry.Takes.Masked {
			without = append(without, m.Entry.Name)
		}
	}
	_, masked := x.(*matrix.Masked)
	_, sparse := x.(*matrix.CSR)
	names, takes := strings.Join(without, ", "), "take"
	if len(without) == 1 {
		takes = "takes"
	}
	switch {
	case masked && len(without) > 0:
		return "", "", fmt.Errorf("X has unknown entries (%d), which %s cannot leave out; these can: %s", r.fit.model.Read.Unknown, names,
			own.Capable(own.TakesMask))
	case r.folds == 0:
		return "", "", nil
	case r.hold == string(ranks.Entries) && len(without) > 0:
		return "", "", fmt.Errorf("--hold entries: %s cannot leave unknown entries out; drop them from --solvers, or hold out blocks", names)
	case r.hold == string(ranks.Blocks):
		return ranks.Blocks, "", nil
	case r.hold == autoHold && len(without) > 0:
		return ranks.Blocks, fmt.Sprintf("Of the solvers, %s %s no unknown entries, so that blocks are held out for all.", names, takes), nil
	case r.hold == autoHold && sparse:
		return ranks.Blocks, "X is sparse, and stays so where blocks are held out.", nil
	}
	m, n := x.Dims()
	const triplets = 2 * (2*budget.Int + 2*budget.Float64) // those of the split, and of what is trained on
	return ranks.Entries, "", budget.Check(triplets*float64(own.KnownEntries(x))*float64(r.how.Workers),
		"the entries that are held out of X, %d×%d, -j %d; --hold blocks needs less", m, n, r.how.Workers)
}

// show writes the result in the format that was asked for.
func (r *ranking) show(env *Env, result *ranks.Result) error {
	var out bytes.Buffer
	var err error
	switch r.format {
	case "text":
		err = result.Text(env.PageIn(&out, r.file))
	case "json":
		err = WriteJSON(&out, result)
	case "html":
		err = result.HTML(&out)
	default:
		err = figure.Render(&out, result.Figure(), r.format)
	}
	if err != nil {
		return err
	}
	if r.file != "" && r.format != "text" && result.Recommend != nil {
		fmt.Fprintf(env.Stderr, "rank: %s at rank %d. %s\n", result.Recommend.Solver, result.Recommend.Rank, result.Recommend.Reason)
	}
	return env.Write(r.file, out.Bytes())
}

// refit writes the recommended model from its best start, as factorize does.
func (r *ranking) refit(cmd *cobra.Command, env *Env, best *ranks.Recommended) error {
	if r.fit.model.Out == "" {
		return nil
	}
	fit := r.fit
	f := &fit.model
	f.Notes = nil // it reads the files again
	f.Solver, f.Rank, f.Seed, f.Starts, f.Set, f.Format = best.Solver, best.Rank, best.Seed, 1, r.settings(best.Solver), "csv"
	quiet := *env // what factorize says is no part of the result
	quiet.Stdout = env.Stderr
	fit.env = &quiet
	return fit.run(cmd.Context(), &quiet)
}

// parseRanks reads a list as 2..12,20.
func parseRanks(text string) (list []int, err error) {
	const most = 10_000
	for part := range strings.SplitSeq(text, ",") {
		from, to, isRange := strings.Cut(part, "..")
		if !isRange {
			to = from
		}
		low, errLow := strconv.Atoi(strings.TrimSpace(from))
		high, errHigh := strconv.Atoi(strings.TrimSpace(to))
		if errLow != nil || errHigh != nil || low < 1 || high < low || high > most {
			if errLow == nil && errHigh == nil && 1 <= high && high < low && low <= most {
				return nil, fmt.Errorf("--ranks %s: %s runs downwards, did you mean %d..%d?", QuoteShort(text), part, high, low)
			}
			return nil, fmt.Errorf("--ranks %s: found %q, want whole numbers from 1 to %d, as 2..12 or 2,4,8..10", QuoteShort(text), part, most)
		}
		for r := low; r <= high; r++ {
			list = append(list, r)
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

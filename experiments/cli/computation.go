package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/files"
	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/published"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/term"
)

// Execution is the flags that say how runs are run.
type Execution struct {
	Workers  int
	timeout  time.Duration
	progress string
	Leave    bool      // runs that other processes hold to those
	Apart    run.Apart // computes each run in a process of its own; nil for this one
	large    bool      // grids of any size
}

// Bind gives a verb the flags.
func (x *Execution) Bind(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVarP(&x.Workers, "jobs", "j", run.Workers(), "runs at a time, if not given the cores of the machine, of the cgroup or of the Slurm task; results do not depend on it")
	f.DurationVar(&x.timeout, "timeout", 0, "limit of wall time per run, as 90s or 1h; a run that exceeds it counts as failed, and is abandoned if it does not stop (default none)")
	f.BoolVar(&x.large, "yes-large", false, "take grids of more than 10,000 runs too")
	ProgressFlag(cmd, &x.progress)
}

// Validate refuses values that no run can have.
func (x *Execution) Validate() error {
	switch {
	case x.Workers < 1:
		return UsageError("-j = %d, want ≥ 1", x.Workers)
	case x.timeout < 0:
		return UsageError("--timeout = %v, want > 0", x.timeout)
	}
	return nil
}

// Permit refuses plans with a grid that is larger than anybody runs by accident, unless a flag asks for it.
func (x *Execution) Permit(plans []*run.Plan) error {
	if x.large {
		return nil
	}
	return workflow.With(workflow.Usage, errors.Join(list.Map(plans, (*run.Plan).LargeGrid)...))
}

// Computation is the flags of a verb that computes what is missing before it shows what there is.
type Computation struct {
	Selection
	Execution
	Borrows bool // shows the committed record of a run whose data is not here
}

// Bind gives a verb the flags of what is meant and of how it is run.
func (c *Computation) Bind(cmd *cobra.Command) {
	c.Selection.Bind(cmd)
	c.Execution.Bind(cmd)
}

// Compute runs the runs that the plans lack; with --cached it runs none. err ends the command at once (an interrupt, a store
// that cannot be written). later is an error, such as failed runs, that the command returns after showing its results.
func (c *Computation) Compute(ctx context.Context, env *Env, p *workflow.Pass, plans []*run.Plan) (later, err error) {
	if c.Cached {
		return nil, nil
	}
	if err := errors.Join(c.Validate(), c.Permit(plans)); err != nil {
		return nil, err
	}
	if c.Borrows && !c.never {
		p.Borrow(plans)
	}
	env.OfferCarried(p.OnlyCarried(plans, true))
	if err := p.Run(ctx, c.Runner(env), plans); err != nil {
		return nil, err
	}
	return p.Exit(plans), nil
}

// Runner runs runs as the flags say.
func (c *Computation) Runner(env *Env) workflow.Runner {
	return workflow.Runner{
		Runner: run.Runner{Store: env.Store(), Workers: c.Workers, Timeout: c.timeout, Wait: !c.Leave, Apart: c.Apart},
		Observe: func(units []*run.Run, before int) workflow.Observer {
			return newProgress(env.Stderr, c.progress, len(units), before).telling(units)
		},
	}
}

// Computed opens a pass and computes what it lacks.
func (c *Computation) Computed(ctx context.Context, env *Env, addresses []string, kind workflow.Kind) (p *workflow.Pass, later, err error) {
	if p, err = c.Open(env, addresses, kind); err != nil {
		return nil, nil, err
	}
	later, err = c.Compute(ctx, env, p, p.Plans)
	return p, later, err
}

// RunShard computes one share, as 3/16, of the plans of a pass.
func RunShard(ctx context.Context, env *Env, p *workflow.Pass, r workflow.Runner, text string) error {
	s, err := run.ParseShard(text)
	if err != nil {
		return UsageError("--shard: %w", err)
	}
	share, err := p.RunShard(ctx, r, s)
	if err != nil {
		return err
	}
	fmt.Fprintln(env.Page(), share)
	return share.Exit()
}

// Selection is the flags that say which runs are meant.
type Selection struct {
	Looking
	Replicates int
	Seed       *uint64 // nil for the experiment's
	Only       []string
}

// Bind gives a verb the flags.
func (s *Selection) Bind(cmd *cobra.Command) {
	f := cmd.Flags()
	s.BindProfile(cmd, "how much to compute")
	f.IntVar(&s.Replicates, "reps", 0, "replicates, instead of the profile's number")
	seed := f.Uint64("seed", 0, "master seed, instead of the experiment's")
	f.StringArrayVar(&s.Only, "only", nil, "only these cells: key=value,... (dataset=iris|orl,method=pnmf)")
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if f.Changed("seed") {
			s.Seed = seed
		}
		if f.Changed("reps") && s.Replicates < 1 {
			return UsageError("--reps = %d, want ≥ 1", s.Replicates)
		}
		return nil
	}
}

// Open plans what the flags and addresses say.
func (s *Selection) Open(env *Env, addresses []string, kind workflow.Kind) (*workflow.Pass, error) {
	lib, err := env.ReadLibrary(addresses...)
	if err != nil {
		return nil, err
	}
	r := s.Looking.Request(env, addresses, kind)
	r.Replicates, r.Only, r.Seed = s.Replicates, s.Only, s.Seed
	return s.Looking.Open(env, lib, r)
}

// showsCarried are the verbs that have --cached.
var showsCarried = map[string]bool{
	"verify claims": true, "compare": true, "explain": true, "figure": true, "report": true, "compare alternatives": true, "table": true, "verify": true,
}

// OfferCarried says, before anything else, that data or results are missing which the program carries, and the command that
// shows them.
func (e *Env) OfferCarried(addresses []string) {
	verb := e.Verb
	if len(addresses) == 0 && verb != "report" {
		return
	}
	if !showsCarried[verb] {
		verb = "table"
		if _, name := result.SplitAddress(addresses[0]); strings.HasPrefix(name, "fig") {
			verb = "figure"
		}
	}
	made, why := e.made(addresses), "Not all of it can be computed here, but"
	if verb == "report" || verb == "verify claims" || verb == "explain" {
		why = "The results folder does not have all of it, but"
	}
	command := strings.Join(slices.Concat([]string{"nmfrepro", verb}, list.Map(addresses, run.Quoted), []string{"--cached"}), " ")
	fmt.Fprintf(Messages(e.Stderr), "%s this program carries results%s:\n  %s\n", why, made, command)
}

// Looking is the flags that say which results are looked at: of which profile, and whether the committed ones count.
type Looking struct {
	Profile string
	Cached  bool
	given   func() bool // whether the command names a profile

	never    bool        // no committed result is shown
	computes bool        // the command computes what is missing
	unites   bool        // committed results fill in what a folder with some lacks
	fall     func() bool // whether committed results may stand in for those of a folder without any; nil for never
}

// BindProfile gives a verb --profile.
func (l *Looking) BindProfile(cmd *cobra.Command, doc string) {
	names := spec.ProfileNames
	ChoiceFlag(cmd, &l.Profile, "profile", spec.DefaultProfile, doc+": "+strings.Join(names, ", "), names)
	l.given = func() bool { return cmd.Flags().Changed("profile") }
}

// cachedDoc goes into the long help of every command that has --cached.
const cachedDoc = `

With --cached, results that the results folder lacks are taken from those that this program carries, with the profile that
they were made with if none is named.`

// fallDoc is about commands that show committed results unasked; of those that compute, so much more is true.
const (
	fallDoc = ` Where the folder has none of the results that are asked for, those of the program are shown without it, and the
first line says so; --no-cached forbids that.`
	fallComputingDoc = ` Nor are they shown where a flag asks for runs: --profile, --reps, --seed, -j, --baseline and the like.`
)

// BindCached gives a command --cached, with its paragraph of help.
func (l *Looking) BindCached(cmd *cobra.Command, doc string) {
	cmd.Long += cachedDoc
	cmd.Flags().BoolVar(&l.Cached, "cached", false, doc)
}

// BindFall gives a command --cached and --no-cached: it shows committed results where the folder has none at all. A command that
// computes does so unless a flag asks for runs: their number or their execution, or what they are to be compared with.
func (l *Looking) BindFall(cmd *cobra.Command, computes bool, doc string) {
	l.BindCached(cmd, doc)
	l.computes = computes
	cmd.Long += fallDoc
	asks := []string{"cached", "no-cached"}
	if computes {
		cmd.Long += fallComputingDoc
		asks = append(asks, "profile", "reps", "seed", "jobs", "timeout", "looks", "baseline", "write-baseline")
	}
	cmd.Flags().BoolVar(&l.never, "no-cached", false, "never show results that the program carries")
	cmd.MarkFlagsMutuallyExclusive("cached", "no-cached")
	l.fall = func() bool { return !slices.ContainsFunc(asks, cmd.Flags().Changed) }
}

// Open plans what a request asks for. If the results folder has nothing of it, and the program does, the request becomes one for
// committed results, and the first line says so.
func (l *Looking) Open(env *Env, lib *spec.Library, r workflow.Request) (*workflow.Pass, error) {
	p, err := workflow.Open(lib, l.Reader(env), r)
	if err != nil || l.fall == nil || l.Cached {
		return p, err
	}
	if !l.fall() {
		if !l.computes && len(p.OnlyCarried(p.Plans, false)) > 0 {
			env.OfferCarried(env.Args)
		}
		return p, nil
	}
	if p.Some() {
		return l.united(env, lib, r, p), nil
	}
	look := *l
	look.Cached, r.Cached = true, true
	carried, err := workflow.Open(lib, look.Reader(env), r)
	if err != nil || !carried.Some() || l.computes && carried.Anew() {
		return p, err
	}
	l.Cached = true
	fmt.Fprintf(Messages(env.Stderr), "%s has no results of this build. Shown are those that the program carries%s; for your own: nmfrepro run %s\n",
		env.Results, env.made(env.Args), cmp.Or(strings.Join(list.Map(env.Args, run.Quoted), " "), "PAPER"))
	return carried, nil
}

// united adds to some results of the folder those of the program that the folder lacks, where the command unites them; the first line
// says so. Otherwise that line says what is not shown beside the folder's own.
func (l *Looking) united(env *Env, lib *spec.Library, r workflow.Request, own *workflow.Pass) *workflow.Pass {
	lacking, displaced := own.OnlyCarried(own.Plans, l.computes), own.Displaces()
	if len(lacking) == 0 && len(displaced) == 0 {
		return own
	}
	if l.unites {
		look := *l
		look.Cached, r.Cached = true, true
		if both, err := workflow.Open(lib, look.Reader(env), r); err == nil {
			if made, more, all := both.Beside(own); all && more > 0 {
				l.Cached = true
				fmt.Fprintf(Messages(env.Stderr), "Shown are %s of %s and %d that this program carries; yours alone: nmfrepro %s %s --no-cached\n",
					result.Count(made, "run"), env.Results, more, env.Verb, strings.Join(list.Map(env.Args, run.Quoted), " "))
				return both
			}
		}
	}
	switch {
	case len(lacking) == 0:
		fmt.Fprintf(Messages(env.Stderr), "Shown are the results of %s alone, in place of those that this program carries%s:\n  nmfrepro %s --cached\n",
			env.Results, env.made(env.Args), strings.Join(slices.Concat([]string{env.Verb}, list.Map(env.Args, run.Quoted)), " "))
	case !l.computes: // one that computes says it before it does
		env.OfferCarried(env.Args)
	}
	return own
}

// made says how many runs of an address the program carries, "" where several are asked for.
func (e *Env) made(addresses []string) string {
	if len(addresses) != 1 {
		return ""
	}
	place, _, _ := strings.Cut(addresses[0], ":")
	paper, _ := result.SplitAddress(place)
	a, err := e.Shelf().Committed(paper)
	if err != nil {
		return ""
	}
	profile, replicates := a.ProfileOf(place)
	if profile == "" {
		return ""
	}
	return fmt.Sprintf(" of %s (%s profile)", result.Count(replicates, "replicate"), profile)
}

// Request asks for what the flags say.
func (l *Looking) Request(env *Env, addresses []string, kind workflow.Kind) workflow.Request {
	return workflow.Request{Addresses: addresses, Kind: kind, Profile: l.Profile, Named: l.given(), Data: env.Data, Cached: l.Cached, Shelf: env.Shelf()}
}

// Reader is where records are looked up.
func (l *Looking) Reader(env *Env) store.Reader {
	var r store.Reader = env.Store()
	if l.Cached {
		r = env.Store().WithCommitted(env.Shelf())
	}
	if env.Reader != nil {
		r = env.Reader(r)
	}
	return r
}

// Store is the results folder.
func (e *Env) Store() *store.Store {
	if e.results == nil {
		e.results = e.StoreAt(e.Results)
	}
	return e.results
}

// StoreAt is a folder of results that a verb names.
func (e *Env) StoreAt(folder string) *store.Store {
	return store.Open(folder, func(warning string) { fmt.Fprintln(e.Stderr, "warning: "+warning) })
}

// Shelf is the committed results that the program carries and, with --specs, those in that folder.
func (e *Env) Shelf() *store.Shelf {
	if e.committed == nil {
		var own fs.FS
		if e.Specs != "" {
			own = files.Dir(e.Specs)
		}
		e.committed = store.NewShelf(own)
	}
	return e.committed
}

// findingText says first what became of a paper: the headline and its points, and what of them the runs that are looked at do not
// bear out.
func findingText(w io.Writer, p result.Paper) {
	f := p.Finding
	if f.Answer == "" {
		return
	}
	fmt.Fprintf(w, "%s (%s): %s.\n  %s\n\n", p.Key, p.Short, reports.FindingHead(f), f.Headline)
	term.Columns(w, list.Map(reports.FindingLines(f), func(line []string) []string { // the sentence last, where it is folded
		return []string{"  " + line[0], line[2], line[3], line[4], line[1]}
	}), "readings")
	if other := f.Otherwise(); len(other) > 0 {
		fmt.Fprintf(w, "\n  These runs do not bear out %d of %s that the points rest on:\n", len(other), result.Count(len(f.Rests), "conclusion"))
		for _, r := range other {
			fmt.Fprintf(w, "  %s\n", reports.RestText(r))
		}
	}
	fmt.Fprintln(w)
}

// WholePapers are the papers that a command names without a table.
func WholePapers(p *workflow.Pass, addresses []string) (papers []*published.Paper) {
	for _, text := range addresses {
		a, err := p.Lib.ParseAddress(text)
		if err != nil || a.Table != "" || len(a.Only) > 0 {
			continue
		}
		if paper := p.Lib.Paper(a.Paper); paper != nil {
			papers = append(papers, paper)
		}
	}
	return papers
}

// Outputs are values of what the commands write as JSON whose form is promised, by the name of their schema.
var Outputs = map[string]any{"verify": verifyJSON{}, "claims": claimsOutput{}, "explain": explainJSON{}, "recompute": recomputedJSON{}}

package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/run"
	"nmfrepro/experiments/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
)

// Execution is the flags that say how units are run.
type Execution struct {
	Workers  int
	timeout  time.Duration
	progress string
	Leave    bool      // units that other processes hold to those
	Apart    run.Apart // computes each unit in a process of its own; nil for this one
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
}

// Bind gives a verb the flags of what is meant and of how it is run.
func (c *Computation) Bind(cmd *cobra.Command) {
	c.Selection.Bind(cmd)
	c.Execution.Bind(cmd)
}

// Compute runs the units that the plans lack; with --cached it runs none. err ends the command at once (an interrupt, a store
// that cannot be written). later is an error, such as failed units, that the command returns after showing its results.
func (c *Computation) Compute(ctx context.Context, env *Env, p *workflow.Pass, plans []*run.Plan) (later, err error) {
	if c.Cached {
		return nil, nil
	}
	if err := errors.Join(c.Validate(), c.Permit(plans)); err != nil {
		return nil, err
	}
	env.OfferCarried(p.OnlyCarried(plans, true))
	if err := p.Run(ctx, c.Runner(env), plans); err != nil {
		return nil, err
	}
	return p.Exit(plans), nil
}

// Runner runs units as the flags say.
func (c *Computation) Runner(env *Env) workflow.Runner {
	return workflow.Runner{
		Runner:  run.Runner{Store: env.Store(), Workers: c.Workers, Timeout: c.timeout, Wait: !c.Leave, Apart: c.Apart},
		Observe: func(units, before int) workflow.Observer { return newProgress(env.Stderr, c.progress, units, before) },
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

// Selection is the flags that say which units are meant.
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
		if _, name := reports.SplitAddress(addresses[0]); strings.HasPrefix(name, "fig") {
			verb = "figure"
		}
	}
	made, why := e.made(addresses), "Not all of it can be computed here, but"
	if verb == "report" || verb == "verify claims" || verb == "explain" {
		why = "The results folder does not have all of it, but"
	}
	command := strings.Join(slices.Concat([]string{"nmfrepro", verb}, addresses, []string{"--cached"}), " ")
	fmt.Fprintf(Messages(e.Stderr), "%s this program carries results%s:\n  %s\n", why, made, command)
}

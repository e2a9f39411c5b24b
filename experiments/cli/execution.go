package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/run"
)

// execution is the flags that say how units are run.
type execution struct {
	workers  int
	timeout  time.Duration
	progress string
	leave    bool // units that other processes hold to those
}

func (x *execution) bind(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVarP(&x.workers, "jobs", "j", run.Workers(), "units at a time, if not given the cores of the machine, of the cgroup or of the Slurm task; results do not depend on it")
	f.DurationVar(&x.timeout, "timeout", 0, "limit of wall time per unit, as 90s or 1h; a unit that exceeds it counts as failed, and is abandoned if it does not stop (default none)")
	progressFlag(cmd, &x.progress)
}

func (x *execution) validate() error {
	switch {
	case x.workers < 1:
		return usageError("-j = %d, want ≥ 1", x.workers)
	case x.timeout < 0:
		return usageError("--timeout = %v, want > 0", x.timeout)
	}
	return nil
}

// computation is the flags of a verb that computes what is missing before it shows what there is.
type computation struct {
	selection
	execution
}

func (c *computation) bind(cmd *cobra.Command) {
	c.selection.bind(cmd)
	c.execution.bind(cmd)
}

// compute computes what the plans lack, but for --cached. later is what the command ends with once it has shown what there
// is; an interrupt or a store that cannot be written end it at once, with err.
func (c *computation) compute(ctx context.Context, env *Env, p *pass.Pass, plans []*run.Plan) (later, err error) {
	if c.cached {
		return nil, nil
	}
	if err := c.validate(); err != nil {
		return nil, err
	}
	env.offerCarried(p.OnlyCarried(plans, true))
	if err := p.Run(ctx, c.runner(env), plans); err != nil {
		return nil, err
	}
	return p.Exit(plans), nil
}

// runner runs units as the flags say.
func (c *computation) runner(env *Env) pass.Runner {
	return pass.Runner{
		Store: env.store(), Workers: c.workers, Timeout: c.timeout, Wait: !c.leave,
		Observer: func(units, before int) pass.Observer { return newProgress(env.Stderr, c.progress, units, before) },
	}
}

// computed opens a pass and computes what it lacks.
func (c *computation) computed(ctx context.Context, env *Env, addresses []string, kind pass.Kind) (p *pass.Pass, later, err error) {
	if p, err = c.open(env, addresses, kind); err != nil {
		return nil, nil, err
	}
	later, err = c.compute(ctx, env, p, p.Plans)
	return p, later, err
}

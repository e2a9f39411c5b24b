package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// execution is the flags that say how units are run.
type execution struct {
	workers  int
	timeout  time.Duration
	progress string
}

func (x *execution) bind(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVarP(&x.workers, "jobs", "j", runtime.NumCPU(), "units at a time; results do not depend on it")
	f.DurationVar(&x.timeout, "timeout", 0, "limit per unit, as 90s or 1h; a unit that exceeds it counts as failed (default none)")
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
func (c *computation) compute(ctx context.Context, env *Env, plans []*run.Plan) (later, err error) {
	if c.cached {
		return nil, nil
	}
	if err := c.execution.validate(); err != nil {
		return nil, err
	}
	return c.execution.run(ctx, env, plans)
}

func (x *execution) run(ctx context.Context, env *Env, plans []*run.Plan) (later, err error) {
	st := env.store()
	var jobs []*run.Unit
	planned := map[string]bool{} // experiments may share units
	for _, p := range plans {
		for _, j := range p.Ready(p.Missing(st)) {
			if !planned[j.Key] {
				planned[j.Key] = true
				jobs = append(jobs, j)
			}
		}
	}
	bar := newProgress(env.Stderr, x.progress, len(jobs))
	r := run.Runner{Store: st, Workers: x.workers, Timeout: x.timeout, Observer: bar}
	err = r.Run(ctx, jobs)
	bar.Close()
	switch {
	case errors.Is(err, run.ErrInterrupted):
		return nil, &exitError{exitInterrupted, fmt.Errorf("interrupted; %d of %d units are saved, the same command goes on from there", bar.done(), len(jobs))}
	case err != nil:
		return nil, &exitError{exitUnits, err}
	}
	return exitOf(plans, st), nil
}

// exitOf turns what is missing into the command's exit: data that is not the right one, data of which nothing is there,
// units that failed. Absent data beside computed cells is no error: the table says how to get it.
func exitOf(plans []*run.Plan, st *store.Store) error {
	var dataErrs []error
	failed, usable, total := 0, 0, 0
	corrupt := false
	for _, p := range plans {
		for _, s := range p.Sources {
			var wrong *datasets.CorruptError
			if s.Err != nil {
				corrupt = corrupt || errors.As(s.Err, &wrong) || !isMissing(s.Err)
				dataErrs = append(dataErrs, s.Err)
			}
		}
		for _, j := range p.Units {
			total++
			rec, ok := st.Get(j.Unit.Experiment, j.Key)
			switch {
			case ok && rec.Status == reports.Failed:
				failed++
			case ok:
				usable++
			}
		}
	}
	switch {
	case corrupt || usable == 0 && failed == 0 && len(dataErrs) > 0:
		return dataError("%w", errors.Join(dataErrs...))
	case failed > 0:
		return &exitError{exitUnits, fmt.Errorf("%d of %d units failed; the next run tries them again", failed, total)}
	}
	return nil
}

func isMissing(err error) bool {
	var missing *datasets.MissingError
	return errors.As(err, &missing)
}

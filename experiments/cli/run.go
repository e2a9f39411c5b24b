package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/run"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

func newRun(env *Env) *cobra.Command {
	var flags computation
	cmd := &cobra.Command{
		Use:   "run ADDRESS...",
		Short: "compute the units that are missing; a run that was killed goes on where it was",
		Long: `Run computes the units of the addressed experiments that the results folder lacks. Units that failed are tried again.
Several processes may share a results folder. Data that is absent is reported; its units are left out.`,
		Example: `  nmfrepro run pnmf/table3
  nmfrepro run pnmf -j 2 --profile paper
  nmfrepro run pnmf/table3:dataset=iris,method=pnmf --reps 3`,
		Args: arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			_, plans, err := flags.plans(env, args, either)
			if err != nil {
				return err
			}
			later, err := flags.compute(cmd.Context(), env, plans)
			if err != nil {
				return err
			}
			st := env.store()
			for _, p := range plans {
				fmt.Fprintln(env.Stdout, summary(p, st))
			}
			return later
		},
	}
	flags.bind(cmd)
	return cmd
}

// summary is one line on the state of a plan.
func summary(p *run.Plan, st *store.Store) string {
	counts := map[reports.Status]int{}
	for _, j := range p.Units {
		rec, ok := st.Get(j.Unit.Experiment, j.Key)
		if !ok {
			rec.Status = reports.Pending
		}
		counts[rec.Status]++
	}
	line := fmt.Sprintf("%s (%s): %d units", p.Spec.Address, p.Profile, len(p.Units))
	sep := ": "
	for _, s := range []reports.Status{reports.OK, reports.Skipped, reports.Failed, reports.Pending} {
		if counts[s] > 0 {
			line += fmt.Sprintf("%s%d %s", sep, counts[s], s)
			sep = ", "
		}
	}
	for _, s := range p.Sources {
		if s.Err != nil {
			line += fmt.Sprintf("\n  %s: %v", s.Key, s.Err)
		}
	}
	return line
}

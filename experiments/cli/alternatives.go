package cli

import (
	"cmp"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/judge"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/workflow"
	"nmfrepro/reports/list"
)

func newAlternatives(env *Env) *cobra.Command {
	var flags Computation
	var format string
	var choices, cross []string
	var most int
	cmd := &cobra.Command{
		Use:   "alternatives ADDRESS...",
		Short: "how far a cell moves under other values of the settings that the paper leaves open",
		Long: `Compare alternatives takes the settings that the paper leaves open. For each alternative it computes the cells of the address again.
A table shows how far each cell moves: ours with the setting as it is and with the alternative, and the difference with its 95 %
interval, over pairs where replicates share data and initialisation. It says which are nearer to the reported number. Only the runs that
an alternative changes are made, and both kinds are kept in the results folder.

With --cross the alternatives of several settings are in force at once: a conclusion may hold under each alone and fail under two
together, or the reverse. Of a large product a balanced fraction is run; a line says how many combinations are left.`,
		Example: `  nmfrepro compare alternatives pnmf/table3:dataset=iris,panel=a
  nmfrepro compare alternatives mcnmf/table1:dataset=yale --choice iterations --choice alpha
  nmfrepro compare alternatives pnmf/table3:method=pnmf --cross labels,stabiliser,iterations --reps 5
  nmfrepro compare alternatives rpr/table2:rank=10,panel=acc --format json`,
		Args: Arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := flags.Open(env, args, workflow.Tables)
			if err != nil {
				return err
			}
			if len(cross) == 1 {
				return UsageError("--cross = %s, want two settings or more to join", cross[0])
			}
			var joined *published.Cross
			if len(cross) > 0 {
				joined = &published.Cross{Settings: cross, Most: most}
			}
			studies, err := p.Studies(choices, joined)
			if err != nil {
				return err
			}
			later, err := flags.Compute(cmd.Context(), env, p, list.FlatMap(studies, (*judge.Study).Plans))
			if err != nil {
				return err
			}
			for _, s := range studies {
				s.Measure(p.Results)
			}
			if format == "json" {
				return cmp.Or(WriteJSON(env.Stdout, studiesJSON(studies)), later)
			}
			for _, s := range studies {
				studyText(env.Page(), s)
			}
			return later
		},
	}
	flags.Bind(cmd)
	f := cmd.Flags()
	f.StringArrayVar(&choices, "choice", nil, "only this open setting, by its key; may be given several times")
	f.StringSliceVar(&cross, "cross", nil, "join these settings: all combinations of the alternatives that the text allows, as k-means,unit-basis,stop")
	f.IntVar(&most, "most", 0, "run at most so many combinations of --cross, a balanced fraction of a larger product (default 64)")
	FormatFlag(cmd, &format)
	flags.BindCached(cmd, "show the results that there are and compute nothing")
	return cmd
}

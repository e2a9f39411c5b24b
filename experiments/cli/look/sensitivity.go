package look

import (
	"cmp"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/judge"
	"nmfrepro/experiments/pass"
	"nmfrepro/reports"
)

func newSensitivity(env *console.Env) *cobra.Command {
	var (
		flags   console.Computation
		format  string
		choices []string
	)
	cmd := &cobra.Command{
		Use:   "sensitivity ADDRESS...",
		Short: "how far a cell moves if a choice of the protocol had been made otherwise",
		Long: `Sensitivity goes through the protocol ledger of the paper: wherever it names what else could have been decided, the cells
of the address are computed again under that alternative, and the table shows how far each moves: our mean ± deviation with
the protocol as it is and with the alternative, the difference with its 95 % interval (over pairs where replicates share
data and start), and whether it is nearer to the print. Only the units that an alternative changes are run, and both kinds
are kept in the results folder.`,
		Example: `  nmfrepro sensitivity pnmf/table3:dataset=iris,panel=a
  nmfrepro sensitivity mcnmf/table1:dataset=yale --choice iterations --choice alpha
  nmfrepro sensitivity rpr/table2:rank=10,panel=acc --format json`,
		Args: console.Arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := flags.Open(env, args, pass.Tables)
			if err != nil {
				return err
			}
			studies, err := p.Studies(choices)
			if err != nil {
				return err
			}
			later, err := flags.Compute(cmd.Context(), env, p, reports.Flattened(studies, (*judge.Study).Plans))
			if err != nil {
				return err
			}
			for _, s := range studies {
				s.Measure(p.Results)
			}
			if format == "json" {
				return cmp.Or(console.WriteJSON(env.Stdout, studiesJSON(studies)), later)
			}
			for _, s := range studies {
				studyText(env.Page(), s)
			}
			return later
		},
	}
	flags.Bind(cmd)
	f := cmd.Flags()
	f.StringArrayVar(&choices, "choice", nil, "only this choice of the ledger, by its key; may be given several times")
	console.FormatFlag(cmd, &format)
	flags.BindCached(cmd, "show the results that there are and compute nothing")
	return cmd
}

package cli

import (
	"cmp"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/figure"
)

func newOrders(env *Env) *cobra.Command {
	var req workflow.Request
	var format, file string
	var verbose bool
	var page figure.Options
	formats := append([]string{"text", "json"}, figure.Names()...)
	cmd := &cobra.Command{
		Use:   "orders ADDRESS...",
		Short: "how far the order of the methods hangs on metric, labelling, stop, scale and tuning",
		Long: `Orders ranks the methods in each panel of each table and holds every two orders against each other: Kendall's τ of the mean
ranks, over the methods and data sets that both have, with its interval when data sets are drawn again, and the method that moves most.
It says what differs between the two: the metric, the labelling (how clusters are read), the scale of H or of X, the stop, the tuning.

Below it stands how much of the variance of the scores by a metric is of the data set, the method, the two together, the setting (a panel)
and the seed.

As svg, png or pdf the orders that agree least are drawn side by side, with a line for each method from its place in one to that in the
other.`,
		Example: "  nmfrepro compare orders mcnmf/table1 --cached\n  nmfrepro compare orders mcnmf/table1 -o orders.svg",
		Args:    argumentCount(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !formatByName(cmd, &format, file, formats) {
				return unknownEnding(file, formats)
			}
			r, err := env.Reproduce(cmd.Context(), req, args, workflow.Tables, workflow.Orders)
			if err != nil {
				return err
			}
			var out strings.Builder
			switch format {
			case "text":
				reports.OrdersScreen(r.Orders, env.PageIn(&out, file), verbose)
			case "json":
				err = writeJSON(&out, reports.OrdersJSON(r.Orders))
			default:
				if err = env.showable(format, file, "orders.png"); err == nil {
					err = page.Render(&out, reports.OrdersFigure(r.Orders), format)
				}
			}
			if err != nil {
				return err
			}
			return cmp.Or(env.Write(file, []byte(out.String())), r.Later)
		},
	}
	computeFlags(cmd, &req)
	choiceFlag(cmd, &format, "format", "text", "one of "+strings.Join(formats, ", ")+"; that of the file's name if not given", formats)
	widthFlag(cmd, &page)
	cmd.Flags().StringVarP(&file, "output", "o", "", "write to this file instead of standard output; one that is there is replaced")
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "every pair with its mean ranks, and all parts of the variance")
	fallFlags(cmd, &req, "compare the results that there are and compute nothing")
	return cmd
}

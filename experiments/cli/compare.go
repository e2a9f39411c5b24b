package cli

import (
	"cmp"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/figure"
)

func newCompare(env *Env) *cobra.Command {
	var (
		flags  Computation
		format string
		file   string
		rival  string
	)
	formats := append([]string{"text", "json"}, figure.Names()...)
	cmd := &cobra.Command{
		Use:   "compare ADDRESS...",
		Short: "the methods of a table against each other: paired tests, ranks over data sets, the paper's order and ours",
		Long: `Compare computes the units that the results folder lacks and sets the methods of each panel against each other.

One method, if --against names no other the paper's own or the first that a spec adds to the paper's, is compared with every other in each row over the replicates, which
share data and start: mean difference with its 95 % interval, Student's t on the pairs with Holm's correction over all pairs
of the row, Wilcoxon's signed ranks beside it, and Cohen's d of the pairs. It is the test by which verify judges what the
paper says of the two. The last lines compare the means over the rows.

All methods are ranked within each row; Friedman's test asks whether they differ, and Nemenyi's critical difference which of
them. Rows that are ranks or draws of one data set are no independent witnesses. Kendall's τ tells how well the paper's
order of the methods agrees with ours. As svg, png or pdf the mean ranks are drawn as critical-difference diagrams, ours and
the paper's.`,
		Example: `  nmfrepro compare pnmf/table3
  nmfrepro compare rpr/table2:panel=acc --against gnmf --cached
  nmfrepro compare ornmf/table2 --format svg -o ranks.svg`,
		Args: Arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			FormatByName(cmd, &format, file, formats)
			p, later, err := flags.Computed(cmd.Context(), env, args, workflow.Tables)
			if err != nil {
				return err
			}
			comparisons, err := p.Comparisons(rival)
			if err != nil {
				return err
			}
			return cmp.Or(writeComparisons(env, comparisons, format, file), later)
		},
	}
	flags.Bind(cmd)
	f := cmd.Flags()
	f.StringVar(&rival, "against", "", "method, by its key or column, that is compared with the others (default the paper's own)")
	ChoiceFlag(cmd, &format, "format", "text", "one of "+strings.Join(formats, ", ")+"; that of the file's name if not given", formats)
	f.StringVarP(&file, "output", "o", "", "write to this file instead of standard output")
	flags.BindFall(cmd, true, "compare the results that there are and compute nothing")
	cmd.AddCommand(newAlternatives(env))
	return cmd
}

func writeComparisons(e *Env, all []reports.Comparison, format, file string) error {
	var out strings.Builder
	switch format {
	case "text":
		for i, c := range all {
			if i > 0 {
				out.WriteString("\n")
			}
			c.Text(e.PageIn(&out, file))
		}
	case "json":
		if err := WriteJSON(&out, reports.ComparisonsJSON(all)); err != nil {
			return err
		}
	default:
		if file == "" && format == "png" && IsTerminal(e.Stdout) {
			return UsageError("a PNG cannot be shown here: name a file, as in -o ranks.png")
		}
		f := reports.Diagrams(all)
		if len(f.Plots) == 0 {
			return UsageError("nothing to draw: %v", all[0].OursErr)
		}
		if err := figure.Render(&out, f, format); err != nil {
			return err
		}
	}
	return e.Write(file, []byte(out.String()))
}

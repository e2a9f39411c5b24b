package cli

import (
	"cmp"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/figure"
)

func newCompare(env *Env) *cobra.Command {
	var req workflow.Request
	var format, file string
	var verbose bool
	formats := append([]string{"text", "json"}, figure.Names()...)
	cmd := &cobra.Command{
		Use:   "compare ADDRESS...",
		Short: "the methods of a table against each other: paired tests, ranks over data sets, the reported order and ours",
		Long: `Compare computes the runs that the results folder lacks and sets the methods of each panel against each other.

One method is compared with every other in each row: the one of --against, else the first that a spec adds, else the paper's own.
Replicates share data and initialisation. The table has the mean difference, one p, that of Student's t on the pairs with Holm's
correction over all pairs of the row, and Cohen's d. The 95 % intervals are of one pair alone, not adjusted. The last lines compare the
means over the rows. JSON has the p before the correction and that of Wilcoxon's signed ranks, too.

All methods are ranked within each row. Friedman's test asks whether they differ, and Nemenyi's critical difference which of them.
Rows that are ranks or draws of one data set are no independent witnesses. Kendall's τ tells how well the reported order
agrees with ours. As svg, png or pdf the mean ranks are drawn as critical-difference diagrams.`,
		Example: `  nmfrepro compare pnmf/table3
  nmfrepro compare rpr/table2:panel=acc --against gnmf --cached
  nmfrepro compare ornmf/table2 --format svg -o ranks.svg`,
		Args: argumentCount(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !formatByName(cmd, &format, file, formats) {
				return unknownEnding(file, formats)
			}
			r, err := env.Reproduce(cmd.Context(), req, args, workflow.Tables, workflow.Comparisons)
			if err != nil {
				return err
			}
			return cmp.Or(writeComparisons(env, r.Comparisons, format, file, verbose), r.Later)
		},
	}
	computeFlags(cmd, &req)
	f := cmd.Flags()
	f.StringVar(&req.Rival, "against", "", "method, by its key or column, with which the others are compared (default the paper's own)")
	f.Float64Var(&req.Tolerance, "tolerance", 0, "difference that counts as none, in the unit of the table (default that of the metric)")
	f.BoolVarP(&verbose, "verbose", "v", false, "every row, every two methods, and the ranks with their tests")
	choiceFlag(cmd, &format, "format", "text", "one of "+strings.Join(formats, ", ")+"; that of the file's name if not given", formats)
	f.StringVarP(&file, "output", "o", "", "write to this file instead of standard output; one that is there is replaced")
	fallFlags(cmd, &req, "compare the results that there are and compute nothing")
	cmd.AddCommand(newAlternatives(env), newLead(env))
	return cmd
}

func writeComparisons(e *Env, all []result.Comparison, format, file string, verbose bool) error {
	var out strings.Builder
	switch format {
	case "text":
		if !verbose {
			reports.ComparisonScreen(all, e.PageIn(&out, file))
			break
		}
		for i, c := range all {
			if i > 0 {
				out.WriteString("\n")
			}
			reports.ComparisonText(c, e.PageIn(&out, file))
		}
	case "json":
		if err := writeJSON(&out, reports.ComparisonsJSON(all)); err != nil {
			return err
		}
	default:
		if err := e.showable(format, file, "ranks.png"); err != nil {
			return err
		}
		f := reports.Diagrams(all)
		if len(f.Plots) == 0 {
			return usageError("nothing to draw: %v", all[0].OursErr)
		}
		if err := figure.Render(&out, f, format); err != nil {
			return err
		}
	}
	return e.Write(file, []byte(out.String()))
}

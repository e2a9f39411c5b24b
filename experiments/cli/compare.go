package cli

import (
	"cmp"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/figure"
	"nmfrepro/reports/result"
)

func newCompare(env *Env) *cobra.Command {
	var req workflow.Request
	var format, file, plot string
	var page figure.Options
	var verbose bool
	formats := append([]string{"text", "json", "csv", "latex"}, figure.Names()...)
	var scores workflow.Scores
	cmd := &cobra.Command{
		Use:   "compare ADDRESS...",
		Short: "the methods of a table against each other: paired tests, ranks over data sets, the reported order and ours",
		Long: `Compare computes the runs that the results folder lacks and sets the methods of each panel against each other.

The methods of a panel are ranked on each data set; the best mean rank comes first. Places say between which places a method lies when
families of data sets, sets within them and seeds are drawn again. All methods are compared with one: that of --against, else the first
that a spec adds, else the paper's own. Each has the mean difference with its interval, and the data sets on which it is ahead by more than
the tolerance of the metric, within it, or behind. The p is that of Wilcoxon's signed ranks over the data sets, with Holm's correction over
the methods that are compared. The last three columns are the probabilities that it is worse, practically equal or better on a further
data set (Benavoli and others 2017).

Rows that are ranks or draws of one data set are one witness, and so are a data set and its part. A run that failed scores as a random
partition; a method that failed in all runs of a row is last there. A tuned method stands with its honest number: at options that other
runs chose.

-v shows each row, every two methods, and the tests of the ranks: Friedman's and the critical difference, of which the exact
distribution is taken for few data sets. JSON and CSV have all of it. As svg, png or pdf the mean ranks are drawn as
critical-difference diagrams, or with --plot methods a forest of the differences and a heat map of methods and data sets.`,
		Example: `  nmfrepro compare pnmf/table3
  nmfrepro compare rpr/table2:panel=acc --against gnmf --cached
  nmfrepro compare ornmf/table2 --format svg -o ranks.svg
  nmfrepro compare --scores results.csv --against baseline`,
		Args: argumentCount(0, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !formatByName(cmd, &format, file, formats) {
				return unknownEnding(file, formats)
			}
			if scores.File != "" {
				if len(args) > 0 {
					return usageError("--scores: found %s beside it, want a file of scores or the address of a table", args[0])
				}
				scores.Rival, scores.Tolerance = req.Rival, req.Tolerance
				if !cmd.Flags().Changed("tolerance") {
					scores.Tolerance = 0.01
				}
				all, err := scores.Compare()
				if err != nil {
					return err
				}
				return writeComparisons(env, all, format, file, plot, page, verbose)
			}
			if err := argumentCount(1, -1)(cmd, args); err != nil {
				return err
			}
			r, err := env.Reproduce(cmd.Context(), req, args, workflow.Tables, workflow.Comparisons)
			if err != nil {
				return err
			}
			return cmp.Or(writeComparisons(env, r.Comparisons, format, file, plot, page, verbose), r.Later)
		},
	}
	computeFlags(cmd, &req)
	f := cmd.Flags()
	f.StringVar(&req.Rival, "against", "", "method, by its key or column, with which the others are compared (default the paper's own)")
	f.Float64Var(&req.Tolerance, "tolerance", 0, "difference that counts as none, as the table has it (default that of the metric; 0.01 with --scores)")
	f.StringVar(&scores.File, "scores", "", "compare the methods of a CSV file of anybody's results: method,dataset,seed,score and perhaps family, a line a run")
	f.BoolVar(&scores.Lower, "lower", false, "with --scores: lower is better")
	f.BoolVarP(&verbose, "verbose", "v", false, "every row, every two methods, and the ranks with their tests")
	choiceFlag(cmd, &format, "format", "text", "one of "+strings.Join(formats, ", ")+"; that of the file's name if not given", formats)
	f.StringVarP(&file, "output", "o", "", "write to this file instead of standard output; one that is there is replaced")
	choiceFlag(cmd, &plot, "plot", "ranks", "picture: ranks (critical-difference diagrams) or methods (a forest and a heat map)", []string{"ranks", "methods"})
	widthFlag(cmd, &page)
	fallFlags(cmd, &req, "compare the results that there are and compute nothing")
	cmd.AddCommand(newAlternatives(env), newLead(env), newOrders(env))
	return cmd
}

// narrowPage is the width, in points, below which names stand above intervals and not beside them.
const narrowPage = 400

func writeComparisons(e *Env, all []result.Comparison, format, file, plot string, page figure.Options, verbose bool) error {
	var out strings.Builder
	switch format {
	case "text":
		if !verbose {
			reports.ComparisonScreen(all, specsFlag(e), e.PageIn(&out, file))
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
	case "csv":
		if err := reports.ComparisonsCSV(all, &out); err != nil {
			return err
		}
	case "latex":
		reports.ComparisonsLaTeX(all, &out)
	default:
		if err := e.showable(format, file, "ranks.png"); err != nil {
			return err
		}
		f := reports.ComparisonPictures(all, all, page.Width > 0 && page.Width < narrowPage)
		if plot == "ranks" {
			f = reports.Diagrams(all)
		}
		if len(f.Plots) == 0 {
			return usageError("nothing to draw: %v", all[0].OursErr)
		}
		if err := page.Render(&out, f, format); err != nil {
			return err
		}
	}
	return e.Write(file, []byte(out.String()))
}

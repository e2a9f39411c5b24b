package cli

import (
	"bytes"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/pass"
	"nmfrepro/reports"
)

func newTable(env *Env) *cobra.Command {
	var (
		flags  computation
		format string
		layout string
		file   string
	)
	cmd := &cobra.Command{
		Use:   "table ADDRESS...",
		Short: "rebuild a table beside the published numbers, computing what is missing",
		Long: `Table computes the units that the results folder lacks and renders the table: in each cell our mean ± deviation over the
replicates and what the paper printed. Cells whose data is absent say so, and a note says how to get it.

--format tex-macros writes LaTeX macros to \input into a paper, one for each number: \PnmfTableThreeIrisPnmfPurity is ours,
mean±sd, of the cell pnmf/table3:dataset=iris,method=pnmf,metric=purity, and with Mean, SD, N, Paper or Verdict at its end
what these say. Digits of an address are spelt out, since LaTeX has only letters in names.`,
		Example: `  nmfrepro table pnmf/table3
  nmfrepro table pnmf/table3 --profile paper -o table3.tex
  nmfrepro table pnmf/table3 --format tex-macros -o numbers.tex
  nmfrepro table pnmf/table3 --only dataset=iris --cached`,
		Args: arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			formatByName(cmd, &format, file, reports.Names())
			if format == "tex" {
				format = "latex"
			}
			if format != "latex" && cmd.Flags().Changed("layout") {
				return usageError("--layout = %s is for LaTeX alone, found --format %s", layout, format)
			}
			p, later, err := flags.computed(cmd.Context(), env, args, pass.Tables)
			if err != nil {
				return err
			}
			var out bytes.Buffer
			opt := reports.Options{}
			if file == "" {
				opt = reports.Options{ANSI: isTerminal(env.Stdout) && escapes(), Width: terminalWidth(env.Stdout)}
			}
			opt.Layout = reports.Layout(layout)
			if err := reports.Render(&out, format, opt, p.Tables()...); err != nil {
				return err
			}
			return errorsFirst(env.write(file, out.Bytes()), later)
		},
	}
	flags.bind(cmd)
	f := cmd.Flags()
	choiceFlag(cmd, &format, "format", "text", "one of "+strings.Join(reports.Names(), ", ")+"; that of the file's name if not given", append(reports.Names(), "tex"))
	choiceFlag(cmd, &layout, "layout", reports.Layouts[0], "lines of a row in LaTeX: "+strings.Join(reports.Layouts, ", "), reports.Layouts)
	f.StringVarP(&file, "output", "o", "", "write to this file instead of standard output")
	flags.bindCached(cmd, "render the results that there are and compute nothing")
	return cmd
}

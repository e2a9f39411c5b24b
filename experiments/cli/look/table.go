package look

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/pass"
	"nmfrepro/reports/render"
)

func newTable(env *console.Env) *cobra.Command {
	var (
		flags   console.Computation
		format  string
		layout  string
		siunitx bool
		file    string
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
		Args: console.Arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			console.FormatByName(cmd, &format, file, render.Names())
			if format == "tex" {
				format = "latex"
			}
			if format != "latex" && cmd.Flags().Changed("layout") {
				return console.UsageError("--layout = %s is for LaTeX alone, found --format %s", layout, format)
			}
			p, later, err := flags.Computed(cmd.Context(), env, args, pass.Tables)
			if err != nil {
				return err
			}
			var out bytes.Buffer
			opt := render.Options{}
			if file == "" {
				opt = render.Options{ANSI: console.IsTerminal(env.Stdout) && console.Escapes(), Width: console.TerminalWidth(env.Stdout)}
			}
			opt.Layout, opt.SIunitx = render.Layout(layout), siunitx
			if err := render.Tables(&out, format, opt, p.Tables()...); err != nil {
				return err
			}
			return cmp.Or(env.Write(file, out.Bytes()), later)
		},
	}
	flags.Bind(cmd)
	f := cmd.Flags()
	console.ChoiceFlag(cmd, &format, "format", "text", "one of "+strings.Join(render.Names(), ", ")+"; that of the file's name if not given", append(render.Names(), "tex"))
	console.ChoiceFlag(cmd, &layout, "layout", render.Layouts[0], "lines of a row in LaTeX: "+strings.Join(render.Layouts, ", "), render.Layouts)
	f.BoolVar(&siunitx, "siunitx", false, "numbers in LaTeX as \\num{mean +- sd} of the package siunitx")
	f.StringVarP(&file, "output", "o", "", "write to this file instead of standard output")
	flags.BindCached(cmd, "render the results that there are and compute nothing")
	return cmd
}

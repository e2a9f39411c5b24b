package cli

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/render"
)

func newTable(env *Env) *cobra.Command {
	var req workflow.Request
	var format, file string
	var opt render.Options
	var verbose bool
	cmd := &cobra.Command{
		Use:   "table ADDRESS...",
		Short: "rebuild a table beside the reported numbers, computing what is missing",
		Long: `Table computes the runs that the results folder lacks and shows the table: in each cell ours, mean ± deviation over the replicates,
and the reported number. Cells whose data is absent say so, and a note says how to get it. One screen is shown: the panels and columns
that it has room for, the paper's own method and its best rival first, how many numbers hold, and what was run. The others are counted;
-v shows all. A file has all of the table.

In LaTeX a table is a float with booktabs, in a column of a two-column journal or across both. Methods are its columns, each row has
a line of ours and one of the reported numbers, and panels that the paper does not report are left out. --columns, --no-n,
--no-signs and --transpose fit it to a page.`,
		Example: `  nmfrepro table pnmf/table3
  nmfrepro table pnmf/table3 --cached --columns NMF,PNMF --no-signs -o table3.tex
  nmfrepro table pnmf/table3 --only dataset=iris --cached`,
		Args: argumentCount(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkTableFormat(cmd, &format, file, opt); err != nil {
				return err
			}
			r, err := env.Reproduce(cmd.Context(), req, args, workflow.Tables, workflow.Conclusions)
			if err != nil {
				return err
			}
			var out bytes.Buffer
			if file == "" {
				opt.ANSI, opt.Width = isTerminal(env.Stdout) && escapes(), terminalWidth(env.Stdout)
				if opt.Screen = !verbose && !slices.Contains(opt.Columns, render.AllColumns); opt.Screen {
					opt.Width, opt.With = env.Screen().Wide(), specsFlag(env)
				}
			}
			if opt.Screen && format == "text" && len(args) < len(r.Tables) { // a paper was named
				s := env.Screen()
				render.Overview(s, r.Tables)
				return cmp.Or(env.Show(s), r.Later)
			}
			if err := render.Tables(&out, format, opt, r.Tables...); err != nil {
				return err
			}
			return cmp.Or(env.Write(file, out.Bytes()), r.Later)
		},
	}
	computeFlags(cmd, &req)
	req.How.Borrows = true
	f := cmd.Flags()
	choiceFlag(cmd, &format, "format", "text", "one of "+strings.Join(render.Names(), ", ")+"; that of the file's name if not given",
		append(render.Names(), "tex"))
	f.BoolVar(&opt.SIunitx, "siunitx", false, "numbers in LaTeX as \\num{mean +- sd} of the package siunitx")
	f.BoolVar(&opt.NoN, "no-n", false, "LaTeX without the number of runs in cells")
	f.BoolVar(&opt.NoSigns, "no-signs", false, "LaTeX without the signs of verdicts")
	f.StringSliceVar(&opt.Columns, "columns", nil,
		"only these columns, by heading or method: NMF,PNMF; "+render.AllColumns+": also those that the terminal has no room for")
	f.BoolVar(&opt.Transpose, "transpose", false, "rows and columns change places")
	f.BoolVarP(&verbose, "verbose", "v", false, "all panels, rows and columns, what they say together, and all notes")
	f.StringVarP(&file, "output", "o", "", "write to this file instead of standard output; one that is there is replaced")
	fallFlags(cmd, &req, "render the results that there are and compute nothing")
	return cmd
}

// checkTableFormat finds the format of a table, and refuses flags that are of others.
func checkTableFormat(cmd *cobra.Command, format *string, file string, opt render.Options) error {
	if !formatByName(cmd, format, file, render.Names()) {
		return unknownEnding(file, render.Names())
	}
	if *format == "tex" {
		*format = "latex"
	}
	for _, name := range []string{"siunitx", "no-n", "no-signs"} {
		if *format != "latex" && cmd.Flags().Changed(name) {
			return usageError("--%s needs --format latex (found %s)", name, *format)
		}
	}
	if opt.Transpose && !render.Transposes(*format) {
		return usageError("--transpose: --format %s lists cells and has no lines and columns", *format)
	}
	return nil
}

package cli

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/google/renameio/v2"
	"github.com/spf13/cobra"

	"nmfrepro/experiments/nearest"
	"nmfrepro/experiments/result"
	"nmfrepro/reports"
)

func newTable(env *Env) *cobra.Command {
	var (
		sel    selection
		exec   execution
		format string
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
  nmfrepro table pnmf/table3 --profile paper --format latex -o table3.tex
  nmfrepro table pnmf/table3 --format tex-macros -o numbers.tex
  nmfrepro table pnmf/table3 --only dataset=iris --cached`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !contains(reports.Names(), format) {
				return usageError("--format: unknown format %q, %s", format, nearest.Hint(format, reports.Names()))
			}
			lib, plans, err := sel.plans(env, args, tables)
			if err != nil {
				return err
			}
			if !sel.cached {
				var now bool
				if err, now = exec.run(cmd.Context(), env, plans); now {
					return err
				}
			}
			st := env.results(&sel.looking)
			var out bytes.Buffer
			opt := reports.Options{}
			if file == "" && isTerminal(env.Stdout) {
				opt = reports.Options{ANSI: os.Getenv("NO_COLOR") == "", Width: terminalWidth(env.Stdout)}
			}
			var collected []result.Table
			for _, p := range plans {
				collected = append(collected, p.Collect(lib, st))
			}
			if renderErr := reports.Render(&out, format, opt, collected...); renderErr != nil {
				return renderErr
			}
			if writeErr := env.write(file, out.Bytes()); writeErr != nil {
				return writeErr
			}
			return err
		},
	}
	sel.bind(cmd)
	exec.bind(cmd)
	f := cmd.Flags()
	f.StringVar(&format, "format", "text", "one of "+strings.Join(reports.Names(), ", "))
	f.StringVarP(&file, "output", "o", "", "write to this file instead of standard output")
	sel.bindCached(cmd, "render the results that there are and compute nothing")
	return cmd
}

// write puts the output into a file, whole or not at all, or on standard output.
func (e *Env) write(file string, data []byte) error {
	if file == "" {
		_, err := e.Stdout.Write(data)
		return err
	}
	if err := renameio.WriteFile(file, data, 0o666); err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	return nil
}

package author

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/run"
	"nmfrepro/reports"
)

func newExport(env *console.Env) *cobra.Command {
	var (
		flags       console.Selection
		out, format string
		crated      string
	)
	formats := []string{"npy", "csv", "mat", "mtx"}
	cmd := &cobra.Command{
		Use:   "export ADDRESS... --out DIR | --crate DIR",
		Short: "write the inputs of units: X, labels, start factors, triplets, mask, for methods that run elsewhere",
		Long: `Export writes a folder for each unit of a program of --specs, as the program is given it (protocol exec/1): job.json, X, W0, H0
and what else it accepts, and an empty folder out. Where the addresses have no such program there is a folder for each draw and start, with
all that is known of it, the labels too. DIR/manifest.json lists the folders. Nothing is run.

Elsewhere, run the program in each folder with job.json as its argument; import scores DIR then reads what it left in out.

--crate DIR writes results instead, to publish and to cite: specs, published numbers, tables, figures and every run with its seed, as
an RO-Crate 1.1 with an action for each experiment, checksums and licences, and codecheck.yml; of whole papers the site of report, too.`,
		Example: `  nmfrepro export pnmf/table3:dataset=iris,replicate=0 --out DIR
  nmfrepro export rpr/table2:rank=40 --format mat --out DIR
  nmfrepro export pnmf/table3 --cached --crate DIR`,
		Args: console.Arguments(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if (out == "") == (crated == "") {
				return console.UsageError("export: want one of --out DIR and --crate DIR")
			}
			if entries, err := os.ReadDir(out + crated); err == nil && len(entries) > 0 {
				return console.UsageError("export: %s is not empty, want a new folder", out+crated)
			}
			p, err := flags.Open(env, args, pass.Either)
			if err != nil {
				return err
			}
			if crated != "" {
				return writeCrate(env, p, args, crated)
			}
			m := run.Manifest{
				Schema: run.ManifestSchema, Program: run.Here().Program, Addresses: args, Profile: flags.Profile, Replicates: flags.Replicates, Seed: flags.Seed,
			}
			for _, plan := range p.Plans {
				units, err := plan.Export(cmd.Context(), out, format)
				if err != nil {
					return console.DataError("export: %w", err)
				}
				m.Units = append(m.Units, units...)
			}
			if len(m.Units) == 0 {
				return console.UsageError("export: nothing to export: no method of the address starts from factors")
			}
			if err := console.WriteJSONFile(filepath.Join(out, run.ManifestFile), m); err != nil {
				return console.UsageError("export: %w", err)
			}
			fmt.Fprintf(env.Stdout, "%s: %s, listed in %s\n", out, reports.Count(len(m.Units), "folder"), filepath.Join(out, run.ManifestFile))
			return nil
		},
	}
	flags.Bind(cmd)
	flags.BindCached(cmd, "of --crate: the committed results too")
	cmd.Flags().StringVar(&out, "out", "", "folder that is made for the inputs of units")
	cmd.Flags().StringVar(&crated, "crate", "", "folder that is made for an RO-Crate of results")
	console.ChoiceFlag(cmd, &format, "format", "npy", "of the matrices, where no program says its own: npy, csv, mat or mtx", formats)
	return cmd
}

package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/files"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/result"
)

func newExport(env *Env) *cobra.Command {
	var req workflow.Request
	var out, format string
	cmd := &cobra.Command{
		Use:   "export ADDRESS... --out DIR",
		Short: "write the inputs of runs: X, labels, initial factors, triplets, mask",
		Long: `Export writes a folder for each run of a program of --specs, as the program is given it (protocol exec/1): job.json, X, W0, H0 and
what else it accepts, and an empty folder out. Where the addresses have no such program there is a folder for each draw and
initialisation, with all that is known of it. DIR/manifest.json lists the folders. Nothing is run.
`,
		Example: `  nmfrepro run export pnmf/table3:dataset=iris,replicate=0 --out DIR
  nmfrepro run export rpr/table2:rank=40 --format mat --out DIR`,
		Args: argumentCount(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := newFolder(out); err != nil {
				return err
			}
			p, err := env.Open(req, args, workflow.Either)
			if err != nil {
				return err
			}
			m := run.Manifest{
				Schema: run.ManifestSchema, Program: run.Here().Program, Addresses: args, Profile: req.Profile, Replicates: req.Replicates,
				Seed: req.Seed,
			}
			for _, plan := range p.Plans {
				runs, err := plan.Export(cmd.Context(), out, format)
				if err != nil {
					return dataError("export: %w", err)
				}
				m.Runs = append(m.Runs, runs...)
			}
			if len(m.Runs) == 0 {
				return usageError("export: nothing to export: no method of the address takes initial factors")
			}
			if err := files.WriteJSON(filepath.Join(out, run.ManifestFile), m); err != nil {
				return usageError("export: %w", err)
			}
			fmt.Fprintf(env.Stdout, "%s: %s, listed in %s\n", out, result.Count(len(m.Runs), "folder"), filepath.Join(out, run.ManifestFile))
			return nil
		},
	}
	runFlags(cmd, &req)
	cmd.Flags().StringVar(&out, "out", "", "folder that is made for the inputs")
	require(cmd, "out")
	choiceFlag(cmd, &format, "format", "npy", "of the matrices, where no program says its own: npy, csv or mat",
		[]string{"npy", "csv", "mat"})
	return cmd
}

// newFolder refuses a folder that holds something.
func newFolder(folder string) error {
	if entries, err := os.ReadDir(folder); err == nil && len(entries) > 0 {
		return usageError("%s is not empty, want a new folder", folder)
	}
	return nil
}

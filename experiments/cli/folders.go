package cli

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/workflow"
	"nmfrepro/reports"
)

func newCheckResults(env *Env) *cobra.Command {
	var repair bool
	cmd := &cobra.Command{
		Use:   "results [FOLDER]",
		Short: "verify every record of a results folder",
		Long: `Check results reads every record of a results folder, that of --results if none is named: its checksum, its key and place, and
whether its values can be. A checksum finds damage; it is no signature. With --repair, what is damaged is moved to the folder
corrupt, and its runs are made again with the next command. The exit code is 3 where something is damaged.`,
		Example: "  nmfrepro check results\n  nmfrepro check results node1 --repair",
		Args:    Arguments(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			folder := env.Results
			if len(args) > 0 {
				folder = args[0]
			}
			if !IsDir(folder) {
				return UsageError("%s: there is no folder %s", env.Verb, folder)
			}
			c, err := env.StoreAt(folder).Check(repair)
			if err != nil {
				return workflow.With(workflow.Data, err)
			}
			fmt.Fprintf(env.Stdout, "%s: %s of %s, %d of runs that failed, %d damaged\n", filepath.Clean(folder), reports.Count(c.Records, "record"),
				reports.Count(c.Experiments, "experiment"), c.Failed, len(c.Damaged))
			firstLines(env, "damaged: ", c.Damaged)
			if len(c.Damaged) > 0 && !repair {
				return workflow.Errorf(workflow.Data, "%s; --repair sets them aside", reports.Count(len(c.Damaged), "damaged file"))
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&repair, "repair", false, "set aside what is damaged")
	return cmd
}

package compute

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/slurm"
)

func newCancel(env *console.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "cancel [SUBMISSION]",
		Short: "end what was submitted to Slurm; results stay",
		Long: `Cancel ends the jobs of a submission, the last one if none is named. Units that are done stay in the results folder, and
submit goes on from there.`,
		Example: "  nmfrepro cancel",
		Args:    console.Arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, folder, err := submitted(env, args)
			if err != nil {
				return err
			}
			jobs, err := slurm.Jobs(folder)
			if err == nil {
				err = slurm.Cancel(cmd.Context(), jobs)
			}
			if err != nil {
				return pass.Errorf(pass.Units, "%w", err)
			}
			fmt.Fprintf(env.Stdout, "%s: jobs %s are cancelled\n", s.ID, strings.Join(jobs, ", "))
			return nil
		},
	}
}

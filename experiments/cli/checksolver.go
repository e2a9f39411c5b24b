package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/external"
	"nmfrepro/experiments/workflow"
	"nmfrepro/reports"
)

func newCheckSolver(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "solver NAME --specs DIR",
		Short: "try a solver in another language on small problems, one line a question",
		Long: `Check solver runs DIR/solvers/NAME on small problems and asks what can be asked from outside: shapes and signs, the same result
for the same seed, beside another call and with more threads, initialisation, iterations, rank 1, zeros, scale of X, mask, sparse X, and
what else its solver.yaml accepts. FAIL is an error of the program or of its solver.yaml; a note is right for some methods.
Exit code 0 without a FAIL, else 1.`,
		Example: "  nmfrepro check solver mine --specs DIR",
		Args:    Arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			program, err := env.Program(args[0])
			if err != nil {
				return err
			}
			if program.NoExec {
				return UsageError("check solver: --no-exec keeps programs from running, and a test runs one; leave out the flag")
			}
			wrong := 0
			err = external.Ask(cmd.Context(), program, func(f external.Finding) {
				if f.Outcome == external.Wrong {
					wrong++
				}
				fmt.Fprintf(env.Page(), "%-4s  %-22s %s\n", f.Outcome, f.Question, f.Found)
				if f.Do != "" {
					fmt.Fprintf(env.Page(), "      %-22s → %s\n", "", f.Do)
				}
			})
			if err != nil {
				return workflow.Errorf(workflow.Interrupted, "check solver: interrupted")
			}
			if wrong > 0 {
				return workflow.Errorf(workflow.Difference, "check solver: %s: %s failed", args[0], reports.Count(wrong, "question"))
			}
			return nil
		},
	}
}

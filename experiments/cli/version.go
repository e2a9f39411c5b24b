package cli

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/cli/thirdparty"
	"nmfrepro/experiments/run"
	"nmfrepro/solvers/arithmetic"
)

func newVersion(env *console.Env) *cobra.Command {
	var licences bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "print version, commit, Go version, CPU, kernel and arithmetic",
		Args:  console.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			if licences {
				_, err := io.WriteString(env.Stdout, thirdparty.Text)
				return err
			}
			p := run.Here()
			_, err := fmt.Fprintf(env.Stdout, "nmfrepro %s\ngo       %s\ncpu      %s\nkernel   %s\nnumbers  %s\n", p.Program, p.Go, p.CPU, p.Kernel, arithmetic.Name())
			return err
		},
	}
	cmd.Flags().BoolVar(&licences, "licences", false, "the licences of the program and of everything that is in it")
	return cmd
}

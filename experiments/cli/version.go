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
	var format string
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
			if format == "json" {
				return console.WriteJSON(env.Stdout, map[string]string{
					"schema": "nmfrepro/version/1", "program": p.Program, "go": p.Go, "cpu": p.CPU, "kernel": p.Kernel, "numbers": arithmetic.Name(),
				})
			}
			_, err := fmt.Fprintf(env.Stdout, "nmfrepro %s\ngo       %s\ncpu      %s\nkernel   %s\nnumbers  %s\n", p.Program, p.Go, p.CPU, p.Kernel, arithmetic.Name())
			return err
		},
	}
	console.ChoiceFlag(cmd, &format, "format", "text", "text or json", []string{"text", "json"})
	cmd.Flags().BoolVar(&licences, "licences", false, "the licences of the program and of everything that is in it")
	return cmd
}

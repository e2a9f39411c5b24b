package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"nmfrepro/arithmetic"
	"nmfrepro/experiments"
)

func newVersion(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print version, commit, Go version, CPU, kernel and arithmetic",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			p := experiments.Here()
			_, err := fmt.Fprintf(env.Stdout, "nmfrepro %s\ngo       %s\ncpu      %s\nkernel   %s\nnumbers  %s\n", p.Program, p.Go, p.CPU, p.Kernel, arithmetic.Name())
			return err
		},
	}
}

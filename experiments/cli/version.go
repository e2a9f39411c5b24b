package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/run"
)

func newVersion(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print version, commit, Go version, CPU and kernel",
		Args:  noArguments,
		RunE: func(*cobra.Command, []string) error {
			p := run.Here()
			_, err := fmt.Fprintf(env.Stdout, "nmfrepro %s\ngo       %s\ncpu      %s\nkernel   %s\n", p.Program, p.Go, p.CPU, p.Kernel)
			return err
		},
	}
}

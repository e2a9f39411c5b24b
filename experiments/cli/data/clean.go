package data

import (
	"fmt"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/experiments/cli/console"
)

func newDataClean(env *console.Env) *cobra.Command {
	return &cobra.Command{
		Use:     "clean",
		Short:   "remove what interrupted downloads and imports left; whole files stay",
		Example: "  nmfrepro data clean",
		Args:    console.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			folder, err := Folder(env)
			if err != nil {
				return err
			}
			freed, err := datasets.Clean(cmd.Context(), folder)
			if err != nil {
				return dataExit(cmd.Context(), err)
			}
			_, err = fmt.Fprintf(env.Stdout, "freed %s in %s\n", bytesText(freed), folder)
			return err
		},
	}
}

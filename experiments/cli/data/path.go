package data

import (
	"fmt"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
)

func newDataPath(env *console.Env) *cobra.Command {
	return &cobra.Command{
		Use:     "path",
		Short:   "print the data folder",
		Example: "  cp Yale_32x32.mat \"$(nmfrepro data path)/yale/\"",
		Args:    console.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			folder, err := Folder(env)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(env.Stdout, folder)
			return err
		},
	}
}

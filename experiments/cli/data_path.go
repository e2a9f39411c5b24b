package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

func newDataPath(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:     "path",
		Short:   "print the data folder",
		Example: "  cp Yale_32x32.mat \"$(nmfrepro data path)/yale/\"",
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			folder, err := dataFolder(env)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(env.Stdout, folder)
			return err
		},
	}
}

package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/experiments/workflow"
	"nmfrepro/reports/list"
)

func newData(env *Env) *cobra.Command {
	return Group(&cobra.Command{
		Use:   "data",
		Short: "data sets: list and verify, get, import, clean",
		Long: `Data sets live in one folder: --data, else $NMFREPRO_DATA, else nmfrepro/data in the user's cache folder. Every file is
known by its SHA-256, or by what it holds; what is not right is refused and never replaced.`,
		Example: `  nmfrepro data list
  nmfrepro data get orl-full
  nmfrepro data import pie ~/Downloads/PIE_pose27.mat
  nmfrepro data list --verify`,
	}, newDataList(env), newDataGet(env), newDataImport(env), newDataClean(env))
}

// Folder returns the folder of the data sets.
func Folder(env *Env) (string, error) {
	folder, err := datasets.Folder(env.Data)
	return folder, workflow.With(workflow.Data, err)
}

// sets looks up names, all if there is none, and the folder where their files belong.
func sets(env *Env, names ...string) (folder string, entries []datasets.Entry, err error) {
	if folder, err = Folder(env); err != nil {
		return "", nil, err
	}
	if len(names) == 0 {
		return folder, datasets.Registry, nil
	}
	for _, name := range names {
		e, ok := datasets.Find(name)
		if !ok {
			return "", nil, UsageError("unknown data set %q, %s", name, list.DidYouMean(name, datasets.Names()))
		}
		entries = append(entries, e)
	}
	return folder, entries, nil
}

func newDataClean(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:     "clean",
		Short:   "remove what interrupted downloads and imports left; whole files stay",
		Example: "  nmfrepro data clean",
		Args:    NoArguments,
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

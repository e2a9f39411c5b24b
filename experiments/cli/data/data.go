// Package data is the verb data: list, fetch, import, verify and clean the files of data sets.
package data

import (
	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/spec/nearest"
)

// New is the verb data.
func New(env *console.Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "data",
		Short: "data sets: list, info, get, import, verify, path, clean",
		Long: `Data sets live in one folder: --data, else $NMFREPRO_DATA, else nmfrepro/data in the user's cache folder. Every file is
known by its SHA-256, or by what it holds; what is not right is refused and never replaced.`,
		Example: `  nmfrepro data list
  nmfrepro data get orl-full
  nmfrepro data import pie ~/Downloads/PIE_pose27.mat
  nmfrepro data verify`,
		Args: console.VerbOf,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		newDataClean(env),
		newDataGet(env),
		newDataImport(env),
		newDataInfo(env),
		newDataList(env),
		newDataPath(env),
		newDataVerify(env),
	)
	return cmd
}

// Folder returns the folder of the data sets.
func Folder(env *console.Env) (string, error) {
	folder, err := datasets.Folder(env.Data)
	if err != nil {
		return "", console.DataError("%w", err)
	}
	return folder, nil
}

// sets looks up names, all if there is none, and the folder where their files belong.
func sets(env *console.Env, names ...string) (folder string, entries []datasets.Entry, err error) {
	if folder, err = Folder(env); err != nil {
		return "", nil, err
	}
	if len(names) == 0 {
		return folder, datasets.Registry, nil
	}
	for _, name := range names {
		e, ok := datasets.Find(name)
		if !ok {
			return "", nil, console.UsageError("unknown data set %q, %s", name, nearest.Hint(name, datasets.Names()))
		}
		entries = append(entries, e)
	}
	return folder, entries, nil
}

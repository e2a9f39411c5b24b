// Package data is the verb data: list, fetch, import, verify and clean the files of data sets.
package data

import (
	"fmt"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/spec/nearest"
)

// New is the verb data.
func New(env *console.Env) *cobra.Command {
	return console.Group(&cobra.Command{
		Use:   "data",
		Short: "data sets: list, info, get, import, verify, path, clean",
		Long: `Data sets live in one folder: --data, else $NMFREPRO_DATA, else nmfrepro/data in the user's cache folder. Every file is
known by its SHA-256, or by what it holds; what is not right is refused and never replaced.`,
		Example: `  nmfrepro data list
  nmfrepro data get orl-full
  nmfrepro data import pie ~/Downloads/PIE_pose27.mat
  nmfrepro data verify`,
	}, newDataClean(env), newDataGet(env), newDataImport(env), newDataInfo(env), newDataList(env), newDataPath(env), newDataVerify(env))
}

// Folder returns the folder of the data sets.
func Folder(env *console.Env) (string, error) {
	folder, err := datasets.Folder(env.Data)
	return folder, pass.With(pass.Data, err)
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

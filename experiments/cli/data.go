package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/experiments/nearest"
)

func newData(env *Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "data",
		Short: "data sets: list, info, get, import, verify, path, clean",
		Long: `Data sets live in one folder: --data, else $NMFREPRO_DATA, else nmfrepro/data in the user's cache folder. Every file is
known by its SHA-256, or by what it holds; what is not right is refused and never replaced.`,
		Example: `  nmfrepro data list
  nmfrepro data get orl-full
  nmfrepro data import pie ~/Downloads/PIE_pose27.mat
  nmfrepro data verify`,
		Args: verbOf,
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

// dataFolder returns the folder of the data sets.
func (env *Env) dataFolder() (string, error) {
	folder, err := datasets.Folder(env.Data)
	if err != nil {
		return "", dataError("%w", err)
	}
	return folder, nil
}

// entriesNamed looks up names; none means all.
func entriesNamed(names []string) ([]datasets.Entry, error) {
	if len(names) == 0 {
		return datasets.Registry, nil
	}
	var out []datasets.Entry
	for _, name := range names {
		e, ok := datasets.Find(name)
		if !ok {
			if near, found := nearest.Name(name, datasets.Names()); found {
				return nil, usageError("unknown data set %q, did you mean %q?", name, near)
			}
			return nil, usageError("unknown data set %q, want one of %s", name, strings.Join(datasets.Names(), ", "))
		}
		out = append(out, e)
	}
	return out, nil
}

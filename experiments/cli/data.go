package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"nmfrepro/datasets"
	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/workflow"
)

func newData(env *Env) *cobra.Command {
	return groupOf(&cobra.Command{
		Use:   "data",
		Short: "data sets: list and verify, get, import",
		Long: `Data sets live in one folder: --data, else $NMFREPRO_DATA, else nmfrepro/data in the user's cache folder. Every file is
known by its SHA-256, or by what it holds; what is not right is refused and never replaced.`,
		Example: `  nmfrepro data list
  nmfrepro data get orl-full
  nmfrepro data import pie ~/Downloads/PIE_pose27.mat
  nmfrepro data list --verify`,
	}, newDataList(env), newDataGet(env), newDataImport(env))
}

// dataFolder returns the folder of the data sets.
func dataFolder(env *Env) (string, error) {
	folder, err := datasets.Folder(env.Data)
	return folder, workflow.With(workflow.Data, err)
}

// sets looks up names, all if there is none, and the folder where their files belong.
func sets(env *Env, names ...string) (folder string, entries []datasets.Entry, err error) {
	if folder, err = dataFolder(env); err != nil {
		return "", nil, err
	}
	if len(names) == 0 {
		return folder, datasets.Registry, nil
	}
	for _, name := range names {
		e, ok := datasets.Find(name)
		if !ok {
			return "", nil, usageError("unknown data set %q, %s", name, list.DidYouMean(name, datasets.Names()))
		}
		entries = append(entries, e)
	}
	return folder, entries, nil
}

func newDataImport(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "import NAME FILE...",
		Short: "take files that were got by hand",
		Long: `Import copies files into the data folder. A file is recognised by what it holds, not by its name: the canonical file by its
SHA-256; a variant that circulates (other variable names or orientation, saved or packed anew) by its content, which is said.
Anything else is refused. Nothing that is there is replaced.`,
		Example: "  nmfrepro data import pie ~/Downloads/PIE_pose27.mat\n  nmfrepro data import " +
			"indian-pines Indian_pines_gt.mat Indian_pines_corrected.mat",
		Args: argumentCount(2, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			folder, entries, err := sets(env, args[0])
			if err != nil {
				return err
			}
			return importFiles(cmd.Context(), env, folder, entries[0], args[1:])
		},
	}
}

func importFiles(ctx context.Context, env *Env, folder string, e datasets.Entry, files []string) error {
	done, err := datasets.Import(ctx, folder, e, files)
	for _, f := range done {
		fmt.Fprintf(env.Stdout, "%s: %s: %s\n", f.File, f.Path, cmp.Or(f.Variant, "the canonical file"))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return usageError("%w", err)
	}
	if err != nil && !errors.Is(err, datasets.ErrHave) {
		return dataExit(ctx, err)
	}
	if err != nil {
		fmt.Fprintln(env.Stderr, err)
	}
	problem := datasets.Problem(folder, e, datasets.Check(folder, e))
	if err == nil && errors.As(problem, new(*datasets.MissingError)) { // the files of a set may come one by one
		fmt.Fprintf(env.Stderr, "%s is not whole yet: %v\n", e.Name, problem)
		return nil
	}
	return workflow.With(workflow.Data, problem)
}

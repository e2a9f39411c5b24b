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
		Short: "data sets: list and verify, get, import, clean",
		Long: `Data sets live in one folder: --data, else $NMFREPRO_DATA, else nmfrepro/data in the user's cache folder. Every file is
known by its SHA-256, or by what it holds; what is not right is refused and never replaced.`,
		Example: `  nmfrepro data list
  nmfrepro data get orl-full
  nmfrepro data import pie ~/Downloads/PIE_pose27.mat
  nmfrepro data list --verify`,
	}, newDataList(env), newDataGet(env), newDataImport(env), newDataClean(env))
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

func newDataClean(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:     "clean",
		Short:   "remove what interrupted downloads and imports left; whole files stay",
		Example: "  nmfrepro data clean",
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			folder, err := dataFolder(env)
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

func newDataImport(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "import NAME FILE... | FOLDER",
		Short: "take files that were got by hand",
		Long: `Import copies files into the data folder. A file is recognised by what it holds, not by its name: the canonical file by its
SHA-256; a variant that circulates (other variable names or orientation, saved or packed anew) by its content, which is said.
Anything else is refused. Nothing that is there is replaced.

Of a folder, and the folders in it, every file that is known by its SHA-256 is taken, whatever its name.`,
		Example: "  nmfrepro data import pie ~/Downloads/PIE_pose27.mat\n  nmfrepro data import ~/Downloads\n  nmfrepro data import " +
			"indian-pines Indian_pines_gt.mat Indian_pines_corrected.mat",
		Args: argumentCount(1, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && isDir(args[0]) {
				return importFolder(cmd.Context(), env, args[0])
			}
			if len(args) == 1 {
				return argumentCount(2, -1)(cmd, args)
			}
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

// importFolder takes every file of a folder that the registry knows by its sum.
func importFolder(ctx context.Context, env *Env, from string) error {
	folder, err := dataFolder(env)
	if err != nil {
		return err
	}
	found, seen, err := datasets.Recognise(ctx, from)
	if ctx.Err() != nil {
		return dataExit(ctx, err)
	}
	if err != nil {
		fmt.Fprintln(env.Stderr, forTerminal(err.Error()))
	}
	if len(found) == 0 {
		return dataError("%s: none of its %d files is known by its SHA-256; a variant is told by its content: nmfrepro data import NAME FILE",
			from, seen)
	}
	var failed []error
	for _, f := range found {
		e, _ := datasets.Find(f.Dataset)
		done, err := datasets.Import(ctx, folder, e, []string{f.File})
		switch {
		case errors.Is(err, datasets.ErrHave):
			fmt.Fprintf(env.Stdout, "%s: %s has it already\n", forTerminal(f.File), f.Dataset)
		case err == nil:
			fmt.Fprintf(env.Stdout, "%s: %s\n", forTerminal(f.File), done[0].Path)
		default:
			failed = append(failed, err)
		}
	}
	return dataExit(ctx, failed...)
}

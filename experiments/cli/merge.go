package cli

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/files"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports/result"
)

func newMerge(env *Env) *cobra.Command {
	var into string
	var only bool
	cmd := &cobra.Command{
		Use:   "merge FOLDER... {--into FOLDER | --compare}",
		Short: "join results folders, and compare what they share",
		Long: `Merge puts the records of results folders into another, which need not exist yet; the folders stay as they are. Records are
verified first. A run that two folders have is a free test of equal bits across machines. If all its numbers are equal to the last
bit, it is one record, whatever its times. If not, a line says so, the first record stays, and the exit code is 1. A run
that failed in one folder and not in the other did not fail.

With --compare nothing is written: it says in which cells two folders differ, by unequal numbers (exit code 1), by the version,
options or data that they were made with, or because only one has them.`,
		Example: `  nmfrepro run merge node1 node2 node3 --into results
  nmfrepro run merge --compare results results.yesterday`,
		Args: argumentCount(1, -1),
		RunE: func(_ *cobra.Command, args []string) error {
			if only && len(args) != 2 {
				return usageError("run merge --compare: %s, want two", result.Count(len(args), "folder"))
			}
			for _, from := range args {
				if !isDir(from) {
					return usageError("run merge: there is no folder %s", from)
				}
				if !only && files.Same(from, into) {
					return usageError("run merge: %s is the folder of --into", from)
				}
			}
			if only {
				return compareStores(env, args[0], args[1])
			}
			return mergeStores(env, into, args)
		},
	}
	cmd.Flags().StringVar(&into, "into", "", "folder of the joined results")
	cmd.Flags().BoolVar(&only, "compare", false, "say in which cells two folders differ, and write nothing")
	cmd.MarkFlagsOneRequired("into", "compare")
	cmd.MarkFlagsMutuallyExclusive("into", "compare")
	return cmd
}

// mergeStores puts the records of folders into another, and says of each what it held.
func mergeStores(env *Env, into string, folders []string) error {
	st := env.StoreAt(into)
	if err := st.CheckWritable(); err != nil {
		return workflow.With(workflow.RunsFailed, err)
	}
	var all store.Merged
	for _, from := range folders {
		m, err := st.Merge(from)
		if err != nil {
			return workflow.With(workflow.RunsFailed, err)
		}
		if m.Found() == 0 {
			fmt.Fprintf(env.Stdout, "%s holds no results\n", filepath.Clean(from))
			continue
		}
		fmt.Fprintf(env.Stdout, "%s: %d new, %d equal, %d unequal, %d damaged\n", filepath.Clean(from), m.New, m.Equal, len(m.Unequal),
			len(m.Damaged))
		firstLines(env, "unequal: ", m.Unequal)
		firstLines(env, "damaged: ", m.Damaged)
		all.Add(m)
	}
	if err := st.Kept(); err != nil {
		return workflow.With(workflow.RunsFailed, err)
	}
	switch {
	case all.Found() == 0:
		return workflow.Errorf(workflow.Data, "run merge: nothing was joined, want folders that --results named")
	case len(all.Unequal) > 0:
		return workflow.Errorf(workflow.Difference, "%s with unequal numbers under equal keys", result.Count(len(all.Unequal), "record"))
	case len(all.Damaged) > 0:
		return workflow.Errorf(workflow.Data, "%s left out", result.Count(len(all.Damaged), "damaged file"))
	}
	return nil
}

func compareStores(env *Env, first, second string) error {
	c, err := env.StoreAt(first).Compare(env.StoreAt(second))
	if err != nil {
		return workflow.With(workflow.Data, err)
	}
	fmt.Fprintf(env.Stdout, "runs: %d equal, %d unequal; %s\n", c.Equal, c.Unequal, result.Count(len(c.Cells), "cell")+" with differences")
	for _, cell := range c.Cells {
		fmt.Fprintln(env.Stdout, cell)
	}
	if c.Unequal > 0 {
		return workflow.Errorf(workflow.Difference, "%s with unequal numbers under equal keys", result.Count(c.Unequal, "record"))
	}
	return nil
}

// someLines is how many lines of one kind a command prints.
const someLines = 20

// firstLines prints the first lines and how many more there are.
func firstLines(e *Env, before string, lines []string) {
	for i, line := range lines {
		if i == someLines {
			fmt.Fprintf(e.Stdout, "%sand %d more\n", before, len(lines)-i)
			break
		}
		fmt.Fprintln(e.Stdout, before+line)
	}
}

package compute

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/pass"
	"nmfrepro/reports"
)

func newMerge(env *console.Env) *cobra.Command {
	var into string
	var only bool
	cmd := &cobra.Command{
		Use:   "merge FOLDER... {--into FOLDER | --compare}",
		Short: "join results folders, and compare what they share",
		Long: `Merge puts the records of results folders into another, which need not exist yet; the folders stay as they are. Records are
verified first. A unit that two folders have is a free test of equal bits across machines: if all its numbers are equal to the
last bit, it is one record, whatever its times; if not, it is reported, the record that came first stays, and the exit code
is 1. A unit that failed in one folder and not in the other did not fail.

With --compare nothing is written: it says in which cells two folders differ, by unequal numbers (exit code 1), by the version,
options or data that they were made with, or because only one has them.`,
		Example: `  nmfrepro merge node1 node2 node3 --into results
  nmfrepro merge --compare results results.yesterday`,
		Args: console.Arguments(1, -1),
		RunE: func(_ *cobra.Command, args []string) error {
			if only && len(args) != 2 {
				return console.UsageError("merge --compare: %s, want two", reports.Count(len(args), "folder"))
			}
			for _, from := range args {
				if !console.IsDir(from) {
					return console.UsageError("merge: there is no folder %s", from)
				}
				if !only && sameFile(from, into) {
					return console.UsageError("merge: %s is the folder of --into", from)
				}
			}
			if only {
				return compareStores(env, args[0], args[1])
			}
			st := env.StoreAt(into)
			if err := st.CheckWritable(); err != nil {
				return &pass.Error{Code: pass.Units, Err: err}
			}
			unequal, damaged := 0, 0
			for _, from := range args {
				m, err := st.Merge(from)
				if err != nil {
					return &pass.Error{Code: pass.Units, Err: err}
				}
				fmt.Fprintf(env.Stdout, "%s: %d new, %d equal, %d unequal, %d damaged\n", filepath.Clean(from), m.New, m.Equal, len(m.Unequal), len(m.Damaged))
				firstLines(env, "unequal: ", m.Unequal)
				firstLines(env, "damaged: ", m.Damaged)
				unequal += len(m.Unequal)
				damaged += len(m.Damaged)
			}
			switch {
			case unequal > 0:
				return pass.Errorf(pass.Difference, "%s with unequal numbers under equal keys", reports.Count(unequal, "record"))
			case damaged > 0:
				return pass.Errorf(pass.Data, "%s left out", reports.Count(damaged, "damaged file"))
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&into, "into", "", "folder of the joined results")
	cmd.Flags().BoolVar(&only, "compare", false, "say in which cells two folders differ, and write nothing")
	cmd.MarkFlagsOneRequired("into", "compare")
	cmd.MarkFlagsMutuallyExclusive("into", "compare")
	return cmd
}

func compareStores(env *console.Env, first, second string) error {
	c, err := env.StoreAt(first).Compare(env.StoreAt(second))
	if err != nil {
		return &pass.Error{Code: pass.Data, Err: err}
	}
	fmt.Fprintf(env.Stdout, "units: %d equal, %d unequal; %s\n", c.Equal, c.Unequal, reports.Count(len(c.Cells), "cell")+" with differences")
	for _, cell := range c.Cells {
		fmt.Fprintln(env.Stdout, cell)
	}
	if c.Unequal > 0 {
		return pass.Errorf(pass.Difference, "%s with unequal numbers under equal keys", reports.Count(c.Unequal, "record"))
	}
	return nil
}

// someLines is how many lines of one kind a verb prints.
const someLines = 20

// firstLines prints the first lines and how many more there are.
func firstLines(e *console.Env, before string, lines []string) {
	for i, line := range lines {
		if i == someLines {
			fmt.Fprintf(e.Stdout, "%sand %d more\n", before, len(lines)-i)
			break
		}
		fmt.Fprintln(e.Stdout, before+line)
	}
}

// sameFile tells whether two names are of one file or folder.
func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	return errors.Join(err, err2) == nil && os.SameFile(x, y)
}

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

func newCheck(env *console.Env) *cobra.Command {
	var repair bool
	cmd := &cobra.Command{
		Use:   "check [FOLDER]",
		Short: "verify every record of a results folder",
		Long: `Check reads every record of a results folder, that of --results if none is named: its checksum, its key and place, and
whether its values can be. A checksum finds damage; it is no signature. With --repair, what is damaged is moved to the folder
corrupt, and its units run again with the next run. The exit code is 3 where something is damaged.`,
		Example: "  nmfrepro check\n  nmfrepro check node1 --repair",
		Args:    console.Arguments(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			folder, err := namedFolder(env, args)
			if err != nil {
				return err
			}
			c, err := env.StoreAt(folder).Check(repair)
			if err != nil {
				return &pass.Error{Code: pass.Data, Err: err}
			}
			fmt.Fprintf(env.Stdout, "%s: %s of %s, %d of units that failed, %d damaged\n", filepath.Clean(folder), reports.Count(c.Records, "record"),
				reports.Count(c.Experiments, "experiment"), c.Failed, len(c.Damaged))
			firstLines(env, "damaged: ", c.Damaged)
			if len(c.Damaged) > 0 && !repair {
				return pass.Errorf(pass.Data, "%s; --repair sets them aside", reports.Count(len(c.Damaged), "damaged file"))
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&repair, "repair", false, "set aside what is damaged")
	return cmd
}

// namedFolder is the results folder that a verb names, that of --results if none.
func namedFolder(env *console.Env, args []string) (string, error) {
	folder := env.Results
	if len(args) > 0 {
		folder = args[0]
	}
	if !console.IsDir(folder) {
		return "", console.UsageError("%s: there is no folder %s", env.Verb, folder)
	}
	return folder, nil
}

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

func newPack(env *console.Env) *cobra.Command {
	var undo bool
	cmd := &cobra.Command{
		Use:   "pack [FOLDER]",
		Short: "put the records of a results folder into few large files",
		Long: `Pack turns the many small files of a results folder, that of --results if none is named, into segments of ten thousand records
each, for file systems that count files or are slow with many. All verbs read a packed folder as before, and it is safe to go on:
what is computed meanwhile and afterwards is a file a record again, for the next pack. A pack that is killed loses nothing.
Records of units that failed stay files.

A unit runs again when its file is deleted; --undo gives every record its own again, with the same bytes.`,
		Example: "  nmfrepro pack\n  nmfrepro pack --results /scratch/results\n  nmfrepro pack --undo",
		Args:    console.Arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			folder, err := namedFolder(env, args)
			if err != nil {
				return err
			}
			st := env.StoreAt(folder)
			if undo {
				n, err := st.Unpack()
				if err != nil {
					return &pass.Error{Code: pass.Units, Err: err}
				}
				fmt.Fprintf(env.Stdout, "%s: %s again\n", filepath.Clean(folder), reports.Count(n, "file"))
				return nil
			}
			p, err := st.Pack(cmd.Context())
			if err != nil {
				return &pass.Error{Code: pass.Units, Err: err}
			}
			fmt.Fprintf(env.Stdout, "%s: %s in %s, %s left\n", filepath.Clean(folder), reports.Count(p.Records, "record"), reports.Count(p.Segments, "segment"),
				reports.Count(p.Left, "file"))
			return nil
		},
	}
	cmd.Flags().BoolVar(&undo, "undo", false, "give every record a file of its own again")
	return cmd
}

package compute

import (
	"fmt"
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

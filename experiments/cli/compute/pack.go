package compute

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/pass"
	"nmfrepro/reports"
)

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

package cli

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/errata"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

var paperName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

func newNewPaper(env *Env) *cobra.Command {
	var source string
	cmd := &cobra.Command{
		Use:   "paper NAME --specs DIR",
		Short: "write a folder for a paper of your own that runs at once, with comments that teach",
		Long: `New paper writes DIR/NAME: paper.yaml, with a reported table and a claim, and table1.yaml, the experiment that rebuilds that
table. Both are valid and run as they are, on a data set that the program carries; put your paper in their place. Nothing
that is there is changed.

With --table FILE the reported numbers are those of the tables of a file: LaTeX, Markdown, CSV or TSV. Runs and sample sizes come from
captions and text. Methods and data that the program knows by their names are filled in; the others are stubs, marked STUB, whose cells
are not judged.`,
		Example: "  nmfrepro new paper mine --specs own\n  nmfrepro new paper mine --table results.tex --specs own",
		Args:    argumentCount(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			name := args[0]
			if env.Specs == "" {
				return usageError("new paper: --specs is missing, want the folder of your own specs; it is made if absent")
			}
			if !paperName.MatchString(name) || name == "solvers" {
				return usageError("new paper: %s, want a name of lower-case letters, digits and hyphens that begins with a letter, and is not solvers",
					list.QuoteShort(name))
			}
			if lib, err := spec.Embedded(); err != nil || lib.Paper(name) != nil {
				return cmp.Or(err, usageError("new paper: the program has a paper %s already, want another name", name))
			}
			folder := filepath.Join(env.Specs, name)
			if err := absent(folder); err != nil {
				return err
			}
			write := func() error { return writeSkeleton(env, folder, name) }
			if source != "" {
				write = func() error { return readPaper(env, folder, name, source) }
			}
			if err := write(); err != nil {
				return err
			}
			fmt.Fprintf(env.Stdout, `  nmfrepro check specs --specs %[2]s
  nmfrepro check table %[3]s
  nmfrepro verify %[1]s --specs %[2]s
`, result.Quoted(name), result.Quoted(env.Specs), result.Quoted(filepath.Join(folder, "paper.yaml")))
			return nil
		},
	}
	cmd.Flags().StringVar(&source, "table", "", "file whose tables are the reported ones; - is standard input")
	return cmd
}

// absent refuses a folder that holds a paper, and makes one that is not there.
func absent(folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return usageError("new paper: %w", err)
	}
	there, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if len(there) > 0 {
		return usageError("new paper: %s is there already, want another name; nothing was changed", there[0])
	}
	return err
}

// writeSkeleton writes a paper that runs at once.
func writeSkeleton(env *Env, folder, name string) error {
	files, err := errata.WriteSkeleton(folder, name)
	if err != nil {
		return fmt.Errorf("new paper: %w", err)
	}
	fmt.Fprintf(env.Stdout, "%s\nPut your paper into them. Then:\n", strings.Join(files, "\n"))
	return nil
}

// readPaper writes a paper from a file of tables and tells what is left to do.
func readPaper(env *Env, folder, name, source string) error {
	tables, err := readTables(env, errata.Reading{}.Tables, source)
	if err != nil {
		return usageError("new paper: %w", err)
	}
	files, stubs, err := errata.PaperOf(folder, name, source, tables)
	if err != nil {
		for _, file := range files {
			_ = os.Remove(file) // what was not there before
		}
		return fmt.Errorf("new paper: %s: what was read makes no valid paper: %w", source, err)
	}
	for _, t := range tables {
		for _, p := range t.Problems {
			fmt.Fprintf(env.Stderr, "%s:%d: %s\n", source, p.Line, p.What)
		}
	}
	fmt.Fprintf(env.Stdout, "%s\n%s left in them: grep STUB. Then:\n", strings.Join(files, "\n"), result.Count(stubs, "stub is", "stubs are"))
	return nil
}

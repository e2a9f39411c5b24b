package cli

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/spec"
)

// skeleton is the folder that a paper of one's own begins as.
//
//go:embed newpaper/*.yaml
var skeleton embed.FS

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
		Args:    Arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			name := args[0]
			if env.Specs == "" {
				return UsageError("new paper: --specs is missing, want the folder of your own specs; it is made if absent")
			}
			if !paperName.MatchString(name) || name == "solvers" {
				return UsageError("new paper: %s, want a name of lower-case letters, digits and hyphens that begins with a letter, and is not solvers", QuoteShort(name))
			}
			if lib, err := spec.Embedded(); err != nil || lib.Paper(name) != nil {
				return cmp.Or(err, UsageError("new paper: the program has a paper %s already, want another name", name))
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
`, name, env.Specs, filepath.Join(folder, "paper.yaml"))
			return nil
		},
	}
	cmd.Flags().StringVar(&source, "table", "", "file whose tables are the reported ones; - is standard input")
	return cmd
}

// absent refuses a folder that holds a paper, and makes one that is not there.
func absent(folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return UsageError("new paper: %w", err)
	}
	there, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if len(there) > 0 {
		return UsageError("new paper: %s is there already, want another name; nothing was changed", there[0])
	}
	return err
}

func writeSkeleton(env *Env, folder, name string) error {
	files, err := fs.Glob(skeleton, "newpaper/*.yaml")
	if err != nil {
		return err
	}
	for _, file := range files {
		data, err := skeleton.ReadFile(file)
		if err != nil {
			return err
		}
		to := filepath.Join(folder, filepath.Base(file))
		if err := os.WriteFile(to, []byte(strings.ReplaceAll(string(data), "NAME", name)), 0o666); err != nil {
			return fmt.Errorf("new paper: %w", err)
		}
		if err := spec.ValidateFile(to, nil); err != nil {
			return err
		}
		fmt.Fprintln(env.Stdout, to)
	}
	fmt.Fprintln(env.Stdout, "Put your paper into them. Then:")
	return nil
}

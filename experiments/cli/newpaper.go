package cli

import (
	"cmp"
	"embed"
	"errors"
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
	return &cobra.Command{
		Use:   "paper NAME --specs DIR",
		Short: "write a folder for a paper of your own that runs at once, with comments that teach",
		Long: `New paper writes DIR/NAME: paper.yaml, with a published table and a claim, and table1.yaml, the experiment that rebuilds that
table. Both are valid and run as they are, on a data set that the program carries; put your paper in their place. Nothing
that is there is changed. A printed table is read by import table.`,
		Example: "  nmfrepro new paper mine --specs own",
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
			if err := writeSkeleton(env, folder, name); err != nil {
				return err
			}
			fmt.Fprintf(env.Stdout, `Put your paper into them. Then:
  nmfrepro new table TABLE.tex --key table1     the reported numbers, for paper.yaml
  nmfrepro check specs --specs %[2]s
  nmfrepro check table %[3]s
  nmfrepro verify %[1]s --specs %[2]s
`, name, env.Specs, filepath.Join(folder, "paper.yaml"))
			return nil
		},
	}
}

func writeSkeleton(env *Env, folder, name string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return UsageError("new paper: %w", err)
	}
	files, err := fs.Glob(skeleton, "newpaper/*.yaml")
	if err != nil {
		return err
	}
	for _, file := range files {
		to := filepath.Join(folder, filepath.Base(file))
		if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
			return UsageError("new paper: %s is there already, want another name; nothing was changed", to)
		}
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
	return nil
}

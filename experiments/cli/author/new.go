// Package author is the verbs for those who bring a method or a paper of their own, or publish one with this program.
package author

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

	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/cli/factorize"
	"nmfrepro/experiments/external/examples"
	"nmfrepro/experiments/spec"
)

// Verbs are the commands.
var Verbs = []func(*console.Env) *cobra.Command{
	newExport, newImport, newNew, newPublish, newTest, newValidate,
}

// skeleton is the folder that a paper of one's own begins as.
//
//go:embed newpaper/*.yaml
var skeleton embed.FS

var paperName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

func newNewPaper(env *console.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "paper NAME --specs DIR",
		Short: "write a folder for a paper of your own that runs at once, with comments that teach",
		Long: `New paper writes DIR/NAME: paper.yaml, with a published table and a claim, and table1.yaml, the experiment that rebuilds that
table. Both are valid and run as they are, on a data set that the program carries; put your paper in their place. Nothing
that is there is changed. A printed table is read by import table.`,
		Example: "  nmfrepro new paper mine --specs own",
		Args:    console.Arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			name := args[0]
			if env.Specs == "" {
				return console.UsageError("new paper: --specs is missing, want the folder of your own specs; it is made if absent")
			}
			if !paperName.MatchString(name) || name == "solvers" {
				return console.UsageError("new paper: %s, want a name of lower-case letters, digits and hyphens that begins with a letter, and is not solvers", console.QuoteShort(name))
			}
			if lib, err := spec.Embedded(); err != nil || lib.Paper(name) != nil {
				return cmp.Or(err, console.UsageError("new paper: the program has a paper %s already, want another name", name))
			}
			folder := filepath.Join(env.Specs, name)
			if err := writeSkeleton(env, folder, name); err != nil {
				return err
			}
			fmt.Fprintf(env.Stdout, `Put your paper into them. Then:
  nmfrepro import table TABLE.tex --key table1     the printed numbers, for paper.yaml
  nmfrepro validate --specs %[2]s
  nmfrepro errata %[3]s
  nmfrepro verify %[1]s --specs %[2]s
`, name, env.Specs, filepath.Join(folder, "paper.yaml"))
			return nil
		},
	}
}

func writeSkeleton(env *console.Env, folder, name string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return console.UsageError("new paper: %w", err)
	}
	files, err := fs.Glob(skeleton, "newpaper/*.yaml")
	if err != nil {
		return err
	}
	for _, file := range files {
		to := filepath.Join(folder, filepath.Base(file))
		if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
			return console.UsageError("new paper: %s is there already, want another name; nothing was changed", to)
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

func newNew(env *console.Env) *cobra.Command {
	return console.Group(&cobra.Command{
		Use:     "new",
		Short:   "begin something of your own: paper, solver, comparison",
		Example: "  nmfrepro new paper mine --specs DIR\n  nmfrepro new solver mine --language python --specs DIR",
	}, newNewPaper(env), factorize.NewComparison(env), newNewSolver(env))
}

func newNewSolver(env *console.Env) *cobra.Command {
	var language, tree string
	cmd := &cobra.Command{
		Use:   "solver NAME --language LANGUAGE --specs DIR",
		Short: "write a solver that works, in one of some languages, to put your method into",
		Long: `New solver writes DIR/solvers/NAME: solver.yaml, which describes the program, and a whole method in its language that reads a
job and leaves its factors. Put your method in the place of that one. Nothing is run, and nothing that is there is changed.

With --language go the method goes into a checkout of this program (--tree): solvers/NAME.go and its test, a line in the catalog
and a case for the conformance suite.`,
		Example: `  nmfrepro new solver mine --language python --specs DIR
  nmfrepro new solver mine --language octave --specs DIR
  nmfrepro new solver mine --language go --tree .`,
		Args: console.Arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			name := args[0]
			if language == "go" {
				return newGoSolver(env, tree, name)
			}
			if env.Specs == "" {
				return console.UsageError("new solver: --specs is missing, want the folder of your own specs; it is made if absent")
			}
			files, err := examples.Begin(env.Specs, name, language)
			if err != nil {
				return console.UsageError("new solver: %w", err)
			}
			fmt.Fprintf(env.Stdout, `%s
Put your method into it. Then:
  nmfrepro test solver %s --specs %s
  nmfrepro factorize --solver %s --specs %s --input X.csv --rank 3 --out DIR
`, strings.Join(files, "\n"), name, env.Specs, name, env.Specs)
			return nil
		},
	}
	words := append([]string{"go"}, examples.Languages()...)
	console.ChoiceFlag(cmd, &language, "language", "python", strings.Join(words, ", "), words)
	cmd.Flags().StringVar(&tree, "tree", ".", "checkout of this program, for --language go")
	return cmd
}

func newGoSolver(env *console.Env, tree, name string) error {
	files, err := examples.BeginGo(tree, name)
	if err != nil {
		return console.UsageError("new solver: %w", err)
	}
	fmt.Fprintf(env.Stdout, `%s
Put your method into it, and what it computes into the sentence of its line in the catalog. Then, in %s:
  go test ./solvers -run 'Conformance/%s|Catalog|%s'
  go run . factorize --solver %s --input X.csv --rank 3 --out DIR
`, strings.Join(files, "\n"), tree, name, examples.TypeName(name), name)
	return nil
}

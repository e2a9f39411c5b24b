package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/solvers/external"
)

func newNew(env *Env) *cobra.Command {
	return groupOf(&cobra.Command{
		Use:     "new",
		Short:   "write a skeleton: of a solver, of a comparison on your matrix, of a paper, of a reported table",
		Example: "  nmfrepro new paper mine --specs DIR\n  nmfrepro new solver mine --language python --specs DIR",
	}, newNewPaper(env), newComparison(env), newNewSolver(env), newNewTable(env))
}

// exampleName is that of a method of one's own in guides and tests.
const exampleName = "mine"

func newNewSolver(env *Env) *cobra.Command {
	var language, tree string
	cmd := &cobra.Command{
		Use:   "solver NAME --language LANGUAGE --specs DIR",
		Short: "write a solver that works, in one of some languages, to put your method into",
		Long: `New solver writes DIR/solvers/NAME: solver.yaml, which describes the program, and a whole method in its language that reads a
job and leaves its factors. Put your method in the place of that one. Whether the interpreter and what it needs are there is tried
at once, unless --no-exec is given. Nothing that is there is changed.

With --language go the method goes into a checkout of this program (--tree): solvers/NAME.go and its test, a line in the catalog
and a case for the conformance suite.`,
		Example: `  nmfrepro new solver mine --language python --specs DIR
  nmfrepro new solver mine --language octave --specs DIR
  nmfrepro new solver my-method --language go --tree .`,
		Args: argumentCount(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := args[0]
			if language == "go" && name == exampleName {
				return usageError("new solver: %s is the name of the examples in the guides, whose tests want it free; take another, "+
					"as my-method", name)
			}
			if language == "go" {
				return newGoSolver(env, tree, name)
			}
			if env.Specs == "" {
				return usageError("new solver: --specs is missing, want the folder of your own specs; it is made if absent")
			}
			files, err := external.Begin(env.Specs, name, language)
			if err != nil {
				return usageError("new solver: %w", err)
			}
			fmt.Fprintf(env.Stdout, `%s
Put your method into it. Then:
  nmfrepro check solver %[2]s --specs %[3]s
  nmfrepro factorize --solver %[2]s --specs %[3]s --input X.csv --rank 3 --out DIR
  nmfrepro new comparison --like pnmf/table3 --method %[2]s --specs %[3]s
`, strings.Join(files, "\n"), name, env.Specs)
			return probe(cmd.Context(), env, name)
		},
	}
	words := append([]string{"go"}, external.Languages()...)
	choiceFlag(cmd, &language, "language", "python", strings.Join(words, ", "), words)
	cmd.Flags().StringVar(&tree, "tree", ".", "checkout of this program, for --language go")
	return cmd
}

// probe tells which interpreter runs a new solver, or what it lacks.
func probe(ctx context.Context, env *Env, name string) error {
	p, err := env.Program(name)
	if err != nil || env.NoExec {
		return err
	}
	version, err := p.Probe(ctx)
	failure, failed := errors.AsType[*external.Failure](err)
	switch {
	case failed:
		fmt.Fprintf(messagePage(env.Stderr), "warning: it cannot run yet: %v\n  → %s\n", failure, p.Remedy(failure))
	case err != nil:
		return err
	case version != "":
		fmt.Fprintf(env.Stdout, "It runs with %s.\n", version)
	}
	return nil
}

func newGoSolver(env *Env, tree, name string) error {
	files, err := external.BeginGo(tree, name)
	if err != nil {
		return usageError("new solver: %w", err)
	}
	where := "in " + tree
	if tree == "." {
		where = "here"
	}
	fmt.Fprintf(env.Stdout, `%s
Put your method into it. Then write down what only you know:
  solvers/catalog.go       ONE SENTENCE and AUTHORS, JOURNAL, YEAR; in residualless why it has no residual, or give it one
  solvers/project_test.go  what it minimises for new samples, if that is not min ‖X - WH‖² over H ≥ 0
  make readme schema keys  writes the number of solvers, the schema of specs and the digest of what it computes
Then, %s:
  go test ./experiments/engine/run -run Fingerprints -update
  go test ./solvers -run 'Conformance/%s|Catalog|Projection|%s'
  go run . factorize --solver %s --input X.csv --rank 3 --out DIR
  go run . new comparison --like pnmf/table3 --method %[5]s --specs DIR
`, strings.Join(files, "\n"), where, name, external.TypeName(name), name)
	return nil
}

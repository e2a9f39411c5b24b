package cli

import (
	"github.com/spf13/cobra"

	"nmfrepro/experiments/engine/comparison"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/workflow"
)

func newComparison(env *Env) *cobra.Command {
	c := comparison.Comparison{Files: env, Programs: env}
	var input string
	cmd := &cobra.Command{
		Use:   "comparison X --specs DIR",
		Short: "write the spec of a comparison: of solvers on your matrix, or of your method beside those of a table",
		Long: `With --like EXPERIMENT --method SOLVER, new comparison writes the spec that gives your solver a column in every panel of a table, on
the same draws and initialisations as the others, and names the commands that compute it.

With a matrix X it reads X as factorize does, says how it understood the file, and writes DIR/NAME/compare.yaml with comments: data,
ranks, solvers, metrics, a table and a figure, which table, compare, figure and plan take. With --labels samples are clustered and compared
with their classes; without, the error of samples or entries that were held out is compared. Nothing that is there is changed.`,
		Example: `  nmfrepro new comparison X.csv --specs specs
  nmfrepro new comparison --like pnmf/table3 --method mine --specs own
  nmfrepro new comparison iris.csv --transpose --drop Species --labels iris.csv --label-column Species --ranks 2..4 --specs specs`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := likeArguments(&c, input); err != nil {
				return err
			}
			c.Specs, c.Data, c.Library = env.Specs, env.Data, spec.Embedded
			if isDir(env.Specs) {
				c.Library = env.ReadLibrary
			}
			to := env.console()
			if c.Like != "" {
				err := c.WriteBeside(env.Shelf(), to)
				if err != nil {
					err = usageError("new comparison: %w", err)
				}
				return err
			}
			return workflow.WhileReading(cmd.Context(), "new comparison", func() error { return c.Write(input, to) })
		},
	}
	f := cmd.Flags()
	takesMatrix(cmd, &input, "file with X, as factorize reads it")
	sameFlags(cmd, map[string]string{"solver": "solvers", "truth-column": "label-column", "truth": "labels"})
	tableFlags(cmd, &c.Table)
	f.StringVar(&c.Labels, "labels", "", "file with the class of each sample, below the same folder as X")
	f.StringVar(&c.LabelColumn, "label-column", "", "column of the labels where their file holds several, by its header")
	f.StringVar(&c.Scale, "scale", "", "how X is scaled, as scale in a spec: variance or min-max (per feature) and others (default none)")
	f.StringVar(&c.Name, "name", "mine", "folder of the spec below --specs, the first part of its address")
	f.StringVar(&c.Ranks, "ranks", "2..6", "numbers of components, as 2..12 or 2,4,8..10; those beyond the size of X are left out")
	f.StringVar(&c.Like, "like", "", "experiment whose data, initialisations and metrics are taken, as pnmf/table3, in place of X")
	f.StringSliceVar(&c.Methods, "method", nil, "with --like: solver that is set beside the others, of --specs or of the catalog")
	f.StringSliceVar(&c.Solvers, "solvers", nil,
		"methods, separated by commas (default nmf,nmf-kl and, where every entry is known, hals,pnmf)")
	notesFlag(cmd, env)
	return cmd
}

// likeArguments refuses what goes with a matrix alone, or with an experiment alone.
func likeArguments(c *comparison.Comparison, input string) error {
	switch {
	case c.Like != "" && input != "":
		return usageError("new comparison: --like takes the data of an experiment, and %s is a matrix: leave out one of them", input)
	case c.Like == "" && len(c.Methods) > 0:
		return usageError("new comparison: --method goes with --like; a comparison on a matrix has --solvers")
	case c.Like == "" && input == "":
		return usageError("new comparison: want a matrix, or --like EXPERIMENT --method SOLVER")
	}
	return nil
}

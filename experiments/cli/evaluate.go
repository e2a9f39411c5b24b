package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/tabular"
	"nmfrepro/eval"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/solvers/own"
)

// ofColumn names the flag by which a column, or a variable, is chosen in the error about a file of labels.
func ofColumn(flag string, err error) error {
	if err == nil {
		return nil
	}
	return errors.New(strings.NewReplacer("label-column", flag, "(var)", "("+flag+")").Replace(err.Error()))
}

func newEvaluate(env *Env) *cobra.Command {
	var truth, pred, truthColumn, predColumn string
	var opts tabular.Options
	cmd := &cobra.Command{
		Use:   "evaluate --truth FILE --pred FILE",
		Short: "score a clustering against true classes: two files with one label per line, JSON out",
		Long: `Evaluate scores the clusters of samples against their classes, and writes one line of JSON: accuracy after the best matching, three
NMI (divided by the maximum, the arithmetic and the geometric mean of the entropies), purity, entropy and adjusted Rand index.

Labels are words or whole numbers, one a line, alone or after the name of the sample, with or without a header, separated by comma,
semicolon or tab. Files as .npy, .npz, .mat and .mtx hold one row or column of whole numbers. Where both files name the samples, the
names decide which cluster belongs to which class, whatever the order of the lines. A label that is empty, NA or -1 is unknown, here as
everywhere: its sample is left out, and a note says how many are.`,
		Example: `  nmfrepro evaluate --truth classes.csv --pred clusters.csv
  nmfrepro evaluate --truth iris.csv --truth-column Species --pred DIR/labels.csv`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var outcome eval.Outcome
			if err := workflow.WhileReading(cmd.Context(), "evaluate", func() (err error) {
				classes, errTruth := env.ReadLabels(truth, truthColumn, opts)
				clusters, errPred := env.ReadLabels(pred, predColumn, opts)
				if err := errors.Join(ofColumn("--truth-column", errTruth), ofColumn("--pred-column", errPred)); err != nil {
					return err
				}
				outcome, err = own.Labelled(env.console(), classes, clusters)
				return err
			}); err != nil {
				return err
			}
			line, err := own.Scores(outcome)
			if err != nil {
				return err
			}
			fmt.Fprintln(env.Stdout, line)
			return nil
		},
	}
	sameFlags(cmd, map[string]string{"label-column": "truth-column", "labels": "truth"})
	cmd.Flags().StringVar(&truth, "truth", "", "file with the true class of each sample")
	cmd.Flags().StringVar(&pred, "pred", "", "file with the cluster of each sample")
	cmd.Flags().StringVar(&truthColumn, "truth-column", "",
		"column of the classes where their file holds several, by its header or its number from 1")
	cmd.Flags().StringVar(&predColumn, "pred-column", "", "the same of the clusters")
	detectFlag(cmd, (*string)(&opts.Header), "header", "whether the first line holds a header: yes or no", "yes", "no")
	require(cmd, "truth", "pred")
	notesFlag(cmd, env)
	return cmd
}

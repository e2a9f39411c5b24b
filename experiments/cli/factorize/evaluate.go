package factorize

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/tabular"
	"nmfrepro/eval"
	"nmfrepro/experiments/cli/console"
)

// evaluated are the metrics that evaluate prints, in the order of its output; a key has underscores for hyphens.
var evaluated = []string{"acc", "nmi-max", "nmi-mean", "nmi-sqrt", "purity", "entropy", "ari"}

// NewEvaluate is the verb evaluate.
func NewEvaluate(env *console.Env) *cobra.Command {
	var truth, pred, truthColumn, predColumn string
	var opts tabular.Options
	cmd := &cobra.Command{
		Use:   "evaluate --truth FILE --pred FILE",
		Short: "score a clustering against true classes: two files with one label per line, JSON out",
		Long: `Evaluate scores the clusters of samples against their classes. Labels are words or whole numbers, one per line, alone or in the
second column after the names of the samples, with or without a header, separated by comma, semicolon or tab; .npy, .npz,
.mat and .mtx files hold one row or column of whole numbers. Where both files name the samples, the names must agree.`,
		Example: `  nmfrepro evaluate --truth classes.csv --pred clusters.csv
  nmfrepro evaluate --truth iris.csv --truth-column Species --pred DIR/labels.csv`,
		Args: console.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			classes, errTruth := console.ReadLabels(truth, truthColumn, opts)
			clusters, errPred := console.ReadLabels(pred, predColumn, opts)
			if err := errors.Join(errTruth, errPred); err != nil {
				return console.UsageError("%w", err)
			}
			outcome, err := labelled(classes, clusters)
			if err != nil {
				return err
			}
			line, err := evaluate(outcome)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(env.Stdout, line)
			return err
		},
	}
	cmd.Flags().StringVar(&truth, "truth", "", "file with the true class of each sample")
	cmd.Flags().StringVar(&pred, "pred", "", "file with the cluster of each sample")
	cmd.Flags().StringVar(&truthColumn, "truth-column", "", "column of the classes where their file holds several, by its header or its number from 1")
	cmd.Flags().StringVar(&predColumn, "pred-column", "", "the same of the clusters")
	console.DetectFlag(cmd, (*string)(&opts.Header), "header", "whether the first line holds a header: yes or no", "yes", "no")
	for _, name := range []string{"truth", "pred"} {
		if err := cmd.MarkFlagRequired(name); err != nil {
			panic(err) // the flag is defined above
		}
	}
	return cmd
}

// labelled makes an outcome of two files of labels about the same samples.
func labelled(classes, clusters *tabular.Labels) (eval.Outcome, error) {
	if err := tabular.ResolveBoth(classes, clusters); err != nil {
		return eval.Outcome{}, err
	}
	truth, _, errTruth := classes.Known()
	pred, _, errPred := clusters.Known()
	return eval.Outcome{Labels: truth, Clusters: pred}, errors.Join(errTruth, errPred)
}

// evaluate returns the scores as a JSON object whose keys keep their order.
func evaluate(o eval.Outcome) (string, error) {
	fields := make([]string, len(evaluated))
	for i, name := range evaluated {
		m, ok := eval.Find(name)
		if !ok {
			return "", fmt.Errorf("no metric %q", name)
		}
		score, err := m.Score(o, rand.New(rand.NewPCG(0, 0))) // these metrics draw nothing
		if err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
		value, err := json.Marshal(score)
		if err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
		fields[i] = fmt.Sprintf("%q:%s", strings.ReplaceAll(name, "-", "_"), value)
	}
	return "{" + strings.Join(fields, ",") + "}", nil
}

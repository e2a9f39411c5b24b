package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/table"
	"nmfrepro/datasets/tabular"
	"nmfrepro/eval"
	"nmfrepro/experiments/engine/result"
)

// evaluated are the metrics that evaluate prints, in the order of its output; a key has underscores for hyphens.
var evaluated = []string{"acc", "nmi-max", "nmi-mean", "nmi-sqrt", "purity", "entropy", "ari"}

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
		Args: NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var outcome eval.Outcome
			if err := whileReading(cmd.Context(), "evaluate", func() (err error) {
				classes, errTruth := env.ReadLabels(truth, truthColumn, opts)
				clusters, errPred := env.ReadLabels(pred, predColumn, opts)
				if err := errors.Join(errTruth, errPred); err != nil {
					return err
				}
				outcome, err = labelled(env, classes, clusters)
				return err
			}); err != nil {
				return err
			}
			line, err := evaluate(outcome)
			if err != nil {
				return err
			}
			fmt.Fprintln(env.Stdout, line)
			return nil
		},
	}
	cmd.Flags().StringVar(&truth, "truth", "", "file with the true class of each sample")
	cmd.Flags().StringVar(&pred, "pred", "", "file with the cluster of each sample")
	cmd.Flags().StringVar(&truthColumn, "truth-column", "",
		"column of the classes where their file holds several, by its header or its number from 1")
	cmd.Flags().StringVar(&predColumn, "pred-column", "", "the same of the clusters")
	DetectFlag(cmd, (*string)(&opts.Header), "header", "whether the first line holds a header: yes or no", "yes", "no")
	require(cmd, "truth", "pred")
	return cmd
}

// labelled makes an outcome of two files of labels about the same samples.
func labelled(env *Env, classes, clusters *tabular.Labels) (eval.Outcome, error) {
	if err := tabular.SettleBoth(classes, clusters); err != nil {
		return eval.Outcome{}, err
	}
	note, err := table.AlignLabels(clusters, table.Side{File: classes.File, Of: "samples", Names: classes.Names}, len(classes.Values))
	if err != nil {
		return eval.Outcome{}, err
	}
	if note != "" {
		fmt.Fprintf(env.Stderr, "evaluate: note: %s\n", note)
	}
	truth, _, errTruth := classes.Codes()
	pred, _, errPred := clusters.Codes()
	if err := errors.Join(errTruth, errPred); err != nil {
		return eval.Outcome{}, err
	}
	var o eval.Outcome
	for i := range truth {
		if truth[i] != -1 && pred[i] != -1 {
			o.Labels, o.Clusters = append(o.Labels, truth[i]), append(o.Clusters, pred[i])
		}
	}
	for _, side := range []struct {
		file, what string
		codes      []int
	}{{classes.File, "class", truth}, {clusters.File, "cluster", pred}} {
		if unknown := len(list.Filter(side.codes, func(code int) bool { return code == -1 })); unknown > 0 {
			fmt.Fprintf(env.Stderr, "evaluate: note: %s: %s of %s is unknown (empty, NA or -1), and left out of the scores\n", side.file, side.what,
				result.Count(unknown, "sample"))
		}
	}
	if len(o.Labels) == 0 {
		return o, fmt.Errorf("%s and %s know no sample in common: every class or cluster is empty, NA or -1", classes.File, clusters.File)
	}
	return o, nil
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

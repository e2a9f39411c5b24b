package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nmfrepro/eval"
)

// evaluated are the metrics that evaluate prints, in the order of its output; a key has underscores for hyphens.
var evaluated = []string{"acc", "nmi-max", "nmi-mean", "nmi-sqrt", "purity", "entropy", "ari"}

func newEvaluate(env *Env) *cobra.Command {
	var truth, pred string
	cmd := &cobra.Command{
		Use:     "evaluate --truth FILE --pred FILE",
		Short:   "score a clustering against true classes: two files with one integer per line, JSON out",
		Example: "  nmfrepro evaluate --truth classes.csv --pred clusters.csv",
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			classes, errTruth := readLabels(truth)
			clusters, errPred := readLabels(pred)
			if err := errors.Join(errTruth, errPred); err != nil {
				return usageError("%w", err)
			}
			if len(classes) != len(clusters) {
				return usageError("%s has %d labels and %s has %d, want as many: one line per sample", truth, len(classes), pred, len(clusters))
			}
			line, err := evaluate(eval.Outcome{Labels: classes, Clusters: clusters})
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(env.Stdout, line)
			return err
		},
	}
	cmd.Flags().StringVar(&truth, "truth", "", "file with the true class of each sample")
	cmd.Flags().StringVar(&pred, "pred", "", "file with the cluster of each sample")
	for _, name := range []string{"truth", "pred"} {
		if err := cmd.MarkFlagRequired(name); err != nil {
			panic(err) // the flag is defined above
		}
	}
	return cmd
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

// readLabels reads a file of labels.
func readLabels(path string) ([]int, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err // names the file and says why
	}
	return parseLabels(content, path)
}

// parseLabels reads one integer per line; blank lines are allowed at the end only. The first bad lines are reported.
func parseLabels(content []byte, path string) ([]int, error) {
	lines := strings.Split(strings.TrimRight(string(content), " \t\r\n"), "\n")
	if len(lines) == 1 && lines[0] == "" {
		return nil, fmt.Errorf("%s: empty, want one integer per line", path)
	}
	const shown = 5
	labels := make([]int, len(lines))
	var bad []error
	for i, line := range lines {
		line = strings.TrimSpace(line) // a carriage return too
		v, err := strconv.Atoi(line)
		if err != nil {
			bad = append(bad, fmt.Errorf("%s:%d: found %s, want one integer", path, i+1, quoteShort(line)))
		}
		labels[i] = v
	}
	if more := len(bad) - shown; more > 0 {
		bad = append(bad[:shown], fmt.Errorf("%s: %d more lines hold no integer", path, more))
	}
	return labels, errors.Join(bad...)
}

// quoteShort quotes s, cut where it is long.
func quoteShort(s string) string {
	const limit = 40
	if len(s) > limit {
		return strconv.Quote(s[:limit]) + "..."
	}
	return strconv.Quote(s)
}

package own

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/note"
	"nmfrepro/datasets/table"
	"nmfrepro/datasets/tabular"
	"nmfrepro/eval"
	"nmfrepro/reports/result"
)

// evaluated are the metrics that evaluate prints, in the order of its output; a key has underscores for hyphens.
var evaluated = []string{"acc", "nmi-max", "nmi-mean", "nmi-sqrt", "purity", "entropy", "ari"}

// Labelled makes an outcome of two files of labels about the same samples.
func Labelled(to Console, classes, clusters *tabular.Labels) (eval.Outcome, error) {
	if err := tabular.SettleBoth(classes, clusters); err != nil {
		return eval.Outcome{}, err
	}
	notes, err := table.AlignLabels(classes, table.Side{File: clusters.File, Of: "samples", Names: clusters.Names}, len(clusters.Values))
	if err != nil {
		return eval.Outcome{}, err
	}
	defer func() { to.Say(nil, notes) }()
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
			notes = append(notes, note.Of(note.Unknown, "%s: %s of %s is unknown (empty, NA or -1), and left out of the scores", side.file, side.what,
				result.Count(unknown, "sample")))
		}
	}
	if len(o.Labels) == 0 {
		return o, fmt.Errorf("%s and %s know no sample in common: every class or cluster is empty, NA or -1", classes.File, clusters.File)
	}
	return o, nil
}

// Scores returns the scores as a JSON object whose keys keep their order.
func Scores(o eval.Outcome) (string, error) {
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

package eval

import (
	"errors"
	"math"
	"regexp"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

func TestTableIsSortedAndDocumented(t *testing.T) {
	names := make([]string, len(Metrics))
	form := regexp.MustCompile(`^[a-z]+(-[a-z0-9]+)*$`)
	for i, m := range Metrics {
		names[i] = m.Name
		if !form.MatchString(m.Name) {
			t.Errorf("the name %q is not of the form %s", m.Name, form)
		}
		for what, lacks := range map[string]bool{
			"Words": m.Words == "", "a Doc": m.Doc == "", "a Cite": m.Cite == "", "a Version of 1 or more": m.Version < 1, "a Score": m.Score == nil,
		} {
			if lacks {
				t.Errorf("%s lacks %s", m.Name, what)
			}
		}
		if c := m.Class; c.Name == "" || c.Unit == "" || c.Reason == "" || (c.Tolerance > 0) == c.Machine {
			t.Errorf("%s has the class %+v, want a name, a unit and a margin with its reason, or a machine's", m.Name, c)
		}
		if found, ok := Find(m.Name); !ok || found.Doc != m.Doc {
			t.Errorf("Find(%q) finds %q", m.Name, found.Name)
		}
	}
	if !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Errorf("names are not sorted or not unique: %q", names)
	}
	if _, ok := Find("nmi"); ok {
		t.Error("an NMI without its norm is found")
	}
}

// TestEveryMetricScoresOrDeclines: on any outcome a metric gives a finite number or wraps ErrUnavailable.
func TestEveryMetricScoresOrDeclines(t *testing.T) {
	w := mat.NewDense(3, 2, []float64{1, 0, 0, 2, 1, 1})
	ht, x := mat.NewDense(12, 2, nil), matrix.NewDense(3, 12, nil)
	clusters, labels := make([]int, 12), make([]int, 12)
	for j := range 12 {
		ht.SetRow(j, []float64{float64(1 + j%3), float64(1 + j*j%5)})
		x.Raw().SetCol(j, []float64{float64(j % 4), float64(j * j % 7), float64(1 + j%2)})
		clusters[j], labels[j] = j%2, 2+(j+j/8)%2
	}
	ofLabels := []string{"acc", "ami", "ari", "entropy", "nmi-max", "nmi-mean", "nmi-min", "nmi-mutualinfo-m", "nmi-sqrt", "purity"}
	ofFactors := []string{"clusters-found", "clusters-found-norm", "hoyer-h", "hoyer-w", "orthogonality-h", "orthogonality-w", "sparseness-h",
		"sparseness-scaled-h", "sparseness-scaled-w", "sparseness-w", "feature-score-least", "feature-score-mean", "feature-score-median",
		"feature-score-most", "feature-score-lower", "feature-score-upper", "features-selected", "hoyer-samples"}
	ofRepresentation := []string{"nmi-mean-folds", "knn-accuracy", "knn-accuracy-shuffled", "svm-accuracy", "svm-accuracy-shuffled",
		"trustworthiness"}
	ofModel := []string{"evar", "frobenius", "kl", "kl-raised", "rss", "md", "msl", "rel-error"}
	ofData := []string{"density", "entries", "features", "kernel-width", "samples"}
	ofKernel := []string{"kernel-gap-linear", "kernel-gap-rbf", "silhouette-x"}
	ofFactorsOfH := []string{"clusters-found", "clusters-found-norm", "hoyer-h", "hoyer-samples", "orthogonality-h", "sparseness-h",
		"sparseness-scaled-h"}
	ofRun := []string{"processor-seconds", "iterations", "rises", "seconds", "seconds-per-iteration", "start-seconds"}
	ofRelations := []string{"csr", "csr-sd", "relations"}
	ofHeld := []string{"f-score", "f-score-of-means", "f-score-per-row", "f-score-training", "mse-held", "rmse", "rmse-clipped"}
	ofKnown := []string{"density", "entries", "features", "samples"} // of X with entries that are not
	ofConsensus := []string{"cophenetic", "dispersion"}
	ofTruth := []string{"recovery-cosine", "recovery-error", "recovery-error-raw", "recovery-failed"}
	held, err := matrix.NewMasked(3, 12, []matrix.Triplet{{Row: 0, Col: 1, Value: 2}, {Row: 2, Col: 5, Value: 1}})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name   string
		o      Outcome
		scores [][]string // the metrics that are to give a number
	}{
		{"everything", Outcome{Given: Given{X: x, Labels: labels}, Found: Found{W: w, Ht: ht, Basis: w, Rank: 2, Clusters: clusters}},
			[][]string{ofLabels, ofFactors, ofRepresentation, ofModel, ofData, ofKernel}},
		{"a run", Outcome{Effort: Effort{Iterations: 3, Seconds: 0.5, StartSeconds: 0.1, ProcessorSeconds: 0.4, Objectives: []float64{4, 2, 3, 1}}},
			[][]string{ofRun}},
		{"relations", Outcome{Found: Found{Ht: ht}, Given: Given{Triples: Triples{H: [][3]int{{0, 1, 2}}}}}, [][]string{ofFactorsOfH, ofRelations}},
		{"held out", Outcome{Given: Given{X: held, Held: held, Data: held}, Found: Found{Basis: w, Ht: ht}}, [][]string{ofFactorsOfH, ofHeld, ofKnown, ofModel}},
		{"initialisations", Outcome{Found: Found{Consensus: mat.NewSymDense(3, []float64{1, 0.9, 0.1, 0.9, 1, 0.2, 0.1, 0.2, 1})}}, [][]string{ofConsensus}},
		{"known basis", Outcome{Found: Found{Basis: w}, Given: Given{Truth: w}}, [][]string{ofTruth}},
		{"unseen samples", Outcome{Found: Found{Basis: w, UnseenHt: ht}, Given: Given{Unseen: x}}, [][]string{{"unseen-error"}}},
		{"labels only", Outcome{Found: Found{Clusters: clusters}, Given: Given{Labels: labels}}, [][]string{ofLabels}},
		{"factors only", Outcome{Found: Found{W: w, Ht: ht}}, [][]string{ofFactors}},
		{"three components", Outcome{Found: Found{W: factor, Ht: factor}}, [][]string{ofFactors, {"silhouette-h", "silhouette-w"}}},
		{"nothing", Outcome{}, nil},
	}
	scored := map[string]bool{}
	for _, tt := range tests {
		want := slices.Concat(tt.scores...)
		for _, m := range Metrics {
			v, err := m.Score(tt.o, seeded(1))
			if slices.Contains(want, m.Name) {
				if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%s: %s = %g, %v", tt.name, m.Name, v, err)
				}
			} else if !errors.Is(err, ErrUnavailable) {
				t.Errorf("%s: %s = %g, %v, want ErrUnavailable; of a new metric, name it in the list above of what it needs: ofLabels, ofFactors, ...",
					tt.name, m.Name, v, err)
			}
		}
		for _, name := range want {
			scored[name] = true
		}
	}
	for _, m := range Metrics {
		if !scored[m.Name] {
			t.Errorf("%s stands in no list of this test: name it in that of what it needs: ofLabels, ofFactors, ...", m.Name)
		}
	}
	if len(scored) != len(Metrics) {
		t.Errorf("%d metrics are expected to score and the table has %d", len(scored), len(Metrics))
	}
}

// Sizes and counts rank nothing.
func TestNeutralMetrics(t *testing.T) {
	var neutral []string
	for _, m := range Metrics {
		if m.Better == Neither {
			neutral = append(neutral, m.Name)
		}
	}
	want := []string{"clusters-found", "clusters-found-norm", "density", "entries", "feature-score-least", "feature-score-lower",
		"feature-score-mean", "feature-score-median", "feature-score-most", "feature-score-upper", "features", "features-selected", "relations",
		"samples"}
	if !slices.Equal(neutral, want) {
		t.Errorf("neither more nor less is better of %q, want %q", neutral, want)
	}
}

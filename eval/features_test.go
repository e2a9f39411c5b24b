package eval

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
	"nmfrepro/solvers/matrix/matrixtest"
)

// wineOutcome is the wine data of classify's golden files, training and test samples one after the other.
func wineOutcome(t *testing.T) (samples *mat.Dense, labels []int) {
	t.Helper()
	const folder = "classify/testdata/golden/KNN3"
	var data []float64
	for _, part := range []string{"train", "test"} {
		for _, row := range matrixtest.Rows(t, folder, "X"+part+".csv") {
			data = append(data, row...)
		}
		for _, row := range matrixtest.Rows(t, folder, "y"+part+".csv") {
			labels = append(labels, int(row[0]))
		}
	}
	return mat.NewDense(len(labels), len(data)/len(labels), data), labels
}

// TestAccuracyIsScikitLearns compares with the mean of cross_val_score, on each of the representations.
func TestAccuracyIsScikitLearns(t *testing.T) {
	samples, labels := wineOutcome(t)
	scores := matrixtest.Rows(t, "classify", "testdata", "golden", "crossval", "scores.csv")
	other := mat.NewDense(len(labels), 1, nil)
	x := matrix.FromDense(mat.DenseCopyOf(samples.T()))
	outcomes := map[string]Outcome{
		"embedding":    {Found: Found{Embedding: samples, Ht: other}, Given: Given{Labels: labels}},
		"coefficients": {Found: Found{Ht: samples, W: mat.NewDense(3, 2, nil)}, Given: Given{Labels: labels}},
		"raw samples":  {Given: Given{X: x, Labels: labels}},
	}
	for metric, row := range map[string]int{"svm-accuracy": 0, "knn-accuracy": 3} {
		var want float64
		for _, v := range scores[row] {
			want += v / 5
		}
		m, _ := Find(metric)
		for name, o := range outcomes {
			if got, err := m.Score(o, seeded(1)); err != nil || math.Abs(got-want) > 1e-12 {
				t.Errorf("%s of %s: got %v, %v, want %v", metric, name, got, err, want)
			}
		}
		m, _ = Find(metric + "-shuffled")
		one, err := m.Score(outcomes["embedding"], seeded(1))
		two, _ := m.Score(outcomes["embedding"], seeded(1))
		if err != nil || one != two || math.Abs(one-want) > 0.1 {
			t.Errorf("%s shuffled: %v, %v, then %v, in order %v", metric, one, err, two, want)
		}
		moved := false
		for seed := range uint64(10) {
			v, _ := m.Score(outcomes["embedding"], seeded(seed))
			moved = moved || v != one
		}
		if !moved {
			t.Errorf("%s shuffled: the same for ten seeds", metric)
		}
	}
}

// TestClustersInFolds compares with scikit-learn 1.2.1: StratifiedKFold(5), KMeans(3, n_init=10, tol=0), predict and
// normalized_mutual_info_score of each fold, by the best of five seeds in each fold.
func TestClustersInFolds(t *testing.T) {
	samples, labels := wineOutcome(t)
	m, _ := Find("nmi-mean-folds")
	if got, err := m.Score(Outcome{Found: Found{Embedding: samples}, Given: Given{Labels: labels}}, seeded(1)); err != nil || math.Abs(got-0.8415927334094786) > 1e-12 {
		t.Errorf("got %.16g, %v", got, err)
	}
}

func TestAccuracyDeclines(t *testing.T) {
	samples, labels := wineOutcome(t)
	n := len(labels)
	x := matrix.FromDense(mat.DenseCopyOf(samples.T()))
	m, _ := Find("knn-accuracy")
	for name, o := range map[string]Outcome{
		"no classes":              {Found: Found{Ht: samples}},
		"no representation":       {Given: Given{X: x, Labels: labels}, Found: Found{W: samples}},
		"clusters of a method":    {Given: Given{X: x, Labels: labels}, Effort: Effort{Iterations: 10}, Found: Found{Clusters: labels}},
		"H of something else":     {Given: Given{X: x, Labels: labels}, Found: Found{Ht: mat.NewDense(n-1, 2, nil)}},
		"classes of fewer":        {Found: Found{Ht: samples}, Given: Given{Labels: labels[1:]}},
		"classes of four samples": {Found: Found{Ht: mat.NewDense(4, 1, []float64{1, 2, 3, 4})}, Given: Given{Labels: []int{0, 0, 1, 1}}},
		"unknown entries":         {Given: Given{X: new(matrix.Masked), Labels: labels}},
	} {
		if v, err := m.Score(o, seeded(1)); !errors.Is(err, ErrUnavailable) {
			t.Errorf("%s: %v, %v, want ErrUnavailable", name, v, err)
		}
	}
	svm, _ := Find("svm-accuracy")
	if v, err := svm.Score(Outcome{Found: Found{Ht: samples}, Given: Given{Labels: make([]int, n)}}, seeded(1)); !errors.Is(err, ErrUnavailable) {
		t.Errorf("a single class: %v, %v, want ErrUnavailable", v, err)
	}
}

// TestTrustworthiness compares with sklearn.manifold.trustworthiness, version 1.2.1, of the wine samples and their first
// two features, and their sixth to ninth.
func TestTrustworthiness(t *testing.T) {
	samples, labels := wineOutcome(t)
	n := len(labels)
	x := matrix.FromDense(mat.DenseCopyOf(samples.T()))
	for _, tt := range []struct {
		embedding mat.Matrix
		want      float64
	}{
		{samples, 1},
		{samples.Slice(0, n, 0, 2), 0.7457105089226702},
		{samples.Slice(0, n, 5, 9), 0.8472835426305354},
	} {
		got, err := trustworthiness(Outcome{Given: Given{X: x}, Found: Found{Embedding: mat.DenseCopyOf(tt.embedding)}}, nil)
		if err != nil || math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("got %.17g, %v, want %.17g", got, err, tt.want)
		}
	}
	few := matrix.NewDense(1, 10, nil)
	if _, err := trustworthiness(Outcome{Given: Given{X: few}}, nil); !errors.Is(err, ErrUnavailable) {
		t.Errorf("10 samples: %v, want ErrUnavailable", err)
	}
}

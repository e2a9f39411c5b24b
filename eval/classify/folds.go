package classify

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// StratifiedFolds returns the fold of each sample, from 0, such that every fold has nearly the same share of each class. It
// is scikit-learn's StratifiedKFold without shuffling: samples of a class go to the folds in their order, and the sizes
// come from dealing the classes, in order of first appearance, to the folds one sample at a time. A class with fewer
// samples than folds is missing from some; it is an error if all are so small.
func StratifiedFolds(y []int, folds int) ([]int, error) {
	return stratified(y, folds, func([]int) {})
}

// ShuffledFolds is StratifiedFolds with the samples of each class in random order, as scikit-learn's StratifiedKFold with
// shuffling has it. rng draws the orders.
func ShuffledFolds(y []int, folds int, rng *rand.Rand) ([]int, error) {
	return stratified(y, folds, func(share []int) {
		rng.Shuffle(len(share), func(i, j int) { share[i], share[j] = share[j], share[i] })
	})
}

// stratified deals the classes to the folds; arrange orders the folds that the samples of a class are given.
func stratified(y []int, folds int, arrange func(share []int)) ([]int, error) {
	if folds < 2 {
		return nil, fmt.Errorf("classify: folds = %d, want at least 2", folds)
	}
	var order []int // classes by first appearance
	size := map[int]int{}
	for _, v := range y {
		if size[v] == 0 {
			order = append(order, v)
		}
		size[v]++
	}
	if !slices.ContainsFunc(order, func(v int) bool { return size[v] >= folds }) {
		return nil, fmt.Errorf("classify: folds = %d, more than any class has samples", folds)
	}
	next := map[int][]int{} // folds of the samples of a class that are still to come
	dealt := 0
	for _, v := range order {
		share := make([]int, folds)
		for range size[v] {
			share[dealt%folds]++
			dealt++
		}
		for f, count := range share {
			next[v] = append(next[v], slices.Repeat([]int{f}, count)...)
		}
		arrange(next[v])
	}
	out := make([]int, len(y))
	for i, v := range y {
		out[i], next[v] = next[v][0], next[v][1:]
	}
	return out, nil
}

// CrossValidateOn trains c on all folds but one, in turn, and returns a score, such as [Accuracy], of the fold left out:
// scikit-learn's cross_val_score. Folds are given, numbered from 0, and none is empty.
func CrossValidateOn(c Classifier, x *mat.Dense, y, fold []int, score func(predicted, truth []int) float64) ([]float64, error) {
	if err := checkData("cross validation", x, y); err != nil {
		return nil, err
	}
	if len(fold) != len(y) {
		return nil, fmt.Errorf("classify: folds of %d samples, want of %d", len(fold), len(y))
	}
	folds := slices.Max(fold) + 1
	scores := make([]float64, folds)
	for f := range scores {
		if !slices.Contains(fold, f) || slices.Min(fold) == slices.Max(fold) {
			return nil, fmt.Errorf("classify: fold %d of %d holds no sample or every sample", f+1, folds)
		}
		trainX, trainY := choose(x, y, fold, func(v int) bool { return v != f })
		testX, testY := choose(x, y, fold, func(v int) bool { return v == f })
		model, err := c.Fit(trainX, trainY)
		if err != nil {
			return nil, fmt.Errorf("fold %d of %d: %w", f+1, folds, err)
		}
		scores[f] = score(model.Predict(testX), testY)
	}
	return scores, nil
}

// choose returns the samples whose fold is wanted.
func choose(x *mat.Dense, y, fold []int, want func(int) bool) (*mat.Dense, []int) {
	_, d := x.Dims()
	var data []float64
	var classes []int
	for i, f := range fold {
		if want(f) {
			data = append(data, x.RawRowView(i)...)
			classes = append(classes, y[i])
		}
	}
	return mat.NewDense(len(classes), d, data), classes
}

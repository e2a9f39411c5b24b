// Package classify judges features by classifiers trained on them: a support vector machine with an RBF kernel, nearest
// neighbours, and stratified cross validation. Samples are the rows of a matrix.
package classify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Classifier is a plain value: the options of a method.
type Classifier interface {
	// Fit learns from the rows of x (n×d) and their classes, which may be any integers. x must not change while the
	// model is in use.
	Fit(x *mat.Dense, y []int) (Model, error)
}

// Model is a classifier that has been trained; it is safe for concurrent use.
type Model interface {
	// Predict returns the class of each row of x. It panics if x has another number of features than the training data.
	Predict(x *mat.Dense) []int
}

// Accuracy returns the share of equal entries of two lists of one length.
func Accuracy(predicted, truth []int) float64 {
	if len(predicted) != len(truth) {
		panic("classify: Accuracy: lists of different length")
	}
	var right int
	for i, v := range predicted {
		if v == truth[i] {
			right++
		}
	}
	return float64(right) / float64(len(truth))
}

// checkData refuses what no classifier can learn from.
func checkData(method string, x *mat.Dense, y []int) error {
	n, _ := x.Dims()
	if n == 0 || n != len(y) {
		return fmt.Errorf("classify: %s: %d samples and %d classes, want as many and at least 1", method, n, len(y))
	}
	for i := range n {
		for j, v := range x.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("classify: %s: sample %d holds %g in feature %d, want finite values", method, i+1, v, j+1)
			}
		}
	}
	return nil
}

// classesOf returns the classes in ascending order and, for each, its samples in their order.
func classesOf(y []int) (classes []int, members [][]int) {
	classes = slices.Clone(y)
	slices.Sort(classes)
	classes = slices.Compact(classes)
	members = make([][]int, len(classes))
	for i, v := range y {
		c, _ := slices.BinarySearch(classes, v)
		members[c] = append(members[c], i)
	}
	return classes, members
}

// squaredNorms returns ‖x_i‖² of every row.
func squaredNorms(x *mat.Dense) []float64 {
	n, _ := x.Dims()
	out := make([]float64, n)
	for i := range out {
		for _, v := range x.RawRowView(i) {
			out[i] += v * v
		}
	}
	return out
}

// rows returns rows i0 to i1 of a.
func rows(a *mat.Dense, i0, i1 int) *mat.Dense {
	_, c := a.Dims()
	return a.Slice(i0, i1, 0, c).(*mat.Dense)
}

func checkFeatures(x *mat.Dense, want int) {
	if _, d := x.Dims(); d != want {
		panic(fmt.Sprintf("classify: Predict: %d features, the model has %d", d, want))
	}
}

// StratifiedFolds returns the fold of each sample, from 0, such that every fold has nearly the same share of each class. It
// is scikit-learn's StratifiedKFold without shuffling: samples of a class go to the folds in their order, and the sizes
// come from dealing the classes, in order of first appearance, to the folds one sample at a time. A class with fewer
// samples than folds is missing from some; it is an error if all are so small.
func StratifiedFolds(y []int, folds int) ([]int, error) {
	return stratified(y, folds, func([]int) {})
}

// ShuffledFolds returns StratifiedFolds with the samples of each class in random order, as scikit-learn's StratifiedKFold with
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

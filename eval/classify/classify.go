// Package classify judges features by classifiers trained on them: a support vector machine with an RBF kernel, nearest
// neighbours, and stratified cross validation. Samples are the rows of a matrix.
package classify

import (
	"fmt"
	"math"
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

// Accuracy is the share of equal entries of two lists of one length.
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

// rows is rows i0 to i1 of a.
func rows(a *mat.Dense, i0, i1 int) *mat.Dense {
	_, c := a.Dims()
	return a.Slice(i0, i1, 0, c).(*mat.Dense)
}

func checkFeatures(x *mat.Dense, want int) {
	if _, d := x.Dims(); d != want {
		panic(fmt.Sprintf("classify: Predict: %d features, the model has %d", d, want))
	}
}

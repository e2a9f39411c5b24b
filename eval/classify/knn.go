package classify

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// KNN classifies by the K nearest training samples in Euclidean distance, one vote each; the smallest of the classes with
// most votes wins, as in scikit-learn. Among equally near samples the first is taken, where scikit-learn's choice depends
// on its search structure.
type KNN struct {
	K int `yaml:"k" doc:"number of neighbours; default 3 [DSP-NMF, section 4]"`
}

var _ Classifier = KNN{}

// NewKNN returns the settings of the DSP-NMF paper.
func NewKNN() KNN { return KNN{K: 3} }

// Fit implements Classifier.
func (c KNN) Fit(x *mat.Dense, y []int) (Model, error) {
	if c.K < 1 {
		return nil, fmt.Errorf("classify: knn: k = %d, want at least 1", c.K)
	}
	if err := checkData("knn", x, y); err != nil {
		return nil, err
	}
	if n, _ := x.Dims(); c.K > n {
		return nil, fmt.Errorf("classify: knn: k = %d, more than the %d training samples", c.K, n)
	}
	return &knnModel{k: c.K, x: x, y: y, squares: squaredNorms(x)}, nil
}

type knnModel struct {
	k       int
	x       *mat.Dense
	y       []int
	squares []float64
}

// blockRows samples are compared with all training samples at a time, so that no matrix of all pairs is needed.
const blockRows = 128

func (m *knnModel) Predict(x *mat.Dense) []int {
	n, d := m.x.Dims()
	checkFeatures(x, d)
	p, _ := x.Dims()
	out := make([]int, p)
	squares := squaredNorms(x)
	inner := mat.NewDense(min(blockRows, max(1, p)), n, nil)
	for i0 := 0; i0 < p; i0 += blockRows {
		i1 := min(i0+blockRows, p)
		block := rows(inner, 0, i1-i0)
		matrix.MulNT(block, rows(x, i0, i1), m.x)
		for i := i0; i < i1; i++ {
			out[i] = m.vote(m.nearest(x.RawRowView(i), squares[i], block.RawRowView(i-i0)))
		}
	}
	return out
}

// neighbour is a training sample and its squared distance.
type neighbour struct {
	index   int
	squared float64
}

// nearest returns the k nearest training samples of q, nearest first. ‖q‖² - 2⟨q, x⟩ + ‖x‖² narrows them down to those
// that its rounding allows, and the differences q - x decide.
func (m *knnModel) nearest(q []float64, square float64, inner []float64) []neighbour {
	const unit = 0x1p-52
	slack := 0.0 // of the estimates
	best := make([]float64, 0, m.k)
	for i, v := range inner {
		inner[i] = square - 2*v + m.squares[i]
		slack = max(slack, m.squares[i])
		if len(best) < m.k || inner[i] < best[m.k-1] {
			at, _ := slices.BinarySearch(best, inner[i])
			best = slices.Insert(best[:min(len(best), m.k-1)], at, inner[i])
		}
	}
	slack = 4 * unit * float64(len(q)+8) * (slack + square)
	reach := best[m.k-1] + 2*slack
	var found []neighbour
	for i, v := range inner {
		if v > reach {
			continue
		}
		s := neighbour{index: i}
		for j, t := range m.x.RawRowView(i) {
			s.squared += (q[j] - t) * (q[j] - t)
		}
		found = append(found, s)
	}
	slices.SortStableFunc(found, func(a, b neighbour) int { return cmp.Compare(a.squared, b.squared) })
	return found[:m.k]
}

// vote returns the most frequent class, the smallest of equals.
func (m *knnModel) vote(near []neighbour) int {
	classes := make([]int, len(near))
	for i, s := range near {
		classes[i] = m.y[s.index]
	}
	slices.Sort(classes)
	best, run, length := classes[0], 0, 0
	for i, c := range classes {
		if i == 0 || c != classes[i-1] {
			run = 0
		}
		if run++; run > length {
			best, length = c, run
		}
	}
	return best
}

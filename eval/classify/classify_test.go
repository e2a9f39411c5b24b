package classify

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix/matrixtest"
)

// readTable reads a golden CSV file whose lines may differ in length.
func readTable(t testing.TB, folder, name string) [][]float64 {
	return matrixtest.Rows(t, "testdata", "golden", folder, name)
}

func matrixOf(table [][]float64) *mat.Dense {
	a := mat.NewDense(len(table), len(table[0]), nil)
	for i, row := range table {
		a.SetRow(i, row)
	}
	return a
}

func intsOf(table [][]float64) []int {
	out := make([]int, len(table))
	for i, row := range table {
		out[i] = int(row[0])
	}
	return out
}

// wine are the samples of the golden files: even rows of the data train, odd rows test.
type wine struct {
	train, test   *mat.Dense
	trainY, testY []int
}

func readWine(t testing.TB) wine {
	return wine{
		matrixOf(readTable(t, "KNN3", "Xtrain.csv")), matrixOf(readTable(t, "KNN3", "Xtest.csv")),
		intsOf(readTable(t, "KNN3", "ytrain.csv")), intsOf(readTable(t, "KNN3", "ytest.csv")),
	}
}

// all is the data in one piece, as make.py has it.
func (w wine) all() (*mat.Dense, []int) {
	var x mat.Dense
	x.Stack(w.train, w.test)
	return &x, slices.Concat(w.trainY, w.testY)
}

// groups are normal samples about random centres, one a class, overlapping if spread is large.
func groups(n, d, classes int, spread float64, seed uint64) (*mat.Dense, []int) {
	rng := rand.New(rand.NewPCG(seed, 11))
	centres := mat.NewDense(classes, d, nil)
	for c := range classes {
		for j := range d {
			centres.Set(c, j, rng.Float64())
		}
	}
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		y[i] = rng.IntN(classes)
		for j := range d {
			x.Set(i, j, centres.At(y[i], j)+spread*rng.NormFloat64())
		}
	}
	return x, y
}

func TestGoldenKNN(t *testing.T) {
	w := readWine(t)
	m, err := NewKNN().Fit(w.train, w.trainY)
	if err != nil {
		t.Fatal(err)
	}
	got := m.Predict(w.test)
	if want := intsOf(readTable(t, "KNN3", "pred.csv")); !slices.Equal(got, want) {
		t.Errorf("predicted\n%v\nwant\n%v", got, want)
	}
	if a := Accuracy(got, w.testY); math.Abs(a-0.9438202247191011) > 1e-15 {
		t.Errorf("accuracy %.17g", a)
	}
}

// TestKNNTies: samples on a line, so that distances and votes tie.
func TestKNNTies(t *testing.T) {
	x := mat.NewDense(6, 1, []float64{0, 1, 2, 2, 2, 1e9})
	tests := []struct {
		k    int
		y    []int
		q    float64
		want int
	}{
		{1, []int{9, 8, 7, 6, 5, 4}, 2, 7},          // the first of three equal samples
		{2, []int{9, 8, 7, 6, 5, 4}, 1, 8},          // 1, then 0 before 2: a tie of 8 and 9
		{3, []int{9, 8, 7, 7, 5, 4}, 1.9, 7},        // 7, 7, 5
		{3, []int{3, -2, 7, 0, 5, 4}, 0.9, -2},      // 1, 0, 2: all apart, the smallest class
		{6, []int{1, 1, 2, 2, 0, 0}, 0, 0},          // two votes each
		{1, []int{9, 8, 7, 6, 5, 4}, 1e9 - 1e-6, 4}, // where ‖q‖² - 2qx + ‖x‖² has no digit left
	}
	for _, tt := range tests {
		m, err := KNN{K: tt.k}.Fit(x, tt.y)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Predict(mat.NewDense(1, 1, []float64{tt.q})); got[0] != tt.want {
			t.Errorf("k = %d, classes %v, q = %g: class %d, want %d", tt.k, tt.y, tt.q, got[0], tt.want)
		}
	}
}

// TestKNNAgainstSorting compares with all distances, sorted, across block boundaries and far from the origin.
func TestKNNAgainstSorting(t *testing.T) {
	for _, offset := range []float64{0, 1e5} {
		x, y := groups(700, 3, 4, 0.3, 1)
		x.Apply(func(_, _ int, v float64) float64 { return math.Round(8*v) + offset }, x)
		train, test := rows(x, 0, 400), rows(x, 400, 700)
		m, err := KNN{K: 5}.Fit(train, y[:400])
		if err != nil {
			t.Fatal(err)
		}
		for i, got := range m.Predict(test) {
			order := make([]int, 400)
			for j := range order {
				order[j] = j
			}
			slices.SortStableFunc(order, func(a, b int) int {
				return int(distance(test.RawRowView(i), train.RawRowView(a)) - distance(test.RawRowView(i), train.RawRowView(b)))
			})
			votes := make([]int, 4)
			for _, j := range order[:5] {
				votes[y[j]]++
			}
			if want := slices.Index(votes, slices.Max(votes)); got != want {
				t.Fatalf("offset %g, sample %d: class %d, want %d", offset, i, got, want)
			}
		}
	}
}

func distance(a, b []float64) float64 { // of integers, so exact
	var sum float64
	for j, v := range a {
		sum += (v - b[j]) * (v - b[j])
	}
	return sum
}

func TestBadInput(t *testing.T) {
	x, y := mat.NewDense(3, 1, []float64{1, 2, 3}), []int{0, 1, 1}
	change := func(f func(*SVC)) Classifier {
		c := NewSVC()
		f(&c)
		return c
	}
	tests := []struct {
		c    Classifier
		x    *mat.Dense
		y    []int
		want string
	}{
		{KNN{K: 0}, x, y, "k = 0"},
		{KNN{K: 4}, x, y, "k = 4, more than the 3 training samples"},
		{NewKNN(), x, y[:2], "3 samples and 2 classes"},
		{NewKNN(), mat.NewDense(3, 1, []float64{1, math.Inf(1), 3}), y, "sample 2 holds +Inf in feature 1"},
		{NewSVC(), x, []int{4, 4, 4}, "every sample is of class 4"},
		{NewSVC(), mat.NewDense(3, 1, []float64{1, 2, math.NaN()}), y, "sample 3 holds NaN"},
		{change(func(c *SVC) { c.C = 0 }), x, y, "c = 0"},
		{change(func(c *SVC) { c.C = math.NaN() }), x, y, "c = NaN"},
		{change(func(c *SVC) { c.Tol = -1 }), x, y, "tol = -1"},
		{change(func(c *SVC) { c.Tol = 2 }), x, y, "tol = 2"},
		{change(func(c *SVC) { c.Gamma = "wide" }), x, y, `gamma = "wide"`},
		{change(func(c *SVC) { c.Gamma = "0" }), x, y, `gamma = "0"`},
		{change(func(c *SVC) { c.Gamma = "NaN" }), x, y, `gamma = "NaN"`},
	}
	for _, tt := range tests {
		if _, err := tt.c.Fit(tt.x, tt.y); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: error %v, want %q", tt.c, err, tt.want)
		}
	}
}

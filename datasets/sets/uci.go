package sets

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/tabular"
	"nmfrepro/solvers/matrix"
)

// The features of the sets, which their files do not name.
var (
	irisRows = []string{"sepal length", "sepal width", "petal length", "petal width"}
	wineRows = []string{
		"alcohol", "malic acid", "ash", "alcalinity of ash", "magnesium", "total phenols", "flavanoids", "nonflavanoid phenols",
		"proanthocyanins", "color intensity", "hue", "OD280/OD315 of diluted wines", "proline",
	}
)

// wdbcRows returns three statistics of ten measurements.
func wdbcRows() []string {
	var out []string
	for _, stat := range []string{"mean", "standard error of", "worst"} {
		for _, what := range []string{"radius", "texture", "perimeter", "area", "smoothness", "compactness", "concavity", "concave points",
			"symmetry", "fractal dimension"} {
			out = append(out, stat+" "+what)
		}
	}
	return out
}

// uci is a set in scikit-learn's form of the UCI files: a line with the counts and the names of the classes, then one
// sample a line with its class, from 0, in the last column.
type uci struct {
	dataset.Scaled `yaml:",inline"`
	path           string
	rows           []string
}

// Load implements Dataset.
func (s *uci) Load(folder fs.FS, _ *rand.Rand) (*dataset.Data, error) {
	f, err := folder.Open(s.path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readUCI(f, s.path, s.rows)
}

func readUCI(r io.Reader, path string, rows []string) (*dataset.Data, error) {
	b := bufio.NewReader(io.LimitReader(r, 1<<26)) // the largest has 120 kB
	first, err := b.ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("%s:1:1: no first line with the counts: %w", path, err)
	}
	head := strings.Split(strings.TrimSpace(first), ",")
	samples, err1 := strconv.Atoi(head[0])
	if len(head) < 3 || err1 != nil {
		return nil, fmt.Errorf("%s:1:1: found %q, want samples,features,names of the classes", path, first)
	}
	features, err := strconv.Atoi(head[1])
	if err != nil {
		return nil, fmt.Errorf("%s:1:1: found %q, want samples,features,names of the classes", path, first)
	}
	table, err := tabular.Numbers(b, path, tabular.Bare{Line: 1})
	if err != nil {
		return nil, err
	}
	x, labels, err := splitLabels(table, path)
	if err != nil {
		return nil, err
	}
	data := &dataset.Data{X: matrix.FromDense(x), Labels: labels, Classes: head[2:], Rows: rows}
	if m, n := x.Dims(); m != features || n != samples {
		return nil, fmt.Errorf("%s: %d samples of %d features, the first line says %d of %d", path, n, m, samples, features)
	}
	for j, l := range labels {
		if l < 0 || l >= len(data.Classes) {
			return nil, fmt.Errorf("%s:%d: class %d, want 0 to %d", path, j+2, l, len(data.Classes)-1)
		}
	}
	return data, nil
}

// splitLabels turns a table with one sample a row and its class in the last column into X (features × samples) and labels.
func splitLabels(table *mat.Dense, path string) (x *mat.Dense, labels []int, err error) {
	n, cols := table.Dims()
	if cols < 2 {
		return nil, nil, fmt.Errorf("%s: %d values a line, want at least one feature and the class", path, cols)
	}
	labels = make([]int, n)
	for j := range n {
		v := table.At(j, cols-1)
		if labels[j] = int(v); v != float64(int(v)) {
			return nil, nil, fmt.Errorf("%s: sample %d has class %v, want a whole number", path, j+1, v)
		}
	}
	x = mat.NewDense(cols-1, n, nil)
	x.Copy(table.Slice(0, n, 0, cols-1).T())
	return x, labels, nil
}

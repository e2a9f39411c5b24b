package experiments

import (
	"fmt"
	"sort"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets"
	"nmfrepro/solvers/matrix"
)

// subset keeps the samples of the classes that this replicate draws, in stored order, with classes renumbered from 0. All
// methods of a comparison draw the same classes.
func (j *Job) subset(data *datasets.Data) (*datasets.Data, error) {
	if j.draw.classes == 0 {
		return data, nil
	}
	if data.Labels == nil {
		return nil, fmt.Errorf("classes = %d, but the data set has no labels", j.draw.classes)
	}
	all := 0
	for _, l := range data.Labels {
		all = max(all, l+1)
	}
	if j.draw.classes > all {
		return nil, fmt.Errorf("classes = %d, but the data set has %d", j.draw.classes, all)
	}
	who := j.comparison()
	if j.draw.shared {
		who.Replicate = 0
	}
	drawn := who.stream("subset").Perm(all)[:j.draw.classes]
	sort.Ints(drawn)
	renumber := make(map[int]int, len(drawn))
	for k, c := range drawn {
		renumber[c] = k
	}
	var samples, labels []int
	for i, l := range data.Labels {
		if k, kept := renumber[l]; kept {
			samples, labels = append(samples, i), append(labels, k)
		}
	}
	x, err := columns(data.X, samples)
	if err != nil {
		return nil, err
	}
	part := *data
	part.X, part.Labels, part.Columns = x, labels, nil
	return &part, nil
}

// columns copies the given columns of a dense X.
func columns(x matrix.Matrix, which []int) (matrix.Matrix, error) {
	d, ok := x.(*matrix.Dense)
	if !ok {
		return nil, fmt.Errorf("a subset of classes needs dense data, found %T", x)
	}
	m, n := d.Dims()
	out := mat.NewDense(m, len(which), nil)
	buf := make([]float64, n)
	for i := range m {
		_, row := d.Row(i, buf)
		dst := out.RawRowView(i)
		for k, j := range which {
			dst[k] = row[j]
		}
	}
	return compact(matrix.FromDense(out)), nil
}

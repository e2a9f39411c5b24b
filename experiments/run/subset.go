package run

import (
	"fmt"
	"sort"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets"
	"nmfrepro/solvers/matrix"
)

// subset keeps the samples of the classes that this replicate draws, in stored order, with classes renumbered from 0. All
// methods of a comparison draw the same classes.
func (j *Unit) subset(data *datasets.Data) (*datasets.Data, error) {
	if j.split.Classes == 0 {
		return data, nil
	}
	if data.Labels == nil {
		return nil, fmt.Errorf("classes = %d, but the data set has no labels", j.split.Classes)
	}
	all := 0
	for _, l := range data.Labels {
		all = max(all, l+1)
	}
	if j.split.Classes > all {
		return nil, fmt.Errorf("classes = %d, but the data set has %d", j.split.Classes, all)
	}
	who := j.comparison()
	if j.split.SharedSubset {
		who.Replicate = 0
	}
	drawn := who.stream("subset").Perm(all)[:j.split.Classes]
	sort.Ints(drawn)
	renumber := make(map[int]int, len(drawn))
	for k, c := range drawn {
		renumber[c] = k
	}
	var samples []int
	for i, l := range data.Labels {
		if _, kept := renumber[l]; kept {
			samples = append(samples, i)
		}
	}
	part, err := keepSamples(data, samples)
	if err != nil {
		return nil, err
	}
	for i, l := range part.Labels {
		part.Labels[i] = renumber[l]
	}
	part.Columns = nil
	return part, nil
}

// arrange thins the samples and puts them in another order, where the spec wants that.
func (j *Unit) arrange(data *datasets.Data) (*datasets.Data, error) {
	if j.split.Every < 2 && !j.split.Shuffle {
		return data, nil
	}
	_, n := data.X.Dims()
	var samples []int
	for i := 0; i < n; i += max(1, j.split.Every) {
		samples = append(samples, i)
	}
	if j.split.Shuffle {
		j.comparison().stream("order").Shuffle(len(samples), func(a, b int) { samples[a], samples[b] = samples[b], samples[a] })
	}
	return keepSamples(data, samples)
}

// keepSamples returns the given samples of a data set with what is known of each of them. Triplets, which name samples by
// their places, are left out.
func keepSamples(data *datasets.Data, samples []int) (*datasets.Data, error) {
	x, err := columns(data.X, samples)
	if err != nil {
		return nil, err
	}
	part := *data
	part.X, part.Triples, part.Labels, part.Columns = x, nil, nil, nil
	for _, i := range samples {
		if data.Labels != nil {
			part.Labels = append(part.Labels, data.Labels[i])
		}
		if data.Columns != nil {
			part.Columns = append(part.Columns, data.Columns[i])
		}
	}
	part.ColumnFeatures, part.Coefficients = rows(data.ColumnFeatures, samples), rows(data.Coefficients, samples)
	return &part, nil
}

// rows copies the given rows; nil stays nil.
func rows(a *mat.Dense, which []int) *mat.Dense {
	if a == nil || len(which) == 0 {
		return nil
	}
	_, c := a.Dims()
	out := mat.NewDense(len(which), c, nil)
	for i, from := range which {
		out.SetRow(i, a.RawRowView(from))
	}
	return out
}

// columns copies the given columns of a dense X.
func columns(x matrix.Matrix, which []int) (matrix.Matrix, error) {
	d, ok := x.(*matrix.Dense)
	if !ok {
		return nil, fmt.Errorf("a choice of samples needs dense data, found %T", x)
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

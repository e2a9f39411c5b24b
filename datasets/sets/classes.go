// Package sets is the data sets that there are: the card of each (cards/NAME.json) and how its files are read or its data drawn.
package sets

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/solvers/matrix"
)

// Classes is a choice of classes by number, in the order of their new labels; none named means all.
type Classes []int

// validate checks the choice against the number of classes there are.
func (c Classes) validate(n int) error {
	for i, k := range c {
		if k < 0 || k >= n {
			return fmt.Errorf("classes names %d, want 0 to %d", k, n-1)
		}
		if slices.Contains(c[:i], k) {
			return fmt.Errorf("classes names %d twice", k)
		}
	}
	return nil
}

// keepClasses returns the samples of the chosen classes, in their order, with labels from 0 in the order of the choice.
func keepClasses(d *dataset.Data, c Classes) *dataset.Data {
	if len(c) == 0 {
		return d
	}
	out := &dataset.Data{Rows: d.Rows, Image: d.Image, Substitute: d.Substitute}
	var keep []int
	for j, l := range d.Labels {
		if k := slices.Index(c, l); k >= 0 {
			keep = append(keep, j)
			out.Labels = append(out.Labels, k)
			if d.Columns != nil {
				out.Columns = append(out.Columns, d.Columns[j])
			}
		}
	}
	for _, k := range c {
		out.Classes = append(out.Classes, d.Classes[k])
	}
	x := d.X.(*matrix.Dense).Raw()
	m, _ := x.Dims()
	sub := mat.NewDense(m, max(len(keep), 1), nil)
	for i := range m {
		row, dst := x.RawRowView(i), sub.RawRowView(i)
		for k, j := range keep {
			dst[k] = row[j]
		}
	}
	out.X = matrix.FromDense(sub)
	return out
}

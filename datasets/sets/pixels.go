package sets

import (
	"fmt"
	"image"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/solvers/matrix"
)

// PixelOrder is the option of sets of pictures that circulate as files of MATLAB.
type PixelOrder struct {
	Pixels string `yaml:"pixels,omitempty" doc:"order of the features: rows (default), from the top left, or columns, as the file of MATLAB has them: a start that a program of MATLAB drew belongs to that order"`
}

// The orders.
const (
	pixelsByRow    = "rows"
	pixelsByColumn = "columns"
)

// Validate implements dataset.Validator.
func (o *PixelOrder) Validate() error {
	if o.Pixels != "" && o.Pixels != pixelsByRow && o.Pixels != pixelsByColumn {
		return fmt.Errorf("pixels = %q, want %q or %q", o.Pixels, pixelsByRow, pixelsByColumn)
	}
	return nil
}

// arrange brings pixels, which go by row, into the order that is wanted. By column they are no picture that could be drawn.
func (o *PixelOrder) arrange(data *dataset.Data) *dataset.Data {
	if o.Pixels != pixelsByColumn {
		return data
	}
	rows, side := data.X.(*matrix.Dense).Raw(), data.Image
	m, n := rows.Dims()
	x := mat.NewDense(m, n, nil)
	for i := range m {
		x.SetRow(columnMajor(i, side), rows.RawRowView(i))
	}
	data.X, data.Image = matrix.FromDense(x), image.Point{}
	return data
}

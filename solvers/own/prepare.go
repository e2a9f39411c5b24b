package own

import (
	"fmt"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/tabular"
	"nmfrepro/solvers/matrix"
)

// ReadPrepared reads X and its mask, and prepares both as the flags say.
func (f *Fit) ReadPrepared() (_ matrix.Matrix, err error) {
	if err := f.Prepare.Check(); err != nil {
		return nil, fmt.Errorf("--%w", err)
	}
	if err := f.ReadMasked(); err != nil {
		return nil, err
	}
	f.Full, f.FullFeatures = f.Read.X, f.Read.Features
	if f.Prepare.Done() {
		f.Full, err = f.Prepare.Apply(f.Read)
	}
	return f.Read.X, err
}

// preparationCSV returns nil where nothing was done.
func (f *Fit) preparationCSV() ([]byte, error) {
	if !f.Prepare.Done() {
		return nil, nil
	}
	m, _ := f.Read.X.Dims()
	a := mat.NewDense(m, 2, nil)
	for i := range m {
		a.SetRow(i, []float64{float64(i + 1), 1})
		if f.Prepare.Kept != nil {
			a.Set(i, 0, float64(f.Prepare.Kept[i]+1))
		}
		if f.Prepare.Weights != nil {
			a.Set(i, 1, f.Prepare.Weights[i])
		}
	}
	names := f.Read.Features
	if names == nil {
		names = Numbered("feature", m)
	}
	var b strings.Builder
	err := tabular.Write(&b, a, "feature", names, []string{"place" + fromOne, "weight"})
	return []byte(b.String()), err
}

package sets

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/table"
	"nmfrepro/datasets/tabular"
	"nmfrepro/solvers/matrix"
)

// expression is a set of gene expressions: a table of genes × samples with the names of both, and a table of the samples with the
// column class.
type expression struct {
	dataset.Scaled `yaml:",inline"`
	path           string
	classes        []string
	Genes          int `yaml:"genes,omitempty" doc:"so many of the first genes; default 0, all of them"`
}

// Validate implements the check of options.
func (s *expression) Validate() error {
	if s.Genes < 0 {
		return fmt.Errorf("genes = %d, want at least 1, or 0 for all", s.Genes)
	}
	return nil
}

// Load implements Dataset.
func (s *expression) Load(folder fs.FS, _ *rand.Rand) (*dataset.Data, error) {
	file, err := table.FileIn(folder, s.path)
	if err != nil {
		return nil, err
	}
	t, err := table.Read(file, table.Options{Options: tabular.Options{Separator: "comma", Header: "yes", RowNames: "yes"}})
	if err != nil {
		return nil, err
	}
	data := &dataset.Data{X: t.X, Rows: t.Features, Columns: t.Samples, Classes: s.classes}
	if file, err = table.FileIn(folder, path.Join(path.Dir(s.path), "labels.csv")); err != nil {
		return nil, err
	}
	labels, err := table.ReadLabels(file, "class", tabular.Options{})
	if err != nil {
		return nil, err
	}
	if _, err := t.AlignLabels(labels); err != nil {
		return nil, err
	}
	codes, names, err := labels.Known()
	if err != nil {
		return nil, err
	}
	for _, code := range codes {
		class := slices.Index(s.classes, names[code])
		if class < 0 {
			return nil, fmt.Errorf("%s: class %q, want one of %q", path.Dir(s.path), names[code], s.classes)
		}
		data.Labels = append(data.Labels, class)
	}
	return data, s.first(data)
}

// first keeps the first genes.
func (s *expression) first(data *dataset.Data) error {
	dense, ok := data.X.(*matrix.Dense)
	if !ok {
		return errors.New(s.path + ": values are missing, want all of them")
	}
	m, n := dense.Dims()
	if s.Genes > m {
		return fmt.Errorf("genes = %d, want at most %d", s.Genes, m)
	}
	if s.Genes > 0 {
		data.X, data.Rows = matrix.FromDense(mat.DenseCopyOf(dense.Raw().Slice(0, s.Genes, 0, n))), data.Rows[:s.Genes]
	}
	return nil
}

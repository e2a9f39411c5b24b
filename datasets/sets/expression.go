package sets

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/list"
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
	Join           []string `yaml:"join,omitempty" doc:"classes that count as one, as [ALL-B, ALL-T]"`
	Genes          int      `yaml:"genes,omitempty" doc:"so many of the first genes; default 0, all of them"`
}

// Validate implements the check of options.
func (s *expression) Validate() error {
	if s.Genes < 0 {
		return fmt.Errorf("genes = %d, want at least 1, or 0 for all", s.Genes)
	}
	for _, name := range s.Join {
		if !slices.Contains(s.classes, name) {
			return fmt.Errorf("join = %q, want classes among %q", s.Join, s.classes)
		}
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
	s.join(data)
	return data, s.first(data)
}

// join makes classes one that the options join.
func (s *expression) join(data *dataset.Data) {
	if len(s.Join) == 0 {
		return
	}
	number, names := make([]int, len(s.classes)), []string{strings.Join(s.Join, " or ")}
	for class, name := range s.classes {
		if !slices.Contains(s.Join, name) {
			number[class] = len(names)
			names = append(names, name)
		}
	}
	data.Labels, data.Classes = list.Map(data.Labels, func(class int) int { return number[class] }), names
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

package sets

import (
	"compress/gzip"
	"fmt"
	"image"
	"io"
	"io/fs"
	"math/rand/v2"

	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/tabular"
	"nmfrepro/solvers/matrix"
)

const digitsPath = "embedded/digits.csv.gz"

type digitsSet struct {
	dataset.Scaled `yaml:",inline"`
}

// Load implements Dataset.
func (s *digitsSet) Load(folder fs.FS, _ *rand.Rand) (*dataset.Data, error) {
	f, err := folder.Open(digitsPath)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", digitsPath, err)
	}
	table, err := tabular.Numbers(io.LimitReader(z, 1<<26), digitsPath, tabular.Bare{})
	if err != nil {
		return nil, err
	}
	x, labels, err := splitLabels(table, digitsPath)
	if err != nil {
		return nil, err
	}
	return &dataset.Data{X: matrix.FromDense(x), Labels: labels, Classes: digitNames(), Image: image.Pt(8, 8)}, nil
}

func digitNames() []string {
	return []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}
}

package sets

import (
	"fmt"
	"io/fs"
	"math/rand/v2"

	"nmfrepro/datasets/dataset"
	"nmfrepro/solvers/matrix"
)

const (
	jasperPath   = "hyperspectral/jasperRidge2_R198.mat"
	jasperBands  = 198
	jasperPixels = 100 * 100
)

type jasperSet struct {
	dataset.Scaled `yaml:",inline"`
}

// Load implements Dataset.
func (s *jasperSet) Load(folder fs.FS, _ *rand.Rand) (*dataset.Data, error) {
	f, err := openMat(folder, jasperPath)
	if err != nil {
		return nil, err
	}
	a, err := readNamed(f, jasperPath, []string{"Y"})
	if err != nil {
		return nil, err
	}
	x, err := a.Dense()
	if err != nil {
		return nil, err
	}
	if m, n := x.Dims(); m != jasperBands || n != jasperPixels {
		return nil, fmt.Errorf("%s: %d×%d, want %d×%d", jasperPath, m, n, jasperBands, jasperPixels)
	}
	return &dataset.Data{X: matrix.FromDense(x), Substitute: "Indian Pines and Pavia University"}, nil
}

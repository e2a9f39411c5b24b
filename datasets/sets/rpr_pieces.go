package sets

import (
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"

	"nmfrepro/datasets/dataset"
	"nmfrepro/solvers/matrix"
)

// pieces are a grid and the two functions on it, each a sample.
type pieces struct {
	Last  int `yaml:"last" doc:"last place, ≥ 1; default 4"`
	Steps int `yaml:"steps" doc:"places for each whole number, ≥ 1; default 25"`
}

func (s *pieces) Validate() error {
	if s.Last < 1 || s.Last > 500 || s.Steps < 1 || s.Steps > 1000 {
		return fmt.Errorf("last = %d and steps = %d, want 1 to 500 and 1 to 1000", s.Last, s.Steps)
	}
	return nil
}

// Load implements Dataset.
func (s *pieces) Load(_ fs.FS, _ *rand.Rand) (*dataset.Data, error) {
	x := matrix.NewDense(s.Last*s.Steps+1, 3, nil)
	for i := range s.Last*s.Steps + 1 {
		at := float64(i) / float64(s.Steps)
		x.Raw().SetRow(i, []float64{at, math.Exp(at), pieceOfExp(at)})
	}
	return &dataset.Data{X: x, Columns: []string{"x", "e^x", "piecewise linear"}}, nil
}

// pieceOfExp returns the n-th piece, (e^n - e^(n-1))·x - (n-1)·e^n + n·e^(n-1), of the interval [n-1, n) that x is in.
func pieceOfExp(x float64) float64 {
	n := math.Floor(x) + 1
	high, low := math.Exp(n), math.Exp(n-1)
	return (high-low)*x - (n-1)*high + n*low
}

package sets

import (
	"io/fs"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/solvers/matrix"
)

type ornmfSyntheticSet struct {
	Noise float64 `yaml:"noise" doc:"standard deviation of the noise that is added: 0 (default), 0.2 and 0.5 in Table I"`
}

func (s *ornmfSyntheticSet) Validate() error { return nonNegative("noise", s.Noise) }

// Load implements Dataset.
func (s *ornmfSyntheticSet) Load(_ fs.FS, rng *rand.Rand) (*dataset.Data, error) {
	const features, bases, repeats = 400, 8, 20
	a := uniform(features, bases, rng)
	weights := uniform(bases, bases, rng) // column i is s_i
	var v mat.Dense
	v.Mul(a, weights)
	x := mat.NewDense(features, bases*repeats, nil)
	data := &dataset.Data{X: matrix.FromDense(x), Classes: numbered(bases), Basis: a}
	for i := range features {
		row := x.RawRowView(i)
		for j := range row {
			row[j] = v.At(i, j/repeats)
			if s.Noise > 0 {
				row[j] += s.Noise * rng.NormFloat64()
			}
		}
	}
	data.Coefficients = mat.NewDense(bases*repeats, bases, nil)
	for j := range bases * repeats {
		data.Labels = append(data.Labels, j/repeats)
		data.Coefficients.SetRow(j, mat.Col(nil, j/repeats, weights))
	}
	minMaxAll(x)
	return data, nil
}

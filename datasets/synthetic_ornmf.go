package datasets

import (
	"io/fs"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

var ornmfSynthetic = Entry{
	Name:     "ornmf-synthetic",
	Doc:      "eight runs of 20 equal columns, each a random mixture of eight random bases, clean or with noise, scaled to [0, 1]",
	Cite:     "ORNMF, section IV-C",
	Licence:  generatedLicence,
	Share:    true,
	Papers:   []Use{{"ornmf", Exact, "Table I, figure 1; what a level of noise means is not stated"}},
	Prepare:  "V + level·N(0,1), then min-max over all entries (also without noise)",
	Features: 400, Samples: 160, Classes: 8,
	New: func() Dataset { return &ornmfSyntheticSet{Noise: 0} },
}

type ornmfSyntheticSet struct {
	Noise float64 `yaml:"noise" doc:"standard deviation of the noise that is added: 0 (default), 0.2 and 0.5 in Table I"`
}

func (s *ornmfSyntheticSet) validate() error { return nonNegative("noise", s.Noise) }

// Load implements Dataset.
func (s *ornmfSyntheticSet) Load(_ fs.FS, rng *rand.Rand) (*Data, error) {
	const features, bases, repeats = 400, 8, 20
	a := uniform(features, bases, rng)
	weights := uniform(bases, bases, rng) // column i is s_i
	var v mat.Dense
	v.Mul(a, weights)
	x := mat.NewDense(features, bases*repeats, nil)
	data := &Data{X: matrix.FromDense(x), Classes: numbered(bases), Basis: a}
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

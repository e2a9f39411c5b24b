package sets

import (
	"io/fs"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/solvers/matrix"
)

type ornmfSyntheticSet struct {
	Noise float64    `yaml:"noise" doc:"level of the noise that is added: 0 (default), 0.2 and 0.5 in Table I"`
	Of    noiseLevel `yaml:"of" doc:"what the level is of: unit (default, the standard deviation of the noise), deviation (that of V) or entries (the share of the entries that get noise of unit variance)"`
}

// noiseLevel tells what a level of noise is of.
type noiseLevel string

const (
	ofUnit      noiseLevel = "unit"
	ofDeviation noiseLevel = "deviation"
	ofEntries   noiseLevel = "entries"
)

// Choices lists what a level may be of.
func (noiseLevel) Choices() []string {
	return []string{string(ofUnit), string(ofDeviation), string(ofEntries)}
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
	spread := 1.0
	if s.Of == ofDeviation {
		spread = stat.PopStdDev(v.RawMatrix().Data, nil)
	}
	data := &dataset.Data{X: matrix.FromDense(x), Classes: numbered(bases), Basis: a}
	for i := range features {
		row := x.RawRowView(i)
		for j := range row {
			row[j] = v.At(i, j/repeats)
			if s.Noise > 0 {
				row[j] += s.noise(spread, rng)
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

// noise draws what is added to one entry.
func (s *ornmfSyntheticSet) noise(spread float64, rng *rand.Rand) float64 {
	if s.Of != ofEntries {
		return s.Noise * spread * rng.NormFloat64()
	}
	if rng.Float64() >= s.Noise {
		return 0
	}
	return rng.NormFloat64()
}

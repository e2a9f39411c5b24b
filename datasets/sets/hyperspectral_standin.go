package sets

import (
	"io/fs"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/solvers/matrix"
)

type sceneStandIn struct {
	scene   `yaml:",inline"`
	Noise   float64 `yaml:"noise" doc:"standard deviation of the noise, the spectra reaching about 1; default 0.02"`
	standIn string
}

func (s *sceneStandIn) Validate() error {
	if err := nonNegative("noise", s.Noise); err != nil {
		return err
	}
	return s.scene.Validate()
}

// Size implements Sized.
func (s *sceneStandIn) Size() (features, samples int) {
	s.each(func(_, count int) { samples += count })
	return s.of.bands, samples
}

// Load implements Dataset.
func (s *sceneStandIn) Load(_ fs.FS, rng *rand.Rand) (*dataset.Data, error) {
	const bumps = 12
	shapes := mat.NewDense(bumps, s.of.bands, nil)
	for k := range bumps {
		centre, width := rng.Float64(), 0.05+0.2*rng.Float64()
		for b := range s.of.bands {
			d := (float64(b)/float64(s.of.bands-1) - centre) / width
			shapes.Set(k, b, math.Exp(-d*d/2))
		}
	}
	all := len(s.of.classes)
	mix := mat.NewDense(all, bumps, nil)
	for c := range all {
		for k := range bumps {
			mix.Set(c, k, rng.Float64()/3)
		}
	}
	var spectra mat.Dense
	spectra.Mul(mix, shapes)

	data := &dataset.Data{Substitute: s.standIn}
	var light []float64
	var own, other []int
	s.each(func(class, count int) {
		for range count {
			data.Labels = append(data.Labels, len(data.Classes))
			own = append(own, class)
			other = append(other, rng.IntN(all))
			light = append(light, 0.8+0.4*rng.Float64())
		}
		data.Classes = append(data.Classes, s.of.classes[class])
	})
	x := mat.NewDense(s.of.bands, len(own), nil)
	for b := range s.of.bands {
		row := x.RawRowView(b)
		for j := range row {
			v := 0.85*spectra.At(own[j], b) + 0.15*spectra.At(other[j], b)
			row[j] = math.Max(0, light[j]*v+s.Noise*rng.NormFloat64())
		}
	}
	data.X = matrix.FromDense(x)
	return data, nil
}

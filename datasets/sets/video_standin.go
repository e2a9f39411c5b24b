package sets

import (
	"image"
	"io/fs"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/solvers/matrix"
)

type videoModel struct {
	dataset.Scaled `yaml:",inline"`
	Noise          float64 `yaml:"noise" doc:"standard deviation of the noise in grey levels; default 4"`
	lengths        []int   // of the scenes, in frames
}

// Small returns the model at a small size, for tests.
func (s *videoModel) Small() dataset.Dataset { return &videoModel{s.Scaled, s.Noise, []int{2, 1}} }

func (s *videoModel) Validate() error { return nonNegative("noise", s.Noise) }

// Load implements Dataset.
func (s *videoModel) Load(_ fs.FS, rng *rand.Rand) (*dataset.Data, error) {
	frames := 0
	for _, length := range s.lengths {
		frames += length
	}
	x := mat.NewDense(clipWidth*clipHeight, frames, nil)
	data := &dataset.Data{X: matrix.FromDense(x), Classes: numbered(len(s.lengths)), Image: image.Pt(clipWidth, clipHeight),
		Substitute: "a video of ORNMF (never published)"}
	j := 0
	for scene, length := range s.lengths {
		picture := spots(12, rng)
		dx, dy := 0.002*rng.NormFloat64(), 0.002*rng.NormFloat64()
		for f := range length {
			for i, v := range render(picture, clipWidth, clipHeight, dx*float64(f), dy*float64(f)) {
				x.Set(i, j, grey(100*v+s.Noise*rng.NormFloat64()))
			}
			data.Labels = append(data.Labels, scene)
			j++
		}
	}
	return data, nil
}

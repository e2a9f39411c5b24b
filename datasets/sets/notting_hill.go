package sets

import (
	"image"
	"io/fs"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/solvers/matrix"
)

type faceStandIn struct {
	dataset.Scaled `yaml:",inline"`
	tracks, frames int
}

// Small returns the model at a small size, for tests.
func (s *faceStandIn) Small() dataset.Dataset { return &faceStandIn{s.Scaled, 6, 9} }

// spot is a Gaussian bump of a picture, in parts of its side.
type spot struct{ x, y, width, height float64 }

func spots(count int, rng *rand.Rand) []spot {
	out := make([]spot, count)
	for k := range out {
		out[k] = spot{rng.Float64(), rng.Float64(), 0.08 + 0.15*rng.Float64(), rng.Float64()}
	}
	return out
}

// render returns the sum of the spots at the middle of each pixel of a picture moved by (dx, dy), row by row. A Gaussian is
// the product of one in x and one in y, which saves nearly all exponentials.
func render(list []spot, width, height int, dx, dy float64) []float64 {
	out := make([]float64, width*height)
	across, down := make([]float64, width), make([]float64, height)
	for _, s := range list {
		gauss(across, s.x-dx, s.width)
		gauss(down, s.y-dy, s.width)
		for v, d := range down {
			row := out[v*width : (v+1)*width]
			for u, a := range across {
				row[u] += s.height * (a * d)
			}
		}
	}
	return out
}

func gauss(dst []float64, centre, width float64) {
	for k := range dst {
		d := ((float64(k)+0.5)/float64(len(dst)) - centre) / width
		dst[k] = math.Exp(-d * d / 2)
	}
}

// grey cuts v to a whole grey level.
func grey(v float64) float64 { return math.Round(math.Max(0, math.Min(255, v))) }

// Load implements Dataset. Samples go by track; tracks change between people.
func (s *faceStandIn) Load(_ fs.FS, rng *rand.Rand) (*dataset.Data, error) {
	const people, side = 5, 32
	tracks, frames := s.tracks, s.frames
	faces := make([][]spot, people)
	for p := range faces {
		faces[p] = spots(10, rng)
	}
	x := mat.NewDense(side*side, frames, nil)
	data := &dataset.Data{X: matrix.FromDense(x), Classes: numbered(people), Image: image.Pt(side, side), Substitute: "Notting-Hill"}
	for t := range tracks {
		person := t % people
		light, dx, dy := 60+60*rng.Float64(), 0.2*rng.Float64()-0.1, 0.2*rng.Float64()-0.1
		for j := t * frames / tracks; j < (t+1)*frames/tracks; j++ {
			wobble := 0.02 * rng.NormFloat64()
			for i, v := range render(faces[person], side, side, dx+wobble, dy) {
				x.Set(i, j, grey(light*v+5*rng.NormFloat64()))
			}
			data.Labels = append(data.Labels, person)
		}
	}
	return data, nil
}

package sets

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"math/rand/v2"
	"os"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/solvers/matrix"
)

const (
	clipWidth  = 129
	clipHeight = 96
	clipFrames = 300
)

// film says where the frames of a clip are; scenes change at the cuts, which count from the start of the film.
type film struct {
	mat, path, standIn string
	first              int
	cuts               []int
}

type clip struct {
	dataset.Scaled `yaml:",inline"`
	film
}

func newClip(e dataset.Entry, first int, cuts ...int) *clip {
	return &clip{dataset.Unscaled, film{mat: e.Files[0].Path, path: e.Alternates[0].Path, standIn: e.StandIn, first: first, cuts: cuts}}
}

// Load implements Dataset. Samples are frames in their order; pixels go by row from the top left.
func (s *clip) Load(folder fs.FS, rng *rand.Rand) (*dataset.Data, error) {
	stored := &pictures{path: s.mat, side: image.Pt(clipWidth, clipHeight), classes: len(s.cuts) + 1, standIn: s.standIn}
	data, err := stored.Load(folder, rng)
	if !errors.Is(err, fs.ErrNotExist) {
		return data, err
	}
	frames, err := s.decode(folder)
	if err != nil {
		return nil, err
	}
	pixels := clipWidth * clipHeight
	x := mat.NewDense(pixels, clipFrames, nil)
	for j := range clipFrames {
		for i, v := range frames[j*pixels : (j+1)*pixels] {
			x.Set(i, j, float64(v))
		}
	}
	data = &dataset.Data{X: matrix.FromDense(x), Classes: numbered(len(s.cuts) + 1), Image: stored.side, Substitute: s.standIn}
	for j := range clipFrames {
		scene := 0
		for _, c := range s.cuts {
			if s.first+j >= c {
				scene++
			}
		}
		data.Labels = append(data.Labels, scene)
	}
	return data, nil
}

// decode reads the frames from the film. ffmpeg needs a file to seek in, and the bytes that were checked are in memory.
func (s *clip) decode(folder fs.FS) (frames []byte, err error) {
	film, err := fs.ReadFile(folder, s.path)
	if err != nil {
		return nil, err
	}
	tmp, err := os.CreateTemp("", "nmfrepro-*.mp4")
	if err != nil {
		return nil, err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(film)
	if err = errors.Join(err, tmp.Close()); err != nil {
		return nil, fmt.Errorf("%s: %w", s.path, err)
	}
	return Grey(context.Background(), tmp.Name(), Clip{First: s.first, Count: clipFrames, Width: clipWidth, Height: clipHeight})
}

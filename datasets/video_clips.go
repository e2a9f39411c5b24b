package datasets

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"math/rand/v2"
	"os"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/video"
	"nmfrepro/solvers/matrix"
)

const (
	blender      = "CC BY 3.0, (c) Blender Foundation"
	blenderTerms = "Creative Commons Attribution 3.0 (https://creativecommons.org/licenses/by/3.0/): copying, changing and sharing are allowed if the " +
		"Blender Foundation and the film are named."
	clipPrepare = "grey frames of 129×96 pixels, by ffmpeg with scale=129:96:flags=area,format=gray; read from the .mat file, or from the film itself where ffmpeg is installed"
	clipWidth   = 129
	clipHeight  = 96
	clipFrames  = 300
)

var videoBBB = Entry{
	Name:     "video-bbb",
	Doc:      "300 frames, three scenes of the film Big Buck Bunny, 129×96 pixels",
	Cite:     "Blender Foundation, Big Buck Bunny, 2008",
	Licence:  blender,
	Terms:    blenderTerms,
	Share:    true,
	Source:   "https://peach.blender.org",
	Papers:   []Use{{"ornmf", StandIn, "Table III"}},
	StandIn:  "video 1 of ORNMF (never published)",
	Prepare:  clipPrepare,
	Features: clipWidth * clipHeight, Samples: clipFrames, Classes: 3,
	Files:      []File{{"video/bbb_129x96x300.mat", 1172386, "49a8f6cd75c408d2f9e5fbd6d49e355e7440fff30d96b675acff7d806f6a80f3"}},
	Alternates: []File{{"video/big-buck-bunny-480p-30s.mp4", 4139823, "521a78e22a4065814066d8a60d53b99472a80d6a8fb0908370df0410298b4b12"}},
	Content:    "91f3effde237a52c05c181b1beb7e69f9744f8c2b3efa22679bf62f3864e0387",
	New: func() Dataset {
		return &clip{Unscaled, film{
			mat: "video/bbb_129x96x300.mat", path: "video/big-buck-bunny-480p-30s.mp4", first: 318, cuts: []int{378, 553},
			standIn: "video 1 of ORNMF (never published)",
		}}
	},
}

var videoSintel = Entry{
	Name:     "video-sintel",
	Doc:      "300 frames, three scenes of the film Sintel, 129×96 pixels",
	Cite:     "Blender Foundation, Sintel, 2010",
	Licence:  blender,
	Terms:    blenderTerms,
	Share:    true,
	Source:   "https://durian.blender.org",
	Papers:   []Use{{"ornmf", StandIn, "Table III"}},
	StandIn:  "video 2 of ORNMF (never published)",
	Prepare:  clipPrepare,
	Features: clipWidth * clipHeight, Samples: clipFrames, Classes: 3,
	Files:      []File{{"video/sintel_129x96x300.mat", 2197004, "531a12f30c373245c4dfbbeca9230c30996ae5315a50b7f7b8553b4886228a49"}},
	Alternates: []File{{"video/sintel.mp4", 3877192, "362344e69ce62e8927759e65fe42db1bdb70d347b7397abf376a98420d85db1c"}},
	Content:    "708902ca1c1ee0517cf8a1e4dcf9bbbef79a1a840b7f9a2d3ce56cbffb84f8f5",
	New: func() Dataset {
		return &clip{Unscaled, film{
			mat: "video/sintel_129x96x300.mat", path: "video/sintel.mp4", first: 245, cuts: []int{319, 457},
			standIn: "video 2 of ORNMF (never published)",
		}}
	},
}

// film says where the frames of a clip are; scenes change at the cuts, which count from the start of the film.
type film struct {
	mat, path, standIn string
	first              int
	cuts               []int
}

type clip struct {
	Scaled `yaml:",inline"`
	film
}

// Load implements Dataset. Samples are frames in their order; pixels go by row from the top left.
func (s *clip) Load(folder fs.FS, rng *rand.Rand) (*Data, error) {
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
	data = &Data{X: matrix.FromDense(x), Classes: numbered(len(s.cuts) + 1), Image: stored.side, StandIn: s.standIn}
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
	return video.Grey(context.Background(), tmp.Name(), video.Clip{First: s.first, Count: clipFrames, Width: clipWidth, Height: clipHeight})
}

package sets

import (
	"archive/zip"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/solvers/matrix"
)

const (
	coilMat     = "coil20/COIL20.mat"
	coilZip     = "coil20/coil-20-proc.zip"
	coilObjects = 20
	coilViews   = 72
	coilSide    = 32
	coilBlock   = 4 // 128 pixels a side are made 32
)

type coil20Set struct {
	dataset.Scaled `yaml:",inline"`
	PixelOrder     `yaml:",inline"`
}

// Load implements Dataset. Samples go by object, then by angle; pixels go by row from the top left.
func (s *coil20Set) Load(folder fs.FS, rng *rand.Rand) (*dataset.Data, error) {
	side := image.Pt(coilSide, coilSide)
	fromMat := &pictures{PixelOrder: s.PixelOrder, path: coilMat, side: side, classes: coilObjects}
	data, err := fromMat.Load(folder, rng)
	if !errors.Is(err, fs.ErrNotExist) {
		return data, err
	}
	r, size, err := dataset.ReaderAt(folder, coilZip)
	if err != nil {
		return nil, err
	}
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", coilZip, err)
	}
	x := mat.NewDense(coilSide*coilSide, coilObjects*coilViews, nil)
	data = &dataset.Data{X: matrix.FromDense(x), Classes: numbered(coilObjects), Image: side}
	for j := range coilObjects * coilViews {
		name := fmt.Sprintf("coil-20-proc/obj%d__%d.png", j/coilViews+1, j%coilViews)
		if err := shrinkTo(x, j, z, name); err != nil {
			return nil, err
		}
		data.Labels = append(data.Labels, j/coilViews)
	}
	return s.arrange(data), nil
}

// shrinkTo sets column j of x to the block means of a picture.
func shrinkTo(x *mat.Dense, j int, fsys fs.FS, name string) error {
	f, err := fsys.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	config, err := png.DecodeConfig(f)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if want := coilSide * coilBlock; config.Width != want || config.Height != want {
		return fmt.Errorf("%s: %d×%d pixels, want %d×%d", name, config.Width, config.Height, want, want)
	}
	again, err := fsys.Open(name) // a member of an archive cannot be rewound
	if err != nil {
		return err
	}
	defer again.Close()
	picture, err := png.Decode(again)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	at := picture.Bounds().Min
	for i := range coilSide * coilSide {
		sum := 0
		for k := range coilBlock * coilBlock {
			c := picture.At(at.X+i%coilSide*coilBlock+k%coilBlock, at.Y+i/coilSide*coilBlock+k/coilBlock)
			sum += int(color.GrayModel.Convert(c).(color.Gray).Y)
		}
		x.Set(i, j, float64(sum)/(255*coilBlock*coilBlock))
	}
	return nil
}

package datasets

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

	"nmfrepro/solvers/matrix"
)

var coil20 = Entry{
	Name:     "coil20",
	Doc:      "1440 pictures of 20 objects turned by 5°, at 32×32 pixels, 0 to 1",
	Cite:     "Nene, Nayar and Murase, Columbia Object Image Library (COIL-20), technical report CUCS-005-96, 1996",
	Licence:  "research; cite CUCS-005-96",
	Terms:    "The pictures are for research; publications are to cite technical report CUCS-005-96 of Columbia University.",
	Source:   "https://www.cs.columbia.edu/CAVE/software/softlib/coil-20.php",
	Prepare:  "mean of each 4×4 block of the 128×128 pictures, /255; read from COIL20.mat or made from the archive of PNG files, which gives the same bits",
	Features: 1024, Samples: 1440, Classes: coilObjects,
	Papers:     []Use{{"dsp", Exact, "Tables 1 to 3"}, {"mcnmf", Exact, "Table 1"}},
	Defects:    []string{"another COIL20.mat circulates (uint8, mean 77.04) that was made smaller in another way: it is refused"},
	Files:      []File{{coilMat, 3024549, "4595ebdda07f47b0eb014fcfaddc22b452f9aed9c1d9261a0d5bc336c1ee1344"}},
	Alternates: []File{{coilZip, 12684276, "6274e266a41f09025fd34aa703aa1a894e27d829f1db28c2dd7da754aae556fd"}},
	Downloads: []Download{{
		URLs:  secureFirst("http://www.cs.columbia.edu/CAVE/databases/SLAM_coil-20_coil-100/coil-20/coil-20-proc.zip"),
		Path:  coilZip,
		Limit: 64 << 20,
	}},
	Content: "26f226ed4ed1dae7becaa056249a29e0ff6d3d84bfbb2ea08121df1a6f860697",
	New:     func() Dataset { return &coil20Set{Unscaled} },
}

const (
	coilMat     = "coil20/COIL20.mat"
	coilZip     = "coil20/coil-20-proc.zip"
	coilObjects = 20
	coilViews   = 72
	coilSide    = 32
	coilBlock   = 4 // 128 pixels a side are made 32
)

type coil20Set struct {
	Scaled `yaml:",inline"`
}

// Load implements Dataset. Samples go by object, then by angle; pixels go by row from the top left.
func (s *coil20Set) Load(folder fs.FS, rng *rand.Rand) (*Data, error) {
	side := image.Pt(coilSide, coilSide)
	fromMat := &pictures{path: coilMat, side: side, classes: coilObjects}
	data, err := fromMat.Load(folder, rng)
	if !errors.Is(err, fs.ErrNotExist) {
		return data, err
	}
	r, size, err := readerAt(folder, coilZip)
	if err != nil {
		return nil, err
	}
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", coilZip, err)
	}
	x := mat.NewDense(coilSide*coilSide, coilObjects*coilViews, nil)
	data = &Data{X: matrix.FromDense(x), Classes: numbered(coilObjects), Image: side}
	for j := range coilObjects * coilViews {
		name := fmt.Sprintf("coil-20-proc/obj%d__%d.png", j/coilViews+1, j%coilViews)
		if err := shrinkTo(x, j, z, name); err != nil {
			return nil, err
		}
		data.Labels = append(data.Labels, j/coilViews)
	}
	return data, nil
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

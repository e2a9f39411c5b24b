package sets

import (
	"archive/zip"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/solvers/matrix"
)

const (
	orlZip    = "orl/att_faces.zip"
	orlWidth  = 92
	orlHeight = 112
	orlPixels = orlWidth * orlHeight
)

type orlFullSet struct {
	dataset.Scaled `yaml:",inline"`
}

// Load implements Dataset. Samples go s1/1.pgm to s1/10.pgm, then s2, up to s40; pixels go by row from the top left. The
// pictures are read from the archive, or from the folder that it was extracted to.
func (s *orlFullSet) Load(folder fs.FS, _ *rand.Rand) (*dataset.Data, error) {
	pictures, err := orlPictures(folder)
	if err != nil {
		return nil, err
	}
	const people, each = 40, 10
	x := mat.NewDense(orlPixels, people*each, nil)
	data := &dataset.Data{X: matrix.FromDense(x), Image: image.Pt(orlWidth, orlHeight)}
	for p := range people {
		data.Classes = append(data.Classes, fmt.Sprintf("s%d", p+1))
		for k := range each {
			name := fmt.Sprintf("s%d/%d.pgm", p+1, k+1)
			g, err := readPGM(pictures, name)
			if err != nil {
				return nil, err
			}
			if g.Width != orlWidth || g.Height != orlHeight || g.Max != 255 {
				return nil, fmt.Errorf("%s: %d×%d pixels up to %d, want %d×%d up to 255", name, g.Width, g.Height, g.Max, orlWidth, orlHeight)
			}
			for i, v := range g.Pix {
				x.Set(i, p*each+k, float64(v))
			}
			data.Labels = append(data.Labels, p)
			data.Columns = append(data.Columns, name)
		}
	}
	return data, nil
}

func readPGM(fsys fs.FS, name string) (*Gray, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f, name)
}

// orlPictures returns the folder that holds s1 to s40.
func orlPictures(folder fs.FS) (fs.FS, error) {
	r, size, err := dataset.ReaderAt(folder, orlZip)
	if errors.Is(err, fs.ErrNotExist) {
		return subfolderWith(folder, "s1/1.pgm", "orl/att_faces", "orl/orl_faces", "orl")
	}
	if err != nil {
		return nil, err
	}
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", orlZip, err)
	}
	return subfolderWith(z, "s1/1.pgm", ".", "att_faces", "orl_faces")
}

// subfolderWith returns the first of the folders in fsys that holds the file.
func subfolderWith(fsys fs.FS, file string, folders ...string) (fs.FS, error) {
	var err error
	for _, name := range folders {
		sub, _ := fs.Sub(fsys, name) // the names are valid
		if _, err = fs.Stat(sub, file); err == nil {
			return sub, nil
		}
	}
	return nil, err
}

package sets

import (
	"fmt"
	"image"
	"io/fs"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/matfile"
	"nmfrepro/solvers/matrix"
)

// pictures is a set in Deng Cai's form: a .mat file with one picture a row, pixels column by column (MATLAB's order), and
// labels from 1.
type pictures struct {
	dataset.Scaled `yaml:",inline"`
	PixelOrder     `yaml:",inline"`
	path           string
	side           image.Point
	classes        int
	standIn        string
}

// Names that the two variables have in the files that circulate.
var (
	pictureNames = []string{"fea", "X", "data"}
	labelNames   = []string{"gnd", "Y", "labels"}
)

// Load implements Dataset. Pixels go by row from the top left, unlike in the file.
func (s *pictures) Load(folder fs.FS, _ *rand.Rand) (*dataset.Data, error) {
	a, labels, err := readLabelled(folder, s.path, s.classes)
	if err != nil {
		return nil, err
	}
	x, err := pixelRows(a, s.side, len(labels))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.path, err)
	}
	return s.arrange(&dataset.Data{X: matrix.FromDense(x), Labels: labels, Classes: numbered(s.classes), Image: s.side,
		Substitute: s.standIn}), nil
}

// readLabelled reads the numbers of a file in Deng Cai's form, and the class of each sample from 0.
func readLabelled(folder fs.FS, path string, classes int) (*matfile.Array, []int, error) {
	f, err := openMat(folder, path)
	if err != nil {
		return nil, nil, err
	}
	labels, err := readLabels(f, path, classes)
	if err != nil {
		return nil, nil, err
	}
	a, err := readNamed(f, path, pictureNames)
	return a, labels, err
}

func openMat(folder fs.FS, path string) (*matfile.File, error) {
	r, size, err := dataset.ReaderAt(folder, path)
	if err != nil {
		return nil, err
	}
	return matfile.Open(r, size, path)
}

// readNamed reads the first variable that goes by one of the names.
func readNamed(f *matfile.File, path string, names []string) (*matfile.Array, error) {
	for _, n := range names {
		if f.Has(n) {
			return f.Read(n)
		}
	}
	return nil, fmt.Errorf("%s: found variables %v, want one of %v", path, f.Vars, names)
}

// readLabels reads whole numbers 1 to classes, and returns them from 0.
func readLabels(f *matfile.File, path string, classes int) ([]int, error) {
	a, err := readNamed(f, path, labelNames)
	if err != nil {
		return nil, err
	}
	out := make([]int, len(a.Real))
	for i, v := range a.Real {
		if v != float64(int(v)) || v < 1 || int(v) > classes {
			return nil, fmt.Errorf("%s: sample %d has label %v, want 1 to %d", path, i+1, v, classes)
		}
		out[i] = int(v) - 1
	}
	return out, nil
}

// pixelRows turns pictures into X: one row a pixel, in the order of image rows. The file may hold samples as rows or as
// columns.
func pixelRows(a *matfile.Array, side image.Point, samples int) (*mat.Dense, error) {
	pixels := side.X * side.Y
	switch {
	case len(a.Dims) != 2 || len(a.Real) != samples*pixels || samples == 0:
		return nil, fmt.Errorf("%s holds %v values, want %d pictures of %d pixels", a.Name, a.Dims, samples, pixels)
	case a.Dims[0] == samples: // the usual way; a column of the file is a row of X
	case a.Dims[1] == samples:
		return transposed(a, side), nil
	}
	x := mat.NewDense(pixels, samples, nil)
	for i := range pixels {
		k := columnMajor(i, side)
		copy(x.RawRowView(i), a.Real[k*samples:(k+1)*samples])
	}
	return x, nil
}

func transposed(a *matfile.Array, side image.Point) *mat.Dense {
	pixels, samples := a.Dims[0], a.Dims[1]
	x := mat.NewDense(pixels, samples, nil)
	for i := range pixels {
		k := columnMajor(i, side)
		row := x.RawRowView(i)
		for j := range row {
			row[j] = a.Real[j*pixels+k]
		}
	}
	return x
}

// columnMajor returns where pixel i, counted by rows, is when pixels are counted by columns.
func columnMajor(i int, side image.Point) int { return i%side.X*side.Y + i/side.X }

// numbered names classes 1 to n.
func numbered(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprint(i + 1)
	}
	return slices.Clip(out)
}

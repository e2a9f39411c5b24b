package sets

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/matfile"
	"nmfrepro/solvers/matrix"
)

// sceneFiles describes a scene: where cube and label map are, their variables, and how large they are.
type sceneFiles struct {
	cube, gt             string
	cubeNames, gtNames   []string
	rows, columns, bands int
	classes              []string
	counts               []int  // pixels of each class in the label map
	labels               string // SHA-256 of the label map's values, a byte each, column by column
}

var indianPinesScene = sceneFiles{
	cube: "hyperspectral/Indian_pines_corrected.mat", gt: "hyperspectral/Indian_pines_gt.mat",
	cubeNames: []string{"indian_pines_corrected"}, gtNames: []string{"indian_pines_gt"},
	rows: 145, columns: 145, bands: 200,
	classes: []string{
		"alfalfa", "corn-notill", "corn-mintill", "corn", "grass-pasture", "grass-trees", "grass-pasture-mowed", "hay-windrowed",
		"oats", "soybean-notill", "soybean-mintill", "soybean-clean", "wheat", "woods", "buildings-grass-trees-drives", "stone-steel-towers",
	},
	counts: []int{46, 1428, 830, 237, 483, 730, 28, 478, 20, 972, 2455, 593, 205, 1265, 386, 93},
	labels: "d2d27ba6b02f43411e2015e07d1c4d149818661799f22b577a5865ed6c16292d",
}

var paviaUScene = sceneFiles{
	cube: "hyperspectral/PaviaU.mat", gt: "hyperspectral/PaviaU_gt.mat",
	cubeNames: []string{"paviaU"}, gtNames: []string{"paviaU_gt", "hyperimg_gt"},
	rows: 610, columns: 340, bands: 103,
	classes: []string{
		"asphalt", "meadows", "gravel", "trees", "painted metal sheets", "bare soil", "bitumen", "self-blocking bricks", "shadows",
	},
	counts: []int{6631, 18649, 2099, 3064, 1345, 5029, 1330, 3682, 947},
	labels: "2ca7405fdbd4af99a8c2c4f40ded1da0265d3c1a72a0634b20eeac6bbbd647aa",
}

type scene struct {
	dataset.Scaled `yaml:",inline"`
	Fraction       float64 `yaml:"fraction" doc:"part of the pixels of each class that is drawn, above 0 to 1; default 0.2 [DSP-NMF, section 4.1]"`
	Least          int     `yaml:"least" doc:"classes with fewer labelled pixels are left out; default 390 [DSP-NMF, section 4.1]"`
	of             sceneFiles
}

// newScene draws a fifth of the classes that have at least 390 pixels [DSP-NMF, section 4.1].
func newScene(of sceneFiles) *scene {
	return &scene{Scaled: dataset.Unscaled, Fraction: 0.2, Least: 390, of: of}
}

func (s *scene) Validate() error {
	if !(s.Fraction > 0 && s.Fraction <= 1) {
		return fmt.Errorf("fraction = %v, want above 0 to 1", s.Fraction)
	}
	if s.Least > slices.Max(s.of.counts) {
		return fmt.Errorf("least = %d, want at most %d, the largest class", s.Least, slices.Max(s.of.counts))
	}
	return nil
}

// Load implements Dataset. Samples go by class, then by place in the scene.
func (s *scene) Load(folder fs.FS, rng *rand.Rand) (*dataset.Data, error) {
	gt, err := readScene(folder, s.of.gt, s.of.gtNames, s.of.rows, s.of.columns)
	if err != nil {
		return nil, err
	}
	cube, err := readScene(folder, s.of.cube, s.of.cubeNames, s.of.rows, s.of.columns, s.of.bands)
	if err != nil {
		return nil, err
	}
	pixels := make([][]int, len(s.of.classes))
	for p, v := range gt.Real {
		if v < 0 || int(v) > len(pixels) || v != float64(int(v)) {
			return nil, fmt.Errorf("%s: label %v, want 0 to %d", s.of.gt, v, len(pixels))
		}
		if v > 0 {
			pixels[int(v)-1] = append(pixels[int(v)-1], p)
		}
	}
	data := &dataset.Data{}
	var drawn []int
	s.each(func(class, count int) {
		chosen := draw(pixels[class], count, rng)
		drawn = append(drawn, chosen...)
		for range chosen {
			data.Labels = append(data.Labels, len(data.Classes))
		}
		data.Classes = append(data.Classes, s.of.classes[class])
	})
	size := s.of.rows * s.of.columns
	x := mat.NewDense(s.of.bands, len(drawn), nil)
	for b := range s.of.bands {
		row := x.RawRowView(b)
		for j, p := range drawn {
			row[j] = cube.Real[b*size+p]
		}
	}
	data.X = matrix.FromDense(x)
	return data, nil
}

// each calls use for the classes that are kept, with the number of pixels to draw.
func (s *scene) each(use func(class, count int)) {
	for c, n := range s.of.counts {
		if n >= s.Least {
			use(c, max(1, int(math.Round(s.Fraction*float64(n)))))
		}
	}
}

// draw picks count of list at random and returns them in the order of list; without rng it takes the first.
func draw(list []int, count int, rng *rand.Rand) []int {
	count = min(count, len(list))
	if rng == nil {
		return list[:count]
	}
	chosen := rng.Perm(len(list))[:count]
	slices.Sort(chosen)
	out := make([]int, count)
	for k, i := range chosen {
		out[k] = list[i]
	}
	return out
}

// readScene reads an array and checks its shape.
func readScene(folder fs.FS, path string, names []string, dims ...int) (*matfile.Array, error) {
	f, err := openMat(folder, path)
	if err != nil {
		return nil, err
	}
	for _, v := range f.Vars { // re-saved copies have other names
		if slices.Equal(v.Dims, dims) {
			names = append(slices.Clone(names), v.Name)
		}
	}
	a, err := readNamed(f, path, names)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(a.Dims, dims) || a.Imag != nil || a.Row != nil {
		return nil, fmt.Errorf("%s: %s is %v, want %v", path, a.Name, a.Dims, dims)
	}
	return a, nil
}

// Recognise implements dataset.Recogniser: it tells whether a file of the scene holds what it should, whatever its bytes: the label map by
// its values, the
// cube, of which nobody told us more, by its shape.
func (s *scene) Recognise(folder fs.FS, path string) error {
	if path != s.of.gt {
		_, err := readScene(folder, path, s.of.cubeNames, s.of.rows, s.of.columns, s.of.bands)
		return err
	}
	gt, err := readScene(folder, path, s.of.gtNames, s.of.rows, s.of.columns)
	if err != nil {
		return err
	}
	values := make([]byte, len(gt.Real))
	for i, v := range gt.Real {
		values[i] = byte(v)
	}
	sum := sha256.Sum256(values)
	if found := hex.EncodeToString(sum[:]); found != s.of.labels {
		return fmt.Errorf("%s: %s is another label map (sum of its values %s)", path, gt.Name, found)
	}
	return nil
}

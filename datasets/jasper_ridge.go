package datasets

import (
	"fmt"
	"io/fs"
	"math/rand/v2"

	"nmfrepro/solvers/matrix"
)

const (
	jasperPath   = "hyperspectral/jasperRidge2_R198.mat"
	jasperBands  = 198
	jasperPixels = 100 * 100
)

var jasperRidge = Entry{
	Name:     "jasper-ridge",
	Doc:      "AVIRIS scene of 100×100 pixels, 198 bands, without labels",
	Cite:     "Zhu et al., Spectral unmixing via data-guided sparsity, IEEE TIP 23(12), 2014",
	Licence:  "research",
	Terms:    sceneTerms,
	Source:   "https://rslab.ut.ac.ir/data",
	Papers:   []Use{{"dsp", StandIn, "real spectra for timing; no labels, so no accuracy"}},
	StandIn:  "Indian Pines and Pavia University (spectra and size only)",
	Prepare:  "none: digital numbers up to 5437",
	Features: jasperBands, Samples: jasperPixels,
	Files:   []File{{jasperPath, 3961016, "a667ba0b6e05126c55b57bcf1775eda368c418656a2666d1a773729e2bde4adf"}},
	Content: "704e17fa34a9953716628af30d69f7295323abf85a66ed01b24a59a795367f78",
	New:     func() Dataset { return &jasperSet{Unscaled} },
}

type jasperSet struct {
	Scaled `yaml:",inline"`
}

// Load implements Dataset.
func (s *jasperSet) Load(folder fs.FS, _ *rand.Rand) (*Data, error) {
	f, err := openMat(folder, jasperPath)
	if err != nil {
		return nil, err
	}
	a, err := readNamed(f, jasperPath, []string{"Y"})
	if err != nil {
		return nil, err
	}
	x, err := a.Dense()
	if err != nil {
		return nil, err
	}
	if m, n := x.Dims(); m != jasperBands || n != jasperPixels {
		return nil, fmt.Errorf("%s: %d×%d, want %d×%d", jasperPath, m, n, jasperBands, jasperPixels)
	}
	return &Data{X: matrix.FromDense(x), StandIn: "Indian Pines and Pavia University"}, nil
}

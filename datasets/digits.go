package datasets

import (
	"compress/gzip"
	"fmt"
	"image"
	"io"
	"io/fs"
	"math/rand/v2"

	"nmfrepro/datasets/tabular"
	"nmfrepro/solvers/matrix"
)

var digits = Entry{
	Name:     "digits",
	Doc:      "1797 handwritten digits, 8×8 counts of 0 to 16: scikit-learn's digits, the test part of optdigits",
	Cite:     "Alpaydin and Kaynak, Optical Recognition of Handwritten Digits, UCI Machine Learning Repository, 1998",
	Licence:  uciLicence,
	Terms:    uciTerms,
	Source:   "https://archive.ics.uci.edu/dataset/80/optical+recognition+of+handwritten+digits",
	Features: 64, Samples: 1797, Classes: 10,
	Files:    []File{{digitsPath, 57512, "46abec6b12486ad9e51943373abcf22bbea1b5a51a1619b361570d8893f1464a"}},
	Embedded: true,
	Share:    true,
	Papers:   []Use{{"dsp", Exact, "Tables 1 to 3"}},
	Prepare:  "the repository's: 32×32 bitmaps, counted in blocks of 4×4 pixels; 0 to 16",
	New:      func() Dataset { return &digitsSet{Unscaled} },
}

const digitsPath = "embedded/digits.csv.gz"

type digitsSet struct {
	Scaled `yaml:",inline"`
}

// Load implements Dataset.
func (s *digitsSet) Load(folder fs.FS, _ *rand.Rand) (*Data, error) {
	f, err := folder.Open(digitsPath)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", digitsPath, err)
	}
	table, err := tabular.Numbers(io.LimitReader(z, 1<<26), digitsPath, tabular.Bare{})
	if err != nil {
		return nil, err
	}
	x, labels, err := splitLabels(table, digitsPath)
	if err != nil {
		return nil, err
	}
	return &Data{X: matrix.FromDense(x), Labels: labels, Classes: digitNames(), Image: image.Pt(8, 8)}, nil
}

func digitNames() []string {
	return []string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}
}

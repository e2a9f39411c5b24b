package sets

import (
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/dataset"
	"nmfrepro/solvers/matrix"
)

// Signs of Y.
const (
	signSigned      = "signed"
	signNonNegative = "non-negative"
)

type projection struct {
	Features int    `yaml:"features" doc:"rows m of X; default 30 (not stated in the paper)"`
	Samples  int    `yaml:"samples" doc:"columns n of X; default 500 (not stated in the paper)"`
	Rank     int    `yaml:"rank" doc:"columns r of G; default 3 (not stated in the paper)"`
	Source   string `yaml:"source" doc:"distribution of Y: uniform on [-0.5, 0.5], gauss or laplace of unit variance"`
	Sign     string `yaml:"sign" doc:"signed, or non-negative: uniform on [0, 1], absolute values of the others"`
	Radial   string `yaml:"radial,omitempty" doc:"joint law of a sample of laplace: none given, independent entries; density, one that falls as exp(-c‖y‖); mixture, a Gaussian of exponential variance, each entry of which is Laplace. A radial gauss has independent entries"`
}

// Joint laws of a sample of Laplace.
const (
	radialDensity = "density"
	radialMixture = "mixture"
)

func (s *projection) Validate() error {
	if s.Rank < 1 || s.Features < s.Rank || s.Samples < 1 {
		return fmt.Errorf("features = %d, samples = %d, rank = %d; want rank ≥ 1, features ≥ rank, samples ≥ 1", s.Features, s.Samples, s.Rank)
	}
	if _, ok := sources[s.Source]; !ok {
		return fmt.Errorf("source = %q, want %q, %q or %q", s.Source, "uniform", "gauss", "laplace")
	}
	if s.Sign != signSigned && s.Sign != signNonNegative {
		return fmt.Errorf("sign = %q, want %q or %q", s.Sign, signSigned, signNonNegative)
	}
	if s.Radial != "" && (s.Source != "laplace" || s.Radial != radialDensity && s.Radial != radialMixture) {
		return fmt.Errorf("radial = %q of source = %q, want %q or %q of %q", s.Radial, s.Source, radialDensity, radialMixture, "laplace")
	}
	return nil
}

// sources draw one entry of Y.
var sources = map[string]func(rng *rand.Rand, signed bool) float64{
	"uniform": func(rng *rand.Rand, signed bool) float64 {
		if signed {
			return rng.Float64() - 0.5
		}
		return rng.Float64()
	},
	"gauss": func(rng *rand.Rand, signed bool) float64 { return fold(rng.NormFloat64(), signed) },
	"laplace": func(rng *rand.Rand, signed bool) float64 { // unit variance: scale 1/√2
		v := rng.ExpFloat64() / math.Sqrt2
		if rng.IntN(2) == 0 {
			v = -v
		}
		return fold(v, signed)
	},
}

func fold(v float64, signed bool) float64 {
	if signed {
		return v
	}
	return math.Abs(v)
}

// Size implements Sized.
func (s *projection) Size() (features, samples int) { return s.Features, s.Samples }

// Load implements Dataset.
func (s *projection) Load(_ fs.FS, rng *rand.Rand) (*dataset.Data, error) {
	exact, err := orthonormal(s.Features, s.Rank, rng)
	if err != nil {
		return nil, err
	}
	g := mat.DenseCopyOf(exact)
	g.Apply(func(_, _ int, v float64) float64 { return v + 0.01*rng.Float64() }, g)
	y := mat.NewDense(s.Features, s.Samples, nil)
	draw := sources[s.Source]
	if s.Radial != "" {
		draw = sources["gauss"]
	}
	y.Apply(func(_, _ int, _ float64) float64 { return draw(rng, s.Sign == signSigned) }, y)
	if s.Radial != "" {
		s.stretch(y, rng)
	}
	var gty, x mat.Dense
	gty.Mul(g.T(), y)
	x.Mul(g, &gty)
	return &dataset.Data{X: matrix.FromDense(&x), Basis: exact}, nil
}

// stretch gives Gaussian samples the radius of the joint Laplace law; entries keep variance 1. The radius of a density that
// falls as exp(-c‖y‖) in m dimensions has the law of a sum of m exponentials.
func (s *projection) stretch(y *mat.Dense, rng *rand.Rand) {
	m, n := y.Dims()
	for j := range n {
		factor := math.Sqrt(rng.ExpFloat64())
		if s.Radial == radialDensity {
			factor = 0
			for range m {
				factor += rng.ExpFloat64()
			}
			factor /= math.Sqrt(float64(m+1)) * mat.Norm(y.ColView(j), 2)
		}
		for i := range m {
			y.Set(i, j, factor*y.At(i, j))
		}
	}
}

// orthonormalTries bounds the draws; one fails only if a column gets no row.
const orthonormalTries = 10_000

// orthonormal returns Ĝ: the largest entry in each row of a uniform matrix is kept, and columns have unit norm.
func orthonormal(m, r int, rng *rand.Rand) (*mat.Dense, error) {
	for range orthonormalTries {
		gamma := uniform(m, r, rng)
		count := make([]int, r)
		where := make([]int, m)
		for i := range m {
			row := gamma.RawRowView(i)
			for j, v := range row {
				if v > row[where[i]] {
					where[i] = j
				}
			}
			count[where[i]]++
		}
		g := mat.NewDense(m, r, nil)
		full := true
		for _, c := range count {
			full = full && c > 0
		}
		if !full {
			continue
		}
		for i, j := range where {
			g.Set(i, j, 1/math.Sqrt(float64(count[j])))
		}
		return g, nil
	}
	return nil, fmt.Errorf("pnmf-projection: no draw of %d×%d gave every column a row; want more features", m, r)
}

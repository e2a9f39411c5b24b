package rank

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestJudge(t *testing.T) {
	square := mat.NewDense(4, 4, []float64{
		1, 1, 0, 0,
		1, 1.1, 0, 1,
		0, 0.05, 1, 0,
		0, 0, 0, 1,
	})
	zero := mat.DenseCopyOf(square)
	zero.SetCol(2, make([]float64, 4))
	ht := mat.NewDense(2, 4, []float64{1, 1, 1, 1, 1, 1, 0, 1})
	unused := mat.NewDense(2, 4, []float64{1, 1, 1, 0, 1, 1, 0, 0})
	chain := mat.NewDense(2, 3, nil) // each as the next, the first not as the last
	for k, angle := range []float64{0, 0.19, 0.38} {
		chain.SetCol(k, []float64{math.Cos(angle), math.Sin(angle)})
	}
	for _, tt := range []struct {
		name      string
		basis, ht *mat.Dense
		size      float64
		want      string
	}{
		{"two of four", square, ht, 2, "[[1 2]] []"},
		{"in other units", scaledBy(square, 1e-100), ht, 2e-100, "[[1 2]] []"},
		{"in larger units", scaledBy(square, 1e100), ht, 2e100, "[[1 2]] []"},
		{"without coefficients", square, nil, 0, "[[1 2]] []"},
		{"a column of zeros", zero, nil, 0, "[[1 2]] [3]"},
		{"a row of zeros", square, unused, 2, "[[1 2]] [4]"},
		{"a chain", chain, nil, 0, "[[1 2 3]] []"},
		{"one feature", mat.NewDense(1, 3, []float64{1, 2, 3}), nil, 0, "[] []"},
		{"zeros", mat.NewDense(2, 2, nil), nil, 0, "[] []"},
		{"not finite", mat.NewDense(2, 2, []float64{math.NaN(), 1, 1, 1}), nil, 0, "[] []"},
		{"opposite", mat.NewDense(2, 2, []float64{1, -1, 1, -1}), nil, 0, "[] []"},
		{"below", mat.NewDense(2, 2, []float64{1, 1, 0, 0.21}), nil, 0, "[] []"},
		{"above", mat.NewDense(2, 2, []float64{1, 1, 0, 0.2}), nil, 0, "[[1 2]] []"},
	} {
		if d := Judge(tt.basis, tt.ht, tt.size); fmt.Sprint(d.Alike, d.Empty) != tt.want {
			t.Errorf("%s: %v %v, want %s", tt.name, d.Alike, d.Empty, tt.want)
		}
	}
	says := fmt.Sprint(Doubts{Alike: [][]int{{1, 2}, {3, 5}}, Empty: []int{4}}.Says())
	if want := "[component 4 came out empty; a lower rank gives the same components 1, 2 and components 3, 5 are nearly the same (cosine 0.98 or more); " +
		"a lower rank may do as well]"; says != want {
		t.Errorf("it says %s, want %s", says, want)
	}
}

// What is dependent is decided by the rank of the matrix and by no pair, as exact arithmetic on small whole numbers has it.
func TestJudgeGiven(t *testing.T) {
	spectra := mat.NewDense(6, 3, []float64{3, 1, 0, 1, 4, 1, 0, 1, 5, 2, 0, 2, 1, 1, 0, 0, 3, 1})
	with := func(columns ...[]float64) *mat.Dense { // each the weights of the three
		all := mat.NewDense(6, 3+len(columns), nil)
		all.Slice(0, 6, 0, 3).(*mat.Dense).Copy(spectra)
		for k, weights := range columns {
			var column mat.VecDense
			column.MulVec(spectra, mat.NewVecDense(3, weights))
			all.SetCol(3+k, column.RawVector().Data)
		}
		return all
	}
	shade := mat.DenseCopyOf(with([]float64{0, 0, 0}))
	for i := range 6 {
		shade.Set(i, 3, 1e-6)
	}
	wide := mat.NewDense(2, 3, []float64{1, 0, 1, 0, 1, 1})
	empty := with([]float64{0, 0, 0}, []float64{1, 1, 0})
	for _, tt := range []struct {
		name  string
		basis *mat.Dense
		want  string
	}{
		{"independent", spectra, "[] [] []"},
		{"half the sum of two", with([]float64{0.5, 0.5, 0}), "[] [[1 2 4]] []"},
		{"of all three, in other units", scaledBy(with([]float64{1, 2, 3}), 1e-90), "[] [[1 2 3 4]] []"},
		{"two sums that share a part", with([]float64{1, 1, 0}, []float64{0, 1, 1}), "[] [[1 2 3 4 5]] []"},
		{"twice one", with([]float64{0, 2, 0}), "[[2 4]] [] []"},
		{"a shade", shade, "[] [] [4]"},
		{"more components than features", wide, "[] [[1 2 3]] []"},
		{"one of zeros", empty, "[] [[1 2 5]] []"},
		{"in three digits", rounded(with([]float64{0.5, 0.5, 0}, []float64{0, 0, 0}), 1e-3), "[] [[1 2 4]] []"},
		{"in one digit", rounded(with([]float64{0.31, 0.52, 0}), 0.3), "[] [] []"},
		{"a small part", with([]float64{0.5, 0.5, 1e-3}), "[] [[1 2 3 4]] []"},
	} {
		if d := JudgeGiven(tt.basis); fmt.Sprint(d.Alike, d.Dependent, d.Tiny) != tt.want {
			t.Errorf("%s: %v %v %v, want %s", tt.name, d.Alike, d.Dependent, d.Tiny, tt.want)
		}
	}
	said := fmt.Sprint(JudgeGiven(shade).SaysGiven())
	if !strings.Contains(said, "component 4 has at most 4e-07 of the size") && !strings.Contains(said, "component 4 has at most 3e-07 of the size") {
		t.Errorf("it says %s", said)
	}
}

// rounded moves entries by up to a share of them, this way and that.
func rounded(a *mat.Dense, share float64) *mat.Dense {
	b := mat.DenseCopyOf(a)
	b.Apply(func(i, j int, v float64) float64 { return v * (1 + share*math.Sin(float64(7*i+3*j))/2) }, b)
	return b
}

func scaledBy(a *mat.Dense, c float64) *mat.Dense {
	b := mat.DenseCopyOf(a)
	b.Scale(c, b)
	return b
}

package rank

import (
	"fmt"
	"math"
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

func scaledBy(a *mat.Dense, c float64) *mat.Dense {
	b := mat.DenseCopyOf(a)
	b.Scale(c, b)
	return b
}

package dataset

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

func TestScales(t *testing.T) {
	values := []float64{1, 2, 5, 3, 3, 3, 0, 4, 12}
	for scale, want := range map[Scale][]float64{
		ScaleNone:   values,
		ScaleMinMax: {0, 0.25, 1, 0, 0, 0, 0, 1. / 3, 1},
		ScaleSpread: {1 / math.Sqrt(13./3), 2 / math.Sqrt(13./3), 5 / math.Sqrt(13./3), 0, 0, 0, 0, 4 / math.Sqrt(112./3), 12 / math.Sqrt(112./3)},
		ScaleGrey:   {255, 510, 1275, 765, 765, 765, 0, 1020, 3060},
		ScaleAbove:  {1 + 1./255, 2 + 1./255, 5 + 1./255, 3 + 1./255, 3 + 1./255, 3 + 1./255, 1. / 255, 4 + 1./255, 12 + 1./255},
		Scale255:    {1. / 255, 2. / 255, 5. / 255, 3. / 255, 3. / 255, 3. / 255, 0, 4. / 255, 12. / 255},
		ScaleUnit: {1 / math.Sqrt(10), 2 / math.Sqrt(29), 5 / math.Sqrt(178),
			3 / math.Sqrt(10), 3 / math.Sqrt(29), 3 / math.Sqrt(178), 0, 4 / math.Sqrt(29), 12 / math.Sqrt(178)},
	} {
		d := &Data{X: matrix.NewDense(3, 3, slices.Clone(values))}
		if err := scale.Apply(d); err != nil {
			t.Fatal(err)
		}
		if got := d.X.(*matrix.Dense).Raw(); !mat.EqualApprox(got, mat.NewDense(3, 3, want), 1e-15) {
			t.Errorf("%s: got %v", scale, mat.Formatted(got))
		}
	}
	masked, err := matrix.NewMasked(1, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := ScaleUnit.Apply(&Data{X: masked}); err == nil {
		t.Error("a masked matrix was scaled")
	}
}

package dataset

import (
	"cmp"
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// Scale is how the entries of a set are scaled after reading.
type Scale string

// The scales.
const (
	ScaleNone   Scale = "none"
	ScaleMinMax Scale = "min-max"      // per feature, (x - min)/(max - min), 0 where the feature is constant [DSP-NMF, end of section 3]
	ScaleSpread Scale = "variance"     // per feature, x/σ, 0 where the feature is constant; as --normalize variance
	ScaleWhole  Scale = "min-max-all"  // (x - min)/(max - min) over all entries
	ScaleUnit   Scale = "unit-columns" // per sample, x/‖x‖; a zero sample stays
	Scale255    Scale = "by-255"       // x/255, for grey levels
	ScaleGrey   Scale = "times-255"    // x·255, grey levels of pixels that a file has as 0 to 1
	ScaleAbove  Scale = "plus-255th"   // x + 1/255, one grey level brighter: no pixel of 0 to 1 is 0
)

var scales = []Scale{ScaleNone, ScaleMinMax, ScaleSpread, ScaleWhole, ScaleUnit, Scale255, ScaleGrey, ScaleAbove}

// Scaled is the option that all sets share.
type Scaled struct {
	Scale Scale `yaml:"scale" doc:"none, min-max or variance (per feature), min-max-all (over all entries), unit-columns (per sample), by-255, times-255 or plus-255th"`
}

// Unscaled is the default.
var Unscaled = Scaled{ScaleNone}

func (s Scaled) scaling() Scale { return s.Scale }

// ScalingOf returns the scale among the options of a set.
func ScalingOf(d Dataset) Scale {
	if s, ok := d.(interface{ scaling() Scale }); ok {
		return s.scaling()
	}
	return ScaleNone
}

// Apply scales data in place.
func (s Scale) Apply(data *Data) error {
	if s == ScaleNone {
		return nil
	}
	dense, ok := data.X.(*matrix.Dense)
	if !ok {
		return errors.New("scale: only a set with all entries known can be scaled")
	}
	x := dense.Raw()
	switch s {
	case ScaleMinMax:
		minMax(x)
	case ScaleSpread:
		spread(x)
	case ScaleWhole:
		minMaxAll(x)
	case ScaleUnit:
		unitColumns(x)
	case Scale255:
		x.Apply(func(_, _ int, v float64) float64 { return v / 255 }, x) // division: 1/255 is not exact
	case ScaleGrey:
		x.Scale(255, x)
	case ScaleAbove:
		x.Apply(func(_, _ int, v float64) float64 { return v + 1./255 }, x)
	}
	return nil
}

func minMax(x *mat.Dense) {
	m, _ := x.Dims()
	for i := range m {
		row := x.RawRowView(i)
		lo, hi := row[0], row[0]
		for _, v := range row {
			lo, hi = math.Min(lo, v), math.Max(hi, v)
		}
		if matrix.Alike(lo, hi) {
			clear(row)
			continue
		}
		for j, v := range row {
			row[j] = (v - lo) / (hi - lo)
		}
	}
}

// spread gives each feature the variance 1.
func spread(x *mat.Dense) {
	m, n := x.Dims()
	for i := range m {
		row := x.RawRowView(i)
		weight := 0.
		if _, variance := matrix.Moments(row, float64(n)); variance > 0 {
			weight = 1 / math.Sqrt(variance*float64(n)/float64(n-1))
		}
		for j := range row {
			row[j] *= weight
		}
	}
}

func minMaxAll(x *mat.Dense) {
	lo, hi := mat.Min(x), mat.Max(x)
	if matrix.Alike(lo, hi) {
		x.Zero()
		return
	}
	x.Apply(func(_, _ int, v float64) float64 { return (v - lo) / (hi - lo) }, x)
}

func unitColumns(x *mat.Dense) {
	m, n := x.Dims()
	norm := make([]float64, n)
	for i := range m {
		for j, v := range x.RawRowView(i) {
			norm[j] += v * v
		}
	}
	for j, v := range norm {
		norm[j] = cmp.Or(math.Sqrt(v), 1)
	}
	for i := range m {
		row := x.RawRowView(i)
		for j := range row {
			row[j] /= norm[j]
		}
	}
}

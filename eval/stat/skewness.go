package stat

import "gonum.org/v1/gonum/stat"

// SquaredSkewness is g₁² = m₃²/m₂³ of a sample, with moments about its mean divided by n (Joanes and Gill, The Statistician 47,
// 1998); NaN without spread.
func SquaredSkewness(x []float64) float64 {
	m2, m3 := stat.Moment(2, x, nil), stat.Moment(3, x, nil)
	return m3 * m3 / (m2 * m2 * m2)
}

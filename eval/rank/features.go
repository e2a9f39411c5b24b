package rank

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// Specificity tells for each feature, a row of a non-negative basis, how much it belongs to one component (see [RowSpecificity]).
// Components
// are scaled to the sum 1, so that it does not depend on how W and H share their scale.
func Specificity(basis *mat.Dense) []float64 { return RowSpecificity(Shares(basis)) }

// RowSpecificity tells for each row of a non-negative w how much it belongs to one column: 1 + Σ p·log_r p with p the row over its sum, 1
// if to
// one alone, 0 if to all alike (Kim and Park, Bioinformatics 23, 2007). It is 0 for a row of zeros, and for a single column.
func RowSpecificity(w *mat.Dense) []float64 {
	m, r := w.Dims()
	out := make([]float64, m)
	for i := range out {
		row, sum := w.RawRowView(i), mat.Sum(w.RowView(i))
		if sum == 0 || r == 1 {
			continue
		}
		out[i] = 1
		for _, v := range row {
			if p := v / sum; p > 0 {
				out[i] += p * math.Log(p) / math.Log(float64(r))
			}
		}
	}
	return out
}

// Shares returns the columns of a, each over its sum; one of zeros stays.
func Shares(a *mat.Dense) *mat.Dense {
	out := mat.DenseCopyOf(a)
	_, r := a.Dims()
	for k := range r {
		column := out.ColView(k).(*mat.VecDense)
		if sum := mat.Sum(column); sum > 0 {
			column.ScaleVec(1/sum, column)
		}
	}
	return out
}

// Scores returns the coefficients of each feature of x, centred and over its standard deviation, in a least-squares regression on
// the usages (samples × components) without a constant, as cNMF scores features (Kotliar et al., eLife 2019): features × components. A
// feature that does not vary has 0. Every entry of x must be known.
func Scores(x matrix.Matrix, usages *mat.Dense) *mat.Dense {
	m, n := x.Dims()
	_, r := usages.Dims()
	right, gram, sums, buf := mat.NewDense(m, r, nil), mat.NewDense(r, r, nil), make([]float64, r), make([]float64, n)
	x.MulTo(right, usages)
	matrix.Gram(gram, usages)
	matrix.SumRows(sums, usages)
	for i := range m {
		_, values := x.Row(i, buf)
		mean, variance := matrix.Moments(values, float64(n))
		row := right.RawRowView(i)
		for k := range row {
			if row[k] -= mean * sums[k]; variance > 0 {
				row[k] /= math.Sqrt(variance)
			} else {
				row[k] = 0
			}
		}
	}
	return LeastSquares(gram, right)
}

// singular is the share of the largest eigenvalue of a Gram matrix below which a direction counts as none.
const singular = 1e-10

// LeastSquares solves gram·B = rightᵀ for a symmetric gram, by its pseudo-inverse where it is singular: Bᵀ, a row for each of right. It
// is NaN where the numbers allow no solution.
func LeastSquares(gram, right *mat.Dense) *mat.Dense {
	m, r := right.Dims()
	b := mat.NewDense(r, m, nil)
	var svd mat.SVD
	if !svd.Factorize(gram, mat.SVDThin) {
		b.Apply(func(int, int, float64) float64 { return math.NaN() }, b)
	} else if rank := svd.Rank(singular); rank > 0 {
		svd.SolveTo(b, right.T(), rank)
	}
	return mat.DenseCopyOf(b.T())
}

package eval

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/eval/stat"
)

// onW makes a score of f, which sees the first factor.
func onW(f func(*mat.Dense) (float64, error)) func(Outcome, *rand.Rand) (float64, error) {
	return func(o Outcome, _ *rand.Rand) (float64, error) { return onFactor("W", o.W, f) }
}

// onH makes a score of f, which sees Hᵀ: its columns are the rows of H.
func onH(f func(*mat.Dense) (float64, error)) func(Outcome, *rand.Rand) (float64, error) {
	return func(o Outcome, _ *rand.Rand) (float64, error) { return onFactor("H", o.Ht, f) }
}

func onFactor(name string, a *mat.Dense, f func(*mat.Dense) (float64, error)) (float64, error) {
	if a == nil || a.IsEmpty() {
		return 0, unavailable("the outcome has no factor %s", name)
	}
	if err := checkFinite(name, a); err != nil {
		return 0, err
	}
	return f(a)
}

func checkFinite(name string, a *mat.Dense) error {
	p, _ := a.Dims()
	for i := range p {
		for j, v := range a.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("eval: %s holds %g at (%d, %d), want finite entries", name, v, i+1, j+1)
			}
		}
	}
	return nil
}

// sparseness returns the share of entries below the mean of all entries: PNMF section IV.A.
func sparseness(a *mat.Dense) (float64, error) {
	p, r := a.Dims()
	entries := make([]float64, 0, p*r)
	for i := range p {
		entries = append(entries, a.RawRowView(i)...)
	}
	mean := stat.Mean(entries)
	var below int
	for _, v := range entries {
		if v < mean {
			below++
		}
	}
	return float64(below) / float64(len(entries)), nil
}

// scaledSparseness returns sparseness divided by 1 - 1/r, the share of a factor with one entry per row above the mean. It is
// what Table III(c) of PNMF holds, though its text says sparseness.
func scaledSparseness(a *mat.Dense) (float64, error) {
	_, r := a.Dims()
	if r == 1 {
		return 0, unavailable("1 - 1/r is 0 at rank 1")
	}
	share, err := sparseness(a)
	return share / (1 - 1/float64(r)), err
}

// hoyer returns the mean over the columns of (√p - ‖a‖₁/‖a‖₂) / (√p - 1), p the length of a column: 1 for a single entry, 0 for
// equal ones (Hoyer, JMLR 5, 2004). A zero column has no sparseness and is left out.
func hoyer(a *mat.Dense) (float64, error) {
	p, r := a.Dims()
	if p == 1 {
		return 0, unavailable("Hoyer's sparseness needs columns of at least 2 entries")
	}
	root := math.Sqrt(float64(p))
	var values []float64
	for j := range r {
		if ratio, ok := normRatio(a, j); ok {
			values = append(values, min(1, max(0, (root-ratio)/(root-1))))
		}
	}
	if len(values) == 0 {
		return 0, unavailable("every column of the factor is 0")
	}
	return stat.Mean(values), nil
}

// normRatio returns ‖a_j‖₁ / ‖a_j‖₂ of column j, not ok if it is zero. Scaling by the largest entry keeps the squares of
// tiny entries from vanishing.
func normRatio(a *mat.Dense, j int) (ratio float64, ok bool) {
	p, _ := a.Dims()
	var largest, sum, squares float64
	for i := range p {
		largest = max(largest, math.Abs(a.At(i, j)))
	}
	if largest == 0 {
		return 0, false
	}
	for i := range p {
		v := math.Abs(a.At(i, j)) / largest
		sum += v
		squares += v * v
	}
	return sum / math.Sqrt(squares), true
}

// orthogonality returns the root mean square of the cosines between two different columns, ‖N - I‖ / √(r(r-1)) with N the Gram
// matrix of the columns scaled to length 1: 0 if they are orthogonal, 1 if they are parallel. A zero column is orthogonal
// to every other.
func orthogonality(a *mat.Dense) (float64, error) {
	p, r := a.Dims()
	if r == 1 {
		return 0, unavailable("a single column has none to be orthogonal to")
	}
	unit := mat.DenseCopyOf(a)
	column := make([]float64, p)
	for j := range r {
		mat.Col(column, j, a)
		norm := mat.Norm(mat.NewVecDense(p, column), 2)
		for i := range column {
			if norm > 0 {
				column[i] /= norm
			}
		}
		unit.SetCol(j, column)
	}
	var n mat.Dense
	n.Mul(unit.T(), unit)
	var squares float64
	for i := range r {
		for j := range i {
			squares += n.At(i, j) * n.At(i, j)
		}
	}
	return min(1, math.Sqrt(2*squares/float64(r*(r-1)))), nil
}

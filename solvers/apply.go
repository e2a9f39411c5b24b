package solvers

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/nnls"
	"nmfrepro/solvers/matrix"
)

// Projection tells how coefficients of new samples came about.
type Projection string

// The ways.
const (
	ProjectNNLS    Projection = "non-negative least squares" // min ‖X - W·H‖² over H ≥ 0
	ProjectLinear  Projection = "projection"                 // H = WᵀX, as the model of a projective method has it
	ProjectClipped Projection = "clipped least squares"      // H = max(0, (WᵀW)⁻¹WᵀX)
)

// applier is implemented by the methods that do not solve non-negative least squares for new samples; "" is to say that
// they have no way at all. signed tells whether new samples may have negative entries.
type applier interface {
	projection() (how Projection, signed bool)
}

// Apply returns the coefficients Ht (n×r) of new samples X (m×n) for the basis (m×r) that an earlier run of the method left
// (Result.Basis), without iterating, and how it found them: by the model itself for a projective method on features, by the
// authors' rule for gnmf and gnmf-kl (GNMFtest.m), and by non-negative least squares for every other method that has a basis,
// whatever divergence it learned it by. Unknown entries are left out, or refused with ErrUnsupported.
func Apply(name string, s Solver, x matrix.Matrix, basis *mat.Dense) (*mat.Dense, Projection, error) {
	m, n := x.Dims()
	how, signed := projectionOf(s, m, n)
	if err := CheckEntries(name, x, signed); err != nil {
		return nil, "", err
	}
	rows, r := basis.Dims()
	if rows != m {
		return nil, "", fmt.Errorf("solvers: %s: basis is %d×%d and X %d×%d, want a row for every feature", name, rows, r, m, n)
	}
	for i := range rows {
		for k, v := range basis.RawRowView(i) {
			if math.Abs(v) > maxEntry || math.IsNaN(v) {
				return nil, "", fmt.Errorf("solvers: %s: basis has %v at row %d, column %d, want a finite value", name, v, i+1, k+1)
			}
		}
	}
	switch how {
	case ProjectNNLS:
		return nnls.Coefficients(x, basis), how, nil
	case "":
		return nil, "", fmt.Errorf("solvers: %s: leaves no basis that new samples have coefficients in: %w", name, ErrUnsupported)
	}
	if err := refuseMask(name, x, ""); err != nil {
		return nil, "", err
	}
	ht := mat.NewDense(n, r, nil)
	x.Trans().MulTo(ht, basis)
	if how == ProjectClipped {
		return clippedLeastSquares(name, ht, basis)
	}
	return ht, how, nil
}

func projectionOf(s Solver, m, n int) (how Projection, signed bool) {
	if a, ok := s.(applier); ok {
		return a.projection()
	}
	if w, _ := s.Rows(m, n); w == 0 {
		return "", true
	}
	return ProjectNNLS, true
}

// clippedLeastSquares solves (WᵀW)·H = WᵀX, whose right side ht holds, and clips.
func clippedLeastSquares(name string, ht, w *mat.Dense) (*mat.Dense, Projection, error) {
	_, r := w.Dims()
	gram := mat.NewDense(r, r, nil)
	matrix.Gram(gram, w)
	var factors mat.Cholesky
	if !factors.Factorize(mat.NewSymDense(r, gram.RawMatrix().Data)) {
		return nil, "", fmt.Errorf("solvers: %s: the columns of the basis depend on each other, want independent ones for least squares", name)
	}
	var h mat.Dense
	if err := factors.SolveTo(&h, ht.T()); err != nil {
		return nil, "", fmt.Errorf("solvers: %s: basis: %w", name, err)
	}
	ht.Apply(func(j, k int, _ float64) float64 { return max(0, h.At(k, j)) }, ht)
	return ht, ProjectClipped, nil
}

func (o *ProjectiveOptions) projection() (how Projection, signed bool) {
	switch {
	case o.Samples.feature():
		return "", true // the basis lies among the images of the samples
	case o.onSamples():
		return ProjectNNLS, true
	}
	return ProjectLinear, false
}

func (o *DivergenceOptions) projection() (how Projection, signed bool) {
	if o.On == OnSamples {
		return ProjectNNLS, true
	}
	return ProjectLinear, false
}

func (s *SemiNKPCA) projection() (how Projection, signed bool) {
	switch {
	case s.feature():
		return "", true
	case s.onSamples():
		return ProjectNNLS, true
	}
	return ProjectLinear, true
}

func (*GNMF) projection() (how Projection, signed bool) { return ProjectClipped, true }

func (*GNMFKL) projection() (how Projection, signed bool) { return ProjectClipped, true }

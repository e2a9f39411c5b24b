package solvers

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// residuals measures ‖x_j - W·h_j‖ for every sample without forming W·H: ‖x_j‖² - 2h_j·(XᵀW)_j + h_j·(WᵀW·h_j), from
// products that the updates need anyway. XᵀW and WᵀW are kept until W changes.
type residuals struct {
	x      matrix.Matrix
	w, ht  *mat.Dense
	xtw    *mat.Dense // XᵀW, n×r
	wtw    *mat.Dense
	hwtw   *mat.Dense // Hᵀ·WᵀW
	square []float64  // ‖x_j‖²
	sample []float64
	terms  []float64 // of one sample's sum over the components
	fresh  bool      // wtw and xtw belong to the present W
}

// cancellation is the share of ‖x_j‖² below which the expanded square has lost too many digits and is formed entry by
// entry: above it, the relative error stays near 1e-16/cancellation.
const cancellation = 1e-4

func newResiduals(x matrix.Matrix, f Factors) *residuals {
	n, r := f.Ht.Dims()
	m, _ := x.Dims()
	return &residuals{
		x: x, w: f.W, ht: f.Ht,
		xtw: mat.NewDense(n, r, nil), wtw: mat.NewDense(r, r, nil), hwtw: mat.NewDense(n, r, nil),
		square: sampleSquares(x), sample: make([]float64, m), terms: make([]float64, r),
	}
}

// form brings the products up to date.
func (s *residuals) form() {
	if !s.fresh {
		matrix.Gram(s.wtw, s.w)
		s.x.Trans().MulTo(s.xtw, s.w)
		s.fresh = true
	}
	matrix.Mul(s.hwtw, s.ht, s.wtw)
}

// norms sets dst to the norms of the samples from the products as form left them, raised to floor.
func (s *residuals) norms(dst []float64, floor float64) {
	for j, x := range s.square {
		xtw, hwtw := s.xtw.RawRowView(j), s.hwtw.RawRowView(j)
		for k, v := range s.ht.RawRowView(j) {
			s.terms[k] = float64(v * (hwtw[k] - 2*xtw[k]))
		}
		square := x + sumInFours(s.terms)
		if square < cancellation*x {
			square = s.entries(j)
		}
		dst[j] = max(math.Sqrt(square), floor)
	}
}

// sumInFours adds terms k ≡ l (mod 4) in lane l, ascending, but the last one to three that are no full four in lane 0, and the
// lanes as (0+1) + (2+3): an addition waits for the one before it in its lane alone.
func sumInFours(terms []float64) float64 {
	var s0, s1, s2, s3 float64
	for ; len(terms) >= 4; terms = terms[4:] {
		s0 += terms[0]
		s1 += terms[1]
		s2 += terms[2]
		s3 += terms[3]
	}
	for _, v := range terms {
		s0 += v
	}
	return (s0 + s1) + (s2 + s3)
}

// entries is ‖x_j - W·h_j‖² by its definition.
func (s *residuals) entries(j int) float64 {
	clear(s.sample)
	cols, vals := s.x.Trans().Row(j, s.sample)
	if cols != nil {
		for k, i := range cols {
			s.sample[i] = vals[k]
		}
		vals = s.sample
	}
	h := s.ht.RawRowView(j)
	var sum float64
	for i, v := range vals {
		for k, w := range s.w.RawRowView(i) {
			v -= w * h[k]
		}
		sum += v * v
	}
	return sum
}

// sampleSquares returns ‖x_j‖² for every sample.
func sampleSquares(x matrix.Matrix) []float64 {
	_, n := x.Dims()
	square := make([]float64, n)
	for e := range matrix.Entries(x.Trans()) {
		square[e.Row] += e.Value * e.Value
	}
	return square
}

// meanNorm is the mean of ‖x_j‖ over the samples, the scale of their residuals.
func meanNorm(square []float64) float64 {
	var sum float64
	for _, v := range square {
		sum += math.Sqrt(v)
	}
	return sum / float64(len(square))
}

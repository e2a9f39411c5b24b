package solvers

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// residuals measures ‖x_j - W·h_j‖ for every sample without forming W·H: ‖x_j‖² - 2h_j·(XᵀW)_j + h_j·(WᵀW·h_j), from
// products that the updates need anyway. XᵀW and WᵀW are kept until W changes; Hᵀ·WᵀW is formed for a block of samples at a
// time, which stays in the cache for what is done with it, and so is XᵀW where samples is there.
type residuals struct {
	x      matrix.Matrix
	parts  *matrix.Samples // nil where products are of all of X
	w, ht  *mat.Dense
	xtw    *mat.Dense // XᵀW, n×r
	wtw    *mat.Dense
	hwtw   *mat.Dense // Hᵀ·WᵀW for a block
	square []float64  // ‖x_j‖²
	sample []float64
	terms  []float64 // of one sample's sum over the components
	size   int       // samples in a block
	fresh  bool      // wtw belongs to the present W
	known  int       // samples whose xtw does
}

// sampleBlock returns the number of samples in a block of an m×n X at rank r: as many as the second-level cache has room for,
// of X and of four or five arrays of r columns, up to a number from which on calls cost nothing. Results do not depend on it.
func sampleBlock(m, n, r int) int {
	const ofFactor, most = 24 << 10, 4 // entries, and multiples of the smallest block
	whole := min(matrix.CachedEntries/m, ofFactor/r) / matrix.SampleBlock
	return min(max(1, min(whole, most))*matrix.SampleBlock, n)
}

// cancellation is the share of ‖x_j‖² below which the expanded square has lost too many digits and is formed entry by
// entry: above it, the relative error stays near 1e-16/cancellation.
const cancellation = 1e-4

func newResiduals(x matrix.Matrix, parts *matrix.Samples, f Factors) *residuals {
	n, r := f.Ht.Dims()
	m, _ := x.Dims()
	size := sampleBlock(m, n, r)
	return &residuals{
		size: size,
		x:    x, parts: parts, w: f.W, ht: f.Ht,
		xtw: mat.NewDense(n, r, nil), wtw: mat.NewDense(r, r, nil), hwtw: mat.NewDense(size, r, nil),
		square: sampleSquares(x), sample: make([]float64, m), terms: make([]float64, r),
	}
}

// refresh brings wtw and xtw up to date, the latter for the samples before to.
func (s *residuals) refresh(to int) {
	if !s.fresh {
		matrix.Gram(s.wtw, s.w)
		s.fresh = true
	}
	switch {
	case s.known >= to:
	case s.parts == nil:
		s.x.Trans().MulTo(s.xtw, s.w)
		s.known = len(s.square)
	default:
		xtw := rows(s.xtw, s.known, to)
		s.parts.MulTo(&xtw, s.w, s.known, to)
		s.known = to
	}
}

// changed is called when W has been.
func (s *residuals) changed() { s.fresh, s.known = false, 0 }

// block sets hwtw for the samples from to to, and returns Hᵀ, XᵀW and hwtw of them.
func (s *residuals) block(from, to int) (ht, xtw, hwtw mat.Dense) {
	s.refresh(to)
	ht, xtw, hwtw = rows(s.ht, from, to), rows(s.xtw, from, to), rows(s.hwtw, 0, to-from)
	matrix.Mul(&hwtw, &ht, s.wtw)
	return ht, xtw, hwtw
}

// norms sets dst to the norms of the samples of the block that starts at from and was formed last, raised to floor.
func (s *residuals) norms(dst []float64, from int, floor float64) {
	for i := range dst {
		h, xtw, hwtw := s.ht.RawRowView(from+i), s.xtw.RawRowView(from+i), s.hwtw.RawRowView(i)
		for k, v := range h {
			s.terms[k] = float64(v * (hwtw[k] - 2*xtw[k]))
		}
		x := s.square[from+i]
		square := x + sumInFours(s.terms)
		if square < cancellation*x {
			square = s.entries(from + i)
		}
		dst[i] = max(math.Sqrt(square), floor)
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
	m, n := x.Dims()
	square, buf := make([]float64, n), make([]float64, m)
	for j := range square {
		_, vals := x.Trans().Row(j, buf)
		for _, v := range vals {
			square[j] += v * v
		}
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

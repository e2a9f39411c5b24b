package solvers

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// NMFi is NMF with interpolated coefficients (Cheung et al., Interpolated Nonnegative Matrix Factorisation, 2015), a rival of
// ORNMF: every second inner sample lies halfway between its neighbours. Two readings of what is published:
//
//	overwrite:    H ← H .* (WᵀX) ./ (WᵀW·H);  h_j ← (h_{j-1} + h_{j+1})/2 for every second inner j;  then W as in NMF
//	constrained:  H = C·T with T the interpolation;  C ← C .* (WᵀX·Tᵀ) ./ (WᵀW·C·TTᵀ);  then W as in NMF
//
// The first is how the ORNMF paper describes it; its objective ‖X - WH‖² may rise. The second fits the abstract of the original;
// it is monotone. Overwriting never settles, and W and H drift apart in scale by orders of magnitude, component by component,
// while their product stays: where the largest entry of w_k leaves 2⁻¹⁰⁰ to 2¹⁰⁰, a power of two is moved from one to the other.
// Scale the columns of W before H is compared between components. Interpolated samples are the 2nd, 4th, ... that are not the last; with
// parity alternating (overwrite only),
// every second step takes the 3rd, 5th, ... instead, so that all of H is smoothed.
//
// The constrained form starts from the free rows of Ht; the others are interpolated at once. Masks are refused.
// Cost per step: that of NMF.
type NMFi struct {
	TwoFactors `yaml:"-"`
	Form       InterpolationForm `yaml:"form" doc:"overwrite (default, as the ORNMF paper tells) or constrained (the free samples are fitted)"`
	Parity     Parity            `yaml:"parity" doc:"which inner samples are overwritten: fixed (default, always the even ones) or alternating (even and odd ones in turn)"`
}

// InterpolationForm is a reading of NMFi.
type InterpolationForm string

// Parity tells which samples NMFi interpolates.
type Parity string

// The choices of NMFi.
const (
	Overwrite   InterpolationForm = "overwrite"
	Constrained InterpolationForm = "constrained"

	ParityFixed       Parity = "fixed"
	ParityAlternating Parity = "alternating"
)

// Choices lists the readings.
func (InterpolationForm) Choices() []string { return choices(Overwrite, Constrained) }

// Choices lists the parities.
func (Parity) Choices() []string { return choices(ParityFixed, ParityAlternating) }

func newNMFi() Solver { return &NMFi{Form: Overwrite, Parity: ParityFixed} }

// Start implements Solver.
func (s *NMFi) Start(p Problem, f Factors, _ *rand.Rand) (_ Progress, err error) {
	if s, err = prepared("nmfi", s, p, f); err != nil {
		return nil, err
	}
	if s.Form == Constrained && s.Parity == ParityAlternating {
		return nil, fmt.Errorf("solvers: nmfi: parity = %q, want %q: the constrained form has one interpolation", s.Parity, ParityFixed)
	}
	h := &interpolatedHalf{frobeniusHalf: newFrobeniusHalf(p.X.Trans(), f.Ht, f.W, Guards{}), form: s.Form, parity: s.Parity,
		peaks: make([]float64, p.Rank)}
	if s.Form == Constrained {
		interpolate(f.Ht, 1)
	}
	fit := matrix.NewEntrywise(p.X)
	return &alternatingRun{
		f: f, ht: h, w: newFrobeniusHalf(p.X, f.W, f.Ht, Guards{}), order: HFirst,
		objective: func() float64 { return fit.Sum(f.W, f.Ht, matrix.Squared) },
	}, nil
}

// interpolatedHalf is the update of H.
type interpolatedHalf struct {
	*frobeniusHalf
	form   InterpolationForm
	parity Parity
	peaks  []float64 // the largest entry of each w_k
	odd    bool      // the last step overwrote the even samples, the 2nd, 4th, ...
}

func (h *interpolatedHalf) step() {
	h.ratio()
	first := 1
	if h.form == Constrained {
		foldBack(h.num)
		foldBack(h.den)
	} else if h.parity == ParityAlternating {
		if h.odd {
			first = 2
		}
		h.odd = !h.odd
	}
	h.Guards.update(h.a, h.num, h.den)
	interpolate(h.a, first)
	if h.form == Overwrite {
		h.bound()
	}
}

// bound moves powers of two between the components of W and H where the entries of W have become huge or tiny, which changes
// no digit of either.
func (h *interpolatedHalf) bound() {
	clear(h.peaks)
	m, _ := h.b.Dims()
	for i := range m {
		for k, v := range h.b.RawRowView(i) {
			h.peaks[k] = max(h.peaks[k], v)
		}
	}
	moved := false
	for k, v := range h.peaks {
		_, exponent := math.Frexp(v)
		h.peaks[k] = 1
		if v > 0 && (exponent > 100 || exponent < -100) {
			h.peaks[k], moved = math.Ldexp(1, exponent), true
		}
	}
	if moved {
		scaleComponents(Factors{W: h.b, Ht: h.a}, h.peaks)
	}
}

// interpolate overwrites rows first, first+2, ... (0-based) but the last by the mean of their neighbours: Hᵀ = TᵀCᵀ.
func interpolate(ht *mat.Dense, first int) {
	n, _ := ht.Dims()
	for j := first; j < n-1; j += 2 {
		prev, next := ht.RawRowView(j-1), ht.RawRowView(j+1)
		for k := range prev {
			ht.RawRowView(j)[k] = (prev[k] + next[k]) / 2
		}
	}
}

// foldBack adds half of every interpolated row to both neighbours, which then hold the product with T, and clears it.
func foldBack(a *mat.Dense) {
	n, _ := a.Dims()
	for j := 1; j < n-1; j += 2 {
		row, prev, next := a.RawRowView(j), a.RawRowView(j-1), a.RawRowView(j+1)
		for k, v := range row {
			prev[k] += v / 2
			next[k] += v / 2
		}
		clear(row)
	}
}

func (*NMFi) projection() ProjectionRule {
	return leastSquares(sizePenalty{}, "no new sample is interpolated")
}

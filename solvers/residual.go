package solvers

import "gonum.org/v1/gonum/mat"

// Convergent is implemented by a Run that can tell how far its factors are from a point at which no step moves them. It may take as
// long as a step, and leaves the factors as they are; ok is false where the options leave no such number.
type Convergent interface {
	// Residual is the relative residual of the Karush-Kuhn-Tucker conditions, the larger one of the two factors: with the gradient
	// den - num of a factor a, split as a multiplicative update does it,
	//
	//	Σ a·|den - num| + Σ max(0, ā_k - a)·max(0, num - den)   over   Σ a·num
	//
	// where ā_k is the mean of column k: the first sum is what keeps a above 0 from being stationary, the second what draws a up that
	// is 0 or nearly. It depends neither on the scale of X nor on how the factors share it, and is 0 at a minimum.
	Residual() (value float64, ok bool)
}

// Pathless is why a run of s cannot be looked at after an iteration, "" if it can: it has no factors that a step moves, or its loop
// is its own.
func Pathless(s Solver) string {
	if _, outside := s.(Outside); outside {
		return "a program runs its own loop, and shows its factors at the end alone"
	}
	if w, ht := s.Rows(2, 2); w == 0 && ht == 0 {
		return "it has no factors that move from iteration to iteration"
	}
	return ""
}

// sloping is implemented by halves that can tell the gradient of their factor a, as den - num; held is how many columns stay.
type sloping interface {
	slope() (a, num, den *mat.Dense, held int)
}

// Residual implements [Convergent].
func (r *alternatingRun) Residual() (value float64, ok bool) {
	for _, h := range []half{r.w, r.ht} {
		s, can := h.(sloping)
		if !can {
			return 0, false
		}
		a, num, den, held := s.slope()
		if a == nil {
			return 0, false
		}
		value = max(value, stationarity(a, num, den, held))
	}
	return value, true
}

// stationarity is the residual of one factor.
func stationarity(a, num, den *mat.Dense, held int) float64 {
	p, r := a.Dims()
	if held == r {
		return 0
	}
	mean := make([]float64, r)
	for i := range p {
		for k, v := range a.RawRowView(i) {
			mean[k] += v / float64(p)
		}
	}
	var off, all float64
	for i := range p {
		n, d := num.RawRowView(i), den.RawRowView(i)
		for k, v := range a.RawRowView(i)[held:] {
			k += held
			gap := n[k] - d[k]
			all += v * n[k]
			if gap < 0 {
				off -= v * gap
				continue
			}
			off += max(v, mean[k]) * gap
		}
	}
	if all == 0 {
		return off
	}
	return off / all
}

func (h *frobeniusHalf) slope() (a, num, den *mat.Dense, held int) {
	h.ratio()
	h.size.addTo(h.den, h.a)
	return h.a, h.num, h.den, 0
}

func (h *klHalf) slope() (a, num, den *mat.Dense, held int) {
	h.fit()
	if !h.size.none() { // whose whole gradient counts here, and half of it in addTo
		twice := h.size
		twice.l1, twice.l2 = 2*twice.l1, 2*twice.l2
		if h.size.each != nil {
			return nil, nil, nil, 0
		}
		twice.addTo(h.den, h.a)
	}
	return h.a, h.num, h.den, 0
}

func (h *betaHalf) slope() (a, num, den *mat.Dense, held int) {
	h.model.WeighTo(h.num, h.den, h.a, h.b, h.weigh)
	return h.a, h.num, h.den, 0
}

func (h *halsHalf) slope() (a, num, den *mat.Dense, held int) {
	return slopeOfSquares(newFrobeniusHalf(h.x, h.a, h.b, Guards{}), h.size, h.held)
}

func (h *knownHALSHalf) slope() (a, num, den *mat.Dense, held int) {
	return slopeOfSquares(newFrobeniusHalf(h.x, h.a, h.b, Guards{}), h.size, h.held)
}

func slopeOfSquares(f *frobeniusHalf, size sizePenalty, held int) (a, num, den *mat.Dense, count int) {
	f.size = size
	a, num, den, _ = f.slope()
	return a, num, den, held
}

// slope leaves out the components that are held.
func (h *heldHalf) slope() (a, num, den *mat.Dense, held int) {
	s, ok := h.half.(sloping)
	if !ok {
		return nil, nil, nil, 0
	}
	a, num, den, _ = s.slope()
	return a, num, den, h.kept.RawMatrix().Cols
}

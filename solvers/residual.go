package solvers

import (
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// Convergent is implemented by a Progress that can tell how far its factors are from a minimum. It may take as long as a step, allocates at
// its first call alone, and leaves the factors and the course of the run as they are; ok is false where the options leave no such number.
// [Entry] tells of the methods that have none, and why.
type Convergent interface {
	// Residual is the relative residual of the Karush-Kuhn-Tucker conditions of Objective, the largest one of the factors: with the
	// gradient den - num of a factor a, split as a multiplicative update does it,
	//
	//	Σ a·|den - num| + Σ max(0, ā_k - a)·max(0, num - den)   over   Σ a·num
	//
	// where ā_k is the mean of column k: the first sum is what keeps a above 0 from being stationary, the second what draws a up that
	// is 0 or nearly. Below the line num is that of the fit to X alone, without penalties on a. It depends neither on the scale of X
	// nor, without penalties, on how the factors share it, and is 0 at a minimum.
	Residual() (value float64, ok bool)
}

// Pathless returns why a run of s cannot be looked at after an iteration, "" if it can: it has no factors that a step moves, or its loop
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

// slope is the gradient den - num of a factor a; without a there is none.
type slope struct {
	a, num, den *mat.Dense
	held        int     // columns that stay, the first ones
	fit         float64 // Σ a·num of the fit alone; 0 is that of num as it is
}

// sloping is implemented by halves that can tell the gradient of their factor.
type sloping interface{ slope() slope }

// gauge measures slopes.
type gauge struct{ mean []float64 }

// of returns the residual of one factor.
func (g *gauge) of(s slope) float64 {
	p, r := s.a.Dims()
	if s.held == r {
		return 0
	}
	if g.mean == nil {
		g.mean = make([]float64, r)
	}
	clear(g.mean)
	for i := range p {
		for k, v := range s.a.RawRowView(i) {
			g.mean[k] += v / float64(p)
		}
	}
	var off, all float64
	for i := range p {
		n, d := s.num.RawRowView(i), s.den.RawRowView(i)
		for k, v := range s.a.RawRowView(i)[s.held:] {
			k += s.held
			gap := n[k] - d[k]
			all += v * n[k]
			if gap < 0 {
				off -= v * gap
				continue
			}
			off += max(v, g.mean[k]) * gap
		}
	}
	if s.fit != 0 {
		all = s.fit
	}
	if all == 0 {
		return off
	}
	return off / all
}

// ofHalves returns the larger residual of two factors, unless one has none.
func (g *gauge) ofHalves(w, ht any) (value float64, ok bool) {
	for _, h := range [...]any{w, ht} {
		can, is := h.(sloping)
		if !is {
			return 0, false
		}
		s := can.slope()
		if s.a == nil {
			return 0, false
		}
		value = max(value, g.of(s))
	}
	return value, true
}

// Residual implements [Convergent].
func (r *alternatingRun) Residual() (value float64, ok bool) { return r.gauge.ofHalves(r.w, r.ht) }

func (h *frobeniusHalf) slope() slope {
	h.ratio()
	h.size.addTo(h.den, h.a)
	return slope{a: h.a, num: h.num, den: h.den}
}

// slope returns that of Cai's penalty, too.
func (h *smoothHalf) slope() slope {
	h.ratio()
	fit := matrix.Inner(h.a, h.num)
	h.penalty.addTo(h.num, h.den, h.a)
	return slope{a: h.a, num: h.num, den: h.den, fit: fit}
}

// slope returns none where samples are overwritten, which lowers nothing; of the constrained form it is that of the free samples.
func (h *interpolatedHalf) slope() slope {
	if h.form == Overwrite {
		return slope{}
	}
	h.ratio()
	foldBack(h.num)
	foldBack(h.den)
	return slope{a: h.a, num: h.num, den: h.den}
}

// slope returns none: the columns of W have unit length.
func (h *coneHalf) slope() slope { return slope{} }

func (h *ridgeHalf) slope() slope {
	h.weigh()
	return slope{a: h.a, num: h.num, den: h.den}
}

func (h *treeHalf) slope() slope {
	h.terms()
	return slope{a: h.a, num: h.num, den: h.den}
}

// slope returns that of Eq. 11, whatever rule makes the steps.
func (h *dspHalf) slope() slope {
	lambda := h.similarity.lambda
	h.terms(2*lambda, 2*lambda*lambda)
	return slope{a: h.ratio.a, num: h.ratio.num, den: h.ratio.den}
}

// slope counts each class once.
func (h *sharedHalf) slope() slope {
	h.ratio()
	h.classes.gather(h.num, h.den)
	return slope{a: h.a, num: h.num, den: h.den}
}

// gather sums the rows of some matrices over each class into its first point, and clears those of the others.
func (c *classes) gather(all ...*mat.Dense) {
	if c == nil {
		return
	}
	for _, a := range all {
		c.sumRows(a)
		for g := range len(c.ptr) - 1 {
			for _, i := range c.points[c.ptr[g]:c.ptr[g+1]][min(1, c.ptr[g+1]-c.ptr[g]):] {
				clear(a.RawRowView(i))
			}
		}
	}
}

func (h *klHalf) slope() slope {
	if h.size.each != nil {
		return slope{}
	}
	h.fit()
	if !h.size.none() { // whose whole gradient counts here, and half of it in addTo
		twice := h.size
		twice.l1, twice.l2 = 2*twice.l1, 2*twice.l2
		twice.addTo(h.den, h.a)
	}
	return slope{a: h.a, num: h.num, den: h.den}
}

// slope returns none: the gradient of the logarithms of the penalty is infinite at 0.
func (h *smoothKLHalf) slope() slope { return slope{} }

func (h *betaHalf) slope() slope {
	h.model.WeighTo(h.num, h.den, h.a, h.b, h.weigh)
	return slope{a: h.a, num: h.num, den: h.den}
}

func (h *halsHalf) slope() slope {
	if h.look == nil {
		h.look = newFrobeniusHalf(h.x, h.a, h.b, Guards{})
	}
	return slopeOfSquares(h.look, h.size, h.held)
}

func (h *knownHALSHalf) slope() slope {
	if h.look == nil {
		h.look = newFrobeniusHalf(h.x, h.a, h.b, Guards{})
	}
	return slopeOfSquares(h.look, h.size, h.held)
}

func slopeOfSquares(f *frobeniusHalf, size sizePenalty, held int) slope {
	f.size = size
	s := f.slope()
	s.held = held
	return s
}

// slope leaves out the components that are held.
func (h *heldHalf) slope() slope {
	can, ok := h.half.(sloping)
	if !ok {
		return slope{}
	}
	s := can.slope()
	s.held = h.kept.RawMatrix().Cols
	return s
}

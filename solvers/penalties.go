package solvers

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/note"
	"nmfrepro/solvers/matrix"
)

// PenaltyOptions are L1 and L2 penalties on the size of the factors: to the objective of the method is added
//
//	l1-w·ΣW + l1-h·ΣH + l2-w·‖W‖² + l2-h·‖H‖²
//
// scikit-learn factorises Xᵀ = (its W)·(its H), where its W is Hᵀ, and adds alpha_W·m·(l1_ratio·ΣW + (1-l1_ratio)/2·‖W‖²) of its
// W, and the same with alpha_H·n of its H, to half the squared error or to the divergence. So its parameters are
// l1-h = 2·m·alpha_W·l1_ratio and l2-h = m·alpha_W·(1-l1_ratio) for the squared error, half of each for the divergence, and with
// n·alpha_H those of W. With penalties-by-size m and n are left to this package.
//
// A penalty on one factor alone changes nothing: that factor becomes small while the other grows, and their product stays. With unit
// lengths of the other it holds.
type PenaltyOptions struct {
	L1W float64 `yaml:"l1-w,omitempty" min:"0" doc:"weight of ΣW in the objective, ≥ 0; default 0; the docs of PenaltyOptions translate those of scikit-learn"`
	L1H float64 `yaml:"l1-h,omitempty" min:"0" doc:"weight of ΣH in the objective, ≥ 0; default 0"`
	L2W float64 `yaml:"l2-w,omitempty" min:"0" doc:"weight of ‖W‖² in the objective, ≥ 0; default 0"`
	L2H float64 `yaml:"l2-h,omitempty" min:"0" doc:"weight of ‖H‖² in the objective, ≥ 0; default 0"`

	BySize bool `yaml:"penalties-by-size,omitempty" doc:"multiply the weights of W by the number of samples and those of H by that of features, as scikit-learn does; default false"`
	UnitW  bool `yaml:"unit-w,omitempty" doc:"give the columns of W unit length, so that a penalty on H alone cannot be escaped; default false"`
	UnitH  bool `yaml:"unit-h,omitempty" doc:"give the rows of H unit length, so that a penalty on W alone cannot be escaped; default false"`
}

func (o PenaltyOptions) ofW() sizePenalty { return sizePenalty{l1: o.L1W, l2: o.L2W, bySize: o.BySize} }
func (o PenaltyOptions) ofH() sizePenalty { return sizePenalty{l1: o.L1H, l2: o.L2H, bySize: o.BySize} }

// penalties returns those of W and H for X.
func (o PenaltyOptions) penalties(x matrix.Matrix) (w, h sizePenalty) {
	m, n := x.Dims()
	return o.ofW().at(n), o.ofH().at(m)
}

// checkPenalties refuses options that contradict each other.
func (o PenaltyOptions) checkPenalties(name string, p Problem) error {
	switch {
	case o.UnitW && o.UnitH:
		return fmt.Errorf("solvers: %s: unit-w and unit-h leave no factor for the scale of X; want one of them", name)
	case o.UnitW && !o.ofW().none(), o.UnitH && !o.ofH().none():
		return fmt.Errorf("solvers: %s: a penalty on a factor of unit lengths; want it on the other", name)
	case (o.UnitW || o.UnitH) && p.Held != (Held{}):
		return fmt.Errorf("solvers: %s: components are held, whose lengths unit-w and unit-h would change; drop the option", name)
	}
	return nil
}

// escape warns of a penalty on one factor, which that one escapes by becoming small while the other grows: their product stays.
func (o PenaltyOptions) escape(p Problem) []note.Note {
	of := func(side, other string) []note.Note {
		lower := strings.ToLower(other)
		return []note.Note{note.Of(note.Penalty,
			"the penalty is on %s alone, which can escape it: %[1]s becomes small and %s grows, until the fit is the "+
				"one without a penalty; set unit-%s=true, or a penalty on %[2]s too (l2-%[3]s)", side, other, lower)}
	}
	switch w, h := o.ofW().none(), o.ofH().none(); {
	case w && !h && !o.UnitW && p.Held.W == 0:
		return of("H", "W")
	case h && !w && !o.UnitH && p.Held.H == 0:
		return of("W", "H")
	}
	return nil
}

// unitHalf updates a factor a whose columns have unit length, beside a factor b with a penalty. What is minimised does not know how
// a and b share a scale: the penalty counts for b as it is where a has unit lengths, so that of component k of a
//
//	l1·‖a_k‖·Σb_k + l2·‖a_k‖²·‖b_k‖²
//
// is added. The first norm is bounded by (‖a_k‖² + 1)/2 where ‖a_k‖ was 1, which makes both weights of ‖a_k‖².
type unitHalf struct {
	half
	f       Factors // a, b
	size    sizePenalty
	weights []float64 // of ‖a_k‖², which the half adds to its l2
	norms   []float64
}

func (h *unitHalf) step() {
	clear(h.weights)
	rows, _ := h.f.Ht.Dims()
	for i := range rows {
		for k, v := range h.f.Ht.RawRowView(i) {
			h.weights[k] += v * (h.size.l1/2 + h.size.l2*v)
		}
	}
	h.half.step()
	unitBasis(h.f, h.norms)
}

// penalised is implemented by halves with a penalty.
type penalised interface{ setSize(sizePenalty) }

// fixNorm makes the columns of the factor that the options name unit ones, now and after each of its updates.
func (r *alternatingRun) fixNorm(o PenaltyOptions, w, h sizePenalty) {
	if !o.UnitW && !o.UnitH {
		return
	}
	_, rank := r.f.W.Dims()
	weights, norms := make([]float64, rank), make([]float64, rank)
	a, size, f := &r.w, h, r.f
	if o.UnitH {
		a, size, f = &r.ht, w, Factors{W: r.f.Ht, Ht: r.f.W}
	}
	(*a).(penalised).setSize(sizePenalty{each: weights})
	unitBasis(f, norms)
	*a = &unitHalf{half: *a, f: f, size: size, weights: weights, norms: norms}
	r.fixed = true
}

// penalisedBy returns the objective with penalties on W and H.
func penalisedBy(w, h sizePenalty, f Factors, objective func() float64) func() float64 {
	if w.none() && h.none() {
		return objective
	}
	return func() float64 { return objective() + w.value(f.W) + h.value(f.Ht) }
}

// sizePenalty is l1·Σa + l2·‖a‖² of a factor a ≥ 0.
type sizePenalty struct {
	l1, l2 float64
	each   []float64 // further weights of ‖a_k‖² by component, which are not counted in the value; nil for none
	bySize bool      // the weights are multiplied by the length of a column of what a multiplies
}

func (p sizePenalty) none() bool { return p.l1 == 0 && p.l2 == 0 && p.each == nil }

// at returns the penalty for columns of so many entries.
func (p sizePenalty) at(length int) sizePenalty {
	if p.bySize {
		p.l1, p.l2, p.bySize = p.l1*float64(length), p.l2*float64(length), false
	}
	return p
}

// square returns the weight of ‖a_k‖².
func (p sizePenalty) square(k int) float64 {
	if p.each == nil {
		return p.l2
	}
	return p.l2 + p.each[k]
}

func (p sizePenalty) value(a *mat.Dense) (sum float64) {
	rows, _ := a.Dims()
	for i := range rows {
		for _, v := range a.RawRowView(i) {
			sum += v * (p.l1 + p.l2*v)
		}
	}
	return sum
}

// addTo adds half the gradient to the denominator of an update for ‖X - a·bᵀ‖². The step still lowers the objective: what it
// minimises bounds l1·a by l1/2·(a²/a_old + a_old).
func (p sizePenalty) addTo(den, a *mat.Dense) {
	if p.none() {
		return
	}
	rows, _ := a.Dims()
	for i := range rows {
		d := den.RawRowView(i)
		for k, v := range a.RawRowView(i) {
			d[k] += p.l1/2 + p.square(k)*v
		}
	}
}

// update makes the step for the divergence: the root a of 2·l2·a² + (den + l1)·a = a_old·num, where the function that bounds the
// objective from above is least, and a_old·num/(den + l1) without l2.
func (p sizePenalty) update(a, num, den *mat.Dense) {
	rows, _ := a.Dims()
	for i := range rows {
		x, n, d := a.RawRowView(i), num.RawRowView(i), den.RawRowView(i)
		for k, v := range x {
			linear, up := d[k]+p.l1, v*n[k]
			x[k] = 2 * up / max(linear+math.Sqrt(linear*linear+8*p.square(k)*up), tinyDenominator)
		}
		matrix.Flush(x)
	}
}

package solvers

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// Order tells which factor a step updates first; the second always uses the fresh first.
type Order string

// The two orders.
const (
	HFirst Order = "h-first"
	WFirst Order = "w-first"
)

// Choices lists the orders.
func (Order) Choices() []string { return choices(HFirst, WFirst) }

// half is the update of one factor, the other fixed.
type half interface{ step() }

// fittingHalf is a half of a tall factor a of X ≈ a·bᵀ that is made of the products X·b and bᵀb, and may leave them.
type fittingHalf interface {
	products() (a, xb, btb *mat.Dense, left bool)
}

// alternatingRun updates W and Ht in turn; most methods are nothing more.
type alternatingRun struct {
	f         Factors
	w, ht     half
	order     Order
	objective func() float64
	stepped   bool
}

func (r *alternatingRun) Step() {
	r.stepped = true
	if r.order == HFirst {
		r.ht.step()
		r.w.step()
		return
	}
	r.w.step()
	r.ht.step()
}

func (r *alternatingRun) Objective() float64 { return r.objective() }

func (r *alternatingRun) Finish() Result { return Factorisation(r.f) }

// squaredError returns the objective ‖X - WH‖² of a run that does nothing but update both factors. For a sparse X it is
//
//	‖X‖² - 2⟨a, X·b⟩ + ⟨aᵀa, bᵀb⟩
//
// of the factor a that was updated last and so has left these products, or a sum over entries where that cancels.
func (r *alternatingRun) squaredError(x matrix.Matrix) func() float64 {
	fit := matrix.NewEntrywise(x)
	whole := func() float64 { return fit.Sum(r.f.W, r.f.Ht, matrix.Squared) }
	last := r.w
	if r.order == WFirst {
		last = r.ht
	}
	half, fits := last.(fittingHalf)
	if _, sparse := x.(*matrix.CSR); !sparse || !fits {
		return whole
	}
	a, xb, btb, left := half.products()
	if !left {
		return whole
	}
	_, rank := a.Dims()
	ata, square := mat.NewDense(rank, rank, nil), matrix.SumOfSquares(x)
	return func() float64 {
		if !r.stepped {
			return whole()
		}
		matrix.Gram(ata, a)
		if value := square - 2*matrix.Inner(a, xb) + matrix.Inner(ata, btb); !(value < matrix.Cancellation*square) {
			return value
		}
		return whole()
	}
}

// checkPower is the part of Start for a method whose ratio is raised to a power.
func checkPower(name string, power float64) error {
	if power > 0 && power <= 1 {
		return nil
	}
	return fmt.Errorf("solvers: %s: power = %v, want a value above 0 and at most 1", name, power)
}

// updatePower is the damped multiplicative step x ← x .* (num ./ max(den, tinyDenominator))^power.
func updatePower(x, num, den *mat.Dense, power float64) {
	switch power {
	case 1:
		matrix.Update(x, num, den, tinyDenominator)
		return
	case 0.5:
		matrix.UpdateSqrt(x, num, den, tinyDenominator)
		return
	}
	p, _ := x.Dims()
	for i := range p {
		xr, nr, dr := x.RawRowView(i), num.RawRowView(i), den.RawRowView(i)
		for j := range xr {
			xr[j] *= math.Pow(nr[j]/max(dr[j], tinyDenominator), power)
		}
		matrix.Flush(xr)
	}
}

// PenaltyOptions are L1 and L2 penalties on the size of the factors: to the objective of the method is added
//
//	l1-w·ΣW + l1-h·ΣH + l2-w·‖W‖² + l2-h·‖H‖²
//
// scikit-learn factorises Xᵀ = (its W)·(its H), where its W is Hᵀ, and adds alpha_W·m·(l1_ratio·ΣW + (1-l1_ratio)/2·‖W‖²) of its
// W, and the same with alpha_H·n of its H, to half the squared error or to the divergence. So its parameters are
// l1-h = 2·m·alpha_W·l1_ratio and l2-h = m·alpha_W·(1-l1_ratio) for the squared error, half of each for the divergence, and with
// n·alpha_H those of W.
type PenaltyOptions struct {
	L1W float64 `yaml:"l1-w,omitempty" min:"0" doc:"weight of ΣW in the objective, ≥ 0; default 0; the docs of PenaltyOptions translate those of scikit-learn"`
	L1H float64 `yaml:"l1-h,omitempty" min:"0" doc:"weight of ΣH in the objective, ≥ 0; default 0"`
	L2W float64 `yaml:"l2-w,omitempty" min:"0" doc:"weight of ‖W‖² in the objective, ≥ 0; default 0"`
	L2H float64 `yaml:"l2-h,omitempty" min:"0" doc:"weight of ‖H‖² in the objective, ≥ 0; default 0"`
}

func (o PenaltyOptions) ofW() sizePenalty { return sizePenalty{o.L1W, o.L2W} }
func (o PenaltyOptions) ofH() sizePenalty { return sizePenalty{o.L1H, o.L2H} }

// added is the objective with the penalties.
func (o PenaltyOptions) added(f Factors, objective func() float64) func() float64 {
	if o == (PenaltyOptions{}) {
		return objective
	}
	return func() float64 { return objective() + o.ofW().value(f.W) + o.ofH().value(f.Ht) }
}

// sizePenalty is l1·Σa + l2·‖a‖² of a factor a ≥ 0.
type sizePenalty struct{ l1, l2 float64 }

func (p sizePenalty) none() bool { return p == sizePenalty{} }

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
			d[k] += p.l1/2 + p.l2*v
		}
	}
}

// update is the step for the divergence: the root a of 2·l2·a² + (den + l1)·a = a_old·num, where the function that bounds the
// objective from above is least, and a_old·num/(den + l1) without l2.
func (p sizePenalty) update(a, num, den *mat.Dense) {
	rows, _ := a.Dims()
	for i := range rows {
		x, n, d := a.RawRowView(i), num.RawRowView(i), den.RawRowView(i)
		for k, v := range x {
			linear, up := d[k]+p.l1, v*n[k]
			x[k] = 2 * up / max(linear+math.Sqrt(linear*linear+8*p.l2*up), tinyDenominator)
		}
		matrix.Flush(x)
	}
}

package solvers

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/note"
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
	fixed     bool        // a factor has unit lengths, which its update leaves to what comes after
	doubts    []note.Note // what is doubtful from the beginning
	gauge     gauge
}

// Warnings implements [Warner].
func (r *alternatingRun) Warnings() []note.Note { return r.doubts }

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
	if _, sparse := x.(*matrix.CSR); !sparse {
		return whole
	}
	return r.byProducts(x, whole)
}

// checkPower does the part of Start for a method whose ratio is raised to a power.
func checkPower(name string, power float64) error {
	if power > 0 && power <= 1 {
		return nil
	}
	return fmt.Errorf("solvers: %s: power = %v, want a value above 0 and at most 1", name, power)
}

// updatePower makes the damped multiplicative step x ← x .* (num ./ max(den, tinyDenominator))^power.
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

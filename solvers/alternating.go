package solvers

// Order tells which factor a step updates first; the second always uses the fresh first.
type Order string

// The two orders.
const (
	HFirst Order = "h-first"
	WFirst Order = "w-first"
)

// Choices lists the orders.
func (Order) Choices() []string { return []string{string(HFirst), string(WFirst)} }

// half is the update of one factor, the other fixed.
type half interface{ step() }

// alternatingRun updates W and Ht in turn; most methods are nothing more.
type alternatingRun struct {
	f         Factors
	w, ht     half
	order     Order
	objective func() float64
}

func (r *alternatingRun) Step() {
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

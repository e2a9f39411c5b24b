package solvers

import (
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/internal/gemm"
	"nmfrepro/solvers/matrix"
)

// denseKL is the divergence over all entries of X:
//
//	W_:c: num = (X./(WH))·H_c:ᵀ, den = Σ_j H_cj        H_c: : num = W_:cᵀ·(X./(WH)), den = Σ_i W_ic
//
// The model follows the components by rank-one changes, each added on the way to the next ratio, and is formed afresh in
// every sweep. Where it divides it is raised to 2^-52 of the largest entry of X at least: the changes are no more exact.
//
// Cost per sweep: 8mnr, and 2mnr divisions, which take most of the time.
type denseKL struct {
	x      *matrix.Dense
	sides  [2]*side
	model  *mat.Dense // m×n
	formed int        // the stores of both sides when the model was formed, -1 once it follows the components
	floor  float64
	last   int       // the component whose change of H the model lacks, -1 for none
	none   []float64 // zeros, its factors then

	wide, terms []float64 // rowsAtOnce rows of X, widened, and what they add to the divergence
}

// rowsAtOnce rows are summed side by side, since an addition waits for the one before it.
const rowsAtOnce = 4

func newDenseKL(x *matrix.Dense, sides [2]*side, floor float64) *denseKL {
	m, n := x.Dims()
	return &denseKL{
		x: x.Compact(), sides: sides, model: mat.NewDense(m, n, nil), formed: -1, floor: floor, none: make([]float64, max(m, n)),
		wide: make([]float64, rowsAtOnce*n), terms: make([]float64, rowsAtOnce*n),
	}
}

// sweep forms the model, unless value did at the same factors.
func (f *denseKL) sweep() {
	if f.formed != f.stores() {
		f.form()
	}
	f.last, f.formed = -1, -1
}

func (f *denseKL) form() {
	matrix.MulNT(f.model, f.sides[sideW].factor, f.sides[sideH].factor)
	f.formed = f.stores()
}

func (f *denseKL) stores() int { return f.sides[sideW].stores + f.sides[sideH].stores }

func (f *denseKL) ratio(k, c int) {
	if k == sideW {
		f.rows(c)
	} else {
		f.columns(c)
	}
	s := f.sides[k]
	fill(s.den, sumOf(f.sides[1-k].component(c)))
}

// lacking returns the component of W and the change of H that the model lacks.
func (f *denseKL) lacking() (w, change []float64) {
	if f.last < 0 {
		return f.none[:f.sides[sideW].points], f.none[:f.sides[sideH].points]
	}
	return f.sides[sideW].component(f.last), f.sides[sideH].delta
}

func (f *denseKL) rows(c int) {
	s, h := f.sides[sideW], f.sides[sideH].component(c)
	before, change := f.lacking()
	for i := range s.num {
		s.num[i] = f.x.FollowDot(i, f.model.RawRowView(i), before[i], change, h, f.floor)
	}
}

func (f *denseKL) columns(c int) {
	w, h := f.sides[sideW], f.sides[sideH]
	clear(h.num)
	for i, v := range w.component(c) {
		f.x.FollowSum(i, h.num, f.model.RawRowView(i), w.delta[i], h.component(c), f.floor, v)
	}
}

func (f *denseKL) known(c int) {
	w, h := f.sides[sideW], f.sides[sideH]
	clear(w.num)
	fill(w.den, sumOf(h.component(c)))
}

// pass looks at a row's quotients before the row above it is done with: while their sum is under way, the processor works
// on the row above.
func (f *denseKL) pass(c int, floor float64) {
	w, h := f.sides[sideW], f.sides[sideH]
	hc := h.component(c)
	before, change := f.lacking()
	dot := func(i int) float64 {
		return f.x.FollowDot(i, f.model.RawRowView(i), before[i], change, hc, f.floor)
	}
	clear(h.num)
	num, next := dot(0), 0.0
	for i := range w.num {
		if i+1 < len(w.num) {
			next = dot(i + 1)
		}
		x, added := w.updateRow(c, i, w.num[i]+num, w.den[i], floor)
		f.x.FollowSum(i, h.num, f.model.RawRowView(i), added, hc, f.floor, x)
		num = next
	}
	fill(h.den, sumOf(w.component(c)))
}

// value returns D(X‖WH) at the factors between two sweeps.
func (f *denseKL) value() float64 {
	f.form()
	m, _ := f.x.Dims()
	var total float64
	for i := 0; i < m; i += rowsAtOnce {
		rows := min(rowsAtOnce, m-i)
		sums := f.divergences(i, rows)
		for _, sum := range sums[:rows] {
			total += sum
		}
	}
	return total
}

// divergences returns the divergence of some rows from i on, rowsAtOnce at most.
func (f *denseKL) divergences(i, rows int) [rowsAtOnce]float64 {
	_, n := f.x.Dims()
	model := f.model.RawMatrix().Data[i*n : (i+rows)*n]
	for q := range rows {
		wide := f.wide[q*n : (q+1)*n]
		if _, vals := f.x.Row(i+q, wide); &vals[0] != &wide[0] {
			copy(wide, vals)
		}
	}
	terms := f.terms[:rows*n]
	gemm.Divergences(terms, f.wide[:rows*n], model, f.floor)
	return alternatingSums(terms, model, n)
}

// alternatingSums returns the sums x_0 + y_0 + x_1 + y_1 + ... of the rows of x and y, of n entries each; of rowsAtOnce at most.
func alternatingSums(x, y []float64, n int) (sums [rowsAtOnce]float64) {
	if len(x) < rowsAtOnce*n {
		for q := range len(x) / n {
			for j, v := range x[q*n : (q+1)*n] {
				sums[q] += v
				sums[q] += y[q*n+j]
			}
		}
		return sums
	}
	x0, x1, x2, x3 := x[:n], x[n:][:n], x[2*n:][:n], x[3*n:][:n]
	y0, y1, y2, y3 := y[:n], y[n:][:n], y[2*n:][:n], y[3*n:][:n]
	var s0, s1, s2, s3 float64
	for j := range n {
		s0 += x0[j]
		s1 += x1[j]
		s2 += x2[j]
		s3 += x3[j]
		s0 += y0[j]
		s1 += y1[j]
		s2 += y2[j]
		s3 += y3[j]
	}
	return [rowsAtOnce]float64{s0, s1, s2, s3}
}

func (f *denseKL) moved(k, c int) {
	switch moved := f.sides[k]; {
	case moved.collapsed(c):
		f.sides[sideW].store()
		f.sides[sideH].store()
		f.sweep()
		clear(moved.delta)
	case k == sideH:
		f.last = c
	}
}

// above returns max(v, floor) for ordinary numbers, which the compiler turns into fewer instructions.
func above(v, floor float64) float64 {
	if v < floor {
		return floor
	}
	return v
}

func fill(dst []float64, v float64) {
	for i := range dst {
		dst[i] = v
	}
}

func sumOf(x []float64) float64 {
	var sum float64
	for _, v := range x {
		sum += v
	}
	return sum
}

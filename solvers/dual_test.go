package solvers_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Oracles for methods of which nobody published code. A test writes down the objective as the paper prints it, in matrices of
// dual numbers, which differentiate it by themselves; and the rule as printed, in plain matrix products. The gradient of the
// one must be the difference of the other's parts, and the solver must follow both.

// dual is value + slope·ε with ε² = 0: a number and its derivative by one variable, which every operation carries along
// (forward-mode automatic differentiation).
type dual struct{ value, slope float64 }

func (a dual) plus(b dual) dual      { return dual{a.value + b.value, a.slope + b.slope} }
func (a dual) times(b dual) dual     { return dual{a.value * b.value, a.slope*b.value + a.value*b.slope} }
func (a dual) scaled(c float64) dual { return dual{c * a.value, c * a.slope} }
func (a dual) root() dual            { r := math.Sqrt(a.value); return dual{r, a.slope / (2 * r)} }
func sumOf(terms ...dual) (sum dual) {
	for _, t := range terms {
		sum = sum.plus(t)
	}
	return sum
}

// duals is a matrix of dual numbers, row by row.
type duals [][]dual

func newDuals(rows, cols int, of func(i, j int) dual) duals {
	a := make(duals, rows)
	for i := range a {
		a[i] = make([]dual, cols)
		for j := range a[i] {
			a[i][j] = of(i, j)
		}
	}
	return a
}

// constant is a as a matrix that depends on no variable.
func constant(a mat.Matrix) duals {
	rows, cols := a.Dims()
	return newDuals(rows, cols, func(i, j int) dual { return dual{value: a.At(i, j)} })
}

func (a duals) t() duals {
	return newDuals(len(a[0]), len(a), func(i, j int) dual { return a[j][i] })
}

func (a duals) times(b duals) duals {
	return newDuals(len(a), len(b[0]), func(i, j int) (sum dual) {
		for k, v := range a[i] {
			sum = sum.plus(v.times(b[k][j]))
		}
		return sum
	})
}

func (a duals) scaled(c float64) duals {
	return newDuals(len(a), len(a[0]), func(i, j int) dual { return a[i][j].scaled(c) })
}

func (a duals) minus(b duals) duals {
	return newDuals(len(a), len(a[0]), func(i, j int) dual { return a[i][j].plus(b[i][j].scaled(-1)) })
}

// rows are the rows from to to.
func (a duals) rows(from, to int) duals { return a[from:to] }

func (a duals) trace() (sum dual) {
	for i := range a {
		sum = sum.plus(a[i][i])
	}
	return sum
}

// frobenius is ‖a‖² = tr(aᵀa).
func (a duals) frobenius() dual { return a.t().times(a).trace() }

// norm21 is ‖a‖₂,₁, the sum of the norms of the columns.
func (a duals) norm21() (sum dual) {
	for _, column := range a.t() {
		sum = sum.plus(duals{column}.frobenius().root())
	}
	return sum
}

// gradient is the derivative of f by every entry of a, at a.
func gradient(a *mat.Dense, f func(a duals) dual) *mat.Dense {
	at := constant(a)
	g := mat.DenseCopyOf(a)
	g.Apply(func(i, j int, _ float64) float64 {
		at[i][j].slope = 1
		defer func() { at[i][j].slope = 0 }()
		return f(at).slope
	}, g)
	return g
}

// rule is a multiplicative update a ← a .* (num ./ den)^power.
type rule struct {
	num, den *mat.Dense
	power    float64
}

func (r rule) of(a *mat.Dense) *mat.Dense {
	return updated(a, r.num, r.den, func(ratio float64) float64 { return math.Pow(ratio, r.power) })
}

// follows reports where den - num is not c times the gradient.
func (r rule) follows(t *testing.T, what string, c float64, gradient *mat.Dense) {
	t.Helper()
	rows, cols := r.num.Dims()
	for i := range rows {
		for j := range cols {
			num, den, want := r.num.At(i, j), r.den.At(i, j), c*gradient.At(i, j)
			if got := den - num; !(math.Abs(got-want) <= 1e-12*(num+den)) {
				t.Fatalf("%s: entry (%d,%d): the parts of the rule differ by %v, the gradient gives %v", what, i+1, j+1, got, want)
			}
		}
	}
}

// same compares an objective with that of a formula.
func same(t *testing.T, what string, got float64, formula dual) {
	t.Helper()
	if want := formula.value; !(math.Abs(got-want) <= 1e-11*math.Abs(want)) {
		t.Fatalf("%s: objective %v, by the printed formula %v", what, got, want)
	}
}

// diagonal is diag(d).
func diagonal(d []float64) *mat.Dense {
	a := mat.NewDense(len(d), len(d), nil)
	for i, v := range d {
		a.Set(i, i, v)
	}
	return a
}

// parts are (|a| + a)/2 and (|a| - a)/2.
func parts(a *mat.Dense) (plus, minus *mat.Dense) {
	plus, minus = mat.DenseCopyOf(a), mat.DenseCopyOf(a)
	plus.Apply(func(_, _ int, v float64) float64 { return (math.Abs(v) + v) / 2 }, plus)
	minus.Apply(func(_, _ int, v float64) float64 { return (math.Abs(v) - v) / 2 }, minus)
	return plus, minus
}

func scaled(c float64, a *mat.Dense) *mat.Dense {
	var out mat.Dense
	out.Scale(c, a)
	return &out
}

// The evaluator gives the values of gonum's functions and their gradients by differences.
func TestDuals(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	a, b := mixedSigns(4, 3, rng), mixedSigns(3, 4, rng)
	columns := func(a mat.Matrix) (sum float64) {
		_, n := a.Dims()
		for j := range n {
			sum += floats.Norm(mat.Col(nil, j, a), 2)
		}
		return sum
	}
	difference := func(a, b mat.Matrix) *mat.Dense { var d mat.Dense; d.Sub(a, b); return &d }
	for _, tt := range []struct {
		name  string
		duals func(a duals) dual
		plain func(a *mat.Dense) float64
	}{
		{"‖AB - (AB)ᵀ‖²", func(a duals) dual { p := a.times(constant(b)); return p.minus(p.t()).frobenius() },
			func(a *mat.Dense) float64 { p := times(a, b); return math.Pow(mat.Norm(difference(p, p.T()), 2), 2) }},
		{"‖A‖₂,₁", duals.norm21, func(a *mat.Dense) float64 { return columns(a) }},
		{"tr(AB)·√‖A‖²", func(a duals) dual { return a.times(constant(b)).trace().times(a.frobenius().root()) },
			func(a *mat.Dense) float64 { return mat.Trace(times(a, b)) * mat.Norm(a, 2) }},
		{"‖3A₂‖² + ‖A‖₂,₁", func(a duals) dual { return sumOf(a.rows(1, 2).scaled(3).frobenius(), a.norm21()) },
			func(a *mat.Dense) float64 { return 9*floats.Dot(a.RawRowView(1), a.RawRowView(1)) + columns(a) }},
	} {
		same(t, tt.name, tt.plain(a), tt.duals(constant(a)))
		want := fd.Gradient(nil, func(x []float64) float64 { return tt.plain(mat.NewDense(4, 3, x)) },
			a.RawMatrix().Data, &fd.Settings{Formula: fd.Central})
		if got := gradient(a, tt.duals).RawMatrix().Data; !floats.EqualApprox(got, want, 1e-7) {
			t.Errorf("%s: gradient %v, by differences %v", tt.name, got, want)
		}
	}
}

package solvers_test

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// interpolation is T (free samples × n): every second inner sample, the 2nd, 4th, ..., is the mean of its neighbours in H = C·T.
func interpolation(n int) *mat.Dense {
	var free []int
	for j := range n {
		if j%2 == 0 || j == n-1 {
			free = append(free, j)
		}
	}
	t := mat.NewDense(len(free), n, nil)
	for k, j := range free {
		t.Set(k, j, 1)
		for _, inner := range []int{j - 1, j + 1} {
			if inner%2 == 1 && inner > 0 && inner < n-1 {
				t.Set(k, inner, 0.5)
			}
		}
	}
	return t
}

// freeOf are the columns of H that T does not interpolate.
func freeOf(h, t *mat.Dense) *mat.Dense {
	count, n := t.Dims()
	r, _ := h.Dims()
	c := mat.NewDense(r, count, nil)
	for k := range count {
		for j := range n {
			if t.At(k, j) == 1 {
				c.SetCol(k, mat.Col(nil, j, h))
			}
		}
	}
	return c
}

// The constrained form minimises ‖V - W·C·T‖² (Eq. 1 of Wang et al. with H = C·T) by the ratio of its gradient's parts.
func TestConstrainedNMFiFollowsItsFormula(t *testing.T) {
	for _, n := range []int{7, 8, 3, 2} {
		const m, r = 6, 3
		rng := rand.New(rand.NewPCG(41, uint64(n)))
		x, inter := solvers.RandomFactor(m, n, rng), interpolation(n)
		objective := func(w, c duals) dual { return constant(x).minus(w.times(c).times(constant(inter))).frobenius() }
		coefficients := func(w, c *mat.Dense) rule {
			return rule{num: times(w.T(), x, inter.T()), den: times(w.T(), w, c, inter, inter.T()), power: 1}
		}
		f := solvers.Factors{W: solvers.RandomFactor(m, r, rng), Ht: solvers.RandomFactor(n, r, rng)}
		w, c := mat.DenseCopyOf(f.W), freeOf(mat.DenseCopyOf(f.Ht.T()), inter)
		coefficients(w, c).follows(t, "C", 0.5, gradient(c, func(c duals) dual { return objective(constant(w), c) }))
		basisOfNMF(x, w, times(c, inter)).follows(t, "W", 0.5, gradient(w, func(w duals) dual { return objective(w, constant(c)) }))
		run, err := configured(t, "nmfi", "form=constrained").Start(solvers.Problem{X: matrix.FromDense(x), Rank: r}, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			same(t, "nmfi", run.Objective(), objective(constant(w), constant(c)))
			run.Step()
			c = coefficients(w, c).of(c)
			h := times(c, inter)
			w = basisOfNMF(x, w, h).of(w)
			near(t, "H", f.Ht, mat.DenseCopyOf(h.T()))
			near(t, "W", f.W, w)
		}
	}
}

// "It modifies the algorithm of NMF [Lee and Seung] by simply setting every other representations of data samples be the average
// of the previous and following representations" (Wang et al., section II).
func TestOverwritingNMFiFollowsThePaper(t *testing.T) {
	for _, n := range []int{7, 8} {
		const m, r = 6, 3
		rng := rand.New(rand.NewPCG(42, uint64(n)))
		x, inter := solvers.RandomFactor(m, n, rng), interpolation(n)
		objective := func(w, h duals) dual { return constant(x).minus(w.times(h)).frobenius() } // Eq. 1
		coefficients := func(w, h *mat.Dense) rule {
			return rule{num: times(w.T(), x), den: times(w.T(), w, h), power: 1}
		}
		f := solvers.Factors{W: solvers.RandomFactor(m, r, rng), Ht: solvers.RandomFactor(n, r, rng)}
		w, h := mat.DenseCopyOf(f.W), mat.DenseCopyOf(f.Ht.T())
		coefficients(w, h).follows(t, "H", 0.5, gradient(h, func(h duals) dual { return objective(constant(w), h) }))
		run, err := configured(t, "nmfi").Start(solvers.Problem{X: matrix.FromDense(x), Rank: r}, f, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			same(t, "nmfi", run.Objective(), objective(constant(w), constant(h)))
			run.Step()
			h = times(freeOf(coefficients(w, h).of(h), inter), inter)
			w = basisOfNMF(x, w, h).of(w)
			near(t, "H", f.Ht, mat.DenseCopyOf(h.T()))
			near(t, "W", f.W, w)
		}
	}
}

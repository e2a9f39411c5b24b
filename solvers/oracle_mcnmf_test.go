package solvers_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// printedMCNMF is Wang et al., Multi-Component NMF, as printed: with n×n matrices.
type printedMCNMF struct {
	x, r  *mat.Dense // R = I - eeᵀ/n
	alpha float64
}

func newPrintedMCNMF(x *mat.Dense, alpha float64) printedMCNMF {
	_, n := x.Dims()
	return printedMCNMF{x, centring(n), alpha}
}

// hsic is tr(R·K_a·R·K_b) with inner product kernels: Eq. 3 without its factor.
func (c printedMCNMF) hsic(a, b duals) dual {
	r := constant(c.r)
	return r.times(a.t().times(a)).times(r).times(b.t().times(b)).trace()
}

// objective is Eq. 5, whose second sum is over i and j.
func (c printedMCNMF) objective(w, h []duals) (sum dual) {
	for i := range w {
		sum = sum.plus(constant(c.x).minus(w[i].times(h[i])).frobenius())
		for j := range h {
			if j != i {
				sum = sum.plus(c.hsic(h[i], h[j]).scaled(c.alpha))
			}
		}
	}
	return sum
}

// subproblem is Eq. 7 for component i, which counts each of the others once.
func (c printedMCNMF) subproblem(i int, w, h []duals) dual {
	sum := constant(c.x).minus(w[i].times(h[i])).frobenius()
	for j := range h {
		if j != i {
			sum = sum.plus(c.hsic(h[i], h[j]).scaled(c.alpha))
		}
	}
	return sum
}

// basis is Eq. 6.
func (c printedMCNMF) basis(w, h *mat.Dense) rule {
	return rule{num: times(c.x, h.T()), den: times(w, h, h.T()), power: 1}
}

// coefficients is Eq. 13 for component i, times the penalty by factor.
func (c printedMCNMF) coefficients(i int, w, h []*mat.Dense, factor float64) rule {
	n, _ := c.r.Dims()
	others := mat.NewDense(n, n, nil)
	for j := range h {
		if j != i {
			others.Add(others, times(h[j].T(), h[j]))
		}
	}
	p, m := parts(c.r)
	apart := plus(times(p, others, m), times(m, others, p))    // Ra + Rb
	together := plus(times(m, others, m), times(p, others, p)) // Rc + Rd
	weight := factor * c.alpha
	return rule{
		num:   plus(times(w[i].T(), c.x), scaled(weight, times(h[i], apart))),
		den:   plus(times(w[i].T(), w[i], h[i]), scaled(weight, times(h[i], together))),
		power: 0.5,
	}
}

// spread are the components W_i and H_i that the factors hold side by side.
func spread(f solvers.Factors, v int) (w, h []*mat.Dense) {
	for _, part := range components(f, v) {
		w, h = append(w, part.W), append(h, mat.DenseCopyOf(part.Ht.T()))
	}
	return w, h
}

func constants(a []*mat.Dense) []duals {
	out := make([]duals, len(a))
	for i := range a {
		out[i] = constant(a[i])
	}
	return out
}

// with is a where component i is replaced.
func with(a []*mat.Dense, i int, by duals) []duals {
	out := constants(a)
	out[i] = by
	return out
}

// The parts of Eq. 13 differ by half the gradient of Eq. 7; with the penalty counted twice, by half that of Eq. 5.
func TestComponentRulesAreGradients(t *testing.T) {
	const m, n, r, v = 6, 7, 5, 3
	rng := rand.New(rand.NewPCG(21, 1))
	c := newPrintedMCNMF(solvers.RandomFactor(m, n, rng), 0.4)
	w, h := spread(solvers.Factors{W: solvers.RandomFactor(m, r, rng), Ht: solvers.RandomFactor(n, r, rng)}, v)
	for i := range v {
		c.basis(w[i], h[i]).follows(t, "Eq. 6", 0.5, gradient(w[i], func(wi duals) dual { return c.objective(with(w, i, wi), constants(h)) }))
		c.coefficients(i, w, h, 1).follows(t, "Eq. 13", 0.5,
			gradient(h[i], func(hi duals) dual { return c.subproblem(i, constants(w), with(h, i, hi)) }))
		c.coefficients(i, w, h, 2).follows(t, "Eq. 13, pairs twice", 0.5,
			gradient(h[i], func(hi duals) dual { return c.objective(constants(w), with(h, i, hi)) }))
	}
}

func TestMCNMFFollowsThePaper(t *testing.T) {
	for _, size := range []struct{ m, n, r, v int }{{6, 7, 5, 3}, {5, 4, 3, 1}, {4, 90, 6, 2}} {
		for pairs, factor := range map[string]float64{"once": 1, "twice": 2} {
			const alpha = 0.05
			rng := rand.New(rand.NewPCG(22, uint64(size.n)))
			c := newPrintedMCNMF(solvers.RandomFactor(size.m, size.n, rng), alpha)
			f := solvers.Factors{W: solvers.RandomFactor(size.m, size.r, rng), Ht: solvers.RandomFactor(size.n, size.r, rng)}
			w, h := spread(f, size.v)
			s := configured(t, "mcnmf", "pairs="+pairs, fmt.Sprintf("alpha=%v", alpha), fmt.Sprintf("components=%d", size.v))
			run, err := s.Start(solvers.Problem{X: matrix.FromDense(c.x), Rank: size.r}, f, nil)
			if err != nil {
				t.Fatal(err)
			}
			for step := range 6 {
				if step%2 == 0 { // products that the objective left behind are not always there
					same(t, "mcnmf", run.Objective(), c.objective(constants(w), constants(h)))
				}
				run.Step()
				for i := range size.v { // section 3.2: W_i, then H_i, with the newest others
					w[i] = c.basis(w[i], h[i]).of(w[i])
					h[i] = c.coefficients(i, w, h, factor).of(h[i])
				}
				gotW, gotH := spread(f, size.v)
				for i := range size.v {
					near(t, fmt.Sprintf("H%d", i+1), gotH[i], h[i])
					near(t, fmt.Sprintf("W%d", i+1), gotW[i], w[i])
				}
			}
		}
	}
}

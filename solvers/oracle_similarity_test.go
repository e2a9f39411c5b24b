package solvers_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// scalePreserving is Hedjam et al., NMF with Scale Data Structure Preservation, as printed.
type scalePreserving struct {
	x      *mat.Dense
	lambda float64
}

// objective is Eq. 11 with weight times its second term, in which XᵀX counts similarity times.
func (d scalePreserving) objective(w, h duals, weight, similarity float64) dual {
	x := constant(d.x)
	mismatch := x.t().times(x).scaled(similarity).minus(h.t().times(h).scaled(d.lambda))
	return sumOf(x.minus(w.times(h)).frobenius(), mismatch.frobenius().scaled(weight))
}

// coefficients is the rule for H of which Eqs. 14, 21 and 33 print one each, by the factors of the penalty's terms.
func (d scalePreserving) coefficients(w, h *mat.Dense, a, b, power float64) rule {
	return rule{
		num:   plus(times(w.T(), d.x), scaled(a*d.lambda, times(h, d.x.T(), d.x))),
		den:   plus(times(w.T(), w, h), scaled(b*d.lambda*d.lambda, times(h, h.T(), h))),
		power: power,
	}
}

// basisOfNMF is Eq. 15, and Eq. 4 of ordinary NMF.
func basisOfNMF(x, w, h *mat.Dense) rule {
	return rule{num: times(x, h.T()), den: times(w, h, h.T()), power: 1}
}

// printedDSP are the printed rules, and the objectives whose half gradient is the difference of their parts: Eq. 33 belongs to Eq. 11,
// Eq. 21 to half its penalty, and Eq. 14 to half a penalty that wants λHᵀH to be 2XᵀX.
var printedDSP = []struct {
	name               string
	a, b               float64
	weight, similarity float64
}{
	{"eq33", 2, 2, 1, 1},
	{"eq21", 1, 1, 0.5, 1},
	{"eq14", 2, 1, 0.5, 2},
}

func TestDSPRulesAreGradients(t *testing.T) {
	const m, n, r = 6, 7, 3
	rng := rand.New(rand.NewPCG(31, 1))
	for _, lambda := range []float64{0, 0.7, 50} {
		d := scalePreserving{solvers.RandomFactor(m, n, rng), lambda}
		w, h := solvers.RandomFactor(m, r, rng), solvers.RandomFactor(r, n, rng)
		for _, p := range printedDSP {
			d.coefficients(w, h, p.a, p.b, 1).follows(t, p.name, 0.5, gradient(h, func(h duals) dual {
				return d.objective(constant(w), h, p.weight, p.similarity)
			}))
		}
		basisOfNMF(d.x, w, h).follows(t, "Eq. 15", 0.5, gradient(w, func(w duals) dual { return d.objective(w, constant(h), 1, 1) }))
	}
}

func TestDSPNMFFollowsThePaper(t *testing.T) {
	for _, size := range []struct{ m, n, r int }{{6, 7, 3}, {3, 20, 2}} { // XᵀX is formed for the first
		for _, p := range printedDSP {
			for _, power := range []float64{1, 0.5} {
				rng := rand.New(rand.NewPCG(32, uint64(size.n)))
				d := scalePreserving{solvers.RandomFactor(size.m, size.n, rng), 1.5}
				f := solvers.Factors{W: solvers.RandomFactor(size.m, size.r, rng), Ht: solvers.RandomFactor(size.n, size.r, rng)}
				w, h := mat.DenseCopyOf(f.W), mat.DenseCopyOf(f.Ht.T())
				s := configured(t, "dsp-nmf", "rule="+p.name, fmt.Sprintf("lambda=%v", d.lambda), fmt.Sprintf("power=%v", power))
				run, err := s.Start(solvers.Problem{X: matrix.FromDense(d.x), Rank: size.r}, f, nil)
				if err != nil {
					t.Fatal(err)
				}
				for range 5 {
					same(t, "dsp-nmf", run.Objective(), d.objective(constant(w), constant(h), 1, 1))
					run.Step()
					h = d.coefficients(w, h, p.a, p.b, power).of(h)
					w = basisOfNMF(d.x, w, h).of(w)
					near(t, p.name+": H", f.Ht, mat.DenseCopyOf(h.T()))
					near(t, p.name+": W", f.W, w)
				}
			}
		}
	}
}

// neighbourhood is NS-NMF as Hedjam et al. print it in Eq. 10.
type neighbourhood struct {
	x, s         *mat.Dense
	alpha, gamma float64
}

func (p neighbourhood) objective(w, h duals) dual {
	similarity := constant(p.s).minus(h.t().times(h)).frobenius()
	fit := constant(p.x).minus(w.times(h)).frobenius().scaled(p.alpha)
	return sumOf(similarity, fit, w.frobenius().scaled(p.gamma), h.frobenius().scaled(p.gamma))
}

// coefficients and basis are the Karush-Kuhn-Tucker ratios of Eq. 10.
func (p neighbourhood) coefficients(w, h *mat.Dense, power float64) rule {
	return rule{
		num:   plus(scaled(2, times(h, p.s)), scaled(p.alpha, times(w.T(), p.x))),
		den:   plus(plus(scaled(2, times(h, h.T(), h)), scaled(p.alpha, times(w.T(), w, h))), scaled(p.gamma, h)),
		power: power,
	}
}

func (p neighbourhood) basis(w, h *mat.Dense) rule {
	return rule{num: scaled(p.alpha, times(p.x, h.T())), den: plus(scaled(p.alpha, times(w, h, h.T())), scaled(p.gamma, w)), power: 1}
}

// treeSimilarity has 1 on the diagonal and exp(-d²/(2t²)) along the edges of the minimum spanning tree, t their mean length: the
// nearest sample that is not in the tree yet joins it (Prim).
func treeSimilarity(x *mat.Dense) *mat.Dense {
	_, n := x.Dims()
	distance := func(i, j int) float64 { return floats.Distance(mat.Col(nil, i, x), mat.Col(nil, j, x), 2) }
	length := mat.NewDense(n, n, nil) // of the edges
	in := map[int]bool{0: true}
	var total float64
	for len(in) < n {
		from, to, least := 0, 0, math.Inf(1)
		for i := range in {
			for j := range n {
				if d := distance(i, j); !in[j] && d < least {
					from, to, least = i, j, d
				}
			}
		}
		in[to] = true
		length.Set(from, to, least)
		length.Set(to, from, least)
		total += least
	}
	mean := total / float64(n-1)
	s := mat.NewDense(n, n, nil)
	s.Apply(func(i, j int, d float64) float64 {
		switch {
		case i == j:
			return 1
		case d == 0:
			return 0
		}
		return math.Exp(-d * d / (2 * mean * mean))
	}, length)
	return s
}

func TestNSNMFRulesAreGradients(t *testing.T) {
	const m, n, r = 6, 8, 3
	rng := rand.New(rand.NewPCG(33, 1))
	x := solvers.RandomFactor(m, n, rng)
	p := neighbourhood{x, treeSimilarity(x), 0.8, 0.1}
	w, h := solvers.RandomFactor(m, r, rng), solvers.RandomFactor(r, n, rng)
	p.coefficients(w, h, 1).follows(t, "H", 0.5, gradient(h, func(h duals) dual { return p.objective(constant(w), h) }))
	p.basis(w, h).follows(t, "W", 0.5, gradient(w, func(w duals) dual { return p.objective(w, constant(h)) }))
}

func TestNSNMFFollowsThePaper(t *testing.T) {
	const m, n, r, power = 6, 8, 3, 0.25
	rng := rand.New(rand.NewPCG(34, 1))
	x := solvers.RandomFactor(m, n, rng)
	p := neighbourhood{x, treeSimilarity(x), 1.5, 0.2}
	f := solvers.Factors{W: solvers.RandomFactor(m, r, rng), Ht: solvers.RandomFactor(n, r, rng)}
	w, h := mat.DenseCopyOf(f.W), mat.DenseCopyOf(f.Ht.T())
	s := configured(t, "nsnmf", fmt.Sprintf("alpha=%v", p.alpha), fmt.Sprintf("gamma=%v", p.gamma), fmt.Sprintf("power=%v", power))
	run, err := s.Start(solvers.Problem{X: matrix.FromDense(x), Rank: r}, f, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		same(t, "nsnmf", run.Objective(), p.objective(constant(w), constant(h)))
		run.Step()
		h = p.coefficients(w, h, power).of(h)
		w = p.basis(w, h).of(w)
		near(t, "H", f.Ht, mat.DenseCopyOf(h.T()))
		near(t, "W", f.W, w)
	}
}

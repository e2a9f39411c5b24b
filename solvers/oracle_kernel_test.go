package solvers_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// images is Yang and Oja, section II-E: Φ holds the images of the samples, one a row, and K = ΦΦᵀ.
type images struct{ phi, k *mat.Dense }

// objective is Eq. 46.
func (p images) objective(u duals) dual {
	phi := constant(p.phi)
	return phi.minus(u.times(u.t()).times(phi)).frobenius()
}

// The rules as printed: Eq. 5 and Eq. 48 for K in place of XXᵀ, section II-F with the power of Appendix H.
func (p images) eq5(u *mat.Dense) rule {
	return rule{num: scaled(2, times(p.k, u)), den: plus(times(u, u.T(), p.k, u), times(p.k, u, u.T(), u)), power: 1}
}

func (p images) eq48(u *mat.Dense) rule {
	return rule{num: times(p.k, u), den: times(u, u.T(), p.k, u), power: 1}
}

func (p images) semi(u *mat.Dense, power float64) rule {
	kp, km := parts(p.k)
	return rule{num: plus(times(kp, u), times(u, u.T(), km, u)), den: plus(times(km, u), times(u, u.T(), kp, u)), power: power}
}

// stabilised is U after an update: by Eq. 54, or divided by its spectral norm.
func (p images) stabilised(u *mat.Dense, how string) *mat.Dense {
	switch how {
	case "rho":
		above, below := mat.Trace(times(u.T(), p.k, u)), mat.Trace(times(u, u.T(), p.k, u, u.T()))
		return scaled(math.Sqrt(above/below), u)
	case "spectral":
		var svd mat.SVD
		svd.Factorize(u, mat.SVDNone)
		return scaled(1/svd.Values(nil)[0], u)
	}
	return u
}

// sampleKernels are data and their images, for the three ways to give a kernel.
func sampleKernels(signed bool) []struct {
	options []string
	x       *mat.Dense
	images  images
} {
	const m, n = 4, 9
	rng := rand.New(rand.NewPCG(51, 1))
	x := mat.DenseCopyOf(solvers.RandomFactor(m, n, rng))
	if signed {
		x = mixedSigns(m, n, rng)
	}
	linear := images{mat.DenseCopyOf(x.T()), times(x.T(), x)}
	gaussian := mat.NewDense(n, n, nil)
	z := mat.NewDense(m, n, nil)
	for i := range m {
		mean, deviation := stat.MeanStdDev(x.RawRowView(i), nil)
		for j, v := range x.RawRowView(i) {
			z.Set(i, j, (v-mean)/deviation)
		}
	}
	const sigma = 1.3
	gaussian.Apply(func(i, j int, _ float64) float64 {
		return math.Exp(-math.Pow(floats.Distance(mat.Col(nil, i, z), mat.Col(nil, j, z), 2), 2) / (2 * sigma * sigma))
	}, gaussian)
	var chol mat.Cholesky // of which the rows are images in a space of n dimensions
	if !chol.Factorize(mat.NewSymDense(n, gaussian.RawMatrix().Data)) {
		panic("a Gaussian kernel that is not positive definite")
	}
	var lower mat.TriDense
	chol.LTo(&lower)
	rbf := images{mat.DenseCopyOf(&lower), gaussian}
	return []struct {
		options []string
		x       *mat.Dense
		images  images
	}{
		{[]string{"on=samples"}, x, linear},
		{[]string{"input=kernel"}, linear.k, linear},
		{[]string{"kernel=rbf", fmt.Sprintf("sigma=%v", sigma)}, x, rbf},
	}
}

// orthonormal has entries ≥ 0 and UᵀU = I, so that every row has at most one that is not 0.
func orthonormal(n, r int, rng *rand.Rand) *mat.Dense {
	u := mat.NewDense(n, r, nil)
	for j := range n {
		u.Set(j, j%r, 0.1+rng.Float64())
	}
	for k := range r {
		column := mat.Col(nil, k, u)
		floats.Scale(1/floats.Norm(column, 2), column)
		u.SetCol(k, column)
	}
	return u
}

// The parts of Eq. 5 differ by half the gradient of Eq. 46 everywhere. Those of Eq. 48, and of section II-F, do so where Eq. 47
// holds: UᵀU = I.
func TestKernelRulesAreGradients(t *testing.T) {
	const r = 3
	rng := rand.New(rand.NewPCG(52, 1))
	for _, signed := range []bool{false, true} {
		for _, c := range sampleKernels(signed) {
			n, _ := c.images.k.Dims()
			u := solvers.RandomFactor(n, r, rng)
			if !signed {
				c.images.eq5(u).follows(t, "Eq. 5", 0.5, gradient(u, c.images.objective))
			}
			u = orthonormal(n, r, rng)
			g := gradient(u, c.images.objective)
			if !signed {
				c.images.eq48(u).follows(t, "Eq. 48", 0.5, g)
			}
			c.images.semi(u, 1).follows(t, "section II-F", 0.5, g)
		}
	}
}

func TestKernelPNMFFollowsThePaper(t *testing.T) {
	const r = 3
	rng := rand.New(rand.NewPCG(53, 1))
	for _, method := range []struct {
		solver  string
		options []string
		signed  bool
		rule    func(p images, u *mat.Dense) rule
	}{
		{"pnmf", nil, false, images.eq5},
		{"opnmf", nil, false, images.eq48},
		{"semi-nkpca", nil, true, func(p images, u *mat.Dense) rule { return p.semi(u, 1) }},
		{"semi-nkpca", []string{"power=0.5"}, true, func(p images, u *mat.Dense) rule { return p.semi(u, 0.5) }},
	} {
		for _, c := range sampleKernels(method.signed) {
			for _, stabilise := range []string{"none", "rho", "spectral"} {
				n, _ := c.images.k.Dims()
				f := solvers.Factors{Ht: solvers.RandomFactor(n, r, rng)}
				u := mat.DenseCopyOf(f.Ht)
				s := setAll(t, newSolver(t, method.solver), append(append([]string{"stabilise=" + stabilise}, method.options...), c.options...)...)
				run, err := s.Start(solvers.Problem{X: matrix.FromDense(c.x), Rank: r}, f, nil)
				if err != nil {
					t.Fatal(err)
				}
				for range 4 {
					same(t, method.solver, run.Objective(), c.images.objective(constant(u)))
					run.Step()
					u = c.images.stabilised(method.rule(c.images, u).of(u), stabilise)
					near(t, fmt.Sprint(method.solver, " ", c.options, " ", stabilise, ": U"), f.Ht, u)
				}
			}
		}
	}
}

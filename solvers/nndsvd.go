package solvers

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/eigen"
	"nmfrepro/solvers/matrix"
)

// decompose sets the factors that f lacks to the non-negative double singular value decomposition of X (Boutsidis and
// Gallopoulos, Pattern Recognition 41, 2008): the first singular triplet gives √σ·|u| and √σ·|v|; of each other one the
// positive or the negative parts of both vectors, whichever have the larger product of norms μ, each at unit length times
// √(σμ). nndsvda fills the entries that are 0, which a multiplicative update could not leave.
func (i Init) decompose(s Solver, p Problem, f *Factors, with filling) error {
	if unknown(p.X) {
		return fmt.Errorf("solvers: init = %q needs every entry of X, and some are unknown: %w", i, ErrUnsupported)
	}
	m, n := p.X.Dims()
	if w, ht := s.Rows(2, 3); w != 0 && w != 2 || ht != 0 && ht != 3 || w+ht == 0 {
		return fmt.Errorf("solvers: init = %q is for methods with a basis of the features or coefficients of the samples: %w", i, ErrUnsupported)
	}
	if most := min(m, n); p.Rank > most {
		return fmt.Errorf("solvers: init = %q: rank = %d, want at most %d for X %d×%d", i, p.Rank, most, m, n)
	}
	u, sigma, v, err := singular(p.X, p.Rank)
	if err != nil {
		return fmt.Errorf("solvers: init = %q: %w", i, err)
	}
	w, ht := nonNegativeParts(u, sigma, v)
	if i == InitNNDSVDA {
		mean := meanOf(p.X)
		with.fill(w, mean)
		with.fill(ht, mean)
	}
	rows, cols := s.Rows(m, n)
	if f.W == nil && rows > 0 {
		f.W = w
	}
	if f.Ht == nil && cols > 0 {
		f.Ht = ht
	}
	return nil
}

// lostSingular is the share of the largest singular value below which the eigenvalues of a Gram matrix, its square, are rounding.
const lostSingular = 1e-7

// singular returns the r largest singular values of x with their vectors, one a column, from the eigenvectors of the smaller
// Gram matrix.
func singular(x matrix.Matrix, r int) (u *mat.Dense, sigma []float64, v *mat.Dense, err error) {
	m, n := x.Dims()
	a := x // tall or square: AᵀA is the smaller one
	if m < n {
		a = x.Trans()
		m, n = n, m
	}
	_, exponent := math.Frexp(largest(x))
	unit := math.Ldexp(1, -exponent) // squares of the entries are then within the range of numbers
	in, through, out := mat.NewDense(n, 1, nil), mat.NewDense(m, 1, nil), mat.NewDense(n, 1, nil)
	gram := eigen.Operator{N: n, Mul: func(dst, y []float64) {
		in.SetCol(0, y)
		a.MulTo(through, in)
		through.Scale(unit, through)
		a.Trans().MulTo(out, through)
		out.Scale(unit, out)
		mat.Col(dst, 0, out)
	}}
	pairs, err := eigen.Largest(gram, r, eigen.Options{}, rand.New(rand.NewPCG(0, 0)))
	if err != nil {
		return nil, nil, nil, err
	}
	sigma, v = make([]float64, r), pairs.Vectors
	u = mat.NewDense(m, r, nil)
	a.MulTo(u, v)
	for k, value := range pairs.Values {
		sigma[k] = math.Sqrt(max(value, 0)) / unit
		if !(sigma[k] > lostSingular*sigma[0]) {
			return nil, nil, nil, fmt.Errorf("X has rank %d up to rounding, and %d singular vectors are wanted; lower the rank, or start otherwise",
				k, r)
		}
		for i := range m {
			u.Set(i, k, u.At(i, k)/sigma[k])
		}
	}
	if a != x {
		u, v = v, u
	}
	return u, sigma, v, nil
}

// filling is what takes the place of zeros.
type filling int

const (
	ofX         filling = iota // the mean of X [Boutsidis and Gallopoulos], which is of the scale of a factor where that of X is 1
	ofComponent                // the mean of the column, zeros included
)

// fill replaces the zeros of a factor of an X of that mean.
func (f filling) fill(a *mat.Dense, mean float64) {
	p, r := a.Dims()
	for k := range r {
		if f == ofComponent {
			mean = mat.Sum(a.ColView(k)) / float64(p)
		}
		for i := range p {
			if a.At(i, k) == 0 {
				a.Set(i, k, mean)
			}
		}
	}
}

// nonNegativeParts returns the start for singular vectors u (m×r) and v (n×r).
func nonNegativeParts(u *mat.Dense, sigma []float64, v *mat.Dense) (w, ht *mat.Dense) {
	m, r := u.Dims()
	n, _ := v.Dims()
	w, ht = mat.NewDense(m, r, nil), mat.NewDense(n, r, nil)
	for k := range r {
		left, right := mat.Col(nil, k, u), mat.Col(nil, k, v)
		plus, minus := partNorm(left, 1)*partNorm(right, 1), partNorm(left, -1)*partNorm(right, -1)
		sign, mu := 1.0, plus
		if minus > plus {
			sign, mu = -1, minus
		}
		if k == 0 { // of one sign, by Perron and Frobenius
			sign, mu = 0, 1
		}
		setPart(w, k, left, sign, math.Sqrt(sigma[k]*mu))
		setPart(ht, k, right, sign, math.Sqrt(sigma[k]*mu))
	}
	return w, ht
}

// part returns the entry as it counts for a sign: positive, negative (turned), or by its modulus.
func part(v, sign float64) float64 {
	if sign == 0 {
		return math.Abs(v)
	}
	return max(sign*v, 0)
}

func partNorm(x []float64, sign float64) float64 {
	var sum float64
	for _, v := range x {
		sum += part(v, sign) * part(v, sign)
	}
	return math.Sqrt(sum)
}

// rounded is the share of the largest entry of a singular vector below which another is rounding.
const rounded = 1e-12

func setPart(a *mat.Dense, k int, x []float64, sign, length float64) {
	norm := partNorm(x, sign)
	for i, v := range x {
		entry := part(v, sign)
		if entry > rounded*norm {
			a.Set(i, k, length*entry/norm)
		}
	}
}

package eigen

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// search finds the largest eigenvalues of A.
type search struct {
	a        Operator
	o        Options
	rng      *rand.Rand
	relative bool    // residuals are measured by the eigenvalue in question
	scale    float64 // largest |Ritz value| of any space so far
}

func newSearch(a Operator, o Options, rng *rand.Rand, relative bool) *search {
	return &search{a: a, o: o, rng: rng, relative: relative}
}

// found is an eigenvalue with its vector.
type found struct {
	value  float64
	vector []float64
}

// secondLook is the size of the spaces that are searched for copies.
const secondLook = 20

// leading returns the k largest eigenvalues. A Krylov space of one start vector holds one vector of a multiple eigenvalue,
// and rounding brings in the others late or never; so the complement of what was found is searched again, until it holds
// nothing larger.
func (s *search) leading(k int) (Pairs, error) {
	var pairs []found
	for len(pairs) < k {
		more, err := s.within(pairs, k-len(pairs), s.o.Basis, func(*basis) bool { return false })
		if err != nil {
			return Pairs{}, err
		}
		for _, f := range more {
			if !s.relative || f.value >= span*more[0].value {
				pairs = append(pairs, f)
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b found) int { return cmp.Compare(b.value, a.value) })
	for {
		worst := pairs[k-1].value
		more, err := s.within(pairs, 1, min(s.o.Basis, secondLook), func(b *basis) bool { return b.residual(0) < 0.01*(worst-b.values[0]) })
		if err != nil {
			return Pairs{}, err
		}
		if more[0].value <= worst+10*s.bound(worst, worst) {
			return result(s.a, pairs), nil
		}
		at := slices.IndexFunc(pairs, func(f found) bool { return f.value < more[0].value })
		pairs = slices.Insert(pairs, at, more[0])[:k]
	}
}

// span is the range of eigenvalues that one search resolves when residuals are relative: rounding of the projected problem
// is relative to the largest. What lies below is found in the complement of what lies above.
const span = 1e-3

// bound is the residual at which an eigenvalue counts as found, in a space whose largest one is top.
func (s *search) bound(value, top float64) float64 {
	if s.relative {
		return s.o.Tol * max(math.Abs(value), span*math.Abs(top))
	}
	return s.o.Tol * s.scale
}

// within returns the k largest eigenvalues in the complement of some vectors, from spaces of a given size, or where it has come when enough says so.
func (s *search) within(without []found, k, capacity int, enough func(*basis) bool) ([]found, error) {
	vectors := s.o.known()
	for _, f := range without {
		vectors = append(vectors, f.vector)
	}
	b := newBasis(s.a, capacity, vectors, s.rng)
	for restarts := 0; ; restarts++ {
		b.grow()
		s.scale = max(s.scale, b.scale)
		worst := 0.0 // residual, relative to its bound
		for c := range k {
			worst = max(worst, b.residual(c)/max(s.bound(b.values[c], b.values[0]), math.SmallestNonzeroFloat64))
		}
		if worst <= 1 || enough(b) {
			return s.extract(b, k), nil
		}
		if restarts == s.o.Restarts {
			return nil, fmt.Errorf("eigen: %d eigenvalues of a matrix of order %d: after %d restarts of %d vectors a residual is %.2g times its bound: %w",
				k, s.a.N, restarts, capacity, worst, ErrNotConverged)
		}
		b.restart(k + (capacity-k)/2)
	}
}

func (s *search) extract(b *basis, k int) []found {
	kept := b.vectors(k)
	out := make([]found, k)
	for c := range out {
		out[c] = found{value: b.values[c], vector: slices.Clone(kept.RawRowView(c))}
	}
	return out
}

// result gives vectors their sign and measures residuals with A itself.
func result(a Operator, pairs []found) Pairs {
	p := Pairs{Values: make([]float64, len(pairs)), Vectors: mat.NewDense(a.N, len(pairs), nil), Residuals: make([]float64, len(pairs))}
	image := make([]float64, a.N)
	for c, f := range pairs {
		orient(f.vector)
		a.Mul(image, f.vector)
		for i, v := range f.vector {
			image[i] -= f.value * v
		}
		p.Values[c], p.Residuals[c] = f.value, norm(image)
		p.Vectors.SetCol(c, f.vector)
	}
	return p
}

// orient makes the entry of largest modulus positive. Entries that differ from it by rounding count as equal, so that the
// sign does not hang on it.
func orient(v []float64) {
	var largest float64
	for _, x := range v {
		largest = max(largest, math.Abs(x))
	}
	for _, x := range v {
		if math.Abs(x) >= largest*(1-1e-10) {
			if x < 0 {
				scale(v, -1)
			}
			return
		}
	}
}

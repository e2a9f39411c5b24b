package eigen

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/solvers/internal/gemm"
	"nmfrepro/solvers/matrix"
)

// search finds the largest eigenvalues of A.
type search struct {
	a        Operator
	o        Options
	rng      *rand.Rand
	relative bool    // residuals are measured by the eigenvalue in question
	scale    float64 // largest |Ritz value| of any space so far
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

// bound returns the residual at which an eigenvalue counts as found, in a space whose largest one is top.
func (s *search) bound(value, top float64) float64 {
	if s.relative {
		return s.o.Tol * max(math.Abs(value), span*math.Abs(top))
	}
	return s.o.Tol * s.scale
}

// within returns the k largest eigenvalues in the complement of some vectors, from spaces of a given size, or where it has come when enough
// says so.
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
			kept := b.vectors(k)
			return list.Map(list.Upto(k), func(c int) found { return found{b.values[c], slices.Clone(kept.RawRowView(c))} }), nil
		}
		if restarts == s.o.Restarts {
			return nil, fmt.Errorf("eigen: %d eigenvalues of a matrix of order %d: after %d restarts of %d vectors a residual is %.2g times its "+
				"bound: %w",
				k, s.a.N, restarts, capacity, worst, ErrNotConverged)
		}
		b.restart(k + (capacity-k)/2)
	}
}

// result gives vectors their sign and measures residuals with A itself.
func result(a Operator, pairs []found) Pairs {
	p := Pairs{Values: make([]float64, len(pairs)), Vectors: mat.NewDense(a.N, len(pairs), nil), Residuals: make([]float64, len(pairs))}
	image := make([]float64, a.N)
	for c, f := range pairs {
		Orient(f.vector)
		a.Mul(image, f.vector)
		for i, v := range f.vector {
			image[i] -= f.value * v
		}
		p.Values[c], p.Residuals[c] = f.value, norm(image)
		p.Vectors.SetCol(c, f.vector)
	}
	return p
}

// Orient makes the entry of largest modulus positive. Entries that differ from it by rounding count as equal, so that the
// sign does not hang on it.
func Orient(v []float64) {
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

// basis is a Krylov space of A in the complement of some vectors, with the restriction of A to it.
type basis struct {
	a       Operator
	rng     *rand.Rand
	without [][]float64 // unit vectors that the space is orthogonal to
	v       *mat.Dense  // rows: Lanczos vectors, and after the last the direction in which the space grows
	t       *mat.SymDense
	size    int     // vectors in the space
	beta    float64 // length of A·(last vector) outside the space
	scale   float64 // largest |Ritz value| so far: an estimate of ‖A‖ on the complement
	h       []float64
	kept    *mat.Dense // rows: what a restart keeps
	values  []float64  // Ritz values, falling
	ritz    *mat.Dense // size×size: their coordinates, one a column
	eigen   mat.EigenSym
}

func newBasis(a Operator, capacity int, without [][]float64, rng *rand.Rand) *basis {
	b := &basis{
		a: a, rng: rng, without: without,
		v: mat.NewDense(capacity+1, a.N, nil), t: mat.NewSymDense(capacity, nil),
		h: make([]float64, capacity+1), kept: mat.NewDense(capacity, a.N, nil),
		values: make([]float64, capacity), ritz: mat.NewDense(capacity, capacity, nil),
	}
	b.draw(0)
	return b
}

func (b *basis) capacity() int { return b.t.SymmetricDim() }

// draw sets vector j to a random one that is orthogonal to all before it.
func (b *basis) draw(j int) {
	w := b.v.RawRowView(j)
	for {
		for i := range w {
			w[i] = b.rng.NormFloat64()
		}
		before := norm(w)
		b.orthogonalise(j)
		// What is left of a vector within the span is rounding, and points anywhere.
		if after := norm(w); after > 1e-10*before {
			scale(w, 1/after)
			b.orthogonalise(j)
			scale(w, 1/norm(w))
			return
		}
	}
}

// orthogonalise takes from vector j what lies along those before it and along without, twice, and leaves the
// coefficients in h.
func (b *basis) orthogonalise(j int) {
	w := b.v.RawRowView(j)
	clear(b.h)
	for range 2 {
		for _, q := range b.without {
			gemm.Axpy(w, -gemm.Dot(q, w), q)
		}
		for i := range j {
			q := b.v.RawRowView(i)
			c := gemm.Dot(q, w)
			b.h[i] += c
			gemm.Axpy(w, -c, q)
		}
	}
}

// grow adds vectors until the space is as large as it can get, and solves the projected problem.
func (b *basis) grow() {
	full := min(b.capacity(), b.a.N-len(b.without))
	for b.size < full {
		j := b.size
		w := b.v.RawRowView(j + 1)
		b.a.Mul(w, b.v.RawRowView(j))
		length := norm(w)
		b.orthogonalise(j + 1)
		for i := range j + 1 {
			b.t.SetSym(i, j, b.h[i])
		}
		b.size++
		b.beta = norm(w)
		b.scale = max(b.scale, math.Abs(b.h[j]))
		switch {
		case b.beta > 16*epsilon*max(length, b.scale):
			scale(w, 1/b.beta)
		case b.size < b.a.N-len(b.without):
			b.beta = 0 // the space is invariant: go on outside
			b.draw(j + 1)
		default:
			b.beta = 0
		}
	}
	b.solve()
}

const epsilon = 0x1p-52

func (b *basis) solve() {
	n := b.size
	if !b.eigen.Factorize(b.t.SliceSym(0, n), true) {
		panic("eigen: the projected matrix has no eigenvalues: the operator gives NaN or infinite values")
	}
	var vectors mat.Dense
	b.eigen.VectorsTo(&vectors)
	values := b.eigen.Values(nil)
	for c := range n {
		b.values[c] = values[n-1-c]
		b.scale = max(b.scale, math.Abs(b.values[c]))
		for i := range n {
			b.ritz.Set(i, c, vectors.At(i, n-1-c))
		}
	}
}

// residual returns ‖A·y - value·y‖ of Ritz vector c, in the complement of without.
func (b *basis) residual(c int) float64 { return b.beta * math.Abs(b.ritz.At(b.size-1, c)) }

// vectors sets the first p rows of kept to the Ritz vectors of the p largest values, and returns those rows.
func (b *basis) vectors(p int) *mat.Dense {
	_, n := b.v.Dims()
	kept := b.kept.Slice(0, p, 0, n).(*mat.Dense)
	matrix.MulTN(kept, b.ritz.Slice(0, b.size, 0, p).(*mat.Dense), b.v.Slice(0, b.size, 0, n).(*mat.Dense))
	return kept
}

// restart reduces the space to the p leading Ritz vectors and the direction of growth, which keeps it a Krylov space.
func (b *basis) restart(p int) {
	kept := b.vectors(p)
	last := b.size
	for c := range p {
		copy(b.v.RawRowView(c), kept.RawRowView(c))
		for i := range c {
			b.t.SetSym(i, c, 0)
		}
		b.t.SetSym(c, c, b.values[c])
	}
	copy(b.v.RawRowView(p), b.v.RawRowView(last))
	b.size = p
}

func norm(x []float64) float64 { return math.Sqrt(gemm.Dot(x, x)) }

func scale(x []float64, c float64) {
	for i := range x {
		x[i] *= c
	}
}

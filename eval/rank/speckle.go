package rank

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// Speckle divides the known entries of a matrix among folds.
type Speckle struct {
	m, n    int
	folds   int
	sparse  *matrix.CSR // of which each fold holds out a share of all entries; then entries and fold are empty
	rows    []int       // of a sparse matrix, entry (i, j) is in part (rows[i] + cols[j]) mod parts
	cols    []int
	parts   int
	entries []matrix.Triplet // the known ones, by rows
	fold    []int            // of each entry; Kept if it is never held out
}

// Kept marks an entry that every fold trains on, since its row or column would have too few others.
const Kept = -1

// NewSpeckle divides the known entries of x, m×n, among at least two folds. Each row deals its entries to the folds in random
// order, beginning where the row before ended, so that folds differ by one entry a row at most, and overall; where all
// entries are known, rows and columns are put in random order and entry (i, j) goes to fold (i + j) mod folds, which
// balances columns as well (Wold's pattern). An entry stays in training where a fold would otherwise leave fewer than least
// entries of its row or column known; those that least alone exceeds train in full.
//
// What a *matrix.CSR leaves out is zero, and thus known. It is dealt by the same pattern, into so many parts that one has about as many
// entries as are not zero; the folds hold out the first parts, and nothing is expanded.
func NewSpeckle(x matrix.Matrix, folds, least int, rng *rand.Rand) (*Speckle, error) {
	m, n := x.Dims()
	if folds < 2 || folds > m*n {
		return nil, fmt.Errorf("rank: folds = %d, want 2 to %d, the number of entries", folds, m*n)
	}
	if least < 1 {
		return nil, fmt.Errorf("rank: least = %d, want ≥ 1", least)
	}
	s := &Speckle{m: m, n: n, folds: folds}
	rows, cols := rng.Perm(m), rng.Perm(n)
	if x, sparse := x.(*matrix.CSR); sparse {
		s.sparse, s.rows, s.cols, s.parts = x, rows, cols, max(folds, m*n/max(1, x.NNZ()))
		if parts := min(s.parts, min(m, n)); parts >= folds {
			s.parts = parts // else some fold would hold nothing out
		}
		return s, s.checkSparse(least)
	}
	_, masked := x.(*matrix.Masked)
	next := rng.IntN(folds)
	buf := make([]float64, n)
	for i := range m {
		known, vals := x.Row(i, buf)
		if !masked {
			for j := range n {
				s.entries = append(s.entries, matrix.Triplet{Row: i, Col: j, Value: x.At(i, j)})
				s.fold = append(s.fold, (rows[i]+cols[j])%folds)
			}
			continue
		}
		start := len(s.fold)
		for k, j := range known {
			s.entries = append(s.entries, matrix.Triplet{Row: i, Col: int(j), Value: vals[k]})
			s.fold = append(s.fold, 0)
		}
		for _, k := range rng.Perm(len(known)) {
			s.fold[start+k] = next
			next = (next + 1) % folds
		}
	}
	s.keep(least, rng)
	return s, s.check()
}

// keep returns entries to training until each fold leaves least of every row and column.
func (s *Speckle) keep(least int, rng *rand.Rand) {
	inRow, inCol := make([]int, s.m), make([]int, s.n)
	heldRow, heldCol := make([]int, s.m*s.folds), make([]int, s.n*s.folds)
	for k, e := range s.entries {
		inRow[e.Row]++
		inCol[e.Col]++
		heldRow[e.Row*s.folds+s.fold[k]]++
		heldCol[e.Col*s.folds+s.fold[k]]++
	}
	for _, k := range rng.Perm(len(s.entries)) {
		e, f := s.entries[k], s.fold[k]
		row, col := &heldRow[e.Row*s.folds+f], &heldCol[e.Col*s.folds+f]
		if inRow[e.Row]-*row < least || inCol[e.Col]-*col < least {
			s.fold[k] = Kept
			*row--
			*col--
		}
	}
}

func (s *Speckle) check() error {
	held := make([]int, s.folds)
	for _, f := range s.fold {
		if f != Kept {
			held[f]++
		}
	}
	for f, count := range held {
		if count == 0 {
			return fmt.Errorf("rank: fold %d of %d holds nothing out: the matrix has too few known entries; take fewer folds", f+1, s.folds)
		}
	}
	return nil
}

// Parts returns the number of parts of the entries, of which a fold holds one out.
func (s *Speckle) Parts() int { return max(s.folds, s.parts) }

// checkSparse does what keep and check do, by the pattern: of c entries of a row or column, a fold holds c/parts, rounded up at most.
func (s *Speckle) checkSparse(least int) error {
	if few := min(s.m, s.n); few-(few+s.parts-1)/s.parts < least || max(s.m, s.n) < s.folds {
		return fmt.Errorf("rank: a fold of %d holds out too much of %d×%d, or nothing; take fewer folds", s.folds, s.m, s.n)
	}
	return nil
}

// Train returns the matrix without the entries of a fold.
func (s *Speckle) Train(fold int) (matrix.Matrix, error) {
	if s.sparse != nil {
		return matrix.GappedFrom(s.m, s.n, matrix.Entries(s.sparse), s.places(fold))
	}
	var known []matrix.Triplet
	for k, e := range s.entries {
		if s.fold[k] != fold {
			known = append(known, e)
		}
	}
	return matrix.NewMasked(s.m, s.n, known)
}

// places yields the entries of a fold of a sparse matrix, whose values it leaves out.
func (s *Speckle) places(fold int) iter.Seq[matrix.Triplet] {
	columns := make([][]int, s.parts)
	for j, c := range s.cols {
		columns[c%s.parts] = append(columns[c%s.parts], j)
	}
	return func(yield func(matrix.Triplet) bool) {
		for i, r := range s.rows {
			for _, j := range columns[((fold-r)%s.parts+s.parts)%s.parts] {
				if !yield(matrix.Triplet{Row: i, Col: j}) {
					return
				}
			}
		}
	}
}

// Held returns the entries of a fold.
func (s *Speckle) Held(fold int) []matrix.Triplet {
	var held []matrix.Triplet
	if s.sparse != nil {
		for e := range s.places(fold) {
			e.Value = s.sparse.At(e.Row, e.Col)
			held = append(held, e)
		}
	}
	for k, e := range s.entries {
		if s.fold[k] == fold {
			held = append(held, e)
		}
	}
	return held
}

// ConstantError returns the HeldError of a fold where every entry is predicted by the mean of those that are not held out.
func (s *Speckle) ConstantError(fold int) (float64, error) {
	held := s.Held(fold)
	var mean, count float64
	if s.sparse != nil {
		for e := range matrix.Entries(s.sparse) {
			mean += e.Value
		}
		for _, e := range held {
			mean -= e.Value
		}
		mean /= float64(s.m*s.n - len(held))
	}
	for k, e := range s.entries {
		if s.fold[k] != fold {
			count++
			mean += (e.Value - mean) / count
		}
	}
	one, other := mat.NewDense(s.m, 1, nil), mat.NewDense(s.n, 1, nil)
	one.Apply(func(int, int, float64) float64 { return 1 }, one)
	other.Apply(func(int, int, float64) float64 { return mean }, other)
	return HeldError(held, one, other)
}

// HeldError returns the relative error of the entries that were held out, √(Σ(x - (WHᵀ)ᵢⱼ)²/Σx²), of factors W, m×r, and Ht, n×r.
func HeldError(held []matrix.Triplet, w, ht *mat.Dense) (float64, error) {
	var square, size float64
	for _, e := range held {
		d := e.Value - matrix.DotRows(w, e.Row, ht, e.Col)
		square += d * d
		size += e.Value * e.Value
	}
	if size == 0 {
		return 0, errors.New("rank: every entry held out is zero: no error relative to them")
	}
	return math.Sqrt(square / size), nil
}

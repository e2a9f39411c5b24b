// Package solvers holds the factorisation methods and the one loop that runs them.
//
// A method is a plain value of the paper's options ([Solver]); Start binds it to a problem and allocates every buffer;
// the [Run] it returns is single-stepped by [Solve], which owns iteration, stopping, cancellation, the clock and
// recording. [Catalog] lists the methods. Adding one is one file, its test, and one line there.
//
// In a literal such as &HALS{} or &GNMF{Lambda: 10}, an option that is left out has its default if it would mean nothing at 0: a choice,
// a count that is at least 1, an exponent. Weights, switches and floors that are left out are 0 and off; all the defaults, to
// change from, are those of New: s := entry.New().(*GNMF), with entry from [Find].
//
// Two rules hold for every multiplicative method, besides those that each of them tells. Denominators are raised to 1e-150,
// so that 0/0 is 0. An entry that an update leaves below 2^-1022, the least number with all its digits, becomes 0 at once: it
// would never get there, and many processors calculate with such numbers tens of times as slowly ([matrix.Flush]). X is
// refused where its largest entry is not 0 and lies outside 1e-75 to 1e150, the scales at which products of two entries
// keep their digits.
//
// Orientation: X is m×n with one sample per column; W is m×r; the papers' H (r×n) is Htᵀ, with Ht n×r in memory.
package solvers

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/constraint"
	"nmfrepro/solvers/matrix"
)

// ErrUnsupported is wrapped by Start when a method cannot work on this kind of problem (a mask it cannot honour, negative
// entries). A table shows such a cell as skipped, with the reason.
var ErrUnsupported = errors.New("unsupported")

// Problem is what is to be factorised.
type Problem struct {
	X      matrix.Matrix // m×n, one sample per column; never modified
	Rank   int           // r
	Labels []int         // class of each sample, -1 where unknown; nil unless the method is semi-supervised

	Constraints constraint.Set // relations between samples or features; empty unless the method uses them

	// Another draws one more start, for methods that try several; nil has them draw U(0, 1] by themselves.
	Another func() (Factors, error)

	Held Held // components that stay as they begin; none for the zero value

	// Unit is what the absolute numbers of some authors (a first step length, a floor) are in units of, which then follow the scale of X;
	// 0 is 1, as published. [Factorize] sets it to the mean of X where it begins by itself.
	Unit float64
}

// unit returns Unit, or 1.
func (p Problem) unit() float64 { return cmp.Or(p.Unit, 1) }

// Factors are the two factors: the start, and updated in place by a Progress. A method that has only one leaves the other nil.
type Factors struct {
	W  *mat.Dense // basis, m×r unless the method's Rows says otherwise
	Ht *mat.Dense // coefficients, n×r
}

// Solver is a method with its options: a plain value without state, so that one value may start many runs at once. An option
// that is left 0 and has no meaning there is its default, so that &NMF{} is the method of the catalog; of the others, such as
// weights, 0 is a value, and the defaults are those of Find("...").New().
type Solver interface {
	// Rows returns how many rows W and Ht have for an m×n problem, 0 for a factor that the method does not have.
	Rows(m, n int) (w, ht int)

	// Start checks options and problem, allocates the buffers and returns the run. f is the start and is updated in place;
	// rng serves draws of the method's own, if it makes any.
	Start(p Problem, f Factors, rng *rand.Rand) (Progress, error)
}

// Progress is one factorisation under way. It belongs to one goroutine.
type Progress interface {
	// Step updates every block once. It does not allocate.
	Step()

	// Objective is the value that Step must not increase, penalties included.
	Objective() float64

	// Finish is called once after the last Step and returns what the method leaves behind.
	Finish() Result
}

// Stopper is implemented by a Progress that can tell by itself when it is done; Solve then ends it as converged, whatever its
// tolerances are. Done is asked before every step; it does not allocate.
type Stopper interface {
	Done() bool
}

// Result is what a method leaves behind; a field is nil where the method has no such thing.
type Result struct {
	W         *mat.Dense // the first factor as the method's paper has it (m×r; Convex NMF: n×r)
	Ht        *mat.Dense // coefficients, n×r
	Basis     *mat.Dense // m×r with X ≈ Basis·Htᵀ; W itself for most methods
	Embedding *mat.Dense // samples × dimensions, for a method that is no factorisation
	Labels    []int      // cluster of each sample, for a method that ends in clusters
}

// Factorisation returns the Result of a method with X ≈ W·Htᵀ.
func Factorisation(f Factors) Result { return Result{W: f.W, Ht: f.Ht, Basis: f.W} }

// TwoFactors is embedded by methods with the ordinary pair W m×r, Ht n×r.
type TwoFactors struct{}

// Rows returns the numbers of rows of W and Ht.
func (TwoFactors) Rows(m, n int) (w, ht int) { return m, n }

// checkProblem does the part of Start that every method shares: rank, shapes and, unless signed is true, X ≥ 0.
func checkProblem(name string, s Solver, p Problem, f Factors, signed bool) error {
	m, n := p.X.Dims()
	if p.Rank < 1 {
		return fmt.Errorf("solvers: %s: rank = %d, want ≥ 1", name, p.Rank)
	}
	if err := CheckEntries(name, p.X, signed); err != nil {
		return err
	}
	w, ht := s.Rows(m, n)
	if err := checkFactor(name, "W", f.W, w, p.Rank); err != nil {
		return err
	}
	if err := checkFactor(name, "Ht", f.Ht, ht, p.Rank); err != nil {
		return err
	}
	return checkScale(name, p.X, minScale, maxEntry, "squares")
}

// minScale bounds the largest entry of X from below: products of two entries keep their digits, and stay above
// tinyDenominator.
const minScale = 1e-75

// checkScale refuses an X whose powers would leave the range of numbers. An X of zeros has no scale.
func checkScale(name string, x matrix.Matrix, least, most float64, powers string) error {
	if top := largestModulus(x); top > 0 && !(top >= least && top <= most) {
		return fmt.Errorf("solvers: %s: the largest entry of X is %.3g, want one from %g to %g, so that %s stay within the range of numbers: "+
			"multiply X by a power of ten", name, top, least, most, powers)
	}
	return nil
}

func largestModulus(x matrix.Matrix) (top float64) {
	m, n := x.Dims()
	buf := make([]float64, n)
	for i := range m {
		_, vals := x.Row(i, buf)
		for _, v := range vals {
			if v = math.Abs(v); v > top {
				top = v
			}
		}
	}
	return top
}

// refuseMask does the part of Start for a method that needs every entry of X, and why, if it tells.
func refuseMask(name string, x matrix.Matrix, why string) error {
	switch x.(type) {
	case *matrix.Dense, *matrix.CSR:
		return nil
	}
	if why != "" {
		why = ", " + why
	}
	return fmt.Errorf("solvers: %s: X has unknown entries, which this method cannot leave out%s: %w", name, why, ErrUnsupported)
}

// RankLimit returns the largest rank that makes sense for an m×n problem: a method with factors runs above it, to no purpose
// but where penalties shape the factors.
func RankLimit(s Solver, m, n int) int {
	if l, ok := s.(interface{ rankLimit(m, n int) int }); ok {
		return l.rankLimit(m, n)
	}
	w, ht := s.Rows(m, n)
	if w == 0 || ht == 0 {
		return max(w, ht)
	}
	return min(w, ht)
}

func checkFactor(name, factor string, a *mat.Dense, rows, rank int) error {
	if rows == 0 {
		return nil
	}
	if a == nil {
		return fmt.Errorf("solvers: %s: no start given for %s, want %d×%d", name, factor, rows, rank)
	}
	if r, c := a.Dims(); r != rows || c != rank {
		return fmt.Errorf("solvers: %s: start of %s is %d×%d, want %d×%d", name, factor, r, c, rows, rank)
	}
	for i := range rows {
		for j, v := range a.RawRowView(i) {
			if !(v >= 0) || v > maxStart {
				return fmt.Errorf("solvers: %s: start of %s has %v at row %d, column %d, want a finite value ≥ 0 and at most %g", name, factor, v, i+1,
					j+1, maxStart)
			}
		}
	}
	return nil
}

// maxEntry bounds what counts as finite: its square does not overflow.
const maxEntry = 1e150

// maxStart bounds a start: a factor may carry the scale of X, whose mean a few entries make.
const maxStart = 100 * maxEntry

// EntryError is an entry of X that a method cannot take.
type EntryError struct {
	Solver      string
	Row, Column int // from 0
	Value       float64
	Want        string
}

func (e *EntryError) Error() string {
	return fmt.Sprintf("solvers: %s: X has %v at row %d, column %d, want %s", e.Solver, e.Value, e.Row+1, e.Column+1, e.Want)
}

// CheckEntries reports the first entry of X that is NaN, infinite or, unless signed, negative, as an *EntryError.
func CheckEntries(name string, x matrix.Matrix, signed bool) error {
	m, n := x.Dims()
	if m == 0 || n == 0 {
		return fmt.Errorf("solvers: %s: X is %d×%d, want at least one row and one column", name, m, n)
	}
	least := 0.
	if signed {
		least = -maxEntry
	}
	buf := make([]float64, n)
	for i := range m {
		cols, vals := x.Row(i, buf)
		for k, v := range vals {
			if v >= least && v <= maxEntry {
				continue
			}
			want := "a finite value ≥ 0"
			switch {
			case math.Abs(v) > maxEntry && !math.IsInf(v, 0):
				want = fmt.Sprintf("at most %v, whose square can be computed", maxEntry)
			case signed:
				want = "a finite value"
			}
			return &EntryError{name, i, matrix.Column(cols, k), v, want}
		}
	}
	return nil
}

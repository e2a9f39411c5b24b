package table

import (
	"fmt"
	"iter"
	"math"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/budget"
	"nmfrepro/datasets/note"
	"nmfrepro/solvers/matrix"
)

// What an entry that a sparse file does not hold is.
const (
	AbsentZero    = "zero"    // as in counts
	AbsentUnknown = "unknown" // as in ratings
)

// Absents returns the values of Options.Absent.
func Absents() []string { return []string{AbsentZero, AbsentUnknown} }

// partly makes a table of entries of which some are unknown: those that are absent if the options say so, and those that are NaN.
func partly(name string, m, n int, entries iter.Seq[matrix.Triplet], opts Options) (*Table, error) {
	if opts.Absent == AbsentUnknown {
		x, err := matrix.MaskedFrom(m, n, func(yield func(matrix.Triplet) bool) {
			for e := range entries {
				if !math.IsNaN(e.Value) && !yield(e) {
					return
				}
			}
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if x.NNZ() == 0 {
			return nil, errUnknown
		}
		t := &Table{X: x, Unknown: m*n - x.NNZ(),
			Found: []string{fmt.Sprintf("sparse, %.3g %% known", 100*float64(x.NNZ())/float64(m)/float64(n))}}
		if opts.Transpose {
			t.X = x.Trans()
		}
		return t, nil
	}
	// Every entry that is absent is a known zero, so that most of X is known.
	if err := budget.Check(3*budget.Float64*float64(m)*float64(n),
		"the %d×%d matrix in %s, which holds NaN: all its zeros are known then (with --absent unknown they are not)", m, n, name); err != nil {
		return nil, err
	}
	a := mat.NewDense(m, n, nil)
	for e := range entries {
		if e.Row < 0 || e.Row >= m || e.Col < 0 || e.Col >= n {
			return nil, fmt.Errorf("%s: entry (%d, %d) lies outside %d×%d", name, e.Row+1, e.Col+1, m, n)
		}
		a.Set(e.Row, e.Col, e.Value)
	}
	return fromDense(a, opts)
}

// holdsNaN tells whether an entry is NaN.
func holdsNaN(entries iter.Seq[matrix.Triplet]) bool {
	for e := range entries {
		if math.IsNaN(e.Value) {
			return true
		}
	}
	return false
}

// mostRatings is how many values a scale of ratings has at most: 0.5 to 10 in steps of a half.
const mostRatings = 20

// noteRatings says so where the entries of a sparse X look like ratings, of which those that are absent are not 0: whole or half
// numbers up to 10, in the mean above the middle. Counts are mostly small, and binary data has a single value.
func (t *Table) noteRatings() {
	values, top, mean := map[float64]bool{}, 0., 0.
	m, n := t.X.Dims()
	if 2*t.X.NNZ() > m*n {
		return
	}
	for e := range matrix.Entries(t.X) {
		if v := e.Value; v < 0.5 || v > 10 || 2*v != math.Trunc(2*v) {
			return
		}
		top = max(top, e.Value)
		mean += e.Value / float64(t.X.NNZ())
		values[e.Value] = true
	}
	if len(values) >= 3 && len(values) <= mostRatings && mean > top/2 {
		t.Notes = append(t.Notes, note.Of(note.Ratings,
			"the entries look like ratings, up to %v: those that are absent count as 0; --absent unknown "+
				"leaves them out", top))
	}
}

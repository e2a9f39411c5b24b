package tabular

import (
	"fmt"
	"math"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"
)

// doubts warns of a first row or column that seems to number or date the others: such a file is read as bare numbers, and they
// are among them.
func (t *Table) doubts(headed, named bool) []string {
	m, n := t.X.Dims()
	var notes []string
	note := func(side, option, is string, v, next []float64) {
		if len(v) >= 3 && labelling(v) && (next == nil || !labelling(next)) {
			notes = append(notes, fmt.Sprintf("the first %s is %.15g, %.15g, %.15g, ... and was read as numbers; if it %s, set %s to yes", side,
				v[0], v[1], v[2], is, option))
		}
	}
	if !headed {
		var next []float64
		if m > 1 {
			next = t.X.RawRowView(1)
		}
		note("row", "header", "is a header", t.X.RawRowView(0), next)
	}
	if !named && n > 1 {
		column := mat.Col(nil, 0, t.X)
		fractions := !slices.ContainsFunc(t.X.RawRowView(0)[1:], func(v float64) bool { return v == math.Trunc(v) })
		note("column", "row-names", "holds row names", column, mat.Col(nil, 1, t.X))
		if step := slices.Equal(column, []float64{1, 2, 3, 4}[:min(m, 4)]); step && (m == 3 || m == 4) && fractions { // beside numbers that are none
			notes = append(notes, "the first column counts the rows and was read as numbers; if it holds row names, set row-names to yes")
		}
	}
	switch {
	case n == 3 && m > 3 && !named && (t.places(0, 1) || t.places(1, 0)):
		notes = append(notes, "every row begins with two whole numbers, in order; if the rows are entries (row, column, value), "+makeMatrix)
	case !named && t.ratings():
		notes = append(notes, "every row begins with two whole numbers that come again, and no pair does; if the rows are ratings (user, item, "+
			"rating), "+makeMatrix)
	}
	notes = append(notes, t.suspects()...)
	if m > 3 && n > 1 && totals(t.X, m-1) {
		notes = append(notes, "the last row is the sum of the others; if it is their total, leave it out")
	}
	if n > 3 && m > 1 && totals(t.X.T(), n-1) {
		notes = append(notes, "the last column is the sum of the others; if it is their total, leave it out")
	}
	return notes
}

// places tells whether two columns number the rows and columns of entries: whole numbers, ordered by one and then the other, of which
// the first comes again.
func (t *Table) places(first, second int) bool {
	again := false
	for i := range t.X.RawMatrix().Rows {
		a, b := t.X.At(i, first), t.X.At(i, second)
		if a != math.Trunc(a) || b != math.Trunc(b) || a < 0 || b < 0 {
			return false
		}
		if i > 0 {
			before := t.X.At(i-1, first)
			if a < before || a == before && b <= t.X.At(i-1, second) {
				return false
			}
			again = again || a == before
		}
	}
	return again
}

// totals tells whether a row is the sum of those above it.
func totals(x mat.Matrix, last int) bool {
	_, n := x.Dims()
	size := 0.0
	for j := range n {
		sum := 0.0
		for i := range last {
			sum += x.At(i, j)
		}
		if v := x.At(last, j); !(math.Abs(sum-v) <= 1e-9*math.Abs(v)) {
			return false
		}
		size += math.Abs(sum)
	}
	return size > 0
}

// counting is the smallest length of 1, 2, 3, ... or 1001, 1002, ... that is taken for numbers of rows or columns.
const counting = 5

// labelling tells whether v is 0, 1, 2, ... or five or more numbers in a row, or years or dates as 2018, 2019 and 20180131, in order.
func labelling(v []float64) bool {
	step, rising := true, true
	dates := true
	for i, x := range v {
		step = step && x == v[0]+float64(i)
		rising = rising && (i == 0 || x > v[i-1])
		_, err := time.Parse("20060102", fmt.Sprintf("%.0f", x))
		dates = dates && x == math.Trunc(x) && (x >= 1900 && x <= 2100 || err == nil && x < 2101_00_00)
	}
	return step && (v[0] == 0 || len(v) >= counting) || rising && dates
}

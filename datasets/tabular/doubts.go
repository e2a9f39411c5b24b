package tabular

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
)

// doubts tells of what would make X wrong and may be meant otherwise: a first row or column that numbers or dates the others, entries one
// a line, a column of classes, totals.
func (t *Table) doubts(headed, named bool) (notes []string) {
	m, n := t.X.Dims()
	note := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	side := func(of, option, is string, v, next []float64) {
		if len(v) >= 3 && labelling(v) && (next == nil || !labelling(next)) {
			note("the first %s is %.15g, %.15g, %.15g, ... and was read as numbers; if it %s, set %s to yes", of, v[0], v[1], v[2], is, option)
		}
	}
	if !headed {
		var next []float64
		if m > 1 {
			next = t.X.RawRowView(1)
		}
		side("row", "header", "is a header", t.X.RawRowView(0), next)
	}
	if !named && n > 1 {
		column := mat.Col(nil, 0, t.X)
		if whole := func(v float64) bool { return v == math.Trunc(v) }; (m == 3 || m == 4) && slices.Equal(column, []float64{1, 2, 3, 4}[:m]) &&
			!slices.ContainsFunc(t.X.RawRowView(0)[1:], whole) {
			note("the first column counts the rows and was read as numbers; if it holds row names, set row-names to yes")
		}
		side("column", "row-names", "holds row names", column, mat.Col(nil, 1, t.X))
	}
	if !named && t.entries() {
		note("every row begins with two whole numbers, and no pair comes again; if the rows are entries (row, column, value), as ratings are, %s",
			makeMatrix)
	}
	for j, name := range t.Columns {
		if slices.Contains(classNames, plain(name)) && t.coded(j) {
			note("the column %q was read as numbers; if it holds classes, leave it out by drop", clip(name))
		}
	}
	if m > 3 && n > 1 && totals(t.X, m-1) {
		note("the last row is the sum of the others; if it is their total, leave it out")
	}
	if n > 3 && m > 1 && totals(t.X.T(), n-1) {
		note("the last column is the sum of the others; if it is their total, leave it out")
	}
	return notes
}

// entries tells whether rows seem to be places and values: whole numbers of which the first comes again, though never the same pair. Either
// the places are in order, or both come again beside values of a usual scale of ratings, as 1 to 5 or 0.5 to 10, and perhaps a time.
func (t *Table) entries() bool {
	m, n := t.X.Dims()
	const highest, time = 10, 1e8 // of a scale, seconds
	if m < 3 || n < 3 || n > 4 {
		return false
	}
	scale := true
	pairs, rows, columns := map[[2]float64]bool{}, map[float64]bool{}, map[float64]bool{}
	var all [][2]float64
	for i := range m {
		row := t.X.RawRowView(i)
		pair := [2]float64{row[0], row[1]}
		if !whole(row[0]) || !whole(row[1]) || pairs[pair] || n == 4 && !(whole(row[3]) && row[3] >= time) {
			return false
		}
		all = append(all, pair)
		pairs[pair], rows[row[0]], columns[row[1]] = true, true, true
		scale = scale && whole(2*row[2]) && row[2] <= highest
	}
	again, also := len(rows) < m, len(columns) < m
	byRow, byColumn := inOrder(all)
	return n == 3 && m > 3 && (byRow && again || byColumn && also) || scale && again && also
}

// inOrder tells whether places go up by rows, and by columns.
func inOrder(places [][2]float64) (byRow, byColumn bool) {
	byRow, byColumn = true, true
	for i, p := range places[1:] {
		last := places[i]
		byRow = byRow && slices.Compare(last[:], p[:]) < 0
		byColumn = byColumn && slices.Compare([]float64{last[1], last[0]}, []float64{p[1], p[0]}) < 0
	}
	return byRow, byColumn
}

func whole(v float64) bool { return v >= 0 && v == math.Trunc(v) }

// classNames are headers of columns that hold classes beside numbers.
var classNames = strings.Fields("target class label labels cluster species")

// coded tells whether a column holds a few whole numbers.
func (t *Table) coded(j int) bool {
	column := mat.Col(nil, j, t.X)
	return !slices.ContainsFunc(column, func(v float64) bool { return !whole(v) }) && len(list.Set(column)) < len(column)
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

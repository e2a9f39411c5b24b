package table

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/budget"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/note"
	"nmfrepro/datasets/tabular"
	"nmfrepro/solvers/matrix"
)

// Side is one side of a file: its features, samples or components, with their names in the order of the file.
type Side struct {
	File  string   // for messages
	Of    string   // "features", "samples" or "components"
	Names []string // nil where the file has none
}

// MismatchError says that two files name different points.
type MismatchError struct {
	X, File          Side
	Lacking, Foreign []string // names that File lacks, and that X lacks
}

func (e *MismatchError) Error() string {
	return fmt.Sprintf("%s and %s name different %s: %s lacks %s; %s lacks %s; correct the names",
		e.X.File, e.File.File, e.X.Of, e.File.File, FirstOf(e.Lacking), e.X.File, FirstOf(e.Foreign))
}

// FirstOf names the first ten of some names, and their number.
func FirstOf(names []string) string {
	const most = 10
	if len(names) == 0 {
		return "none"
	}
	text := list.Join(names[:min(len(names), most)], ", ", strconv.Quote)
	if len(names) > most {
		text += fmt.Sprintf(", ... (%d)", len(names))
	}
	return text
}

// Match finds the points of x in a file beside it: the place in the file, from 0, of each point of x, -1 where the file lacks it;
// nil where all stand in the same order. Names decide where both sides have them: then duplicates are an error, and other names a
// *MismatchError, with the order of those in common. Where one side has none, points are matched by position. Numbers from 0 or 1
// that only count the points are names where the other side has the same. note tells how points were matched unless that is plain.
func Match(x, file Side) (order []int, notes []note.Note, err error) {
	if x.File == "" || slices.Equal(x.Names, file.Names) && repeated(x.Names) == "" {
		return nil, nil, nil
	}
	foreign := missingFrom(file.Names, x.Names)
	if x.Names == nil || file.Names == nil || len(foreign) > 0 && (counts(x.Names) || counts(file.Names)) {
		return nil, byPosition(x, file), nil
	}
	for _, s := range []Side{x, file} {
		if twice := repeated(s.Names); twice != "" {
			return nil, nil, fmt.Errorf("%s: of the %s, %s, and names decide what belongs to what in %s and %s; make them unique", s.File, s.Of,
				twice, x.File, file.File)
		}
	}
	places := map[string]int{} // from 1
	for i, n := range file.Names {
		places[n] = i + 1
	}
	order = list.Map(x.Names, func(n string) int { return places[n] - 1 })
	if lacking := missingFrom(x.Names, file.Names); len(lacking)+len(foreign) > 0 {
		return order, nil, &MismatchError{x, file, lacking, foreign}
	}
	return order, []note.Note{note.Of(note.Read, "%s: %s brought into the order of %s", file.File, x.Of, x.File)}, nil
}

func byPosition(x, file Side) []note.Note {
	without := file
	switch {
	case x.Names == nil && file.Names == nil, counts(x.Names) && counts(file.Names), x.Names == nil && counts(file.Names), counts(x.Names) &&
		file.Names == nil:
		return nil
	case x.Names == nil || counts(x.Names):
		without = x
	}
	return []note.Note{note.Of(note.Read, "%s has no names of %s: %s is matched with %s by position", without.File, x.Of, file.File, x.File)}
}

// counts tells whether names only number the points in order, from 0 or 1.
func counts(names []string) bool {
	for first := range 2 {
		if len(names) > 0 && names[0] == strconv.Itoa(first) {
			return !slices.ContainsFunc(names, func(n string) bool { first++; return n != strconv.Itoa(first-1) })
		}
	}
	return false
}

// missingFrom returns the names that a list lacks.
func missingFrom(names, there []string) []string {
	has := list.Set(there)
	return list.Filter(names, func(n string) bool { return !has[n] })
}

// repeated says which names are given to several points, "" if none is.
func repeated(names []string) string {
	places := map[string][]int{}
	var twice []string
	for i, n := range names {
		if places[n] = append(places[n], i+1); len(places[n]) == 2 {
			twice = append(twice, n)
		}
	}
	if twice == nil {
		return ""
	}
	text := fmt.Sprintf("%d and %d are named %q", places[twice[0]][0], places[twice[0]][1], twice[0])
	if len(twice) > 1 {
		text += fmt.Sprintf(" (and %d more names occur twice)", len(twice)-1)
	}
	return text
}

// Sides returns the features and the samples of a table.
func (t *Table) Sides() (features, samples Side) {
	return Side{t.Name, "features", t.Features}, Side{t.Name, "samples", t.Samples}
}

// Align brings the rows and columns of a table into the order of those that it stands beside; one without a file stands for
// nothing. The notes say how.
func (t *Table) Align(rows, cols Side) (notes []note.Note, err error) {
	rowOrder, first, errRows := Match(rows, Side{t.Name, rows.Of, t.Features})
	colOrder, second, errCols := Match(cols, Side{t.Name, cols.Of, t.Samples})
	switch {
	case errRows != nil && errCols != nil && SameNames(rows.Names, t.Samples) && SameNames(cols.Names, t.Features):
		return nil, fmt.Errorf("the %s of %s are the columns of %s; transpose one of the files", rows.Of, rows.File, t.Name)
	case errRows != nil:
		return nil, errRows
	case errCols != nil:
		return nil, errCols
	}
	if t.X, err = Arrange(t.X, rowOrder, colOrder); err != nil {
		return nil, fmt.Errorf("%s: %w", t.Name, err)
	}
	if rowOrder != nil {
		t.Features = rows.Names
	}
	if colOrder != nil {
		t.Samples = cols.Names
	}
	return slices.Concat(first, second), nil
}

// SameNames tells whether two lists hold the same names, in whatever order.
func SameNames(a, b []string) bool { return len(missingFrom(a, b)) == 0 && len(missingFrom(b, a)) == 0 }

// Arrange returns the rows and columns of x in another order; nil is that of x, and -1 a row of known zeros.
func Arrange(x matrix.Matrix, rows, cols []int) (matrix.Matrix, error) {
	if rows == nil && cols == nil {
		return x, nil
	}
	m, n := x.Dims()
	to := list.Upto(n) // of a column of x
	for j, from := range cols {
		to[from] = j
	}
	if rows == nil {
		rows = list.Upto(m)
	}
	if _, dense := x.(*matrix.Dense); dense {
		return arrangeDense(x, rows, to)
	}
	_, masked := x.(*matrix.Masked)
	entries := func(yield func(matrix.Triplet) bool) {
		buf := make([]float64, n)
		for i, from := range rows {
			if !arrangedRow(x, i, from, masked, to, buf, yield) {
				return
			}
		}
	}
	if masked {
		return matrix.NewMasked(len(rows), n, slices.Collect(entries))
	}
	return matrix.CSRFrom(len(rows), n, entries)
}

// arrangeDense does what [Arrange] does, for a matrix whose entries are all held.
func arrangeDense(x matrix.Matrix, rows, to []int) (matrix.Matrix, error) {
	n := len(to)
	if err := budget.Check(budget.Float64*float64(len(rows))*float64(n), "a %d×%d matrix in another order", len(rows), n); err != nil {
		return nil, err
	}
	buf, data := make([]float64, n), make([]float64, len(rows)*n)
	for i, from := range rows {
		if from < 0 {
			continue
		}
		_, values := x.Row(from, buf)
		for j, v := range values {
			data[i*n+to[j]] = v
		}
	}
	return matrix.FromDense(mat.NewDense(len(rows), n, data)), nil
}

// arrangedRow yields the entries of row i, which is row from of x, or of known zeros where from is -1. It tells whether more are wanted.
func arrangedRow(x matrix.Matrix, i, from int, masked bool, to []int, buf []float64, yield func(matrix.Triplet) bool) bool {
	if from < 0 {
		for j := 0; masked && j < len(to); j++ {
			if !yield(matrix.Triplet{Row: i, Col: j}) {
				return false
			}
		}
		return true
	}
	held, values := x.Row(from, buf)
	for k, v := range values {
		if !yield(matrix.Triplet{Row: i, Col: to[held[k]], Value: v}) {
			return false
		}
	}
	return true
}

// AlignLabels brings the labels of n samples into the order of x. note says how, and of how many other samples there are labels: one table
// often serves several matrices.
func AlignLabels(l *tabular.Labels, x Side, n int) (notes []note.Note, err error) {
	l.Settle(n, x.Names)
	order, notes, err := Match(x, Side{l.File, "samples", l.Names})
	if other, ok := errors.AsType[*MismatchError](err); ok && len(other.Lacking) == 0 {
		notes, err = []note.Note{note.Of(note.Read, "%s: labels of %d other samples are left out: %s lacks %s", l.File, len(other.Foreign), x.File,
			FirstOf(other.Foreign))}, nil
	}
	if err != nil {
		return nil, err
	}
	if order == nil && len(l.Values) != n {
		return nil, fmt.Errorf("%s holds %d labels, want one for each of %d samples; labels with the names of their samples may be of other samples, too", l.File, len(l.Values), n)
	}
	l.Arrange(order)
	return notes, nil
}

// AlignLabels does what [AlignLabels] does, for the samples of t.
func (t *Table) AlignLabels(l *tabular.Labels) (notes []note.Note, err error) {
	m, n := t.X.Dims()
	_, samples := t.Sides()
	notes, err = AlignLabels(l, samples, n)
	if err != nil && m != n && len(l.Values) == m && (l.Names == nil || SameNames(l.Names, t.Features)) {
		err = fmt.Errorf("%w; they are as many as features: if the rows of %s are samples, transpose it", err, t.Name)
	}
	return notes, err
}

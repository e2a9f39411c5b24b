package own

import (
	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/note"
	"nmfrepro/datasets/table"
	"nmfrepro/solvers/matrix"
)

// unreached notes features that no component has and samples have, where a divergence is fitted: it is infinite there, whatever the
// coefficients are.
func (m *Model) unreached(basis *mat.Dense, read *table.Table) []note.Note {
	if !m.Entry.InfiniteAtZero(m.Solver) {
		return nil
	}
	rows, _ := basis.Dims()
	needed := make([]bool, rows)
	for e := range matrix.Entries(read.X) {
		needed[e.Row] = needed[e.Row] || e.Value > 0
	}
	var places []int
	for i := range rows {
		if needed[i] && mat.Max(basis.RowView(i)) == 0 {
			places = append(places, i)
		}
	}
	if places == nil {
		return nil
	}
	of := note.Note{Kind: note.Unreached, Features: fromOnes(places), Form: "every component is 0 at {features}, where samples are not: the " +
		"divergence is infinite there, and the objective that of a floor"}
	return []note.Note{of.Named(read.Features, nil)}
}

package own

import (
	"fmt"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/table"
	"nmfrepro/solvers/matrix"
)

// unreached notes features that no component has and samples have, where a divergence is fitted: it is infinite there, whatever the
// coefficients are. "" if there are none.
func (m *Model) unreached(basis *mat.Dense, read *table.Table) string {
	if !strings.Contains(m.Entry.Name, "-kl") && m.Entry.Name != "beta-nmf" {
		return ""
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
		return ""
	}
	return fmt.Sprintf("every component is 0 at features %s, where samples are not: the divergence is infinite there, and the "+
		"objective that of a floor",
		firstOf(places, read.Features))
}

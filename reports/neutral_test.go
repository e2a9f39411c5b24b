package reports

import (
	"testing"
)

// The best of a row is marked unless its metric ranks nothing.
func TestNeutralCellsHaveNoBest(t *testing.T) {
	for _, neutral := range []bool{false, true} {
		cells := make([]cell, 2)
		for i := range cells {
			cells[i].src = Cell{Metric: "clusters-found", Neutral: neutral}
			cells[i].mean, cells[i].ours.mean = float64(i), []string{"0", "1"}[i]
		}
		markBest(cells)
		if cells[0].ours.bold || cells[1].ours.bold == neutral {
			t.Errorf("neutral %v: marked %v and %v", neutral, cells[0].ours.bold, cells[1].ours.bold)
		}
	}
}

package render

import (
	"testing"

	"nmfrepro/experiments/engine/result"
)

// The best of a row is marked unless its metric ranks nothing.
func TestNeutralCellsHaveNoBest(t *testing.T) {
	for _, neutral := range []bool{false, true} {
		cells := make([]cell, 2)
		for i := range cells {
			cells[i].Cell = result.Cell{At: result.Address{Metric: "clusters-found"}, Metric: result.Metric{Neutral: neutral}}
			cells[i].mean, cells[i].Ours.Mean = float64(i), []string{"0", "1"}[i]
		}
		markBest(cells)
		if cells[0].Ours.Bold || cells[1].Ours.Bold == neutral {
			t.Errorf("neutral %v: marked %v and %v", neutral, cells[0].Ours.Bold, cells[1].Ours.Bold)
		}
	}
}

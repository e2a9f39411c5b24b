package whatif

import (
	"math"
	"math/rand/v2"
	"testing"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/reports/result"
)

// All numbers of a line are of the same runs: the difference is that of the two means beside it, and the alternative is nearer to the
// reported number if its mean is, however many more replicates the cell has.
func TestMovedIsOfOneSetOfRuns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 25))
	for range 500 {
		n, k := 2+rng.IntN(20), 2+rng.IntN(20)
		cell := func(runs int, mean float64) result.Cell {
			return result.Cell{At: result.Address{Metric: "acc"}, Reported: result.Reported{Value: "0.788"},
				Runs: result.Sample{Values: scores(rng, make([]float64, runs), mean, 0.1), Replicates: list.Upto(runs), Draw: "d"}}
		}
		for _, shared := range []bool{true, false} {
			m := newMoved(cell(n, 0.7), cell(k, 0.75), shared)
			ours, other := stat.Mean(m.Cell.Runs.Values), stat.Mean(m.Other.Runs.Values)
			if shared && len(m.Cell.Runs.Values) != len(m.Other.Runs.Values) {
				t.Fatalf("%d runs stand beside %d", len(m.Cell.Runs.Values), len(m.Other.Runs.Values))
			}
			if d := other - ours; math.Abs(m.Difference.Value-d) > 1e-12 {
				t.Fatalf("the difference is %v, and the numbers beside it are %v apart", m.Difference.Value, d)
			}
			if nearer := math.Abs(ours-0.788) - math.Abs(other-0.788); math.Abs(m.Nearer-nearer) > 1e-12 || math.Abs(m.Gap-m.OtherGap-nearer) > 1e-12 {
				t.Fatalf("nearer by %v, want %v", m.Nearer, nearer)
			}
		}
	}
}

package whatif

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/reports/result"
)

// pairedRows are rows whose cells have these means as they are and under a change, beside reported numbers.
func pairedRows(rng *rand.Rand, numbers []float64, runs int, ours, other float64) (all []Moved) {
	for i, number := range numbers {
		common := scores(rng, make([]float64, 10), 0, 0.01)
		shift := ours * rng.NormFloat64() // from row to row
		cell := func(mean float64) result.Cell {
			row := strconv.Itoa(i)
			return result.Cell{Address: row, At: result.Address{Metric: "acc", Row: row}, Verdict: result.Verdict{Runs: runs, Tolerance: 0.02},
				Reported: result.Reported{Value: strconv.FormatFloat(number, 'f', 3, 64), Unit: 0.001},
				Runs:     result.Sample{Values: scores(rng, common, mean, 0.02), Replicates: list.Upto(10), Draw: row}}
		}
		all = append(all, newMoved(cell(0.7+shift), cell(0.7+other), true))
	}
	return all
}

// The value that a paper had is hardly ever shown to be worse than ours, even if ours is the one of five that agrees best, and a single run is
// behind each reported number. Where ours is that of the paper, a value that moves its numbers is no reading: so what a lead is of cannot be
// asked of readings alone.
func TestKindOfTheTruth(t *testing.T) {
	const draws, rows = 200, 5
	rng := rand.New(rand.NewPCG(6, 60))
	share := func(runs int, cells func(numbers []float64) []Moved) (worse float64) {
		for range draws {
			numbers := scores(rng, make([]float64, rows), 0.7, 0.022/math.Sqrt(float64(runs)))
			if approach(cells(numbers), true).Interval(stat.Confidence).High < 0 {
				worse += 1.0 / draws
			}
		}
		return worse
	}
	gap := func(all []Moved) float64 { return stat.Mean(list.Map(all, func(m Moved) float64 { return m.Gap })) }
	for _, runs := range []int{1, 10, 100} {
		for _, away := range []float64{0.005, 0.02} {
			falls := share(runs, func(numbers []float64) (best []Moved) {
				for range 5 {
					if all := pairedRows(rng, numbers, runs, away, 0); best == nil || gap(all) < gap(best) {
						best = all
					}
				}
				return best
			})
			if falls > 0.05+2*math.Sqrt(0.05*0.95/draws) {
				t.Errorf("%d runs, ours %v away: the paper's own value falls away in %.2f", runs, away, falls)
			}
		}
	}
	if falls := share(10, func(numbers []float64) []Moved { return pairedRows(rng, numbers, 10, 0, 0.1) }); falls < 0.95 {
		t.Errorf("a value that is not the paper's, and moves its numbers by 0.1, falls away in %.2f", falls)
	}
}

// The kind of a change is that over the whole table, of a study of some rows and of one of several settings alone.
func TestKindOfAPart(t *testing.T) {
	of := func(value string, high float64) *Change {
		b := &Change{Choices: []result.Instead{{Setting: "stop", Value: value}}}
		b.Approach = stat.Estimate{Value: high, SE: 1e-9, DF: math.Inf(1)}
		return b
	}
	whole := &Study{Changes: []*Change{of("1000", -1), of("5000", 0.5)}}
	both := &Change{Choices: []result.Instead{{Setting: "labels", Value: "k-means"}, {Setting: "stop", Value: "1000"}}}
	part := &Study{Changes: []*Change{of("1000", 0.1), of("5000", -1), both}}
	part.Kinds(whole)
	for i, want := range []string{result.WhatIf, result.AsReading, result.WhatIf} {
		if got := part.Changes[i].Kind(); got != want {
			t.Errorf("change %d of a part is a %s, want %s", i, got, want)
		}
	}
}

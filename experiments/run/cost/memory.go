package cost

import (
	"cmp"
	"slices"

	"nmfrepro/datasets/budget"
	"nmfrepro/experiments/run"
)

// programMemory is that of a process beside its data.
const programMemory = 64 << 20

// dataMemory is that of a data set in both orientations.
func dataMemory(m, n int) float64 { return 2 * budget.Float64 * float64(m) * float64(n) }

// Memory estimates the bytes that a process needs for plans with so many workers: each data set once in both orientations,
// and the units that need most.
func Memory(plans []*run.Plan, workers int) int64 {
	bytes, counted := float64(programMemory), map[string]bool{}
	var units []float64
	for _, p := range plans {
		for _, s := range p.Sources {
			if at := p.Spec.Base + " " + s.Key; p.Uses(s.Key) && !counted[at] {
				counted[at] = true
				bytes += dataMemory(s.Size())
			}
		}
		for _, j := range p.Units {
			units = append(units, j.Memory())
		}
	}
	slices.SortFunc(units, func(a, b float64) int { return cmp.Compare(b, a) })
	for _, unit := range units[:min(workers, len(units))] {
		bytes += unit
	}
	return int64(bytes)
}

package collect

import "nmfrepro/reports/result"

// Firsts counts the first places of columns, for tests: scores are by contest, column and replicate, and compared to two decimals.
func Firsts(scores [][][]float64, lower bool) (counts [][]float64, replicates []int) {
	return bootstrap(contests(scores, lower), len(scores[0]))
}

// Counts counts them without saying how they scatter.
func Counts(scores [][][]float64) []float64 {
	counts := make([]float64, len(scores[0]))
	for _, c := range contests(scores, false) {
		c.winners(nil, counts)
	}
	return counts
}

func contests(scores [][][]float64, lower bool) (held []contest) {
	for _, columns := range scores {
		c := contest{scale: 100}
		for _, values := range columns {
			cell := result.Cell{Runs: result.Sample{Values: values}, Metric: result.Metric{Lower: lower}}
			for i := range values {
				cell.Runs.Replicates = append(cell.Runs.Replicates, i)
			}
			c.columns = append(c.columns, []result.Cell{cell})
		}
		held = append(held, c)
	}
	return held
}

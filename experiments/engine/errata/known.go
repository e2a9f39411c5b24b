package errata

import (
	"slices"

	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/reported/transcript"
)

// Known is facts on the runs and data behind the numbers of a table, as the caller gives them.
type Known struct {
	Runs    int              // behind each mean; 0 if not known
	Samples map[string]int   // of which a row's accuracies are shares, by row; "" is every row
	Classes map[string][]int // sizes of the classes of a row's data; "" is every row
	Values  []float64        // the least and the greatest value of the data that errors are of; nil if not known
	Spread  float64          // standard deviation of these data; 0 if not known
}

// counted are the metrics that are a count over the samples, for each run.
var counted = []string{"acc", "purity", "accuracy", "error"}

// counts returns what is known of the shares of a panel; nil if its numbers are no shares, or the samples are unknown.
func (k Known) counts(p transcript.Panel) *reported.Counts {
	if len(p.Range) != 2 || p.Range[0] != 0 || !slices.Contains(counted, p.Metric) {
		return nil
	}
	c := &reported.Counts{Runs: k.Runs, Scale: p.Range[1]}
	for _, r := range p.Rows {
		if transcript.KindOf(r.Name) != transcript.Data {
			continue
		}
		n := ofRow(k.Samples, r.Name)
		if sizes := ofRow(k.Classes, r.Name); sizes != nil {
			c.Classes, n = append(c.Classes, entry(r.Name, sizes)), sum(sizes)
		}
		if n > 0 {
			c.Samples = append(c.Samples, entry(r.Name, n))
		}
	}
	if len(c.Samples) == 0 {
		return nil
	}
	return c
}

// ofRow returns what is given for a row, or for all.
func ofRow[T any](given map[string]T, row string) T {
	if v, ok := given[row]; ok {
		return v
	}
	return given[""]
}

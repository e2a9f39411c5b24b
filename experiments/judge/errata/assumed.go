package errata

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"nmfrepro/experiments/published"
	"nmfrepro/experiments/spec/strict"
	"nmfrepro/reports"
)

// Assumed is what a reader knows of a table and the table does not say.
type Assumed struct {
	Runs    int              // behind each mean; 0 if not known
	Samples map[string]int   // of which a row's shares are shares; "" stands for all rows
	Classes map[string][]int // sizes of the classes of a row's data; "" stands for all rows
}

// counted are the metrics that are a count over the samples, for each run.
var counted = []string{"acc", "purity", "accuracy", "error"}

// To puts the assumptions into the panels of shares that have none of their own, and says so in a sentence each. Rows that
// are named and stand in no panel are an error.
func (a Assumed) To(p *published.Paper) (said []string, err error) {
	used := map[string]bool{"": true}
	for i := range p.Tables {
		panels := p.Tables[i].Value.Panels
		for k := range panels {
			b := block{published.Ref{Table: p.Tables[i].Name, Panel: panels[k].Name}, panels[k].Value, p}
			if s := a.toPanel(b, &panels[k].Value, used); s != "" {
				said = append(said, s)
			}
		}
	}
	for _, row := range slices.Concat(slices.Sorted(maps.Keys(a.Samples)), slices.Sorted(maps.Keys(a.Classes))) {
		if !used[row] {
			return said, fmt.Errorf("samples or classes are given for the row %q, which no panel has", row)
		}
	}
	return said, nil
}

func (a Assumed) toPanel(b block, p *published.Panel, used map[string]bool) string {
	counts := published.Counts{Runs: a.Runs}
	for _, row := range b.Data() {
		used[row] = true
		classes := of(a.Classes, row)
		if classes != nil {
			counts.Classes = append(counts.Classes, strict.Entry[[]int]{Name: row, Value: classes})
		}
		if n := cmp.Or(of(a.Samples, row), sum(classes)); n > 0 {
			counts.Samples = append(counts.Samples, strict.Entry[int]{Name: row, Value: n})
		}
	}
	if p.Counts != nil || len(p.Range) != 2 || p.Range[0] != 0 || counts.Samples == nil || !slices.Contains(counted, p.Metric) {
		return ""
	}
	counts.Scale = p.Range[1]
	p.Counts = &counts
	text := fmt.Sprintf("%s: %s of the rows are means of counts out of the samples given", b.at("", ""), p.Metric)
	if a.Runs > 0 {
		text += ", over " + reports.Count(a.Runs, "run")
	}
	return text
}

// of is what is given for a row, or for all.
func of[T any](given map[string]T, row string) T {
	if v, ok := given[row]; ok {
		return v
	}
	return given[""]
}

func sum(all []int) (total int) {
	for _, n := range all {
		total += n
	}
	return total
}

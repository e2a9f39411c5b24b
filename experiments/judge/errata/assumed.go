package errata

import (
	"fmt"
	"slices"

	"nmfrepro/experiments/published"
	"nmfrepro/experiments/spec/strict"
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
			b := block{published.Ref{Table: p.Tables[i].Name, Panel: panels[k].Name}, panels[k].Value}
			if s := a.toPanel(b, &panels[k].Value, used); s != "" {
				said = append(said, s)
			}
		}
	}
	for _, rows := range []map[string]bool{keys(a.Samples), keys(a.Classes)} {
		for row := range rows {
			if !used[row] {
				return said, fmt.Errorf("samples or classes are given for the row %q, which no panel has", row)
			}
		}
	}
	return said, nil
}

func keys[T any](m map[string]T) map[string]bool {
	all := map[string]bool{}
	for k := range m {
		all[k] = true
	}
	return all
}

func (a Assumed) toPanel(b block, p *published.Panel, used map[string]bool) string {
	share := len(p.Range) == 2 && p.Range[0] == 0
	counts := published.Counts{Runs: a.Runs}
	text := ""
	for _, row := range b.Data() {
		classes, given := a.Classes[row]
		if !given {
			classes, given = a.Classes[""]
		}
		n, sized := a.Samples[row]
		if !sized {
			n, sized = a.Samples[""]
		}
		used[row] = true
		if given {
			counts.Classes = append(counts.Classes, strict.Entry[[]int]{Name: row, Value: classes})
			if total := sum(classes); !sized {
				n, sized = total, true
			}
		}
		if sized {
			counts.Samples = append(counts.Samples, strict.Entry[int]{Name: row, Value: n})
		}
	}
	if p.Counts != nil || !share || len(counts.Samples) == 0 {
		return ""
	}
	counts.Scale = p.Range[1]
	if !slices.Contains(counted, p.Metric) {
		if len(counts.Classes) == 0 {
			return ""
		}
		counts.Samples = nil // of the classes alone
	}
	p.Counts = &counts
	if counts.Samples != nil {
		text = fmt.Sprintf("%s: %s of the rows are means of counts out of the samples given", b.at("", ""), p.Metric)
		if a.Runs > 0 {
			text += ", over " + plural(a.Runs, "run")
		}
	}
	return text
}

func sum(all []int) (total int) {
	for _, n := range all {
		total += n
	}
	return total
}

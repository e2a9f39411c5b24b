package cli

import (
	"fmt"
	"io"

	"nmfrepro/experiments/published"
	"nmfrepro/experiments/workflow"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
)

// findingText says first what became of a paper, and what of it the runs that are looked at do not support.
func findingText(w io.Writer, p reports.Paper) {
	f := p.Finding
	if f.Answer == "" {
		return
	}
	fmt.Fprintf(w, "%s (%s): %s.\n", p.Key, p.Short, f.Headed())
	for _, sentence := range list.Filter([]string{f.Lead, f.Replicates, f.Fails, f.Why}, func(s string) bool { return s != "" }) {
		fmt.Fprintf(w, "  %s\n", sentence)
	}
	if other := f.Otherwise(); len(other) > 0 {
		fmt.Fprintf(w, "  These runs have otherwise, of %s that this rests on: %s.\n", reports.Count(len(f.Rests), "outcome"),
			list.Join(other, "; ", func(r reports.Rest) string { return fmt.Sprintf("%s: %s, not %s", r.What, r.Got, r.Want) }))
	}
	fmt.Fprintln(w)
}

// WholePapers are the papers that a command names without a table.
func WholePapers(p *workflow.Pass, addresses []string) (papers []*published.Paper) {
	for _, text := range addresses {
		a, err := p.Lib.ParseAddress(text)
		if err != nil || a.Table != "" || len(a.Only) > 0 {
			continue
		}
		if paper := p.Lib.Paper(a.Paper); paper != nil {
			papers = append(papers, paper)
		}
	}
	return papers
}

// Outputs are values of what the commands write as JSON whose form is promised, by the name of their schema.
var Outputs = map[string]any{"verify": verifyJSON{}, "claims": claimsOutput{}, "explain": explainJSON{}, "recompute": recomputedJSON{}}

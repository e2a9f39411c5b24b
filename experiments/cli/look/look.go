// Package look is the verbs that show what came of a replication, or what there is: tables, figures, verdicts and why.
package look

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/pass"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/spec/strict"
	"nmfrepro/reports"
)

// Verbs are the commands.
var Verbs = []func(*console.Env) *cobra.Command{
	newClaims, newCompare, newErrata, newExplain, newFigure, newList, newReport, newSensitivity, newTable, newVerify,
}

// findingText says first what became of a paper, and what of it the runs that are looked at do not support.
func findingText(w io.Writer, p reports.Paper) {
	f := p.Finding
	if f.Answer == "" {
		return
	}
	fmt.Fprintf(w, "%s (%s): %s.\n  %s\n  %s\n  %s\n", p.Key, p.Short, f.Headed(), f.Replicates, f.Fails, f.Why)
	if other := f.Otherwise(); len(other) > 0 {
		fmt.Fprintf(w, "  These runs have otherwise, of %s that this rests on: %s.\n", reports.Count(len(f.Rests), "outcome"),
			reports.Joined(other, "; ", func(r reports.Rest) string { return fmt.Sprintf("%s: %s, not %s", r.What, r.Got, r.Want) }))
	}
	fmt.Fprintln(w)
}

// WholePapers are the papers that a command names without a table.
func WholePapers(p *pass.Pass, addresses []string) (papers []*published.Paper) {
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

// OutputSchema is the JSON Schema of what verify, claims or explain writes, nil of anything else.
func OutputSchema(kind string) ([]byte, error) {
	out, ok := map[string]any{"verify": verifyJSON{}, "claims": claimsOutput{}, "explain": explainJSON{}}[kind]
	if !ok {
		return nil, nil
	}
	return strict.OutputSchema(out, "https://nmfrepro.example/"+kind+".schema.json")
}

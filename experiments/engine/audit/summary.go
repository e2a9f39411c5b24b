package audit

import (
	"bytes"
	"fmt"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/reports"
	"nmfrepro/reports/result"
)

// Faults counts the answers that are FAIL.
func Faults(answers []Answer) int {
	return len(list.Filter(answers, func(a Answer) bool { return a.Outcome == Fault }))
}

// Answer says whether a sample of records has the same bits.
func (r Recomputed) Answer(seed string) Answer {
	a := Answer{Outcome: Sound, Of: "recomputed", Do: strings.Join(r.Left(), "; ")}
	differing := r.Differing()
	a.Found = fmt.Sprintf("%d of %s from %d of %d groups, seed %s: %d with the same bits, %d with others",
		len(r.Drawn), result.Count(r.Records, "record"), r.Reached, r.Strata, seed, r.Same(), len(r.Drawn)-r.Same())
	switch {
	case len(differing) > 0:
		a.Outcome = Fault
		a.Do = list.Join(differing, "\n", Again.String)
	case len(r.Drawn) == 0:
		a.Outcome = Noted
	}
	return a
}

// Summary returns the page of a check in Markdown; again is the command that draws the same sample.
func Summary(paper result.Paper, answers []Answer, again string) []byte {
	var b bytes.Buffer
	passed := "**The replication is sound.**"
	if Faults(answers) > 0 {
		passed = "**The replication is not sound yet.**"
	}
	fmt.Fprintf(&b, "# %s\n\n%s\n\n%s\n\n| | looked at | found |\n| --- | --- | --- |\n", paper.Title, paper.Cite, passed)
	for _, a := range answers {
		found := strings.TrimSuffix(a.Found+" → "+a.Do, " → ")
		fmt.Fprintf(&b, "| %s | %s | %s |\n", a.Outcome, a.Of, strings.NewReplacer("\n", " ", "|", `\|`).Replace(found))
	}
	fmt.Fprintf(&b, "\n## What came out\n\n%s\n\n| table |", reports.Headline(paper))
	for _, k := range result.Kinds {
		fmt.Fprintf(&b, " %s %s |", k.Sign, k.Kind)
	}
	fmt.Fprintf(&b, "\n| ---%s |\n", strings.Repeat(" | ---", len(result.Kinds)))
	for _, t := range paper.Tables {
		if counts := result.KindCounts(t.Judged()); len(t.Judged()) > 0 {
			fmt.Fprintf(&b, "| `%s` |%s\n", t.Address, list.Join(result.Kinds, "", func(k result.Kind) string {
				return fmt.Sprintf(" %d |", counts[k.Kind])
			}))
		}
	}
	fmt.Fprintf(&b, "\nChecked by nmfrepro %s on %s. The same sample again: `%s`\n",
		run.Here().Program, run.Here().CPU, again)
	return b.Bytes()
}

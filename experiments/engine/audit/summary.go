package audit

import (
	"bytes"
	"fmt"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/reports"
)

// Faults counts the answers that are errors.
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

// Badge returns a small picture: how many reported numbers agree, or that the check failed.
func Badge(paper result.Paper, sound bool) []byte {
	counts := result.KindCounts(paper.Judged())
	text, colour := fmt.Sprintf("%d of %d agree or are close", counts[result.KindSameRun]+counts[result.KindAgrees]+counts[result.KindClose],
		paper.Numbers()), "#2c6e49"
	if !sound {
		text, colour = "check failed", "#a4161a"
	}
	const name, letter = "replication", 6.0 // pixels of a letter at size 11
	left, right := letter*float64(len(name))+12, letter*float64(len(text))+12
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]g" height="20" role="img" aria-label="%[5]s: %[6]s">
<rect width="%[2]g" height="20" rx="3" fill="#444"/>
<rect x="%[2]g" width="%[3]g" height="20" rx="3" fill="%[4]s"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
<text x="%[7]g" y="14" textLength="%[8]g">%[5]s</text>
<text x="%[9]g" y="14" textLength="%[10]g">%[6]s</text>
</g>
</svg>
`, left+right, left, right, colour, name, text, left/2, left-12, left+right/2, right-12)
}

package errata

import (
	"nmfrepro/experiments/judge/claims"
	"nmfrepro/experiments/published"
)

// text reports the sentences of the paper that do not hold of its own numbers. Where the sentence leaves room, so that
// its predicate carries a note on how it was read, the finding is a doubt.
func text(p *published.Paper) (found []Finding) {
	for _, c := range p.Claims {
		o := claims.Evaluate(p, c, claims.Printed(p))
		if o.Verdict != claims.Fails {
			continue
		}
		f := Finding{Severity: Error, Place: c.Panels()[0].String(), What: c.Where + ": " + c.Says, Why: o.Detail}
		if c.Note != "" {
			f.Severity = Doubt
			f.Why += ". " + c.Note
		}
		found = append(found, f)
	}
	return found
}

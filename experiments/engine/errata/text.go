package errata

import (
	"fmt"
	"strings"

	"nmfrepro/experiments/engine/judge/claims"
)

// text reports the sentences of the paper that do not hold of its own numbers. Where the sentence leaves room, so that
// its predicate carries a note on how it was read, the finding is a doubt. Several such sentences of one section on one table
// are one finding, of the gravest severity: most often they describe another version of the table.
func text(t tables) (found []Finding) {
	p := t.paper
	type place struct{ where, table string }
	at := map[place]int{}
	count := map[place]int{}
	says := map[place][]string{}
	for _, c := range p.Claims {
		o := claims.Evaluate(p, c, claims.Reported(p))
		if o.ClaimVerdict != claims.Fails {
			continue
		}
		f := Finding{Severity: Error, Place: c.Panels()[0].String(), What: c.Where + ": " + c.Says, Why: o.Detail}
		if c.Note != "" {
			f.Severity = Doubt
			f.Why += ". " + c.Note
		}
		key := place{c.Where, c.Panels()[0].Table}
		says[key] = append(says[key], c.Says)
		i, again := at[key]
		if count[key]++; !again {
			at[key] = len(found)
			found = append(found, f)
			continue
		}
		one := &found[i]
		one.Place = key.table
		one.Why = strings.TrimSuffix(one.Why, ".") + "; " + f.Why
		if f.Severity == Error {
			one.Severity = Error
		}
	}
	for key, n := range count {
		if n > 1 {
			f := &found[at[key]]
			f.What = fmt.Sprintf("%s: %d sentences do not hold: %s", key.where, n, strings.Join(says[key], "; "))
		}
	}
	return found
}

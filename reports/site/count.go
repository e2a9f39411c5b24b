package site

import (
	"fmt"
	"slices"
	"strings"

	"nmfrepro/reports"
	"nmfrepro/reports/list"
)

// share is how many cells have a verdict, or claims a standing, and which part of all that is.
type share struct {
	Name, Sign, Doc string
	N               int
	Percent         float64
	Cells           []reports.Cell // those with a reason
}

// reported lists the verdicts on all numbers that a paper reports; those beside which no cell of ours stands are missing.
func reported(paper reports.Paper) []share {
	cells := paper.Judged()
	if len(cells) == 0 {
		return nil
	}
	return shares(cells, paper.Numbers()-len(cells))
}

// shares lists the verdicts that occur, in the order of legends; numbers that are not shown are missing.
func shares(cells []reports.Cell, unshown int) (found []share) {
	n := reports.KindCounts(cells)
	n[reports.KindMissing] += unshown
	for _, k := range reports.Occurring(n) {
		found = append(found, share{
			Name: k.Kind, Sign: k.Sign, Doc: k.Doc, N: n[k.Kind], Percent: 100 * float64(n[k.Kind]) / float64(len(cells)+unshown),
			Cells: list.Filter(cells, func(c reports.Cell) bool { return c.Verdict.Kind == k.Kind && c.Verdict.Reason != "" }),
		})
	}
	return found
}

// reasons are the verdicts that tell of a difference or a failure, whose cells say why.
func reasons(found []share) []share {
	return list.Filter(found, func(v share) bool {
		return (v.Name == reports.KindDiffers || v.Name == reports.KindFailed) && len(v.Cells) > 0
	})
}

// standings lists how the claims of a paper ended on our numbers, with signs for those who see no colour.
func standings(claims []reports.Claim) (found []share) {
	_, ours := reports.Standings(claims)
	for _, s := range []struct {
		reports.ClaimVerdict
		sign string
	}{{reports.Holds, "✓"}, {reports.Fails, "✗"}, {reports.Undecided, "?"}, {reports.Undefined, "·"}} {
		if n := ours[s.ClaimVerdict]; n > 0 {
			found = append(found, share{Name: string(s.ClaimVerdict), Sign: s.sign, N: n, Percent: 100 * float64(n) / float64(len(claims))})
		}
	}
	return found
}

// observed says beneath a figure what became of the claims that it decides.
func observed(claims []reports.Claim, f reports.Figure) (lines []string) {
	phrases := map[reports.ClaimVerdict]string{
		reports.Holds: "holds", reports.Fails: "does not hold", reports.Undecided: "is undecided", reports.Undefined: "cannot be decided yet",
	}
	for _, c := range claims {
		if slices.Contains(c.Decides, f.Key) {
			lines = append(lines, fmt.Sprintf("“%s” %s; %s.", c.Says, phrases[c.Ours.ClaimVerdict], c.Ours.Detail))
		}
	}
	return lines
}

// lacks says in short why a claim is not testable.
func lacks(o reports.Outcome) string {
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(o.Detail, w) })
	}
	switch {
	case o.ClaimVerdict != reports.Undefined:
		return ""
	case has("cannot be had", "substitute", "stand-in", "not here"):
		return "data unavailable"
	case has("not run", "pending", "no record"):
		return "not run"
	case has("numbers", "printed", "picture"):
		return "no number reported"
	}
	return "no number decides"
}

// tally counts the verdicts on the reported numbers of a table in a sentence.
func tally(t *reports.Table) string {
	cells := t.Judged()
	counts := reports.KindCounts(cells)
	line := fmt.Sprintf("Of %s %s.", reports.Count(len(cells), "reported number"), list.Join(reports.Occurring(counts), ", ", func(k reports.Kind) string {
		return fmt.Sprintf("%d %s %s", counts[k.Kind], k.Sign, k.Kind)
	}))
	if o := reports.ContrastCounts(cells); o.Claimed() > 0 {
		line += fmt.Sprintf(" Of %s of two methods in a row %d hold, %d are reversed and %d are without a significant difference.", reports.Count(o.Claimed(), "reported order"), o.Hold, o.Reversed, o.Open)
	}
	return line
}

// causes are the largest reasons of which a cause is known, moreCauses the others.
func causes(all []reports.Reason, most int) []reports.Reason {
	known := list.Filter(all, func(r reports.Reason) bool { return !r.Open })
	return known[:min(len(known), most)]
}

func moreCauses(all []reports.Reason, from int) []reports.Reason {
	known := causes(all, len(all))
	return known[min(len(known), from):]
}

// unexplained are the reasons that were looked into without finding a cause.
func unexplained(all []reports.Reason) []reports.Reason {
	return list.Filter(all, func(r reports.Reason) bool { return r.Open })
}

// openCells says how many cells differ for no known cause.
func openCells(t *reports.Table) string {
	if n := reports.Unexplained(t.Cells(), t.Reasons); n > 0 {
		return fmt.Sprintf("No cause is known for %s that differ or failed.", reports.Count(n, "cell"))
	}
	return ""
}

// insignificant are the comparisons in which no difference of ranks is significant.
func insignificant(all []reports.Comparison) []reports.Comparison {
	return list.Filter(all, func(c reports.Comparison) bool { return !c.Significant() })
}

// slug is s as an identifier: lower case, other characters than letters and digits as hyphens.
func slug(s string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ToLower(s)), "-")
}

package site

import (
	"fmt"
	"slices"
	"strings"

	"nmfrepro/reports"
)

// share is how many cells have a verdict, or claims a standing, and which part of all that is.
type share struct {
	Name, Sign, Doc string
	N               int
	Percent         float64
	Cells           []reports.Cell // those with a reason
}

// verdicts lists the verdicts that occur, in the order of legends.
func verdicts(cells []reports.Cell) []share { return shares(cells, 0) }

// printed lists the verdicts on all numbers that a paper prints; those beside which no cell of ours stands are missing.
func printed(paper reports.Paper) []share {
	cells := paper.Judged()
	if len(cells) == 0 {
		return nil
	}
	return shares(cells, paper.Numbers()-len(cells))
}

func shares(cells []reports.Cell, unshown int) (found []share) {
	n := reports.KindCounts(cells)
	n[reports.KindMissing] += unshown
	for _, k := range reports.Occurring(n) {
		found = append(found, share{
			Name: k.Kind, Sign: k.Sign, Doc: k.Doc, N: n[k.Kind], Percent: 100 * float64(n[k.Kind]) / float64(len(cells)+unshown),
			Cells: slices.DeleteFunc(slices.Clone(cells), func(c reports.Cell) bool { return c.Verdict.Kind != k.Kind || c.Verdict.Reason == "" }),
		})
	}
	return found
}

// reasons are the verdicts that tell of a difference or a failure, whose cells say why.
func reasons(found []share) []share {
	return slices.DeleteFunc(slices.Clone(found), func(v share) bool {
		return v.Name != reports.KindDiffers && v.Name != reports.KindFailed || len(v.Cells) == 0
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

// known is a number of a claim, "" where there is none.
func known(v reports.Known) string {
	if s := reports.Plain(float64(v)); s != "-" {
		return s
	}
	return ""
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

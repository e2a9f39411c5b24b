package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// ShownBy lists the claims that a figure of the paper shows.
func ShownBy(figure string, claims []result.Claim) []result.Claim {
	return list.Filter(claims, func(c result.Claim) bool { return slices.Contains(c.Decides, figure) })
}

// FigureLines says what became of the claims that a figure shows, or that it shows none.
func FigureLines(figure string, claims []result.Claim) []string {
	phrases := map[string]string{string(result.Holds): "holds", result.OrderHolds: "holds in its order, while numbers differ", string(result.Fails): "does not hold",
		string(result.Undecided): "is undecided", string(result.NotTestable): "is not testable"}
	lines := list.Map(ShownBy(figure, claims), func(c result.Claim) string {
		return fmt.Sprintf("“%s” %s; %s.", c.Says, cmp.Or(phrases[c.Ours.Standing()], c.Ours.Standing()), c.Ours.Detail)
	})
	if lines == nil {
		return []string{"No claim of the paper that numbers decide rests on it."}
	}
	return lines
}

// FigureMarks returns a word for each figure of a paper: the worst decided outcome of the claims that it shows.
func FigureMarks(p result.Paper) string {
	var marks, none []string
	for _, key := range p.Depicted {
		shown := ShownBy(key, p.Claims)
		for _, v := range []result.ClaimVerdict{result.Fails, result.Undecided, result.Holds, result.NotTestable} {
			if slices.ContainsFunc(shown, func(c result.Claim) bool { return c.Ours.ClaimVerdict == v }) {
				marks = append(marks, key+" "+ClaimMark(v))
				break
			}
		}
		if len(shown) == 0 {
			none = append(none, key)
		}
	}
	var said []string
	if len(marks) > 0 {
		said = append(said, strings.Join(marks, ", "))
	}
	if len(none) > 0 {
		said = append(said, "no claim rests on "+strings.Join(none, ", "))
	}
	return strings.Join(said, "; ")
}

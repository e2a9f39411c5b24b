package reports

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// lacking are what numbers lack, in words behind their count.
var lacking = map[string]string{
	result.LackLost: "whose data cannot be had", result.LackData: "whose data is not here", result.LackCount: "of too few runs",
	result.LackProfile: "of the profile smoke", result.LackSubstitute: "on substitute data",
	result.LackFailed: "of failed runs",
}

// CountsText lists counts with their names, as the reasons of missing numbers: 281 not computed, 16 whose data cannot be had.
func CountsText(counts map[string]int) string {
	return list.JoinByName(counts, ", ", func(what string, n int) string { return fmt.Sprintf("%d %s", n, cmp.Or(lacking[what], what)) })
}

// besideDiffers says beside how many cells differ how many independent facts that is, and how many differ unless the paper ran them once.
func besideDiffers(p result.Paper, cells []result.Cell) string {
	var parts []string
	if n := len(p.Facts); n > 0 {
		parts = append(parts, result.Count(n, "independent fact"))
	}
	if n := len(list.Filter(cells, func(c result.Cell) bool { return c.Verdict.UnlessOnce })); n > 0 {
		parts = append(parts, fmt.Sprintf("%d of the numbers %s", n, result.UnlessOnce))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, "; ") + ")"
}

// Headline sums a paper up in two or three sentences of counts. The denominator is all numbers that the paper reports.
func Headline(p result.Paper) string {
	cells := p.Judged()
	n := result.KindCounts(cells)
	switch {
	case p.Study:
		_, ours := result.Standings(p.Claims)
		text := ClaimCounts(ours)
		return strings.ToUpper(text[:1]) + text[1:] + "."
	case p.Cite == "" && p.Numbers() == 0:
		return "There is nothing reported to compare with."
	case len(cells) == n[result.KindMissing]:
		if !slices.ContainsFunc(cells, func(c result.Cell) bool { return len(c.Runs.Values) > 0 }) {
			return "No table has been run."
		}
		return fmt.Sprintf("No number is judged: %s.", CountsText(p.Lacks()))
	}
	line := fmt.Sprintf("Of %s %s%s, %s and %s; %s inconclusive", result.Count(p.Numbers(), "reported number"), sameRuns(n),
		result.Count(n[result.KindAgrees], "agrees", "agree"),
		result.Count(n[result.KindClose], "is close", "are close"), result.Count(n[result.KindDiffers], "differs",
			"differ")+besideDiffers(p, cells), result.Count(n[result.KindInconclusive], "is", "are"))
	if others := n[result.KindSubstitute] + n[result.KindFailed]; others > 0 {
		line += fmt.Sprintf(", %s a substitute of data or method, or failed runs", result.Count(others, "has", "have"))
	}
	if missing := p.Missing(); missing > 0 {
		line += fmt.Sprintf(", %s missing (%s)", result.Count(missing, "is", "are"), CountsText(p.Lacks()))
	}
	line += "."
	if n := p.Derived(); n > 0 {
		line += fmt.Sprintf(" %s derived from these and not counted.", result.Count(n, "more number is", "more numbers are"))
	}
	if fitted := p.Fitted(); len(fitted) > 0 {
		line += fmt.Sprintf(" %d of these numbers were used to choose open settings, or are scores of the same runs, so their agreement proves nothing: %s.", len(fitted),
			fittedText(fitted))
	}
	if len(p.Claims) > 0 {
		_, ours := result.Standings(p.Claims)
		text := ClaimCounts(ours)
		line += " " + strings.ToUpper(text[:1]) + text[1:] + "."
	}
	return line
}

// fittedText counts cells by their verdicts: 8 match, 1 differs.
func fittedText(cells []result.Cell) string {
	n := result.KindCounts(cells)
	return list.Join(result.Occurring(n), ", ", func(k result.Kind) string { return fmt.Sprintf("%d %s", n[k.Kind], k.Kind) })
}

// VerdictsText counts verdicts: of 51 numbers 41 agree (=), 8 are close (~), 2 differ (≠).
func VerdictsText(cells []result.Cell) string {
	counts := result.KindCounts(cells)
	say := map[string][2]string{
		result.KindSameRun: {"is of the same run", "are of the same run"}, result.KindAgrees: {"agrees", "agree"},
		result.KindClose: {"is close", "are close"}, result.KindInconclusive: {"is inconclusive", "are inconclusive"},
		result.KindDiffers: {"differs", "differ"}, result.KindSubstitute: {"rests on a substitute", "rest on a substitute"},
		result.KindMissing: {"is not judged", "are not judged"}, result.KindFailed: {"failed", "failed"},
	}
	return fmt.Sprintf("of %s %s", result.Count(len(cells), "number"), list.Join(result.Occurring(counts), ", ", func(k result.Kind) string {
		return fmt.Sprintf("%s (%s)", result.Count(counts[k.Kind], say[k.Kind][0], say[k.Kind][1]), k.Sign)
	}))
}

// sameRuns counts the numbers of the very run, "" if there are none.
func sameRuns(counts map[string]int) string {
	if n := counts[result.KindSameRun]; n > 0 {
		return fmt.Sprintf("%d are of the same run, ", n)
	}
	return ""
}

// UnexplainedText counts the cells that differ and have no known cause, "" of none.
func UnexplainedText(cells []result.Cell, reasons []result.Reason) string {
	n := result.Unexplained(cells, reasons)
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; no cause is known for %d", n)
}

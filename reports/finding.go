package reports

import (
	"cmp"
	"fmt"
	"strings"

	"nmfrepro/reports/result"
)

// FindingHead returns the answer as the head of a sentence: "Replicates in part".
func FindingHead(f result.Finding) string {
	return map[string]string{
		"yes": "Replicates", "largely": "Replicates largely", "in part": "Replicates in part", "no": "Does not replicate",
		"open": "Not decided yet",
	}[f.Answer]
}

// signs are those of points, in words and as one character.
var signs = map[string]struct{ words, mark string }{
	"comes-out": {"comes out", "✓"}, "does-not": {"does not", "✗"}, "open": {"open", "?"}, "no-data": {"no data", "·"}, "why": {"why", "→"},
}

// SignText returns the sign of a point in words.
func SignText(p result.Point) string { return signs[p.Sign].words }

// SignMark returns the sign of a point as one character.
func SignMark(p result.Point) string { return signs[p.Sign].mark }

// PointsTitle heads points.
const PointsTitle = "The main points (✓ comes out, ✗ does not, ? open, · no data, → why), what we found, and the numbers, 95 %:"

// PointLines returns a point as text: its sign with the claim in the paper's sense, what we found, and the numbers.
func PointLines(p result.Point) []string {
	lines := []string{SignMark(p) + " " + cmp.Or(p.Claim, p.Says)}
	if p.Claim != "" {
		lines = append(lines, "  "+p.Says)
	}
	if text := PointNumbers(p); text != "" {
		lines = append(lines, "  "+text)
	}
	return lines
}

// PointNumbers returns the numbers of a point: their subject and unit, the reported one and ours; "" of a point without numbers.
func PointNumbers(p result.Point) string {
	var parts []string
	if p.Reported != "" {
		parts = append(parts, "reported "+p.Reported)
	}
	if p.Ours != "" {
		parts = append(parts, "ours "+p.Ours)
	}
	text := strings.Join(parts, ", ")
	if text != "" && p.Of != "" {
		text = p.Of + ": " + text
	}
	return text
}

// RestText says what became of a conclusion that a point rests on: row table1/acc/nmf is inconclusive (in 5 of 20 readings).
func RestText(r result.Rest) string {
	text := r.What + " is " + r.Got
	if r.Weaker != "" {
		text += " (" + r.Weaker + ")"
	}
	return text
}

// ClaimMark returns the standing of a claim as one character.
func ClaimMark(v result.ClaimVerdict) string {
	return map[result.ClaimVerdict]string{result.Holds: "✓", result.Fails: "✗", result.Undecided: "?", result.NotTestable: "·"}[v]
}

// ClaimCounts counts claims: of 20 claims 10 hold, 1 does not, 6 are undecided, 3 not testable.
func ClaimCounts(t result.Tally) string {
	n := t[result.Holds] + t[result.Fails] + t[result.Undecided] + t[result.NotTestable]
	return fmt.Sprintf("of %s %s, %s, %s, %d not testable", result.Count(n, "claim"), result.Count(t[result.Holds], "holds", "hold"),
		result.Count(t[result.Fails], "does not", "do not"), result.Count(t[result.Undecided], "is undecided", "are undecided"), t[result.NotTestable])
}

package answer

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports"
	"nmfrepro/reports/result"
	"nmfrepro/reports/term"
)

// ClaimsSchema names what verify claims --format json writes: fields may be added, none is renamed.
const ClaimsSchema = "nmfrepro/claims/2"

// claimsTotals count claims by their standing.
type claimsTotals struct {
	Claims   int          `json:"claims"`
	Reported result.Tally `json:"reported"`
	Ours     result.Tally `json:"ours"`
}

// claimsJSON is what claims --format json writes.
type claimsJSON struct {
	Envelope
	Totals claimsTotals   `json:"totals"`
	Claims []result.Claim `json:"claims"`
}

// ClaimsText tells of each claim of a paper what becomes of it.
func ClaimsText(w io.Writer, p result.Paper, profile string) {
	own, ours := result.Standings(p.Claims)
	fmt.Fprintf(w, "%s: %s\n", p.Key, p.Title)
	if !p.Study {
		fmt.Fprintf(w, "  on the reported numbers: %s\n", own)
	}
	fmt.Fprintf(w, "  on ours (profile %s): %s; intervals are on these rows\n", profile, ours)
	for _, c := range p.Claims {
		fmt.Fprintf(w, "\n%s (%s)\n  %s\n", c.Key, c.Where, c.Says)
		if c.Note != "" {
			fmt.Fprintf(w, "  note:     %s\n", c.Note)
		}
		if !p.Study {
			fmt.Fprintf(w, "  reported: %s\n", c.Own)
		}
		fmt.Fprintf(w, "  ours:     %s\n", c.Ours)
		for _, a := range c.Ablations {
			fmt.Fprintf(w, "  ablation %s: %s\n", a.Experiment, a)
		}
	}
}

// ClaimsScreen lists the claims of a paper: whether each holds on our numbers and on the reported ones, those that do not hold first.
func ClaimsScreen(s *term.Screen, p result.Paper) *term.Screen {
	own, ours := result.Standings(p.Claims)
	line := func(ours, reported, claim string) string { return fmt.Sprintf("%-4s  %-8s  %s", ours, reported, claim) }
	if p.Study {
		line = func(ours, _, claim string) string { return fmt.Sprintf("%-4s  %s", ours, claim) }
		s.Say(p.Title + ".")
		s.Say(reports.Headline(p))
		s.Say(p.Gist)
	} else {
		s.Say(fmt.Sprintf("%s: %s. On the reported numbers %s.", cmp.Or(p.Short, p.Key), reports.ClaimCounts(ours),
			strings.TrimPrefix(reports.ClaimCounts(own), fmt.Sprintf("of %s ", result.Count(len(p.Claims), "claim")))))
	}
	if other := p.Finding.Otherwise(); len(other) > 0 {
		s.Say(fmt.Sprintf("These runs do not bear out %d of %s that the points of %s rest on.", len(other),
			result.Count(len(p.Finding.Rests), "conclusion"), p.Key))
	}
	s.Blank()
	s.Say(line("ours", "reported", "claim"))
	for _, standing := range []result.ClaimVerdict{result.Fails, result.Undecided, result.Holds, result.NotTestable} {
		of := list.Filter(p.Claims, func(c result.Claim) bool { return c.Ours.ClaimVerdict == standing })
		s.OneLiners(2, func(left int) string { return fmt.Sprintf("%d more: -v", left) }, list.Map(of, func(c result.Claim) string {
			return line(reports.ClaimMark(standing)+differs(c.Ours), reports.ClaimMark(c.Own.ClaimVerdict), c.Says+" ("+c.Where+")")
		})...)
	}
	s.Blank()
	marks := "✓ holds  ✓≠ order holds, numbers differ  ✗ does not hold  ? undecided  · not testable"
	if p.Study {
		marks = "✓ holds  ✗ does not hold  ? undecided  · not testable"
	}
	next := []string{marks, "With the numbers: -v"}
	if p.Study && len(p.Tables) > 0 {
		next = append(next, "Who is better: "+result.Command("compare", slices.MinFunc(p.Tables, result.ByRuns).Address)+s.With)
	}
	s.Next(next...)
	return s
}

// differs marks a claim whose order holds of numbers that differ.
func differs(o result.Outcome) string {
	if o.Standing() == result.OrderHolds {
		return "≠"
	}
	return ""
}

// Claims returns the JSON of verify claims.
func Claims(head Envelope, papers []result.Paper) any {
	all := append([]result.Claim{}, list.FlatMap(papers, func(p result.Paper) []result.Claim { return p.Claims })...)
	own, ours := result.Standings(all)
	return claimsJSON{head, claimsTotals{Claims: len(all), Reported: own, Ours: ours}, all}
}

// FindingText says what became of a paper: the headline, its points, and the points that the present runs do not bear out.
func FindingText(w io.Writer, p result.Paper) {
	f := p.Finding
	if f.Answer == "" {
		return
	}
	fmt.Fprintf(w, "%s (%s): %s.\n  %s\n\n%s\n", p.Key, p.Short, reports.FindingHead(f), f.Headline, reports.PointsTitle)
	for _, point := range f.Points {
		for _, line := range reports.PointLines(point) {
			fmt.Fprintf(w, "  %s\n", line)
		}
		if point.Readings != "" {
			fmt.Fprintf(w, "    readings that say the same: %s\n", point.Readings)
		}
	}
	if other := f.Otherwise(); len(other) > 0 {
		fmt.Fprintf(w, "\n  These runs do not bear out %d of %s that the points rest on:\n", len(other), result.Count(len(f.Rests), "conclusion"))
		for _, r := range other {
			fmt.Fprintf(w, "  %s\n", reports.RestText(r))
		}
	}
	fmt.Fprintln(w)
}

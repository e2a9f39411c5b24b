package look

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"nmfrepro/experiments/pass"
	"nmfrepro/reports"
)

// midSentence is the end of a line within a sentence of a note; rows of tables and items stay lines.
var midSentence = regexp.MustCompile(`([^|\n])\n +([^|\n -])`)

// whyText says of some cells what came of them, and then everything that is known of why.
func whyText(w io.Writer, why pass.Why) {
	for _, c := range why.Cells {
		v := c.Verdict
		fmt.Fprintf(w, "%s\n  %s %s: ours %s, published %s, difference %s\n  %s\n", c.Address, v.Sign, v.Kind, reports.MeanText(c),
			reports.PublishedText(c), reports.Signed(c.Scale.Of(v.Difference)), v.Reason)
		for _, x := range v.Against {
			fmt.Fprintf(w, "  published as better than %s: %s (published %s, ours %s, 95 %% interval %s)\n", x.With, x.Outcome, reports.Signed(c.Scale.Of(x.Gap)),
				reports.Signed(c.Scale.Of(x.Estimate.Value)), reports.IntervalText(c.Scale.Of(x.Interval.Low), c.Scale.Of(x.Interval.High)))
		}
	}
	section := func(title string, n int) {
		if n > 0 {
			fmt.Fprintf(w, "\n  %s:\n", title)
		}
	}
	section("notes on the differences", len(why.Notes))
	for _, note := range why.Notes {
		fmt.Fprintf(w, "    - %s\n", strings.ReplaceAll(midSentence.ReplaceAllString(strings.ReplaceAll(note, "**", ""), "$1 $2"), "\n", "\n    "))
	}
	section("errata of the published numbers", len(why.Errata))
	for _, e := range why.Errata {
		fmt.Fprintf(w, "    %s, %s: %s\n", e.Severity, e.Place, e.What)
	}
	section("claims that rest on it", len(why.Claims))
	for _, c := range why.Claims {
		fmt.Fprintf(w, "    %s: %s\n      published numbers: %s; ours: %s\n", c.Key, c.Says, c.Own.Standing, c.Ours)
		if c.Note != "" {
			fmt.Fprintf(w, "      note: %s\n", c.Note)
		}
		for _, a := range c.Ablations {
			fmt.Fprintf(w, "      ablation %s: %s\n", a.Experiment, a)
		}
	}
	section("under alternatives of the protocol that were run", len(why.Other))
	for _, a := range why.Other {
		of := a.Cell.Scale.Of
		fmt.Fprintf(w, "    %s: %s instead of %s: %s, %s from ours (95 %% interval %s), %s\n", a.Subject, a.Value, a.Instead, reports.MeanText(a.Moved.Other),
			reports.Signed(of(a.Difference.Value)), reports.IntervalText(of(a.Interval.Low), of(a.Interval.High)), a.Cell.Address)
	}
	if len(why.Cells) > 0 {
		fmt.Fprintln(w)
	}
}

package cli

import (
	"fmt"
	"io"
	"math"
	"strconv"

	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports"
)

// mineText places a reader's number between ours and the reported one of the only cell, and says which setting would give it.
func mineText(w io.Writer, mine workflow.Mine, why workflow.Why) error {
	p, err := why.Place(mine)
	if err != nil {
		return err
	}
	c := p.Cell
	fmt.Fprintf(w, "\nYours: %s. Ours: %s. Reported: %s.\n", summaryText(mine, c.Metric.Scale.Decimals), reports.MeanText(c),
		reports.ReportedText(c))
	switch share := p.Share; {
	case math.IsNaN(share) || math.IsInf(share, 0):
	case share < 0:
		fmt.Fprintln(w, "  Your number is even farther from the reported one than ours.")
	case share > 1:
		fmt.Fprintln(w, "  Your number is even farther from ours than the reported one.")
	default:
		fmt.Fprintf(w, "  Yours lies %.0f %% of the way from ours to the reported number.\n", 100*share)
	}
	if mine.N > 1 {
		as := ""
		if p.Borrowed > 0 {
			as = fmt.Sprintf(", with your deviation for a mean of %s", result.Count(p.Borrowed, "run"))
		}
		fmt.Fprintf(w, "  Against ours: %s.\n  Against the reported number: %s%s.\n", against(p.Ours), against(p.Reported), as)
	} else {
		fmt.Fprintln(w, "  With the number of runs, as --mine 66.2,3,10, it is tested too.")
	}
	defer fmt.Fprintf(w, "  Settings that were not run: nmfrepro compare alternatives '%s' runs them.\n", c.Address)
	if len(p.Nearer) == 0 {
		fmt.Fprintf(w, "  Ours is nearest to it: of %s that were run none comes significantly nearer.\n",
			result.Count(len(why.Other), "other setting"))
		return nil
	}
	fmt.Fprintln(w, "  Settings that give a number significantly nearer to yours than ours:")
	for _, a := range p.Nearer[:min(len(p.Nearer), 3)] {
		fmt.Fprintf(w, "    %s, %s from yours: %s: %s\n", reports.MeanText(a.Moved.Other), result.Signed(a.From), a.Subject, a.Value)
	}
	return nil
}

// summaryText returns a mean with its deviation and runs, as cells have them.
func summaryText(s workflow.Mine, decimals int) string {
	mean := strconv.FormatFloat(s.Mean, 'f', decimals, 64)
	switch {
	case s.N < 2 && s.SD > 0:
		return mean + "±" + strconv.FormatFloat(s.SD, 'f', decimals, 64)
	case s.N < 2:
		return mean
	}
	return fmt.Sprintf("%s±%s (%d)", mean, strconv.FormatFloat(s.SD, 'f', decimals, 64), s.N)
}

// against returns a difference of two means in words.
func against(a workflow.Apart) string {
	outcome := "no significant difference"
	if a.Significant {
		outcome = "significantly different"
	}
	return fmt.Sprintf("%s (%s, 95 %% interval on these rows %s)", outcome, result.Signed(a.Value),
		result.IntervalText(a.Interval.Low, a.Interval.High))
}

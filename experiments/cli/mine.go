package cli

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/published"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/workflow"
	"nmfrepro/reports"
)

// parseMine reads a reader's own number: mean, deviation, runs; the last may be left out, or the last two. Everybody writes 66.2 ± 3.
func parseMine(text string) (s stat.Summary, err error) {
	var v []float64
	for part := range strings.SplitSeq(strings.NewReplacer("±", ",", "+-", ",", "+/-", ",").Replace(text), ",") {
		x, err := ParseDecimal(strings.TrimSpace(part))
		if err != nil {
			x = math.NaN()
		}
		v = append(v, x)
	}
	right := len(v) <= 3 && !slices.ContainsFunc(v, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
	s = stat.Summary{Mean: v[0], SD: math.NaN(), N: 1}
	if right && len(v) == 2 { // runs unknown
		s.SD, right = v[1], v[1] >= 0
	}
	if right && len(v) == 3 {
		s.SD, s.N = v[1], int(v[2])
		right = s.SD >= 0 && v[2] >= 2 && float64(s.N) == v[2]
	}
	if !right {
		return s, UsageError("--mine = %q, want mean,deviation,runs in the scale of the table, as 66.2,3,10, or mean±deviation, or the mean "+
			"alone", text)
	}
	return s, nil
}

// mineText places a reader's number between ours and the reported one of the only cell, and says which setting would give it.
func mineText(w io.Writer, mine stat.Summary, why workflow.Why) error {
	if len(why.Cells) != 1 {
		names := list.Map(why.Cells[:min(len(why.Cells), 3)], func(c result.Cell) string { return c.Address })
		return UsageError("--mine is one number and the address names %s with a reported number; name one, as %s",
			result.Count(len(why.Cells), "cell"), strings.Join(names, ", "))
	}
	c := why.Cells[0]
	theirs, known := published.NumberOf(c.Reported)
	ours := stat.Summarise(c.Shown())
	if !known || ours.N == 0 {
		return UsageError("--mine: %s has no number of ours and of the paper to stand between; --cached shows the results that this program "+
			"carries", c.Address)
	}
	if c.Metric.Scale.Of(1) == 100 && math.Abs(mine.Mean) <= 1 && ours.Mean > 1 {
		return UsageError("--mine = %v, and the table is in per cent: did you mean %v?", mine.Mean, 100*mine.Mean)
	}
	fmt.Fprintf(w, "\nYours: %s. Ours: %s. Reported: %s.\n", summaryText(mine, c.Metric.Scale.Decimals), reports.MeanText(c),
		reports.PublishedText(c))
	switch share := (mine.Mean - ours.Mean) / (theirs - ours.Mean); {
	case math.IsNaN(share) || math.IsInf(share, 0):
	case share < 0:
		fmt.Fprintln(w, "  Your number is even farther from the reported one than ours.")
	case share > 1:
		fmt.Fprintln(w, "  Your number is even farther from ours than the reported one.")
	default:
		fmt.Fprintf(w, "  Yours lies %.0f %% of the way from ours to the reported number.\n", 100*share)
	}
	if mine.N > 1 {
		sd, has := (published.Cell{SD: c.Reported.SD}).Deviation()
		runs := max(c.Verdict.Runs, 1)
		reported := stat.Combine(mine.Mean-theirs,
			stat.Part{Variance: mine.SD * mine.SD * (1/float64(mine.N) + 1/float64(runs)), DF: float64(mine.N - 1)})
		as := fmt.Sprintf(", with your deviation for a mean of %s", result.Count(runs, "run"))
		if has && runs > 1 {
			reported, as = meansApart(mine, stat.Summary{Mean: theirs, SD: sd, N: runs}), ""
		}
		fmt.Fprintf(w, "  Against ours: %s.\n  Against the reported number: %s%s.\n", against(meansApart(mine, ours)), against(reported), as)
	} else {
		fmt.Fprintln(w, "  With the number of runs, as --mine 66.2,3,10, it is tested too.")
	}
	near := slices.Clone(why.Other)
	gap := func(a workflow.Alternative) float64 { return math.Abs(stat.Mean(a.Moved.Other.Shown()) - mine.Mean) }
	slices.SortStableFunc(near, func(a, b workflow.Alternative) int { return cmp.Compare(gap(a), gap(b)) })
	near = list.Filter(near, func(a workflow.Alternative) bool { // significantly, not by noise
		return gap(a) < math.Abs(ours.Mean-mine.Mean) && !a.Interval.Contains(0)
	})
	defer fmt.Fprintf(w, "  Settings that were not run: nmfrepro compare alternatives '%s' runs them.\n", c.Address)
	if len(near) == 0 {
		fmt.Fprintf(w, "  Ours is nearest to it: of %s that were run none comes significantly nearer.\n",
			result.Count(len(why.Other), "other setting"))
		return nil
	}
	fmt.Fprintln(w, "  Settings that give a number significantly nearer to yours than ours:")
	for _, a := range near[:min(len(near), 3)] {
		fmt.Fprintf(w, "    %s, %s from yours: %s: %s\n", reports.MeanText(a.Moved.Other),
			result.Signed(stat.Mean(a.Moved.Other.Shown())-mine.Mean), a.Subject, a.Value)
	}
	return nil
}

// summaryText returns a mean with its deviation and runs, as cells have them.
func summaryText(s stat.Summary, decimals int) string {
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
func against(e stat.Estimate) string {
	outcome := "no significant difference"
	if e.P(0) < result.Alpha {
		outcome = "significantly different"
	}
	i := e.Interval(0.95)
	return fmt.Sprintf("%s (%s, 95 %% interval on these rows %s)", outcome, result.Signed(e.Value), result.IntervalText(i.Low, i.High))
}

// meansApart estimates the difference of two means with their own deviations (Welch).
func meansApart(a, b stat.Summary) stat.Estimate {
	part := func(s stat.Summary) stat.Part {
		return stat.Part{Variance: s.SD * s.SD / float64(s.N), DF: float64(s.N - 1)}
	}
	return stat.Combine(a.Mean-b.Mean, part(a), part(b))
}

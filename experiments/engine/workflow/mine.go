package workflow

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/result"
)

// Mine is a reader's own number.
type Mine = stat.Summary

// ParseMine reads a reader's own number: mean, deviation, runs; the last may be left out, or the last two. Everybody writes 66.2 ± 3.
func ParseMine(text string) (s Mine, err error) {
	var v []float64
	for part := range strings.SplitSeq(strings.NewReplacer("±", ",", "+-", ",", "+/-", ",").Replace(text), ",") {
		x, err := list.ParseDecimal(strings.TrimSpace(part))
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
		return s, Errorf(Usage, "--mine = %q, want mean,deviation,runs in the scale of the table, as 66.2,3,10, or mean±deviation, or the mean "+
			"alone", text)
	}
	return s, nil
}

// Placed is a reader's number between ours and the reported one of a cell.
type Placed struct {
	Cell           result.Cell
	Share          float64     // of the way from ours to the reported number
	Ours, Reported Apart       // how far it is from each, of a number with a deviation
	Borrowed       int         // runs of the reported number, for which the reader's deviation is taken; 0 where it has its own
	Nearer         []Alternate // settings that come significantly nearer to it than ours, the nearest first
}

// Apart is how far a reader's number is from another, on these rows.
type Apart struct {
	Value       float64
	Interval    stat.Interval // 95 %
	Significant bool
}

func apart(e stat.Estimate) Apart { return Apart{e.Value, e.Interval(0.95), e.P(0) < result.Alpha} }

// Alternate is a setting with how far its number is from the reader's.
type Alternate struct {
	Alternative
	From float64
}

// Place sets a reader's number beside ours and the reported one of the only cell.
func (w Why) Place(mine Mine) (Placed, error) {
	if len(w.Cells) != 1 {
		names := list.Map(w.Cells[:min(len(w.Cells), 3)], func(c result.Cell) string { return c.Address })
		return Placed{}, Errorf(Usage, "--mine is one number and the address names %s with a reported number; name one, as %s",
			result.Count(len(w.Cells), "cell"), strings.Join(names, ", "))
	}
	c := w.Cells[0]
	theirs, known := reported.NumberOf(c.Reported)
	ours := stat.Summarise(c.Shown())
	if !known || ours.N == 0 {
		return Placed{}, Errorf(Usage, "--mine: %s has no number of ours and of the paper to stand between; --cached shows the results that "+
			"this program carries", c.Address)
	}
	if c.Metric.Scale.Of(1) == 100 && math.Abs(mine.Mean) <= 1 && ours.Mean > 1 {
		return Placed{}, Errorf(Usage, "--mine = %v, and the table is in per cent: did you mean %v?", mine.Mean, 100*mine.Mean)
	}
	p := Placed{Cell: c, Share: (mine.Mean - ours.Mean) / (theirs - ours.Mean)}
	if mine.N > 1 {
		sd, has := (reported.Cell{SD: c.Reported.SD}).Deviation()
		runs := max(c.Verdict.Runs, 1)
		p.Borrowed = runs
		p.Reported = apart(stat.Combine(mine.Mean-theirs,
			stat.Part{Variance: mine.SD * mine.SD * (1/float64(mine.N) + 1/float64(runs)), DF: float64(mine.N - 1)}))
		if has && runs > 1 {
			p.Reported, p.Borrowed = apart(meansApart(mine, stat.Summary{Mean: theirs, SD: sd, N: runs})), 0
		}
		p.Ours = apart(meansApart(mine, ours))
	}
	near := list.Map(w.Other, func(a Alternative) Alternate { return Alternate{a, stat.Mean(a.Moved.Other.Shown()) - mine.Mean} })
	slices.SortStableFunc(near, func(a, b Alternate) int { return cmp.Compare(math.Abs(a.From), math.Abs(b.From)) })
	p.Nearer = list.Filter(near, func(a Alternate) bool { // significantly, not by noise
		return math.Abs(a.From) < math.Abs(ours.Mean-mine.Mean) && !a.Interval.Contains(0)
	})
	return p, nil
}

// meansApart estimates the difference of two means with their own deviations (Welch).
func meansApart(a, b stat.Summary) stat.Estimate {
	part := func(s stat.Summary) stat.Part {
		return stat.Part{Variance: s.SD * s.SD / float64(s.N), DF: float64(s.N - 1)}
	}
	return stat.Combine(a.Mean-b.Mean, part(a), part(b))
}

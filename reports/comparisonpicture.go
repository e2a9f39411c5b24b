package reports

import (
	"fmt"
	"math"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// ComparisonPictures returns for each comparison a forest plot and a heat map of the methods' differences from the reference method. What a
// method has whose options were chosen by labels is pale, in its own plot and in that of the same comparison, among those beside, with options
// that were chosen without. On a narrow page names stand above their intervals.
func ComparisonPictures(all, beside []result.Comparison, narrow bool) result.Figure {
	f := result.Figure{Address: all[0].Address, Title: "Methods against one another", Columns: 2}
	for _, c := range all {
		if c.Against >= 0 && len(c.Standings) > 1 {
			f.Plots = append(f.Plots, comparisonPlots(c, beside, narrow)...)
		}
	}
	f.Notes = []string{"Intervals of 95 %; the shaded band is the tolerance. Behind a method: how far it is ahead, and the probabilities that on a further " +
		"data set it is worse, practically equal (within the tolerance) and better."}
	if slices.ContainsFunc(f.Plots, func(p result.Plot) bool {
		return p.Forest != nil && slices.ContainsFunc(p.Forest.Rows, func(r result.ForestRow) bool { return r.Pale })
	}) {
		f.Notes[0] += " Pale, an upper bound: options were chosen by the labels of other seeds."
	}
	return f
}

// comparisonPlots returns the two pictures of a comparison, those that can be drawn.
func comparisonPlots(c result.Comparison, beside []result.Comparison, narrow bool) (plots []result.Plot) {
	unit, times := "", c.Scale.Of(1)
	if c.Unit == result.Points {
		unit, times = ", points", 100
	}
	than := "ahead of " + c.Methods[c.Against].Name + unit
	forest := &result.Forest{Above: narrow}
	heat := &result.Image{Scale: &result.ColourScale{Label: than, Even: true}}
	var sets, methods []string
	for _, w := range c.Witnesses {
		if r := c.Rows[w.Rows[0]]; len(r.Cells[c.Against].Cell.Runs.Values) > 0 {
			sets = append(sets, rowTitle(c, r.Label))
		}
	}
	for _, s := range c.Standings {
		row, ok := forestRow(c, s, times)
		if !ok {
			continue
		}
		if row.Beside != nil {
			forest.Heads = []string{"ahead", "worse", "equal", "better"}
		}
		if !math.IsNaN(row.Low) {
			forest.Rows = append(append(forest.Rows, row), bounds(c, beside, s.Method, times)...)
		}
		forest.Tolerance = max(forest.Tolerance, times*s.Within[0])
		if len(s.Signed) == len(sets) && len(sets) > 1 && len(c.Witnesses) > 1 {
			methods = append(methods, row.Label)
			heat.Values = append(heat.Values, list.Map(s.Signed, func(v float64) float64 { return times * v })...)
		}
	}
	if len(forest.Rows) > 0 {
		plots = append(plots, result.Plot{Title: c.Words(), X: result.Axis{Label: than}, Picture: result.Picture{Forest: forest}, Status: result.OK})
	}
	if len(methods) > 0 {
		heat.Rows, heat.Cols = len(methods), len(sets)
		heat.X = list.Map(list.Upto(len(sets)), func(i int) float64 { return float64(i + 1) })
		heat.Y = list.Map(list.Upto(len(methods)), func(i int) float64 { return float64(len(methods) - i) })
		heat.Scale.High = contrasting(heat.Values, forest.Tolerance)
		heat.Scale.Low = -heat.Scale.High
		slices.Reverse(methods)
		plots = append(plots, result.Plot{Title: c.Words() + " by data set", X: result.Axis{Names: sets}, Y: result.Axis{Names: methods},
			Picture: result.Picture{Image: heat}, Status: result.OK})
	}
	return plots
}

// forestRow returns how far a method is ahead of the one that all are compared with; ok is false for that one, and without numbers.
func forestRow(c result.Comparison, s result.Standing, times float64) (row result.ForestRow, ok bool) {
	if s.Method == c.Against || s.Over == nil || len(s.Signed) == 0 {
		return row, false
	}
	d := s.Over.Difference
	if c.Lower {
		d = d.Turned()
	}
	row = result.ForestRow{Label: c.Methods[s.Method].Name, Low: times * d.Interval.Low, Mid: times * d.Estimate.Value, High: times * d.Interval.High}
	if c.Labelled(s.Method) {
		row.Label, row.Pale = row.Label+", saw labels", true
	}
	if p := s.Posterior; p != nil {
		row.Beside = []string{decimal(p.Worse), decimal(p.Equal), decimal(p.Better)}
	}
	return row, true
}

// bounds returns the rows of a tuned method in the same comparisons where its options were chosen by labels.
func bounds(c result.Comparison, beside []result.Comparison, method int, times float64) (rows []result.ForestRow) {
	tuned := slices.ContainsFunc(c.Rows, func(r result.Scores) bool { return r.Cells[method].Tuned })
	for _, d := range beside {
		k := d.Find(c.Methods[method].Key)
		if !tuned || c.Labelled(method) || k < 0 || !d.Labelled(k) || d.Against < 0 || d.Metric != c.Metric || d.Reading != c.Reading ||
			d.Methods[d.Against] != c.Methods[c.Against] {
			continue
		}
		for _, s := range d.Standings {
			if row, ok := forestRow(d, s, times); ok && s.Method == k && !math.IsNaN(row.Low) {
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// contrasting returns where a scale around zero ends: at the greatest of the values, but not beyond three times what a quarter of them
// exceed, so that a few that lie far off do not make all others alike; and not within the tolerance.
func contrasting(values []float64, tolerance float64) float64 {
	far := list.Map(values, math.Abs)
	slices.Sort(far)
	end := max(min(far[len(far)-1], 3*far[len(far)*3/4]), tolerance)
	if end == 0 {
		return 1
	}
	return end
}

// OrdersFigure draws the pairs of orders that agree least, of many those that differ in one thing, each thing once: a line for each method, from its place in one order to its place in the other.
func OrdersFigure(o result.Orders) result.Figure {
	const most = 6
	pairs := list.Filter(o.Pairs, func(p result.OrderPair) bool { return len(p.Methods) > 1 })
	f := result.Figure{Title: "The order of the methods", Columns: min(2, len(pairs)),
		Notes: []string{"Mean ranks, the best at the top; in colour: the methods that move most. τ: Kendall's, 95 % when data sets are drawn again."}}
	brief := briefPlace(pairs)
	if of := differences(pairs); len(pairs) > screenPairs && len(of) > 0 {
		pairs = list.Map(of, func(d difference) result.OrderPair { return d.pairs[0] })
	}
	if left := len(pairs) - most; left > 0 {
		pairs = pairs[:most]
		f.Notes = append(f.Notes, fmt.Sprintf("%s, which agree better, are not drawn.", result.Count(left, "more pair")))
	}
	for _, p := range pairs {
		s := &result.Slope{Sides: [2]string{brief(p.A), brief(p.B)}}
		for i, name := range p.Methods {
			s.Lines = append(s.Lines, result.SlopeLine{Label: name, Ranks: [2]float64{p.Ranks[0][i], p.Ranks[1][i]}})
		}
		title := p.Differ + ": τ " + decimal(p.Tau.Tau)
		if span := tauSpan(p); span != "-" {
			title += " (" + span + ")"
		}
		f.Address = p.A.Address
		f.Plots = append(f.Plots, result.Plot{Title: title, Picture: result.Picture{Slope: s}, Status: result.OK})
	}
	return f
}

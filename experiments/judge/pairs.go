package judge

import (
	"nmfrepro/eval/stat"
	"nmfrepro/reports"
)

// Confidence is that of the intervals.
const Confidence = 0.95

// against compares a method with every other in each row, and then over the rows by their means. A row without numbers of
// either method gives nothing.
func against(f reports.Field, a int) []reports.Pair {
	var all []reports.Pair
	for _, r := range f.Rows {
		var row []reports.Pair
		for b := range f.Methods {
			if x, y := r.Cells[a], r.Cells[b]; b != a && len(x.Values) > 1 && len(y.Values) > 1 {
				p := compare(x, y)
				p.Row, p.A, p.B = r.Label, a, b
				row = append(row, p)
			}
		}
		all = append(all, adjusted(row)...)
	}
	var over []reports.Pair
	for b := range f.Methods {
		var x, y []float64
		for _, r := range f.Rows {
			if p, q := r.Cells[a].Values, r.Cells[b].Values; b != a && len(p) > 0 && len(q) > 0 {
				x, y = append(x, stat.Mean(p)), append(y, stat.Mean(q))
			}
		}
		if len(x) > 1 {
			p := paired(x, y)
			p.A, p.B = a, b
			over = append(over, p)
		}
	}
	return append(all, adjusted(over)...)
}

func compare(x, y reports.Score) reports.Pair {
	if x.Whole && y.Whole && len(x.Values) == len(y.Values) {
		return paired(x.Values, y.Values)
	}
	sx, sy := stat.Summarise(x.Values), stat.Summarise(y.Values)
	e := stat.Welch(sx, sy)
	return reports.Pair{N: min(sx.N, sy.N), Estimate: e, Interval: e.Interval(Confidence), P: e.P(0), Effect: stat.CohenD(sx, sy)}
}

func paired(x, y []float64) reports.Pair {
	d := make([]float64, len(x))
	for i := range x {
		d[i] = x[i] - y[i]
	}
	w := stat.Wilcoxon(d)
	e := stat.Paired(x, y)
	return reports.Pair{N: len(x), Paired: true, Estimate: e, Interval: e.Interval(Confidence), P: w.TwoSided, Effect: w.RankBiserial()}
}

// adjusted applies Holm's correction to comparisons that belong together.
func adjusted(pairs []reports.Pair) []reports.Pair {
	p := make([]float64, len(pairs))
	for i := range pairs {
		p[i] = pairs[i].P
	}
	for i, q := range stat.Holm(p) {
		pairs[i].Holm = q
	}
	return pairs
}

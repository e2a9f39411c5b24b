package judge

import (
	"math"

	"nmfrepro/eval/stat"
)

// Pair is one method against another in a row, or over the rows.
type Pair struct {
	Row      string // "" over the rows
	A, B     int    // places in the field
	N        int    // replicates, or rows
	Paired   bool   // by replicates that share data and start, or by rows; else independent samples
	Estimate stat.Estimate
	Interval stat.Interval // of the difference A - B, 95 %
	P        float64       // of no difference: Wilcoxon's signed ranks if paired, else Welch's t
	Holm     float64       // P adjusted for the comparisons of the row
	Effect   float64       // matched-pairs rank-biserial correlation if paired, else Cohen's d; positive if A is larger
}

// Confidence is that of the intervals.
const Confidence = 0.95

// Against compares a method with every other in each row, and then over the rows by their means. A row without numbers of
// either method gives nothing.
func (f Field) Against(a int) []Pair {
	var all []Pair
	for _, r := range f.Rows {
		var row []Pair
		for b := range f.Methods {
			if x, y := r.Cells[a], r.Cells[b]; b != a && len(x.Values) > 1 && len(y.Values) > 1 {
				p := compare(x, y)
				p.Row, p.A, p.B = r.Label, a, b
				row = append(row, p)
			}
		}
		all = append(all, adjusted(row)...)
	}
	var over []Pair
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

func compare(x, y Score) Pair {
	if x.Whole && y.Whole && len(x.Values) == len(y.Values) {
		return paired(x.Values, y.Values)
	}
	sx, sy := stat.Summarise(x.Values), stat.Summarise(y.Values)
	e := stat.Welch(sx, sy)
	return Pair{N: min(sx.N, sy.N), Estimate: e, Interval: e.Interval(Confidence), P: e.P(0), Effect: stat.CohenD(sx, sy)}
}

func paired(x, y []float64) Pair {
	d := make([]float64, len(x))
	for i := range x {
		d[i] = x[i] - y[i]
	}
	w := stat.Wilcoxon(d)
	e := stat.Paired(x, y)
	return Pair{N: len(x), Paired: true, Estimate: e, Interval: e.Interval(Confidence), P: w.TwoSided, Effect: w.RankBiserial()}
}

// adjusted applies Holm's correction to comparisons that belong together.
func adjusted(pairs []Pair) []Pair {
	p := make([]float64, len(pairs))
	for i := range pairs {
		p[i] = pairs[i].P
	}
	for i, q := range stat.Holm(p) {
		pairs[i].Holm = q
	}
	return pairs
}

// Better tells whether the pair's difference is in favour of A.
func (f Field) Better(p Pair) bool { return p.Estimate.Value != 0 && (p.Estimate.Value < 0) == f.Lower }

// LeastP is the smallest p-value that Wilcoxon's test can give for n untied pairs: below it nothing can be shown.
func LeastP(n int) float64 { return math.Min(1, math.Exp2(float64(1-n))) }

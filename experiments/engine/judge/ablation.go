package judge

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/judge/claims"
	"nmfrepro/experiments/engine/published"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
)

// What an ablation says of the cause that a claim names.
const (
	Supported    = "supported"     // without the cause it is worse
	NotSupported = "not supported" // without it it is as good within the margin, or better
	Open         = "undecided"     // the replicates allow either
	NotRun       = "not run"
)

// Ablate evaluates an ablation that a claim cites on a collected table of the plan. A positive difference speaks for the cause, whether
// high or low values of the metric are good.
func Ablate(p *run.Plan, c published.Ablation, t result.Table) (result.Ablation, error) {
	nan := result.Known(math.NaN())
	o := result.Ablation{
		Removes: c.Removes, Experiment: p.Spec.Address, Verdict: NotRun, Detail: "no row has all replicates of both; to run: " + p.Command(),
		Points: 1, Difference: nan, Low: nan, High: nan, Effect: nan,
	}
	i := slices.IndexFunc(t.Panels, func(b result.Panel) bool { return b.Key == c.Panel })
	if i < 0 {
		keys := list.Map(t.Panels, func(b result.Panel) string { return b.Key })
		return o, fmt.Errorf("%s: unknown panel %q, %s", p.Spec.Address, c.Panel, list.DidYouMean(c.Panel, keys))
	}
	pairs, err := ablationPairs(p, c, t.Panels[i])
	if err != nil {
		return o, fmt.Errorf("%s: %w", p.Spec.Address, err)
	}
	if len(pairs) > 0 {
		ablated(&o, p, c, pairs)
	}
	return o, nil
}

// ablationPair is a row with the cause and without it.
type ablationPair struct{ with, without result.Cell }

// ablationPairs finds the cells of an ablation that have all their replicates. Rows and columns outside the plan are skipped.
func ablationPairs(p *run.Plan, c published.Ablation, b result.Panel) ([]ablationPair, error) {
	rows, columns := p.Spec.PanelNames(c.Panel)
	cellOf := func(row, column string) (found result.Cell, err error) {
		for _, r := range b.Rows {
			for _, cell := range r.Cells {
				if r.Label == row && cell.At.Column == column {
					return cell, nil
				}
			}
		}
		switch {
		case !slices.Contains(rows, row):
			err = fmt.Errorf("unknown row %q of panel %s, %s", row, b.Key, list.DidYouMean(row, rows))
		case !slices.Contains(columns, column):
			err = fmt.Errorf("unknown column %q of panel %s, %s", column, b.Key, list.DidYouMean(column, columns))
		}
		return found, err
	}
	taken, without, than := c.Rows, c.ThanRows, cmp.Or(c.Than, c.Better)
	if len(taken) == 0 {
		for _, r := range b.Rows {
			if r.Cells[0].At.Dataset != "" && r.Cells[0].At.Dataset != published.AverageRow {
				taken = append(taken, r.Label)
			}
		}
	}
	if len(without) == 0 {
		without = taken
	}
	var pairs []ablationPair
	for i, row := range taken {
		x, err := cellOf(row, c.Better)
		if err != nil {
			return nil, err
		}
		y, err := cellOf(without[i], than)
		if err != nil {
			return nil, err
		}
		if n := len(x.Runs.Values); n > 0 && n == x.Runs.Want && n == len(y.Runs.Values) && n == y.Runs.Want && x.State.Substitute == "" && y.State.Substitute == "" {
			pairs = append(pairs, ablationPair{x, y})
		}
	}
	return pairs, nil
}

// ablated compares the means over the rows, replicate by replicate; conditions on two data sets do not pair up. With
// one replicate, rows take the place of replicates in the test.
func ablated(o *result.Ablation, p *run.Plan, c published.Ablation, pairs []ablationPair) {
	first := pairs[0].with
	sign := 1.0
	if first.Metric.Lower != c.Harms {
		sign = -1
	}
	n := len(first.Runs.Values)
	for _, q := range pairs {
		n = min(n, len(q.with.Runs.Values))
	}
	over := result.Count(len(pairs), "row")
	var with, without []float64
	if n < 2 {
		for _, q := range pairs {
			with, without = append(with, sign*stat.Mean(q.with.Runs.Values)), append(without, sign*stat.Mean(q.without.Runs.Values))
		}
	} else {
		with, without = make([]float64, n), make([]float64, n)
		for i := range n {
			for _, q := range pairs {
				with[i] += sign * q.with.Runs.Values[i] / float64(len(pairs))
				without[i] += sign * q.without.Runs.Values[i] / float64(len(pairs))
			}
		}
	}
	margin := p.Spec.Margin(first.At.Metric)
	if margin.Relative {
		margin.Value *= math.Abs(stat.Mean(without))
	}
	x, y := stat.Sample{Values: with}, stat.Sample{Values: without}
	if len(c.ThanRows) > 0 && n > 1 { // other random draws: nothing to pair by
		x.Replicates, y.Replicates = []int{}, []int{}
	}
	d := stat.Compare(x, y, max(scoreOf(first).Grid, scoreOf(pairs[0].without).Grid)/float64(len(pairs)))
	if d.N < claims.FewestForEffect {
		d.Effect = math.NaN()
	}
	if n > 1 {
		over = result.Count(d.N, "replicate") + " of " + over
	}
	of := first.Metric.Scale.Of // the unit of the table
	o.Detail = fmt.Sprintf("%s %+.3g over %s", first.At.Metric, of(d.Estimate.Value), over)
	if math.IsNaN(d.Interval.Low) {
		o.Detail += ", too few for an interval"
	} else {
		o.Detail += fmt.Sprintf(", 95 %% interval %.3g to %.3g", of(d.Interval.Low), of(d.Interval.High))
		if math.IsInf(d.Effect, 0) {
			o.Detail += ", effect size without limit (no spread)"
		} else if !math.IsNaN(d.Effect) {
			o.Detail += fmt.Sprintf(", effect size %.2g", d.Effect)
		}
		if margin.Value > 0 {
			o.Detail += fmt.Sprintf(", tolerance %.3g", of(margin.Value))
		}
	}
	switch {
	case math.IsNaN(d.Interval.Low):
		o.Verdict = Open
	case margin.Value > 0 && d.Estimate.Equivalence(margin.Value) < 0.05:
		o.Verdict = NotSupported
	case d.Interval.Low > 0:
		o.Verdict = Supported
	case d.Interval.High < 0 || d.Estimate.Value == 0 && d.Estimate.SE == 0:
		o.Verdict = NotSupported
	default:
		o.Verdict = Open
	}
	if spec.ClassOf(first.At.Metric).Unit == "share" {
		o.Points = 100 / of(1)
	}
	if o.Paired, o.N = d.Paired, d.N; d.N > 0 {
		o.Difference, o.Effect = result.Known(of(d.Estimate.Value)), result.Known(d.Effect)
		o.Low, o.High = result.Known(of(d.Interval.Low)), result.Known(of(d.Interval.High))
	}
}

package judge

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/judge/claims"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
)

// What an ablation says of the cause that a claim names.
const (
	Supported    = "supported"     // without the cause it is worse
	NotSupported = "not supported" // without it it is as good within the margin, or better
	Open         = "undecided"     // the replicates allow either
	NotRun       = "not run"
)

// Ablation is an ablation that a claim cites, with its outcome. A positive difference speaks for the cause, whether high or low
// values of the metric are good.
type Ablation struct {
	stat.Difference          // over replicates, of the mean over the rows; without an effect of fewer than three
	Verdict         string   // supported, ...
	Margin          float64  // difference that counts as none, in the unit of the table; 0 if nothing says so
	ByRow           bool     // with one replicate, rows take the place of replicates in the test
	Rows            []string // that were compared
	Metric          string
	Detail          string        // one sentence
	Scale           reports.Scale // how the table prints the difference
}

// Ablate evaluates an ablation on a collected table of the plan.
func Ablate(p *run.Plan, c published.Ablation, t reports.Table) (Ablation, error) {
	none := Ablation{Verdict: NotRun, Detail: "no row has all replicates of both; to run: " + p.Command()}
	i := slices.IndexFunc(t.Panels, func(b reports.Panel) bool { return b.Key == c.Panel })
	if i < 0 {
		keys := list.Map(t.Panels, func(b reports.Panel) string { return b.Key })
		return none, fmt.Errorf("%s: unknown panel %q, %s", p.Spec.Address, c.Panel, list.DidYouMean(c.Panel, keys))
	}
	pairs, err := ablationPairs(p, c, t.Panels[i])
	if err != nil {
		return none, fmt.Errorf("%s: %w", p.Spec.Address, err)
	}
	if len(pairs) == 0 {
		return none, nil
	}
	return newAblation(p, c, pairs), nil
}

// ablationPair is a row with the cause and without it.
type ablationPair struct{ with, without reports.Cell }

// ablationPairs finds the cells of an ablation that have all their replicates. Rows and columns outside the plan are skipped.
func ablationPairs(p *run.Plan, c published.Ablation, b reports.Panel) ([]ablationPair, error) {
	rows, columns := p.Spec.PanelNames(c.Panel)
	cellOf := func(row, column string) (found reports.Cell, err error) {
		for _, r := range b.Rows {
			for _, cell := range r.Cells {
				if r.Label == row && cell.Column == column {
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
			if r.Cells[0].Dataset != "" && r.Cells[0].Dataset != published.AverageRow {
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
		if n := len(x.Values); n > 0 && n == x.Want && n == len(y.Values) && n == y.Want && x.StandIn == "" && y.StandIn == "" {
			pairs = append(pairs, ablationPair{x, y})
		}
	}
	return pairs, nil
}

// newAblation compares the means over the rows, replicate by replicate; conditions on two data sets do not pair up. With
// one replicate, rows take the place of replicates in the test.
func newAblation(p *run.Plan, c published.Ablation, pairs []ablationPair) Ablation {
	first := pairs[0].with
	o := Ablation{Metric: first.Metric, Scale: first.Scale}
	sign := 1.0
	if first.Lower != c.Harms {
		sign = -1
	}
	n := len(first.Values)
	for _, q := range pairs {
		n = min(n, len(q.with.Values))
		o.Rows = append(o.Rows, q.with.Row)
	}
	var with, without []float64
	if o.ByRow = n < 2; o.ByRow {
		for _, q := range pairs {
			with, without = append(with, sign*stat.Mean(q.with.Values)), append(without, sign*stat.Mean(q.without.Values))
		}
	} else {
		with, without = make([]float64, n), make([]float64, n)
		for i := range n {
			for _, q := range pairs {
				with[i] += sign * q.with.Values[i] / float64(len(pairs))
				without[i] += sign * q.without.Values[i] / float64(len(pairs))
			}
		}
	}
	margin := p.Spec.Margin(first.Metric)
	if o.Margin = margin.Value; margin.Relative {
		o.Margin = margin.Value * math.Abs(stat.Mean(without))
	}
	x, y := stat.Sample{Values: with}, stat.Sample{Values: without}
	if len(c.ThanRows) > 0 && !o.ByRow { // other random draws: nothing to pair by
		x.Replicates, y.Replicates = []int{}, []int{}
	}
	o.judge(x, y, max(scoreOf(first).Grid, scoreOf(pairs[0].without).Grid)/float64(len(pairs)))
	return o
}

func (o *Ablation) judge(with, without stat.Sample, grid float64) {
	o.Difference = stat.Compare(with, without, grid)
	if o.N < claims.FewestForEffect {
		o.Effect = math.NaN()
	}
	known := !math.IsNaN(o.Interval.Low)
	switch {
	case !known:
		o.Verdict = Open
	case o.Margin > 0 && o.Estimate.Equivalence(o.Margin) < 0.05:
		o.Verdict = NotSupported
	case o.Interval.Low > 0:
		o.Verdict = Supported
	case o.Interval.High < 0 || o.Estimate.Value == 0 && o.Estimate.SE == 0:
		o.Verdict = NotSupported
	default:
		o.Verdict = Open
	}
	o.Detail = o.sentence(known)
}

func (o Ablation) sentence(known bool) string {
	over := reports.Count(len(o.Rows), "row")
	if !o.ByRow {
		over = reports.Count(o.N, "replicate") + " of " + over
	}
	text := fmt.Sprintf("%s %+.3g over %s", o.Metric, o.Scale.Of(o.Estimate.Value), over)
	if !known {
		return text + ", too few for an interval"
	}
	text += fmt.Sprintf(", 95 %% interval %.3g to %.3g", o.Scale.Of(o.Interval.Low), o.Scale.Of(o.Interval.High))
	switch {
	case math.IsInf(o.Effect, 0):
		text += ", effect size without limit (no spread)"
	case !math.IsNaN(o.Effect):
		text += fmt.Sprintf(", effect size %.2g", o.Effect)
	}
	if o.Margin > 0 {
		text += fmt.Sprintf(", tolerance %.3g", o.Scale.Of(o.Margin))
	}
	return text
}

// report is the outcome as reports carry it, in the unit of the table.
func (o Ablation) report(removes, address string) reports.Ablation {
	nan := reports.Known(math.NaN())
	r := reports.Ablation{
		Removes: removes, Experiment: address, Verdict: o.Verdict, Paired: o.Paired, N: o.N, Detail: o.Detail, Points: 1,
		Difference: nan, Low: nan, High: nan, Effect: nan,
	}
	if spec.ClassOf(o.Metric).Unit == "share" {
		r.Points = 100 / o.Scale.Of(1)
	}
	if o.N > 0 {
		of := func(v float64) reports.Known { return reports.Known(o.Scale.Of(v)) }
		r.Difference, r.Low, r.High, r.Effect = of(o.Estimate.Value), of(o.Interval.Low), of(o.Interval.High), reports.Known(o.Effect)
	}
	return r
}

package judge

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/judge/claims"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

// The answers of an ablation to the cause that a claim names.
const (
	Supported    = "supported"     // it is worse when the cause is taken away
	NotSupported = "not supported" // without it it is as good within the tolerance, or better
	Open         = "undecided"     // the replicates allow either
	NoTest       = "no test"       // in half of the rows it changes hardly a score
	NotRun       = "not run"
)

// Ablate evaluates an ablation that a claim cites on a collected table of the plan. A positive difference speaks for the cause, whether
// high or low values of the metric are good.
func Ablate(p *run.Plan, c reported.Ablation, t result.Table) (result.Ablation, error) {
	nan := result.Known(math.NaN())
	o := result.Ablation{
		Removes: c.Removes, Experiment: p.Spec.Address, Verdict: NotRun, Detail: "no row has all replicates of both; to run: " + p.Command(),
		Points: 1, Difference: nan, Low: nan, High: nan, Effect: nan, Tolerance: nan,
	}
	i := slices.IndexFunc(t.Panels, func(b result.Panel) bool { return b.Key == c.Panel })
	if i < 0 {
		keys := list.Map(t.Panels, func(b result.Panel) string { return b.Key })
		return o, fmt.Errorf("%s: unknown panel %q, %s", p.Spec.Address, c.Panel, list.DidYouMean(c.Panel, keys))
	}
	pairs, err := Pairs(p, c, t.Panels[i], allRun)
	if err != nil {
		return o, fmt.Errorf("%s: %w", p.Spec.Address, err)
	}
	if len(pairs) > 0 {
		ablated(&o, p, c, pairs)
	}
	return o, nil
}

// Pairs returns for each row of an ablation the cell with the cause and the cell without it, where both have enough runs. Rows and
// columns outside the plan are skipped.
func Pairs(p *run.Plan, c reported.Ablation, b result.Panel, enough func(x, y result.Cell) bool) ([][2]result.Cell, error) {
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
			if r.Cells[0].At.Dataset != "" && r.Cells[0].At.Dataset != reported.AverageRow {
				taken = append(taken, r.Label)
			}
		}
	}
	if len(without) == 0 {
		without = taken
	}
	var pairs [][2]result.Cell
	for i, row := range taken {
		x, err := cellOf(row, c.Better)
		if err != nil {
			return nil, err
		}
		y, err := cellOf(without[i], than)
		if err != nil {
			return nil, err
		}
		if enough(x, y) && x.State.Substitute == "" && y.State.Substitute == "" {
			pairs = append(pairs, [2]result.Cell{x, y})
		}
	}
	return pairs, nil
}

// ablated compares the means over the rows, on these rows. Of one replicate nothing says how it scatters: then the rows are taken for a
// sample.
func ablated(o *result.Ablation, p *run.Plan, c reported.Ablation, pairs [][2]result.Cell) {
	first := pairs[0][0]
	sign := 1.0
	if first.Metric.Lower != c.Harms {
		sign = -1
	}
	var x contrast.Contrast
	n, without, w := len(first.Runs.Values), 0.0, sign/float64(len(pairs))
	for _, q := range pairs {
		with, than, source := q[0], q[1], p.Spec.Base
		if len(c.ThanRows) > 0 { // other random draws: nothing to pair by
			with, than, source = contrast.Honest(with), contrast.Honest(than), source+", than"
		} else {
			with, than = contrast.Matched(with, than)
		}
		than.At.Row = with.At.Row
		x.Terms = append(x.Terms, contrast.Of(p.Spec.Base, with).Weighted(w, 0), contrast.Of(source, than).Weighted(-w, 0))
		n, without = min(n, len(with.Runs.Values), len(than.Runs.Values)), without+stat.Mean(than.Runs.Values)/float64(len(pairs))
	}
	if n < 2 {
		x.Rows = contrast.LikeThese
	}
	tolerance := p.Spec.Tolerance(first.At.Metric)
	if tolerance.Relative {
		tolerance.Value *= math.Abs(without)
	}
	contrast.Estimate(&x)
	d := difference(x)
	if d.N < claims.FewestForEffect {
		d.Effect = math.NaN()
	}
	over := result.Count(len(pairs), "row")
	if n > 1 {
		over = result.Count(d.N, "replicate") + " of " + over
	}
	of := first.Metric.Scale.Of // the unit of the table
	o.Detail = fmt.Sprintf("%s %+.3g over %s%s", result.MetricWords(first.At.Metric), of(d.Estimate.Value), over,
		ablationText(d, x.Rows, of, tolerance.Value))
	idle, noTest := 0, false
	if o.Verdict = ablationVerdict(d, tolerance.Value); len(c.ThanRows) == 0 {
		o.Same, o.Scores, idle, noTest = Idle(pairs)
	}
	if noTest {
		o.Verdict = NoTest
		o.Detail += fmt.Sprintf("; in %d of %s it changes hardly a score: no test of it", idle, result.Count(len(pairs), "row"))
	}
	o.Tolerance = result.Known(of(tolerance.Value))
	cause, _, _ := strings.Cut(strings.NewReplacer(";", ",", ":", ",").Replace(c.Removes), ",")
	o.Of = fmt.Sprintf("%s, with %s less without", result.MetricWords(first.At.Metric), cause)
	if spec.ClassOf(first.At.Metric).Unit == "share" {
		o.Of, o.Points = o.Of+", "+result.Points, 100/of(1)
	}
	if o.Paired, o.N, o.On = d.Paired, d.N, x.Rows.String(); d.N > 0 {
		o.Difference, o.Effect = result.Known(of(d.Estimate.Value)), result.Known(d.Effect)
		o.Low, o.High = result.Known(of(d.Interval.Low)), result.Known(of(d.Interval.High))
	}
}

// Idle tells whether an ablation has no effect: in half of its pairs of cells hardly a score changes. It counts the scores, the equal
// scores, and the pairs.
func Idle(pairs [][2]result.Cell) (same, scores, idle int, noTest bool) {
	for _, q := range pairs {
		x, y := contrast.Matched(q[0], q[1])
		if k := len(x.Runs.Values); k == len(y.Runs.Values) {
			alike := len(list.Filter(list.Upto(k), func(r int) bool { return x.Runs.Values[r] == y.Runs.Values[r] }))
			if same, scores = same+alike, scores+k; 10*alike >= 9*k {
				idle++
			}
		}
	}
	return same, scores, idle, 2*idle >= len(pairs)
}

// ablationText says what is known of a difference: its interval, effect size and tolerance.
func ablationText(d stat.Difference, rows contrast.Rows, of func(float64) float64, tolerance float64) string {
	if math.IsNaN(d.Interval.Low) {
		return ", too few for an interval"
	}
	text := fmt.Sprintf(", 95 %% interval %.3g to %.3g %s", of(d.Interval.Low), of(d.Interval.High), rows)
	if math.IsInf(d.Effect, 0) {
		text += ", effect size without limit (no spread)"
	} else if !math.IsNaN(d.Effect) {
		text += fmt.Sprintf(", effect size %.2g", d.Effect)
	}
	if tolerance > 0 {
		text += fmt.Sprintf(", tolerance %.3g", of(tolerance))
	}
	return text
}

// ablationVerdict tells whether a difference bears the cause that is taken away.
func ablationVerdict(d stat.Difference, tolerance float64) string {
	switch {
	case math.IsNaN(d.Interval.Low):
		return Open
	case tolerance > 0 && d.Estimate.Equivalence(tolerance) < 0.05:
		return NotSupported
	case d.Interval.Low > 0:
		return Supported
	case d.Interval.High < 0:
		return NotSupported
	}
	return Open
}

// allRun tells whether cells have all replicates that were asked for, as many as each other.
func allRun(x, y result.Cell) bool {
	n := len(x.Runs.Values)
	return n > 0 && n == x.Runs.Want && n == len(y.Runs.Values) && n == y.Runs.Want
}

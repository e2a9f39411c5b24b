// Package judge compares our numbers with a paper's:
//
//  1. [Table] gives every cell with a reported number its verdict, and corrects for the many cells of a table.
//  2. [Comparisons] sets the methods of a panel against each other.
//  3. [Conclude] sets cells together: rows, panels, leads, the paper. [Sources] says what each of these leads is made of: it starts from
//     that very lead, and sets it beside leads that are made alike but for one thing.
//  4. [Studies] does all of that again under the other values of open settings; [Under] counts where a conclusion stays the same.
//  5. [Claims] decides the sentences of the paper, and [Finding] answers whether it replicates.
//
// Two questions decide a cell, side by side (null and equivalence test, as Lakens, Scheel and Isager 2018 combine them):
//
//   - Is the reported number a plausible draw of ours? It is if it lies in the prediction interval for a mean of the R reported
//     runs, taken from our n replicates and widened by half a unit of its last reported place. Over the cells of a table the share
//     of those that are wrongly called implausible is held at 5 % (Benjamini and Hochberg, J. R. Statist. Soc. B 57, 1995): of m
//     cells of which k are implausible, each interval has the level 5 %·(k+1)/m, which puts just those k outside (see [Judge]).
//     The level holds for skewed runs too, of which Student's t alone would lose up to 12 %: where five runs or more have a
//     reported deviation, by two intervals, with each side's own spread and with one of both; else by the skewness that is
//     measured in the cells of the metric (see skewness).
//   - Is the difference shown to be within the tolerance? It is if its 90 % interval lies there (two one-sided tests).
//
// Yes and yes agrees, no and yes is close, no and no differs; yes and no is inconclusive: the runs vary too much to show more.
//
// With s² the variance between runs and u the unit of the last reported place, the difference has the variance s²/n + s²/R +
// u²/12. The last two terms stay however long we compute; half the width of the interval that they leave is the resolution
// floor. No match within a tolerance below it can ever be shown.
package judge

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"nmfrepro/datasets/list"
	"nmfrepro/eval"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

// Judge returns the verdicts on the cells of a table. Benjamini and Hochberg's procedure calls the k cells implausible whose
// p-values are at most 5 %·k/m, k being the largest number of which that is so. The p-values of all others exceed 5 %·(k+1)/m. That
// level therefore parts the two, and it is the one of the interval and of the detectable difference that a verdict shows.
func Judge(cells []Compared) []Verdict {
	verdicts, all, p := make([]Verdict, len(cells)), make([]tests, len(cells)), make([]float64, len(cells))
	judged, implausible := 0, 0
	by := judgedTogether(cells)
	for i, c := range cells {
		verdicts[i], all[i] = measure(c, by)
		if p[i] = math.NaN(); verdicts[i].Kind == "" {
			p[i] = all[i].plausible(all[i].n)
			judged++
		}
	}
	corrected := stat.BenjaminiHochberg(p)
	for _, q := range corrected {
		if q < Level {
			implausible++
		}
	}
	for i, q := range corrected {
		v, t := &verdicts[i], &all[i]
		if v.Kind == "" {
			v.P, t.level = q, Level*float64(min(implausible+1, judged))/float64(judged)
			v.Kind = kindOf(q >= Level, t.shown(t.n) < Level)
			draws, beyond := t.drawn(stat.Mean(cells[i].Cell.Runs.Values))
			v.DrawLow, v.DrawHigh, v.Level = draws.Low, draws.High, beyond
			if v.Kind == Inconclusive {
				v.Detectable, v.More = t.found(power), t.more()
				v.Noise = t.noise(v.More)
				v.Hours = max(0, float64(v.More)) * cells[i].Cell.Runs.Seconds / time.Hour.Seconds()
			}
			v.UnlessOnce = v.Kind == Differs && cells[i].Assumed && t.once().plausible(t.n) >= t.level
			v.Reason = reason(*v, cells[i])
		}
		kind, _ := list.First(result.Kinds, func(k result.Kind) bool { return k.Kind == v.Kind })
		v.Sign = kind.Sign
	}
	return verdicts
}

// kindOf answers the two questions together.
func kindOf(plausible, shown bool) Kind {
	switch {
	case plausible && shown:
		return Agrees
	case shown:
		return Close
	case plausible:
		return Inconclusive
	}
	return Differs
}

// measure fills in the difference and its uncertainty. Kind stays empty if the tests are to decide.
func measure(c Compared, by together) (v Verdict, t tests) {
	nan := math.NaN()
	v = Verdict{
		Difference: nan, Low: nan, High: nan, Tolerance: nan, ToleranceReason: c.Tolerance.Reason,
		Floor: nan, Detectable: nan,
		DrawLow: nan, DrawHigh: nan, Level: nan,
		P: nan, Reached: -1,
		Runs: c.Runs,
	}
	number, legible := c.number()
	mean := stat.Mean(c.Cell.Runs.Values)
	if legible {
		v.Tolerance = toleranceOf(c, number)
		if n := len(c.Cell.Runs.Values); n > 0 && !math.IsInf(mean, 0) {
			t = newTests(c, number, v.Tolerance, by)
			v.Difference, v.Reached = t.difference, reached(c.Cell.Runs.Values, mean, number, t.unit)
			if n > 1 {
				half := halfWidth(t.within(t.n), 1-2*Level)
				v.Low, v.High = v.Difference-half, v.Difference+half
				v.Floor = halfWidth(t.within(math.Inf(1)), 1-2*Level)
			}
		}
	}
	v.Kind, v.Lack, v.Reason = settle(c, legible, mean)
	sd, scatters := (reported.Cell{SD: c.Reported.SD}).Deviation()
	if v.Kind == "" && (c.Cell.Runs.Repeats || c.Class.Exact) && (!scatters || sd == 0) { // no scatter of runs shows in the digits of either
		v.Kind, v.Reason = exactly(v, c, t)
	}
	if v.Kind == "" && len(c.Cell.Runs.Values) < Fewest {
		v.Kind, v.Lack, v.Reason = Missing, result.LackCount, fewRuns(c.Cell)
	}
	return v, t
}

// number returns the reported one in natural units, if it can be read.
func (c Compared) number() (number float64, legible bool) {
	number, legible = reported.NumberOf(c.Reported)
	return c.Cell.Metric.Scale.Natural(number), legible
}

// toleranceOf returns the tolerance in natural units. A share of a reported zero is nothing: then it is one in the last reported place.
func toleranceOf(c Compared, number float64) float64 {
	if !c.Tolerance.Relative {
		return c.Tolerance.Value
	}
	return cmp.Or(c.Tolerance.Value*math.Abs(number), c.Cell.Metric.Scale.Natural(c.Reported.Unit))
}

// collapsedFrom is the share of collapsed runs from which a mean describes neither those nor the others.
const collapsedFrom = 0.25

// diverged tells whether a loss is of runs without a common level: the greatest is ten times the smallest and the reported one.
func diverged(c Compared) bool {
	number, _ := c.number()
	greatest := slices.Max(c.Cell.Runs.Values)
	return c.Class.Relative && greatest > 10*slices.Min(c.Cell.Runs.Values) && greatest > 10*number
}

// withoutCollapsed leaves collapsed runs out of a cell where they are many. Their share is an outcome, which the verdict tells
// beside what it says of the others.
func withoutCollapsed(c *result.Cell) {
	if float64(len(c.Runs.Collapsed)) < collapsedFrom*float64(len(c.Runs.Values)) || len(c.Runs.Collapsed) == 0 {
		return
	}
	c.Runs.Aside = contrast.Only(*c, c.Runs.Collapsed).Runs.Values
	*c = contrast.Only(*c, list.Filter(c.Runs.Replicates, func(r int) bool { return !slices.Contains(c.Runs.Collapsed, r) }))
}

// settle returns the kind and the reason of a cell that is not judged, and an empty kind for one that is.
func settle(c Compared, legible bool, mean float64) (kind Kind, lack, reason string) {
	n := len(c.Cell.Runs.Values)
	switch {
	case !legible && (c.Reported.Value == "" || c.Reported.Value == reported.Illegible):
		return Missing, result.LackReported, cmp.Or(c.Reported.Value, "nothing is reported here")
	case c.Reported.Void:
		return Missing, result.LackMisprint, c.Reported.Status
	case !legible:
		return Missing, result.LackReported, fmt.Sprintf("the reported %q is no number", c.Reported.Value)
	case c.Cell.State.Status == result.Failed:
		return Failed, "", cmp.Or(c.Cell.State.Note, "the runs failed")
	case n == 0 && c.Cell.State.Lost:
		return Missing, result.LackLost, cmp.Or(c.Cell.State.Note, "the data cannot be had")
	case n == 0 && c.Cell.State.Status == result.MissingData:
		return Missing, result.LackData, cmp.Or(c.Cell.State.Note, "the data is not here")
	case n == 0:
		return Missing, result.LackRuns, cmp.Or(c.Cell.State.Note, "not computed")
	case math.IsNaN(mean):
		return Missing, result.LackRuns, "no replicate ended with a number"
	case c.Smoke:
		return Missing, result.LackProfile, "the profile smoke stops its runs early: it judges nothing"
	case c.Cell.State.Substitute != "":
		return Substitute, "", "computed on a substitute for " + c.Cell.State.Substitute
	case c.Cell.State.Proxy != "":
		return Substitute, "", "proxy: the method is " + c.Cell.State.Proxy
	case math.IsInf(mean, 0):
		return Failed, "", "ours is infinite"
	case diverged(c):
		least, greatest := slices.Min(c.Cell.Runs.Values), slices.Max(c.Cell.Runs.Values)
		return Failed, "", fmt.Sprintf("our runs diverge: from %.3g to %.3g", c.Cell.Metric.Scale.Of(least), c.Cell.Metric.Scale.Of(greatest))
	case c.Cell.State.Partial != "":
		return Missing, result.LackPart, "ours is " + c.Cell.State.Partial + ", the reported number of all"
	case c.Class.Machine && !c.Cell.Runs.Repeats:
		return Missing, result.LackClock, c.Class.Reason
	}
	return "", "", ""
}

// exactly compares numbers in which nothing was drawn: equal as far as the digits go, near or different.
func exactly(v Verdict, c Compared, t tests) (Kind, string) {
	far := math.Abs(v.Difference)
	differs := fmt.Sprintf("nothing is drawn, and ours differs: %+.3g, tolerance %.3g", c.Cell.Metric.Scale.Of(v.Difference),
		c.Cell.Metric.Scale.Of(v.Tolerance))
	switch {
	case far <= t.unit/2*(1+1e-9)+1e-12*math.Abs(stat.Mean(c.Cell.Runs.Values)):
		if c.Seeded {
			return SameRun, fmt.Sprintf("the run of seed %d: ours rounds to the reported number", *c.Reported.Seed)
		}
		return Agrees, "nothing is drawn, and ours rounds to the reported number"
	case far <= v.Tolerance:
		return Close, differs
	}
	return Differs, differs
}

// reached counts the runs that reach the reported number, seen from their mean, as far as its digits go.
func reached(values []float64, mean, number, unit float64) int {
	return len(list.Filter(values, func(v float64) bool {
		return mean <= number && v >= number-unit/2 || mean > number && v <= number+unit/2
	}))
}

// Kind is the verdict on a cell.
type Kind = string

// The verdicts.
const (
	SameRun      = result.KindSameRun
	Agrees       = result.KindAgrees
	Close        = result.KindClose
	Inconclusive = result.KindInconclusive
	Differs      = result.KindDiffers
	Substitute   = result.KindSubstitute
	Missing      = result.KindMissing
	Failed       = result.KindFailed
)

// Compared is a cell with the tolerance, the runs and the spread that its verdict needs.
type Compared struct {
	result.Cell
	Class     eval.Class // of the metric
	Smoke     bool       // the profile stops its runs early
	Seeded    bool       // ours has the seed of the run behind the reported number
	Runs      int        // R, behind the reported number; 0 if it does not say, taken as 1
	Assumed   bool       // R is ours: the paper does not say how many there were
	Tolerance spec.Tolerance
}

// Verdict is the judgement on a cell, as tables carry it.
type Verdict = result.Verdict

// Never is the More of a cell whose verdict no number of replicates would change.
const Never = -1

// Level is the level of each test: the probability of a wrong "agrees" of a cell, and the share of the cells of a table whose
// reported numbers are wrongly called implausible.
const Level = 0.05

// Fewest is how many replicates a verdict takes: a deviation of fewer says too little.
const Fewest = 5

// power is with what probability a difference of the size that an inconclusive cell names would have been found.
const power = 0.8

// Package judge tells whether our number agrees with the one that a paper printed. Two questions decide, side by side (null
// and equivalence test, as Lakens, Scheel and Isager 2018 combine them):
//
//   - Is the published number a plausible draw of ours? It is if it lies in the 95 % prediction interval for a mean of the
//     R published runs, taken from our n replicates and widened by half a unit of its last printed place. The 95 % hold for runs
//     as skewed as exponential ones too, of which Student's t alone would lose 12 %: where five runs or more have a printed deviation,
//     by two intervals, with each side's own spread and with one of both; else by a higher level for fewer replicates. Over the
//     cells of a table the share of those that are wrongly called implausible is held at 5 % (Benjamini and Hochberg).
//   - Is the difference shown to be within the margin? It is if its 90 % interval lies there (two one-sided tests).
//
// Yes and yes is a MATCH, no and yes NEAR, no and no DIFFERS; yes and no, COMPATIBLE, is too noisy to show more.
//
// With s² the variance between runs and u the unit of the last printed place, the difference has the variance s²/n + s²/R +
// u²/12. The last two terms stay however long we compute; half the width of the interval that they leave is the resolution
// floor. No match within a margin below it can ever be shown.
package judge

import (
	"cmp"
	"fmt"
	"math"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/published"
	"nmfrepro/reports"
)

// Judge returns the verdicts on the cells of a table.
func Judge(cells []Compared) []Verdict {
	verdicts, all, p := make([]Verdict, len(cells)), make([]tests, len(cells)), make([]float64, len(cells))
	for i, c := range cells {
		verdicts[i], all[i] = measure(c)
		if p[i] = math.NaN(); verdicts[i].Kind == "" {
			p[i] = all[i].plausible(all[i].n)
		}
	}
	for i, q := range stat.BenjaminiHochberg(p) {
		v := &verdicts[i]
		if v.Kind == "" {
			v.P = q
			v.Kind = kindOf(q >= Level, all[i].shown(all[i].n) < Level)
			if v.Kind == Compatible {
				v.Detectable, v.More = all[i].found(power), all[i].more(q/p[i])
			}
			v.Reason = reason(*v, cells[i])
		}
		kind, _ := reports.First(reports.Kinds, func(k reports.Kind) bool { return k.Kind == v.Kind })
		v.Sign = kind.Sign
	}
	return verdicts
}

// kindOf answers the two questions together.
func kindOf(plausible, shown bool) Kind {
	switch {
	case plausible && shown:
		return Match
	case shown:
		return Near
	case plausible:
		return Compatible
	}
	return Differs
}

// measure fills in the difference and its uncertainty. Kind stays empty if the tests are to decide.
func measure(c Compared) (v Verdict, t tests) {
	nan := math.NaN()
	v = Verdict{
		Difference: nan, Low: nan, High: nan, Margin: nan, MarginReason: c.Margin.Reason, Floor: nan, DrawLow: nan, DrawHigh: nan, P: nan,
		Detectable: nan, Runs: c.Runs, Reached: -1,
	}
	number, legible := c.number()
	mean := stat.Mean(c.Values)
	if legible {
		v.Margin = marginOf(c, number)
		if n := len(c.Values); n > 0 && !math.IsInf(mean, 0) {
			t = newTests(c, number, v.Margin)
			v.Difference, v.Reached = t.difference, reached(c.Values, mean, number, t.unit)
			if n > 1 {
				in, half := t.within(t.n).Interval(1-2*Level), t.found(0.5)
				v.Low, v.High, v.DrawLow, v.DrawHigh = in.Low, in.High, mean-half, mean+half
				v.Floor = t.within(math.Inf(1)).HalfWidth(1 - 2*Level)
			}
		}
	}
	v.Kind, v.Lack, v.Reason = settle(c, legible, mean)
	if exact := (c.Repeats || c.Class.Exact) && plainly(c); v.Kind == "" && exact {
		v.Kind, v.Reason = exactly(v, c, t)
	}
	if v.Kind == "" && len(c.Values) < Fewest {
		v.Kind, v.Lack, v.Reason = Missing, reports.LackCount, fewRuns(c.Cell)
	}
	return v, t
}

// number is the published one in natural units, if it can be read.
func (c Compared) number() (number float64, legible bool) {
	number, legible = (published.Cell{Value: c.Published.Value}).Number()
	return c.Scale.Natural(number), legible
}

// marginOf is the margin in natural units. A share of a published zero is nothing: then it is one in the last printed place.
func marginOf(c Compared, number float64) float64 {
	if !c.Margin.Relative {
		return c.Margin.Value
	}
	return cmp.Or(c.Margin.Value*math.Abs(number), c.Scale.Natural(c.Published.Unit))
}

// collapsedFrom is the share of collapsed runs from which a mean describes neither those nor the others.
const collapsedFrom = 0.25

// settle returns the kind and the reason of a cell that is not judged, and an empty kind for one that is.
func settle(c Compared, legible bool, mean float64) (kind Kind, lack, reason string) {
	n := len(c.Values)
	switch {
	case !legible && (c.Published.Value == "" || c.Published.Value == published.Illegible):
		return Missing, reports.LackPublished, cmp.Or(c.Published.Value, "nothing is printed here")
	case !legible:
		return Missing, reports.LackPublished, fmt.Sprintf("the published %q is no number", c.Published.Value)
	case c.Status == reports.Failed:
		return Failed, "", cmp.Or(c.Note, "the runs failed")
	case n == 0 && c.Lost:
		return Missing, reports.LackLost, cmp.Or(c.Note, "the data cannot be had")
	case n == 0 && c.Status == reports.MissingData:
		return Missing, reports.LackData, cmp.Or(c.Note, "the data is not here")
	case n == 0:
		return Missing, reports.LackRuns, cmp.Or(c.Note, "not computed")
	case math.IsNaN(mean):
		return Missing, reports.LackRuns, "no replicate ended with a number"
	case c.Smoke:
		return Missing, reports.LackProfile, "the profile smoke stops its runs early: it judges nothing"
	case c.StandIn != "":
		return StandIn, "", "computed on a stand-in for " + c.StandIn
	case c.Proxy != "":
		return StandIn, "", "proxy: the method is " + c.Proxy
	case math.IsInf(mean, 0):
		return Failed, "", "ours is infinite"
	case c.Collapsed > 0 && float64(c.Collapsed) >= collapsedFrom*float64(n):
		return Failed, "", fmt.Sprintf("%s collapsed to a single cluster: the mean is of neither kind", of(c.Collapsed, n))
	case c.Partial != "":
		return Missing, reports.LackPart, "ours is " + c.Partial + ", the published number of all"
	case c.Class.Machine:
		return Missing, reports.LackClock, c.Class.Reason
	}
	return "", "", ""
}

// plainly tells whether the published number is to be compared exactly: no scatter of runs shows in its digits.
func plainly(c Compared) bool {
	sd, printed := (published.Cell{SD: c.Published.SD}).Deviation()
	return !printed || sd == 0
}

// exactly compares numbers in which nothing was drawn: equal as far as the digits go, near or different.
func exactly(v Verdict, c Compared, t tests) (Kind, string) {
	far := math.Abs(v.Difference)
	differs := fmt.Sprintf("nothing is drawn, and ours differs: %+.3g, margin %.3g", c.Scale.Of(v.Difference), c.Scale.Of(v.Margin))
	switch {
	case far <= t.unit/2*(1+1e-9)+1e-12*math.Abs(stat.Mean(c.Values)):
		return Match, "nothing is drawn, and ours rounds to the published number"
	case far <= v.Margin:
		return Near, differs
	}
	return Differs, differs
}

// reached counts the runs that reach the published number, seen from their mean, as far as its digits go.
func reached(values []float64, mean, number, unit float64) (n int) {
	for _, v := range values {
		if mean <= number && v >= number-unit/2 || mean > number && v <= number+unit/2 {
			n++
		}
	}
	return n
}

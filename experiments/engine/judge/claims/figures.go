package claims

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/collect"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// shown evaluates what curves show.
func (e evaluation) shown(f reported.Shown) []Outcome {
	curves, why := e.curves(f)
	if why != present {
		return []Outcome{without(why)}
	}
	others := map[string][]collect.Curve{}
	for _, method := range f.Above {
		g := f
		g.Method = method
		if others[method], why = e.curves(g); why != present {
			return []Outcome{without(why)}
		}
	}
	all := len(curves)
	curves = slices.DeleteFunc(slices.Clone(curves), func(c collect.Curve) bool {
		return c.Gone && slices.ContainsFunc(curves, func(d collect.Curve) bool { return !d.Gone })
	})
	var each [][]Outcome
	for _, c := range curves {
		if len(c.X) == 1 && math.IsNaN(c.X[0]) {
			return []Outcome{notTestable(result.LackOurs, "%s of %s does not vary over %s", f.Method, f.Experiment, f.Over)}
		}
		each = append(each, e.curve(f, c, others))
	}
	if f.Least == 0 {
		return slices.Concat(each...)
	}
	least, _ := share(f.Least, 0, len(curves), all-len(curves))
	return []Outcome{e.counted(list.Map(each, worst), least, len(curves), f.Method, "curves")}
}

func (e evaluation) curves(f reported.Shown) ([]collect.Curve, result.Missing) {
	if e.numbers.Curves == nil {
		return nil, missing(result.LackOurs, "no curves")
	}
	curves, err := e.numbers.Curves(f)
	switch {
	case err != nil:
		return nil, missing(result.LackOurs, "%v", err)
	case len(curves) == 0:
		return nil, missing(result.LackOurs, "%s has no such curve of %s", f.Experiment, f.Method)
	}
	return curves, present
}

// curve evaluates a claim on one curve.
func (e evaluation) curve(f reported.Shown, c collect.Curve, others map[string][]collect.Curve) []Outcome {
	points := pointsOf(c, f)
	all := points.between(f.From, f.To)
	switch {
	case f.Extreme != "":
		return e.extreme(f, c, points)
	case len(f.Above) > 0:
		return e.above(f, c, all, others)
	case f.Ends == "higher":
		return e.ends(c, all, 1)
	case f.Ends == "lower":
		return e.ends(c, all, -1)
	case f.AtLeast != nil:
		return e.beyond(f, c, all, *f.AtLeast, 1)
	case f.AtMost != nil:
		return e.beyond(f, c, all, *f.AtMost, -1)
	}
	return e.within(f, c, all)
}

// point is a place of a curve with its number.
type point struct {
	x float64
	number
}

type points []point

func pointsOf(c collect.Curve, f reported.Shown) points {
	var all points
	for i, x := range c.X {
		s := SampleOf(f.Experiment, c.Cells[i], 0).scaled(func(x float64) float64 { return x }) // it is compared in its own unit
		name := fmt.Sprintf("%s of %s", f.Metric, f.Method)
		if c.Where != "" {
			name += " on " + c.Where
		}
		if f.Over != "" {
			name += fmt.Sprintf(" at %s %g", f.Over, x)
		}
		p := point{x, number{x: s.Mean, terms: []term{{ref: reported.Ref{Table: name, Row: strconv.Itoa(i)}, weight: 1, Sample: s}}}}
		if s.Missing != present {
			p.missing = missing(s.Missing.Lack, "no %s: %s", name, s.Missing.Why)
		}
		all = append(all, p)
	}
	return all
}

func (all points) between(from, to *float64) points {
	return slices.DeleteFunc(slices.Clone(all), func(p point) bool { return from != nil && !(p.x >= *from) || to != nil && !(p.x <= *to) })
}

// split separates the points with a number from the reasons of the others.
func (all points) split() (there points, gone []Outcome) {
	for _, p := range all {
		if p.missing != present {
			gone = append(gone, without(p.missing))
		} else {
			there = append(there, p)
		}
	}
	return there, gone
}

func at(c collect.Curve, p point) string {
	switch {
	case c.Where == "":
		return fmt.Sprintf("%g", p.x)
	case len(c.X) == 1: // the axis is none
		return c.Where
	}
	return fmt.Sprintf("%s, %g", c.Where, p.x)
}

// above compares two curves at every place of both, or their means over those places.
func (e evaluation) above(f reported.Shown, c collect.Curve, all points, others map[string][]collect.Curve) (parts []Outcome) {
	for _, method := range f.Above {
		i := slices.IndexFunc(others[method], func(d collect.Curve) bool { return d.Where == c.Where })
		if i < 0 {
			parts = append(parts, notTestable(result.LackOurs, "no curve of %s on %s", method, c.Where))
			continue
		}
		g := f
		g.Method = method
		rival := pointsOf(others[method][i], g)
		var own, theirs []number
		for _, p := range all {
			k := slices.IndexFunc(rival, func(q point) bool { return q.x == p.x || math.IsNaN(q.x) })
			switch {
			case p.missing != present:
				parts = append(parts, without(p.missing))
			case k < 0:
				parts = append(parts, notTestable(result.LackOurs, "no %s at %s", method, at(c, p)))
			case f.Mean && rival[k].missing == present:
				own, theirs = append(own, p.number), append(theirs, rival[k].number)
			default:
				parts = append(parts, e.compare(p.ahead(rival[k].number, c.Lower), false, "at %s: %s %s, %s %s", at(c, p), f.Method, p.number, method,
					rival[k].number))
			}
		}
		if len(own) > 0 {
			x, y := mean(own), mean(theirs)
			parts = append(parts, e.compare(x.ahead(y, c.Lower), false, "mean over %d points: %s %s, %s %s", len(own), f.Method, x, method, y))
		}
	}
	return parts
}

// ends compares the last point with the first.
func (e evaluation) ends(c collect.Curve, all points, sign float64) []Outcome {
	there, parts := all.split()
	if len(parts) > 0 || len(there) < 2 {
		return append(parts, notTestable(result.LackOurs, "fewer than two points"))
	}
	first, last := there[0], there[len(there)-1]
	return []Outcome{e.compare(last.number.minus(first.number).weighted(sign), false, "from %s to %g: %s, %s", at(c, first), last.x,
		first.number, last.number)}
}

// extreme compares the best, or worst, point between two places with every one outside.
func (e evaluation) extreme(f reported.Shown, c collect.Curve, all points) []Outcome {
	there, parts := all.split()
	lower := c.Lower != (f.Extreme == "worst")
	inside := there.between(f.From, f.To)
	if len(inside) == 0 || len(inside) == len(there) {
		return append(parts, notTestable(result.LackOurs, "no point inside, or none outside"))
	}
	in := inside[0]
	for _, p := range inside {
		if p.ahead(in.number, lower).x > 0 {
			in = p
		}
	}
	for _, p := range there {
		if !slices.ContainsFunc(inside, func(q point) bool { return q.x == p.x }) {
			parts = append(parts, e.compare(in.ahead(p.number, lower), false, "%s inside at %s: %s, outside at %g: %s", f.Extreme, at(c, in),
				in.number, p.x, p.number))
		}
	}
	return parts
}

// beyond compares every point with a bound.
func (e evaluation) beyond(f reported.Shown, c collect.Curve, all points, bound, sign float64) []Outcome {
	there, parts := all.split()
	for _, p := range there {
		parts = append(parts, e.bounded(p.number.plus(number{x: -bound}).weighted(sign), "at %s: %s %s, bound %v", at(c, p), f.Method, p.number, bound))
	}
	return parts
}

// within compares the highest point with the lowest.
func (e evaluation) within(f reported.Shown, c collect.Curve, all points) []Outcome {
	there, parts := all.split()
	if len(there) < 2 {
		return append(parts, notTestable(result.LackOurs, "fewer than two points"))
	}
	rising := func(p, q point) int { return cmp.Compare(p.number.x, q.number.x) }
	low, high := slices.MinFunc(there, rising), slices.MaxFunc(there, rising)
	span := high.number.minus(low.number)
	room := span.weighted(-1).plus(number{x: f.Within})
	return append(parts, e.bounded(room, "from %s at %s to %s at %g, a span of %s", low.number, at(c, low), high.number, high.x, span))
}

// traced evaluates how objectives fall. It looks at single runs, so that there is no scatter to allow for.
func (e evaluation) traced(t reported.Traced) (parts []Outcome) {
	if e.numbers.Traces == nil {
		return []Outcome{notTestable(result.LackOurs, "no traces")}
	}
	traces, err := e.numbers.Traces(t)
	if err != nil {
		return []Outcome{notTestable(result.LackOurs, "%v", err)}
	}
	for _, trace := range traces {
		if trace.Gone && slices.ContainsFunc(traces, func(t collect.Trace) bool { return !t.Gone }) {
			continue
		}
		if trace.Missing != present {
			parts = append(parts, notTestable(trace.Missing.Lack, "no objective of %s on %s: %s", t.Method, trace.Where, trace.Missing.Why))
			continue
		}
		if t.NeverRises {
			parts = append(parts, neverRises(trace))
		}
		if t.Share != 0 {
			parts = append(parts, fallen(t, trace))
		}
		if t.Still != 0 {
			parts = append(parts, still(t, trace))
		}
	}
	return parts
}

// traceSlack is what rounding adds to an objective, relative: committed results keep six digits.
const traceSlack = 1e-5

func neverRises(t collect.Trace) Outcome {
	most, at := math.Inf(-1), 0
	for i := 1; i < len(t.Points); i++ {
		if rise := t.Points[i].Objective/t.Points[i-1].Objective - 1; rise > most {
			most, at = rise, t.Points[i].Iteration
		}
	}
	if math.IsInf(most, -1) {
		return notTestable(result.LackOurs, "one observation only on %s", t.Where)
	}
	return exactly(traceSlack-most, "%s: the largest relative change, up to iteration %d, is %+.2g", t.Where, at, most)
}

func fallen(p reported.Traced, t collect.Trace) Outcome {
	i := slices.IndexFunc(t.Points, func(at store.Point) bool { return at.Iteration == p.By })
	n := len(t.Points) - 1
	if i < 0 || n <= i {
		return notTestable(result.LackOurs, "%s was not observed at iteration %d, or not beyond", t.Where, p.By)
	}
	first, last := t.Points[0], t.Points[n]
	done := (first.Objective - t.Points[i].Objective) / (first.Objective - last.Objective)
	return exactly(done-p.Share, "%s: %.1f %% of the fall of %d iterations is done by iteration %d, claimed %.0f %%",
		t.Where, 100*done, last.Iteration, p.By, 100*p.Share)
}

func still(p reported.Traced, t collect.Trace) Outcome {
	n := len(t.Points) - 1
	i := slices.IndexFunc(t.Points, func(at store.Point) bool { return at.Iteration >= p.By })
	if i < 0 || n <= i {
		return notTestable(result.LackOurs, "%s was not observed beyond iteration %d", t.Where, p.By)
	}
	change, last := 0.0, t.Points[n]
	for _, at := range t.Points[i:] {
		change = max(change, math.Abs(at.Objective/last.Objective-1))
	}
	return exactly(p.Still-change, "%s: from iteration %d to %d the objective yet changes by %.2g %%, allowed %.2g %%",
		t.Where, t.Points[i].Iteration, last.Iteration, 100*change, 100*p.Still)
}

// exactly returns the outcome of a comparison without scatter.
func exactly(difference float64, format string, args ...any) Outcome {
	o := frame(fmt.Sprintf(format, args...))
	switch o.Difference = result.Known(difference); {
	case difference < 0:
		o.ClaimVerdict = Fails
	case difference >= 0:
		o.ClaimVerdict = Holds
	default: // it is no number
		o.ClaimVerdict, o.Lack = NotTestable, result.LackFailed
	}
	return o
}

package collect

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nmfrepro/eval"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
	"nmfrepro/reports/list"
)

// Curve is a metric of one method along an axis, for example the accuracy of NMF at the ranks 10, 20 and 30. Claims are about
// curves, and figures draw them.
type Curve struct {
	Where string // data set, rank and options that the axis leaves apart
	X     []float64
	Cells []reports.Cell
	Lower bool // less is better
	Gone  bool // nobody has its data
}

// Curves are the curves that a claim is about, as far as the store has them.
func (g *Results) Curves(f published.Shown) ([]Curve, error) {
	m, err := g.Spec.FindMethod(f.Method)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(g.Spec.Metrics, f.Metric) {
		return nil, fmt.Errorf("%s: metric %q is not computed, %s", g.Spec.Address, f.Metric, list.DidYouMean(f.Metric, g.Spec.Metrics))
	}
	metric, _ := eval.Find(spec.BaseOf(f.Metric))
	var all []Curve
	sets := g.chosen(f.Datasets)
	if f.Average {
		hand := g.atHand(list.Map(sets, spec.Dataset.Heading))
		sets = slices.DeleteFunc(sets, func(d spec.Dataset) bool { return !slices.Contains(hand, d.Heading()) })
	}
	for _, l := range g.lines(axis{f.Over, f.Average}, sets, m) {
		c := Curve{Where: l.where(), Lower: metric.Better == eval.Lower}
		for _, at := range l.stops() {
			c.X, c.Cells = append(c.X, at[0].x), append(c.Cells, g.meanAt(at, f.Metric))
		}
		c.Gone = !slices.ContainsFunc(c.Cells, func(c reports.Cell) bool { return c.StandIn == "" && !c.Lost })
		all = append(all, c)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: nothing of %s lies along %s", g.Spec.Address, f.Method, f.Over)
	}
	return all, nil
}

// meanAt is the mean over several places, as a claim compares it. Data sets that the profile leaves out do not count, and the
// cell says which part of the mean is there.
func (g *Results) meanAt(places []place, metric string) reports.Cell {
	wanted := slices.DeleteFunc(slices.Clone(places), func(at place) bool {
		return len(places) > 1 && g.want[run.KeyOf(at.d, at.rank, at.v)] == 0
	})
	if len(wanted) == 0 {
		return g.meanOf(places[:1], metric)
	}
	c := g.meanOf(wanted, metric)
	if len(wanted) < len(places) {
		c.Partial = cmp.Or(c.Partial, fmt.Sprintf("of %d of %d data sets", len(wanted), len(places)))
	}
	return c
}

// chosen are the data sets that a claim or a plot names, all if it names none.
func (g *Results) chosen(keys []string) []spec.Dataset {
	return slices.DeleteFunc(slices.Clone(g.Spec.Datasets), func(d spec.Dataset) bool { return len(keys) > 0 && !slices.Contains(keys, d.Key) })
}

// Trace is the objective of one run from its start on, or why there is none.
type Trace struct {
	Where   string
	Points  []store.Point
	Missing string
	Gone    bool // nobody has its data
}

// Traces are the objectives of replicate 0 of a method: the one whose trace is drawn.
func (g *Results) Traces(t published.Traced) ([]Trace, error) {
	m, err := g.Spec.FindMethod(t.Method)
	if err != nil {
		return nil, err
	}
	var all []Trace
	for _, d := range g.chosen(t.Datasets) {
		if !m.RunsOn(d.Key) {
			continue
		}
		for _, rank := range d.Ranks {
			option, _, _ := strings.Cut(t.At, "=")
			for _, v := range m.Along(option) {
				if t.At == "" || slices.ContainsFunc(v.At, func(c spec.Coordinate) bool { return c.Name+"="+c.Value == t.At }) {
					all = append(all, g.trace(d, rank, v))
				}
			}
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no run of %s %s", g.Spec.Address, t.Method, t.At)
	}
	return all, nil
}

func (g *Results) trace(d spec.Dataset, rank int, v spec.Variant) Trace {
	at := run.KeyOf(d, rank, v)
	out := Trace{Where: d.RowLabel(rank), Gone: g.gone(d.Heading())}
	for _, rec := range g.records[at] {
		if rec.Unit.Replicate == 0 && rec.Provenance.StandIn != "" {
			out.Missing = "computed on a substitute for " + rec.Provenance.StandIn
		} else if rec.Unit.Replicate == 0 {
			out.Points = rec.Trace
		}
	}
	if len(out.Points) < 2 && out.Missing == "" {
		_, note, _ := g.status(at, 0, nil)
		out.Missing = cmp.Or(note, "no trace is kept")
	}
	return out
}

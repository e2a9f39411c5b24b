package collect

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/eval"
	"nmfrepro/experiments/published"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/spec/nearest"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// Curve is what a claim says something about: a metric of one method at the places of an axis, in their order.
type Curve struct {
	Where string // data set, rank and options that the axis leaves apart
	X     []float64
	Cells []reports.Cell
	Lower bool // less is better
}

// Curves are the curves that a claim is about, as far as the store has them.
func Curves(p *run.Plan, lib *spec.Library, st *store.Store, f published.Shown) ([]Curve, error) {
	m, err := p.Spec.FindMethod(f.Method)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(p.Spec.Metrics, f.Metric) {
		return nil, fmt.Errorf("%s: metric %q is not computed, %s", p.Spec.Address, f.Metric, nearest.Hint(f.Metric, p.Spec.Metrics))
	}
	metric, _ := eval.Find(spec.BaseOf(f.Metric))
	g := gather(p, lib, st)
	var all []Curve
	for _, l := range g.lines(f, m) {
		c := Curve{Where: l.label, Lower: metric.Better == eval.Lower}
		for _, at := range l.stops() {
			c.X, c.Cells = append(c.X, at[0].x), append(c.Cells, g.meanAt(at, f.Metric))
		}
		all = append(all, c)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: nothing of %s lies along %s", p.Spec.Address, f.Method, f.Over)
	}
	return all, nil
}

// meanAt is the cell of a place or, replicate by replicate, the mean of several: those of data sets that the profile leaves out
// are left out, and it says so.
func (g gathered) meanAt(places []place, metric string) reports.Cell {
	var cells []reports.Cell
	for _, at := range places {
		if len(places) == 1 || g.want[run.KeyOf(at.d, at.rank, at.v)] > 0 {
			cells = append(cells, g.cell(at.d, at.rank, panelColumn{Variant: at.v, metric: metric}))
		}
	}
	if len(cells) == 0 {
		return g.cell(places[0].d, places[0].rank, panelColumn{Variant: places[0].v, metric: metric})
	}
	c := overRanks(cells, spec.OverMean)
	if len(cells) < len(places) {
		c.Partial = cmp.Or(c.Partial, fmt.Sprintf("of %d of %d data sets", len(cells), len(places)))
	}
	return c
}

// lines puts a method's units into curves, each with its places in order. A method that does not vary along the axis has one
// place, NaN, which stands for all.
func (g gathered) lines(f published.Shown, m spec.Method) []curve {
	var all []curve
	for _, d := range g.Spec.Datasets {
		if !m.RunsOn(d.Key) || len(f.Datasets) > 0 && !slices.Contains(f.Datasets, d.Key) {
			continue
		}
		for _, rank := range d.Ranks {
			for i, v := range m.Variants() {
				at, ok := g.along(f, d, rank, v)
				if !ok {
					continue
				}
				if f.Over == "" {
					at.x = float64(i)
				}
				label := g.apart(f, d, rank, v)
				k := slices.IndexFunc(all, func(c curve) bool { return c.label == label })
				if k < 0 {
					k, all = len(all), append(all, curve{label: label})
				}
				all[k].points = append(all[k].points, at)
			}
		}
	}
	for _, c := range all {
		slices.SortStableFunc(c.points, func(a, b place) int { return cmp.Compare(a.x, b.x) })
	}
	return all
}

// along is the place of a unit on the axis.
func (g gathered) along(f published.Shown, d spec.Dataset, rank int, v spec.Variant) (place, bool) {
	at := place{d: d, rank: rank, v: v}
	switch x, coordinate := d.At.Get(f.Over); {
	case f.Over == "":
		return at, true
	case f.Over == spec.OverRank:
		at.x = float64(rank)
		return at, true
	case coordinate:
		at.x = x
		return at, true
	}
	for _, c := range v.At {
		if x, err := strconv.ParseFloat(c.Value, 64); c.Name == f.Over && err == nil {
			at.x = x
			return at, true
		}
	}
	_, varies := v.Vary.Get(f.Over)
	at.x = math.NaN()
	return at, !varies
}

// apart names what the axis leaves apart: the same for all methods, so that curves can be set side by side.
func (g gathered) apart(f published.Shown, d spec.Dataset, rank int, v spec.Variant) string {
	var parts []string
	if _, coordinate := d.At.Get(f.Over); !coordinate && !f.Average {
		parts = append(parts, d.Heading())
	}
	if f.Over != spec.OverRank && len(d.Ranks) > 1 {
		parts = append(parts, "r = "+strconv.Itoa(rank))
	}
	for _, c := range v.At {
		if c.Name != f.Over && f.Over != "" {
			parts = append(parts, c.Name+" "+c.Value)
		}
	}
	return strings.Join(parts, ", ")
}

// TraceOf is the objective of one run, or why there is none.
type TraceOf struct {
	Where   string
	Points  []store.Point
	Missing string
}

// TracesOf are the objectives of replicate 0 of a method: the one whose trace is drawn.
func TracesOf(p *run.Plan, lib *spec.Library, st *store.Store, t published.Traced) ([]TraceOf, error) {
	m, err := p.Spec.FindMethod(t.Method)
	if err != nil {
		return nil, err
	}
	g := gather(p, lib, st)
	var all []TraceOf
	for _, d := range g.Spec.Datasets {
		if !m.RunsOn(d.Key) || len(t.Datasets) > 0 && !slices.Contains(t.Datasets, d.Key) {
			continue
		}
		for _, rank := range d.Ranks {
			for _, v := range m.Variants() {
				if t.At == "" || slices.ContainsFunc(v.At, func(c spec.Coordinate) bool { return c.Name+"="+c.Value == t.At }) {
					all = append(all, g.trace(d, rank, v))
				}
			}
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no run of %s %s", p.Spec.Address, t.Method, t.At)
	}
	return all, nil
}

func (g gathered) trace(d spec.Dataset, rank int, v spec.Variant) TraceOf {
	at := run.KeyOf(d, rank, v)
	out := TraceOf{Where: d.RowLabel(rank)}
	for _, rec := range g.records[at] {
		if rec.Unit.Replicate == 0 && rec.Provenance.StandIn != "" {
			out.Missing = "computed on a stand-in for " + rec.Provenance.StandIn
		} else if rec.Unit.Replicate == 0 {
			out.Points = rec.Trace
		}
	}
	if len(out.Points) < 2 && out.Missing == "" {
		_, out.Missing = g.status(at, 0, nil)
	}
	if len(out.Points) < 2 && out.Missing == "" {
		out.Missing = "no trace is kept"
	}
	return out
}

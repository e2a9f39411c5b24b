package collect

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// axis is what the points of a line lie along: rank, a coordinate of the data sets, or an option that methods vary over. Over
// no axis every variant is a point.
type axis struct {
	over    string
	average bool // one line for all data sets: the mean over them
	names   *reported.Paper
}

// line is the runs of a method along an axis, alike in everything else. Figures draw these lines and claims evaluate them.
// Over the rank, for example, a method on two data sets has two lines.
type line struct {
	dataset string            // heading of the data set; "" if the axis or the average runs over the sets
	rank    int               // 0 if the axis runs over ranks, or the data set has one
	options []spec.Coordinate // without the axis
	points  []axisPoint
	names   *reported.Paper // that says how data sets and ranks are called
}

// axisPoint is where runs stand on an axis; NaN if the method does not vary along it, so that the place stands for all.
type axisPoint struct {
	x    float64
	d    spec.Dataset
	rank int
	v    spec.Variant
}

// lines puts the runs of a method on some data sets into lines, each with its places in order.
func (g *Results) lines(a axis, datasets []spec.Dataset, m spec.Method) []line {
	var all []line
	for _, d := range datasets {
		if !m.RunsOn(d.Key) {
			continue
		}
		for _, rank := range d.Ranks {
			for i, v := range m.Along(a.over) {
				x, ok := a.place(d, rank, v)
				if !ok {
					continue
				}
				if a.over == "" {
					x = float64(i)
				}
				l := a.apart(d, rank, v)
				k := slices.IndexFunc(all, func(other line) bool { return other.where() == l.where() })
				if k < 0 {
					k, all = len(all), append(all, l)
				}
				all[k].points = append(all[k].points, axisPoint{x, d, rank, v})
			}
		}
	}
	for _, l := range all {
		slices.SortStableFunc(l.points, func(a, b axisPoint) int { return cmp.Compare(a.x, b.x) })
	}
	return all
}

// place says where a variant stands on the axis; false if the axis is an option of it that is no number.
func (a axis) place(d spec.Dataset, rank int, v spec.Variant) (x float64, ok bool) {
	if x, coordinate := d.At.Get(a.over); coordinate {
		return x, true
	}
	if a.over == spec.OverRank {
		return float64(rank), true
	}
	for _, c := range v.At {
		if x, err := strconv.ParseFloat(c.Value, 64); c.Name == a.over && err == nil {
			return x, true
		}
	}
	_, varies := v.Axes().Get(a.over)
	return math.NaN(), !varies
}

// apart returns the line to which a variant belongs, still without points.
func (a axis) apart(d spec.Dataset, rank int, v spec.Variant) line {
	l := line{names: a.names}
	if _, coordinate := d.At.Get(a.over); !coordinate && !a.average {
		l.dataset = a.names.RowName(d.Heading())
	}
	if a.over != spec.OverRank && len(d.Ranks) > 1 {
		l.rank = rank
	}
	for _, c := range v.At {
		if c.Name != a.over && a.over != "" {
			l.options = append(l.options, c)
		}
	}
	return l
}

// where names a line among those of its method: the same for all methods, so that lines can be set side by side.
func (l line) where() string {
	var parts []string
	if l.dataset != "" {
		parts = append(parts, l.dataset)
	}
	if l.rank > 0 {
		parts = append(parts, l.names.RankName(strconv.Itoa(l.rank)))
	}
	return strings.Join(append(parts, l.optionTexts()...), ", ")
}

// legend names a line in a figure: its method, then what tells it from the others. The data set is named where there are
// several.
func (l line) legend(m spec.Method, several bool) string {
	parts := append([]string{m.Heading()}, l.optionTexts()...)
	if l.rank > 0 {
		parts = append(parts, l.names.RankName(strconv.Itoa(l.rank)))
	}
	if several && l.dataset != "" {
		parts = append(parts, l.dataset)
	}
	return strings.Join(parts, ", ")
}

func (l line) optionTexts() []string {
	return list.Map(l.options, func(c spec.Coordinate) string { return c.Name + " " + c.Value })
}

// stops returns the points in order, those at one place of the axis together: the data sets of an average.
func (l line) stops() (stops [][]axisPoint) {
	for _, at := range l.points {
		if n := len(stops); n > 0 && stops[n-1][0].x == at.x {
			stops[n-1] = append(stops[n-1], at)
			continue
		}
		stops = append(stops, []axisPoint{at})
	}
	return stops
}

// meanOf returns the cell of a place or, replicate by replicate, the mean of several.
func (g *Results) meanOf(places []axisPoint, metric string) result.Cell {
	cells := list.Map(places, func(at axisPoint) result.Cell {
		return g.cell(at.d, at.rank, panelColumn{variant: at.v, metric: metric})
	})
	return overRanks(cells, spec.OverMean)
}

// Curve is a metric of one method along an axis, for example the accuracy of NMF at the ranks 10, 20 and 30. Claims are about
// curves, and figures draw them.
type Curve struct {
	Where string // data set, rank and options that the axis leaves apart
	X     []float64
	Cells []result.Cell
	Lower bool // less is better
	Gone  bool // nobody has its data
}

// Curves returns the curves of a claim that have records.
func (g *Results) Curves(f reported.Shown) ([]Curve, error) {
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
	for _, l := range g.lines(axis{f.Over, f.Average, g.Paper}, sets, m) {
		c := Curve{Where: l.where(), Lower: metric.Better == eval.Lower}
		for _, at := range l.stops() {
			c.X, c.Cells = append(c.X, at[0].x), append(c.Cells, g.meanAt(at, f.Metric))
		}
		c.Gone = !slices.ContainsFunc(c.Cells, func(c result.Cell) bool { return c.State.Substitute == "" && !c.State.Lost })
		all = append(all, c)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: nothing of %s lies along %s", g.Spec.Address, f.Method, f.Over)
	}
	return all, nil
}

// meanAt returns the mean over several places, as a claim compares it. Data sets that the profile leaves out do not count, and the
// cell says which part of the mean is there.
func (g *Results) meanAt(places []axisPoint, metric string) result.Cell {
	wanted := slices.DeleteFunc(slices.Clone(places), func(at axisPoint) bool {
		return len(places) > 1 && g.want[run.KeyOf(at.d, at.rank, at.v)] == 0
	})
	if len(wanted) == 0 {
		return g.meanOf(places[:1], metric)
	}
	c := g.meanOf(wanted, metric)
	if len(wanted) < len(places) {
		c.State.Partial = cmp.Or(c.State.Partial, fmt.Sprintf("of %d of %d data sets", len(wanted), len(places)))
	}
	return c
}

// chosen returns the data sets that a claim or a plot names, all if it names none.
func (g *Results) chosen(keys []string) []spec.Dataset {
	return slices.DeleteFunc(slices.Clone(g.Spec.Datasets), func(d spec.Dataset) bool {
		return len(keys) > 0 && !slices.Contains(keys, d.Key)
	})
}

// Trace is the objective of one run over its iterations, or the reason why there is none.
type Trace struct {
	Where   string
	Points  []store.Point
	Missing result.Missing // why there is none
	Gone    bool           // nobody has its data
}

// Traces returns the objectives of replicate 0 of a method: the one whose trace is drawn.
func (g *Results) Traces(t reported.Traced) ([]Trace, error) {
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
	out := Trace{Where: g.Paper.RowName(d.RowLabel(rank)), Gone: g.gone(d.Heading())}
	for _, rec := range g.records[at] {
		if of := g.SubstituteOf(d.Key, rec); rec.Run.Replicate == 0 && of != "" {
			out.Missing = result.Missing{Lack: result.LackSubstitute, Why: "computed on a substitute for " + of}
		} else if rec.Run.Replicate == 0 {
			out.Points = rec.Trace
		}
	}
	if len(out.Points) < 2 && out.Missing == (result.Missing{}) {
		status, note, lost := g.status(at, 0, nil)
		state := result.State{Status: status, Lost: lost}
		out.Missing = result.Missing{Lack: cmp.Or(state.Lack(), result.LackOurs), Why: cmp.Or(note, "no trace is kept")}
	}
	return out
}

package collect

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/reports/list"

	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
)

// axis is what the points of a line lie along: rank, a coordinate of the data sets, or an option that methods vary over. Over
// no axis every variant is a point.
type axis struct {
	over    string
	average bool // one line for all data sets: the mean over them
}

// line is the units of a method along an axis, alike in everything else. Figures draw these lines and claims evaluate them.
// Over the rank, for example, a method on two data sets has two lines.
type line struct {
	dataset string            // heading of the data set; "" if the axis or the average runs over the sets
	rank    int               // 0 if the axis runs over ranks, or the data set has one
	options []spec.Coordinate // without the axis
	points  []place
}

// place is where units stand on an axis; NaN if the method does not vary along it, so that the place stands for all.
type place struct {
	x    float64
	d    spec.Dataset
	rank int
	v    spec.Variant
}

// lines puts the units of a method on some data sets into lines, each with its places in order.
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
				all[k].points = append(all[k].points, place{x, d, rank, v})
			}
		}
	}
	for _, l := range all {
		slices.SortStableFunc(l.points, func(a, b place) int { return cmp.Compare(a.x, b.x) })
	}
	return all
}

// place is where a variant stands on the axis; false if the axis is an option of it that is no number.
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

// apart is the line to which a variant belongs, still without points.
func (a axis) apart(d spec.Dataset, rank int, v spec.Variant) line {
	var l line
	if _, coordinate := d.At.Get(a.over); !coordinate && !a.average {
		l.dataset = d.Heading()
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
		parts = append(parts, "r = "+strconv.Itoa(l.rank))
	}
	return strings.Join(append(parts, l.optionTexts()...), ", ")
}

// legend names a line in a figure: its method, then what tells it from the others. The data set is named where there are
// several.
func (l line) legend(m spec.Method, several bool) string {
	parts := append([]string{m.Heading()}, l.optionTexts()...)
	if l.rank > 0 {
		parts = append(parts, "r = "+strconv.Itoa(l.rank))
	}
	if several && l.dataset != "" {
		parts = append(parts, l.dataset)
	}
	return strings.Join(parts, ", ")
}

func (l line) optionTexts() []string {
	return list.Map(l.options, func(c spec.Coordinate) string { return c.Name + " " + c.Value })
}

// stops are the points in order, those at one place of the axis together: the data sets of an average.
func (l line) stops() (stops [][]place) {
	for _, at := range l.points {
		if n := len(stops); n > 0 && stops[n-1][0].x == at.x {
			stops[n-1] = append(stops[n-1], at)
			continue
		}
		stops = append(stops, []place{at})
	}
	return stops
}

// meanOf is the cell of a place or, replicate by replicate, the mean of several.
func (g *Results) meanOf(places []place, metric string) reports.Cell {
	cells := list.Map(places, func(at place) reports.Cell { return g.cell(at.d, at.rank, panelColumn{Variant: at.v, metric: metric}) })
	return overRanks(cells, spec.OverMean)
}

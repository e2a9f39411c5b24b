package collect

import (
	"math"
	"slices"
	"strconv"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// drawLines is a metric over ranks, over a coordinate of the data sets or over an option: a curve for each variant that the
// axis leaves apart, with a band of one deviation.
func drawLines(p plotPart) []reports.Plot {
	plot := p.plot(p.Over, p.Metric)
	reason := ""
	for _, m := range p.methods {
		for _, curve := range p.curves(m) {
			s := reports.Series{Label: curve.label}
			for _, at := range curve.stops() {
				cell := p.cellAt(at)
				if len(cell.Values) == 0 {
					if cell.Status == reports.Skipped || cell.Status == reports.Failed {
						reason = cell.Note
					}
					continue
				}
				mean, sd := stat.Mean(cell.Values), 0.0
				if len(cell.Values) > 1 {
					sd = stat.SD(cell.Values)
				}
				s.X, s.Y = append(s.X, at[0].x), append(s.Y, mean)
				s.Low, s.High = append(s.Low, mean-sd), append(s.High, mean+sd)
			}
			if len(s.X) == 0 {
				continue
			}
			if slices.Equal(s.Low, s.Y) {
				s.Low, s.High = nil, nil
			}
			plot.Series = append(plot.Series, s)
		}
	}
	return []reports.Plot{p.settle(plot, reason)}
}

// curve is the points of one line.
type curve struct {
	label  string
	points []place
}

// place is where a group of units stands on an axis.
type place struct {
	x    float64
	d    spec.Dataset
	rank int
	v    spec.Variant
}

// stops are the points in order, those at one place of the axis together: the data sets of an average.
func (c curve) stops() (stops [][]place) {
	for _, at := range c.points {
		if n := len(stops); n > 0 && stops[n-1][0].x == at.x {
			stops[n-1] = append(stops[n-1], at)
			continue
		}
		stops = append(stops, []place{at})
	}
	return stops
}

// cellAt is the cell of a point, replicate by replicate the mean of several.
func (p plotPart) cellAt(points []place) reports.Cell {
	var cells []reports.Cell
	for _, at := range points {
		cells = append(cells, p.cell(at.d, at.rank, panelColumn{Variant: at.v, metric: p.Metric}))
	}
	return overRanks(cells, spec.OverMean)
}

// curves splits a method's units into lines over the axis.
func (p plotPart) curves(m spec.Method) []curve {
	var all []curve
	add := func(label string, at place) {
		if i := slices.IndexFunc(all, func(c curve) bool { return c.label == label }); i >= 0 {
			all[i].points = append(all[i].points, at)
			return
		}
		all = append(all, curve{label, []place{at}})
	}
	for _, d := range p.datasets {
		if !m.RunsOn(d.Key) {
			continue
		}
		for _, rank := range d.Ranks {
			for _, v := range m.Variants() {
				label, x, ok := p.placeOf(d, rank, v)
				if ok {
					add(label, place{x, d, rank, v})
				}
			}
		}
	}
	for _, c := range all {
		slices.SortStableFunc(c.points, func(a, b place) int {
			switch {
			case a.x < b.x:
				return -1
			case a.x > b.x:
				return 1
			}
			return 0
		})
	}
	return all
}

// placeOf names the line that a variant belongs to, by all that tells it from others but the axis, and its place on the axis;
// false if it has none.
func (p plotPart) placeOf(d spec.Dataset, rank int, v spec.Variant) (label string, x float64, ok bool) {
	label = v.Heading()
	x, ok = d.At.Get(p.Over)
	along := ok // the data sets lie along the axis
	for _, c := range v.At {
		if number, err := strconv.ParseFloat(c.Value, 64); c.Name == p.Over && err == nil {
			x, ok = number, true
			continue
		}
		label += ", " + c.Name + " " + c.Value
	}
	if p.Over == spec.OverRank {
		x, ok = float64(rank), true
	} else if len(d.Ranks) > 1 {
		label += ", r = " + strconv.Itoa(rank)
	}
	if len(p.datasets) > 1 && !along && !p.Average {
		label += ", " + d.Heading()
	}
	return label, x, ok
}

// drawTraces is the objective of replicate 0 over the iterations, a curve for each variant.
func drawTraces(p plotPart) []reports.Plot {
	plot := p.plot("iteration", "objective")
	if p.Relative && p.YLabel == "" {
		plot.Y.Label = "objective / objective at the start"
	}
	reason := ""
	p.each(func(label string, rec store.Record) {
		s := reports.Series{Label: label}
		for _, point := range rec.Trace {
			y := point.Objective
			if p.Relative {
				y /= rec.Trace[0].Objective
			}
			if point.Iteration >= p.From {
				s.X, s.Y = append(s.X, float64(point.Iteration)), append(s.Y, y)
			}
		}
		if reason = rec.Reason; len(s.X) > 0 {
			plot.Series = append(plot.Series, s)
		}
	})
	return []reports.Plot{p.settle(plot, reason)}
}

// each visits replicate 0 of every variant at every rank, with a label that says what tells it from the others.
func (p plotPart) each(visit func(label string, rec store.Record)) {
	for _, d := range p.datasets {
		for _, rank := range d.Ranks {
			for _, m := range p.methods {
				for _, v := range m.Variants() {
					label := v.Heading()
					for _, c := range v.At {
						label += ", " + c.Name + " " + c.Value
					}
					if len(p.datasets) > 1 {
						label += ", " + d.Heading()
					}
					if len(d.Ranks) > 1 {
						label += ", r = " + strconv.Itoa(rank)
					}
					for _, rec := range p.records[run.KeyOf(d, rank, v)] {
						if rec.Unit.Replicate == 0 {
							visit(label, rec)
						}
					}
				}
			}
		}
	}
}

func orNaN(v *float64) float64 {
	if v == nil {
		return math.NaN()
	}
	return *v
}

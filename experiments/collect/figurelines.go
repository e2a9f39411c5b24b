package collect

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/run"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// drawLines draws a metric over ranks, over a coordinate of the data sets or over an option. Variants that differ in something
// else than the axis have a curve each, with a band of one standard deviation.
func drawLines(p plotPart) []reports.Plot {
	plot := p.plot(inWords(p.Over), inWords(p.Metric))
	plot.Y = bounded(plot.Y, p.Metric)
	reason := ""
	for _, m := range p.methods {
		for _, l := range p.lines(axis{p.Over, p.Average}, p.datasets, m) {
			s := reports.Series{Label: l.legend(m, len(p.datasets) > 1)}
			for _, at := range l.stops() {
				if math.IsNaN(at[0].x) {
					continue // the method does not vary along the axis
				}
				cell := p.meanOf(at, p.Metric)
				if len(cell.Values) == 0 {
					reason = cmp.Or(inability(cell), reason)
					continue
				}
				addMean(&s, at[0].x, cell.Values)
			}
			if len(s.X) > 0 {
				plot.Series = append(plot.Series, s)
			}
		}
	}
	return []reports.Plot{p.settle(withoutFlatBands(plot), reason)}
}

// inability is why runs that ended left no value, "" of those that are still to come.
func inability(c reports.Cell) string {
	if c.Status == reports.Skipped || c.Status == reports.Failed {
		return c.Note
	}
	return ""
}

// addMean adds a mean with its deviation, 0 of a single value.
func addMean(s *reports.Series, x float64, values []float64) {
	mean, sd := stat.Mean(values), 0.0
	if len(values) > 1 {
		sd = stat.SD(values)
	}
	s.X, s.Y = append(s.X, x), append(s.Y, mean)
	s.Low, s.High = append(s.Low, mean-sd), append(s.High, mean+sd)
}

// withoutFlatBands takes the bands off series that deviate nowhere.
func withoutFlatBands(plot reports.Plot) reports.Plot {
	for i := range plot.Series {
		if s := &plot.Series[i]; slices.Equal(s.Low, s.Y) {
			s.Low, s.High = nil, nil
		}
	}
	return plot
}

// drawTraces is the objective of replicate 0 over the iterations, a curve for each variant.
func drawTraces(p plotPart) []reports.Plot {
	plot := p.plot("iteration", "objective")
	if p.Relative && p.YLabel == "" {
		plot.Y.Label = "objective / first objective"
	}
	reason := ""
	p.each(func(label string, rec *store.Record) {
		if p.Varies != "" {
			label = p.Varies + " " + strings.Join(slices.Sorted(maps.Values(rec.Unit.Vary)), ", ")
		}
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
func (p plotPart) each(visit func(label string, rec *store.Record)) {
	for _, d := range p.datasets {
		for _, rank := range d.Ranks {
			for _, m := range p.methods {
				for _, v := range m.Variants() {
					label := v.Title()
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

package collect

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// drawLines draws a metric over ranks, over a coordinate of the data sets or over an option. Variants that differ in something
// else than the axis have a curve each, with a band of one standard deviation.
func drawLines(p plotPart) []result.Plot {
	plot := p.plot(inWords(p.Over), inWords(p.Metric))
	plot.Y = bounded(plot.Y, p.Metric)
	reason := ""
	for _, m := range p.methods {
		for _, l := range p.lines(axis{p.Over, p.Average, p.Paper}, p.datasets, m) {
			s := result.Series{Label: l.legend(m, len(p.datasets) > 1)}
			for _, at := range l.stops() {
				if math.IsNaN(at[0].x) {
					continue // the method does not vary along the axis
				}
				cell := p.meanOf(at, p.Metric)
				if len(cell.Runs.Values) == 0 {
					reason = cmp.Or(inability(cell), reason)
					continue
				}
				addMean(&s, at[0].x, cell.Runs.Values)
			}
			if len(s.X) > 0 {
				plot.Series = append(plot.Series, s)
			}
		}
	}
	return []result.Plot{p.settle(withoutFlatBands(plot), reason)}
}

// inability says why runs that ended left no value, "" of those that are still to come.
func inability(c result.Cell) string {
	if c.State.Status == result.Skipped || c.State.Status == result.Failed {
		return c.State.Note
	}
	return ""
}

// addMean adds a mean with its deviation, 0 of a single value.
func addMean(s *result.Series, x float64, values []float64) {
	mean, sd := stat.Mean(values), 0.0
	if len(values) > 1 {
		sd = stat.SD(values)
	}
	s.X, s.Y = append(s.X, x), append(s.Y, mean)
	s.Low, s.High = append(s.Low, mean-sd), append(s.High, mean+sd)
}

// withoutFlatBands takes the bands off series that deviate nowhere.
func withoutFlatBands(plot result.Plot) result.Plot {
	for i := range plot.Series {
		if s := &plot.Series[i]; slices.Equal(s.Low, s.Y) {
			s.Low, s.High = nil, nil
		}
	}
	return plot
}

// drawTraces draws the objective of replicate 0 over the iterations, a curve for each variant.
func drawTraces(p plotPart) []result.Plot {
	plot := p.plot("iteration", "objective")
	if p.Relative && p.YLabel == "" {
		plot.Y.Label = "objective / first objective"
	}
	reason := ""
	p.each(func(label string, rec *store.Record) {
		if p.Varies != "" {
			label = p.Varies + " " + strings.Join(slices.Sorted(maps.Values(rec.Run.Vary)), ", ")
		}
		s := result.Series{Label: label}
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
	plot.LogObjective()
	return []result.Plot{p.settle(plot, reason)}
}

// each visits replicate 0 of every variant at every rank, with a label that says what tells it from the others.
func (p plotPart) each(visit func(label string, rec *store.Record)) {
	for _, d := range p.datasets {
		for _, rank := range d.Ranks {
			place := ""
			if len(p.datasets) > 1 {
				place = ", " + p.Paper.RowName(d.Heading())
			}
			if len(d.Ranks) > 1 {
				place += ", " + p.Paper.RankName(strconv.Itoa(rank))
			}
			for _, v := range list.FlatMap(p.methods, spec.Method.Variants) {
				for _, rec := range p.records[run.KeyOf(d, rank, v)] {
					if rec.Run.Replicate == 0 {
						visit(v.Title()+place, rec)
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

// drawColumns draws a metric as bars, mean ± deviation over the replicates: a group for each data set and rank, in it a bar for
// each variant of a method.
func drawColumns(p plotPart) []result.Plot {
	plot := p.plot("", inWords(p.Metric))
	plot.Y = bounded(plot.Y, p.Metric)
	reason, place := "", 0.0
	for _, d := range p.datasets {
		for _, rank := range d.Ranks {
			place++
			plot.X.Names = append(plot.X.Names, p.Paper.RowName(d.RowLabel(rank)))
			for _, m := range p.methods {
				for _, v := range m.Variants() {
					cell := p.cell(d, rank, panelColumn{variant: v, metric: p.Metric})
					if len(cell.Runs.Values) == 0 {
						reason = cmp.Or(inability(cell), reason)
						continue
					}
					i := slices.IndexFunc(plot.Series, func(s result.Series) bool { return s.Label == v.Title() })
					if i < 0 {
						i, plot.Series = len(plot.Series), append(plot.Series, result.Series{Label: v.Title(), Bars: true})
					}
					addMean(&plot.Series[i], place, cell.Runs.Values)
				}
			}
		}
	}
	return []result.Plot{p.settle(withoutFlatBands(plot), reason)}
}

// drawCurves draws the columns of an output as lines over its first column, for each variant; named where the data set names
// its samples and they are the columns.
func drawCurves(p plotPart) []result.Plot {
	plot := p.plot("", inWords(p.Output))
	reason := p.eachOutput(func(label string, rec *store.Record, a store.Array) {
		for k := 1; k < a.Cols; k++ {
			s := result.Series{Label: label}
			if len(rec.Samples) == a.Cols {
				s.Label = rec.Samples[k]
			}
			for i := range a.Rows {
				s.X, s.Y = append(s.X, a.Values[i*a.Cols]), append(s.Y, a.Values[i*a.Cols+k])
			}
			if peak, ok := rec.Metrics[p.Peak]; ok && len(s.Y) > 0 {
				s.Names = make([]string, len(s.Y))
				s.Names[slices.Index(s.Y, slices.Max(s.Y))] = "ours " + strconv.FormatFloat(peak, 'f', 2, 64)
			}
			plot.Series = append(plot.Series, s)
		}
	})
	if reason == "" && len(plot.Series) == 0 {
		reason = "the output " + p.Output + " has one column only"
	}
	return []result.Plot{p.settle(plot, reason)}
}

// drawSurfaces draws a metric over two options of a method, a heat map for each method, data set and rank.
func drawSurfaces(p plotPart) []result.Plot {
	return list.FlatMap(p.methods, func(m spec.Method) []result.Plot {
		return list.FlatMap(p.datasets, func(d spec.Dataset) []result.Plot {
			return list.Map(d.Ranks, func(rank int) result.Plot { return p.surface(m, d, rank) })
		})
	})
}

func (p plotPart) surface(m spec.Method, d spec.Dataset, rank int) result.Plot {
	plot := p.plot(inWords(p.Over), inWords(p.And))
	if p.Each != spec.EachMethod && len(p.methods) > 1 {
		plot.Title += ": " + m.Heading()
	}
	xs, ys := m.Axis(p.Over), m.Axis(p.And)
	image := &result.Image{Rows: len(ys), Cols: len(xs), X: xs, Y: ys, Values: make([]float64, len(xs)*len(ys))}
	image.Scale = &result.ColourScale{Label: cmp.Or(p.Plot.Scale, inWords(p.Metric))}
	reason, complete := "", true
	for _, v := range m.Along(p.Over, p.And) {
		values := v.Values()
		x, errX := strconv.ParseFloat(values[p.Over], 64)
		y, errY := strconv.ParseFloat(values[p.And], 64)
		if errX != nil || errY != nil {
			continue
		}
		cell := p.cell(d, rank, panelColumn{variant: v, metric: p.Metric})
		if len(cell.Runs.Values) == 0 {
			reason, complete = cell.State.Note, false
			continue
		}
		image.Values[slices.Index(ys, y)*len(xs)+slices.Index(xs, x)] = stat.Mean(cell.Runs.Values)
	}
	if complete && len(xs) > 0 && len(ys) > 0 {
		plot.Image = image
	}
	return p.settle(plot, reason)
}

// scales are those that surfaces share, by metric.
type scales map[string]*result.ColourScale

// join widens the metric's scale to the values of the surfaces and gives it to them.
func (s scales) join(metric string, plots []result.Plot) {
	for _, p := range plots {
		if p.Image == nil || p.Image.Scale == nil {
			continue
		}
		low, high := slices.Min(p.Image.Values), slices.Max(p.Image.Values)
		if scale, seen := s[metric]; seen {
			scale.Low, scale.High = min(scale.Low, low), max(scale.High, high)
		} else {
			s[metric] = &result.ColourScale{Label: p.Image.Scale.Label, Low: low, High: high}
		}
		p.Image.Scale = s[metric]
	}
}

package collect

import (
	"cmp"
	"slices"
	"strconv"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
)

// drawSurfaces is a metric over two options of a method, a heat map for each method, data set and rank.
func drawSurfaces(p plotPart) []reports.Plot {
	var plots []reports.Plot
	for _, m := range p.methods {
		for _, d := range p.datasets {
			for _, rank := range d.Ranks {
				plots = append(plots, p.surface(m, d, rank))
			}
		}
	}
	return plots
}

func (p plotPart) surface(m spec.Method, d spec.Dataset, rank int) reports.Plot {
	plot := p.plot(inWords(p.Over), inWords(p.And))
	if p.Each != spec.EachMethod && len(p.methods) > 1 {
		plot.Title += ": " + m.Heading()
	}
	xs, ys := m.Axis(p.Over), m.Axis(p.And)
	image := &reports.Image{Rows: len(ys), Cols: len(xs), X: xs, Y: ys, Values: make([]float64, len(xs)*len(ys))}
	image.Scale = &reports.ColourScale{Label: cmp.Or(p.Plot.Scale, inWords(p.Metric))}
	reason, complete := "", true
	for _, v := range m.Along(p.Over, p.And) {
		values := v.Values()
		x, errX := strconv.ParseFloat(values[p.Over], 64)
		y, errY := strconv.ParseFloat(values[p.And], 64)
		if errX != nil || errY != nil {
			continue
		}
		cell := p.cell(d, rank, panelColumn{Variant: v, metric: p.Metric})
		if len(cell.Values) == 0 {
			reason, complete = cell.Note, false
			continue
		}
		image.Values[slices.Index(ys, y)*len(xs)+slices.Index(xs, x)] = stat.Mean(cell.Values)
	}
	if complete && len(xs) > 0 && len(ys) > 0 {
		plot.Image = image
	}
	return p.settle(plot, reason)
}

// scales are those that surfaces share, by metric.
type scales map[string]*reports.ColourScale

// join widens the metric's scale to the values of the surfaces and gives it to them.
func (s scales) join(metric string, plots []reports.Plot) {
	for _, p := range plots {
		if p.Image == nil || p.Image.Scale == nil {
			continue
		}
		low, high := slices.Min(p.Image.Values), slices.Max(p.Image.Values)
		if scale, seen := s[metric]; seen {
			scale.Low, scale.High = min(scale.Low, low), max(scale.High, high)
		} else {
			s[metric] = &reports.ColourScale{Label: p.Image.Scale.Label, Low: low, High: high}
		}
		p.Image.Scale = s[metric]
	}
}

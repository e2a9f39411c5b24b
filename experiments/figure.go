package experiments

import (
	"slices"
	"strings"

	"nmfrepro/experiments/result"
)

// CollectFigure gathers what the store has for the plan into the figure that is to be drawn.
func (p *Plan) CollectFigure(lib *Library, st *Store) result.Figure {
	g := p.gather(lib, st)
	f := result.Figure{Address: p.Spec.Address, Columns: p.Spec.Across}
	f.Paper, f.Key, f.Title, f.Cite = p.heading(lib)
	shared := scales{}
	for _, spec := range p.Spec.Plots {
		for _, part := range g.parts(spec) {
			kind := findPlotKind(spec.kind())
			plots := kind.draw(part)
			if spec.Shared {
				shared.join(spec.Metric, plots)
			}
			f.Plots = append(f.Plots, plots...)
		}
	}
	drawn := func(method string) bool {
		return slices.ContainsFunc(p.Spec.Plots, func(plot PlotSpec) bool { return len(plot.Methods) == 0 || slices.Contains(plot.Methods, method) })
	}
	f.Notes = append(g.notes(drawn), g.undrawn(drawn)...)
	return f
}

// undrawn names the methods that a figure lacks beside those that it shows: a line or a plot that is not there tells nobody.
func (g gathered) undrawn(drawn func(method string) bool) []string {
	var lacking []string
	some := false
	for _, m := range g.Spec.Methods {
		wanted, there := false, false
		for at, want := range g.want {
			if at.method == m.Key && want > 0 {
				wanted, there = true, there || len(g.records[at]) > 0
			}
		}
		some = some || there
		if wanted && !there && drawn(m.Key) {
			lacking = append(lacking, m.label())
		}
	}
	if !some || len(lacking) == 0 {
		return nil
	}
	return []string{"Not drawn, because not run yet: " + strings.Join(lacking, ", ") + "."}
}

// plotKind is a way of drawing records: one line of the table.
type plotKind struct {
	name  string
	needs []string // keys of a PlotSpec that must be given
	draw  func(plotPart) []result.Plot
}

var plotKinds = []plotKind{
	{"bars", []string{"output"}, drawBars},
	{"columns", []string{"metric"}, drawColumns},
	{"curve", []string{"output"}, drawCurves},
	{"lines", []string{"metric", "over"}, drawLines},
	{"matrix", []string{"output"}, drawMatrices},
	{"pictures", []string{"output"}, drawPictures},
	{"scatter", []string{"output"}, drawScatter},
	{"surface", []string{"metric", "over", "and"}, drawSurfaces},
	{"trace", nil, drawTraces},
}

// findPlotKind is the zero kind for a name that is none, which the check of specs reports.
func findPlotKind(name string) plotKind {
	for _, k := range plotKinds {
		if k.name == name {
			return k
		}
	}
	return plotKind{}
}

// plotPart is a plot spec with the data sets and methods that go into one drawing.
type plotPart struct {
	gathered
	PlotSpec
	title    string
	datasets []DatasetSpec
	methods  []MethodSpec
}

// parts splits a plot spec by what it wants one plot for.
func (g gathered) parts(spec PlotSpec) []plotPart {
	all := plotPart{gathered: g, PlotSpec: spec, title: spec.Title}
	for _, d := range g.Spec.Datasets {
		if (len(spec.Datasets) == 0 || slices.Contains(spec.Datasets, d.Key)) && g.only.takes("dataset", d.Key) {
			all.datasets = append(all.datasets, d)
		}
	}
	for _, m := range g.Spec.Methods {
		if (len(spec.Methods) == 0 || slices.Contains(spec.Methods, m.Key)) && g.only.takes("method", m.Key) {
			all.methods = append(all.methods, m)
		}
	}
	var parts []plotPart
	add := func(key, label string, narrow func(*plotPart)) {
		part := all
		if part.title != "" {
			part.title += ": "
		}
		part.title += label
		part.Marks = nil
		for _, m := range all.Marks {
			if m.In == "" || m.In == key {
				part.Marks = append(part.Marks, m)
			}
		}
		narrow(&part)
		parts = append(parts, part)
	}
	switch spec.Each {
	case eachDataset:
		for _, d := range all.datasets {
			add(d.Key, g.titled(d), func(p *plotPart) { p.datasets = []DatasetSpec{d} })
		}
	case eachMethod:
		for _, m := range all.methods {
			add(m.Key, m.label(), func(p *plotPart) { p.methods = []MethodSpec{m} })
		}
	default:
		parts = append(parts, all)
	}
	return parts
}

// titled is a data set's label, with a word where a stand-in is drawn.
func (g gathered) titled(d DatasetSpec) string {
	for _, s := range g.Sources {
		if s.Key == d.Key && s.Entry.StandIn != "" {
			return d.label() + " (stand-in)"
		}
	}
	return d.label()
}

// What a plot spec may want one plot for.
const (
	eachDataset = "dataset"
	eachMethod  = "method"
)

func (m MethodSpec) label() string {
	if m.Label != "" {
		return m.Label
	}
	return m.Key
}

// plot is the frame of a drawing: title, axes, marks, and why there is nothing in it.
func (p plotPart) plot(x, y string) result.Plot {
	if p.XLabel != "" {
		x = p.XLabel
	}
	if p.YLabel != "" {
		y = p.YLabel
	}
	plot := result.Plot{Title: p.title, X: result.Axis{Label: x, Log: p.LogX}, Y: result.Axis{Label: y, Log: p.LogY}, Status: result.OK}
	for _, m := range p.Marks {
		plot.Marks = append(plot.Marks, result.Mark{Label: m.Label, X: orNaN(m.X), Y: orNaN(m.Y)})
	}
	return plot
}

// settle says why a plot is empty, if it is.
func (p plotPart) settle(plot result.Plot, reason string) result.Plot {
	if len(plot.Series) > 0 || plot.Image != nil {
		return plot
	}
	plot.Marks = nil
	if reason != "" { // of a run that left nothing to draw
		plot.Status, plot.Note = result.Skipped, reason
		return plot
	}
	plot.Status, plot.Note = result.Pending, "not run yet"
	for _, d := range p.datasets {
		if status, note := p.absent(d.Key); status != result.Pending {
			plot.Status, plot.Note = status, note
		}
	}
	return plot
}

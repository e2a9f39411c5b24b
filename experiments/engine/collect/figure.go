package collect

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

// Figure sets the results into the plots of the experiment.
func (g *Results) Figure() result.Figure {
	f := result.Figure{Address: g.Spec.Address, Columns: g.Spec.Across, Profile: g.Profile}
	f.Paper, f.Key, f.Title, f.Cite = g.heading()
	shared := scales{}
	var seen []string
	for _, plot := range g.Spec.Plots {
		for _, part := range g.parts(plot) {
			part.say = func(observed string) { seen = append(seen, observed) }
			plots := drawn[plot.Form()](part)
			if plot.Shared {
				shared.join(plot.Metric, plots)
			}
			f.Plots = append(f.Plots, plots...)
		}
	}
	shows := func(method string) bool {
		return slices.ContainsFunc(g.Spec.Plots, func(plot spec.Plot) bool {
			return len(plot.Methods) == 0 || slices.Contains(plot.Methods, method)
		})
	}
	f.Notes = slices.Concat(g.notes(shows), seen, g.undrawn(shows))
	return f
}

// undrawn names the methods that a figure should show and does not: a reader would not notice that a line is missing.
func (g *Results) undrawn(shows func(method string) bool) []string {
	var lacking []string
	some := false
	for _, m := range g.Spec.Methods {
		wanted, there := false, false
		for at, want := range g.want {
			if at.Method == m.Key && want > 0 {
				wanted, there = true, there || len(g.records[at]) > 0
			}
		}
		some = some || there
		if wanted && !there && shows(m.Key) {
			lacking = append(lacking, m.Heading())
		}
	}
	if !some || len(lacking) == 0 {
		return nil
	}
	return []string{"Not drawn, because not run yet: " + strings.Join(lacking, ", ") + "; to run: " + g.Command()}
}

// drawn are the ways of drawing records, by the kind of a plot.
var drawn = map[string]func(plotPart) []result.Plot{
	"bars": drawBars, "columns": drawColumns, "curve": drawCurves, "lines": drawLines, "matrix": drawMatrices,
	"pictures": drawPictures, "scatter": drawScatter, "surface": drawSurfaces, "trace": drawTraces,
}

// plotPart is a plot of the spec with the data sets and methods that go into one drawing.
type plotPart struct {
	*Results
	spec.Plot
	title    string
	datasets []spec.Dataset
	methods  []spec.Method
	say      func(observed string) // a sentence on what the drawing shows
}

// parts splits a plot of the spec into drawings: one for each data set, rank or method if the spec asks for that.
func (g *Results) parts(plot spec.Plot) []plotPart {
	all := plotPart{Results: g, Plot: plot, title: plot.Title}
	all.datasets = list.Filter(g.chosen(plot.Datasets), func(d spec.Dataset) bool { return g.Only.Takes("dataset", d.Key) })
	all.methods = list.Filter(g.Spec.Methods, func(m spec.Method) bool {
		return (len(plot.Methods) == 0 || slices.Contains(plot.Methods, m.Key)) && g.Only.Takes("method", m.Key)
	})
	var parts []plotPart
	add := func(key, label string, narrow func(*plotPart)) {
		part := all
		part.title = join(part.title, label)
		part.Marks = slices.DeleteFunc(slices.Clone(all.Marks), func(m spec.Mark) bool { return m.In != "" && m.In != key })
		narrow(&part)
		parts = append(parts, part)
	}
	switch plot.Each {
	case spec.EachDataset:
		for _, d := range all.datasets {
			add(d.Key, g.titled(d), func(p *plotPart) { p.datasets = []spec.Dataset{d} })
		}
	case spec.EachMethod:
		for _, m := range all.methods {
			add(m.Key, m.Heading(), func(p *plotPart) { p.methods = []spec.Method{m} })
		}
	default:
		parts = append(parts, all)
	}
	return parts
}

// titled returns a data set's label, with a word where substitute data is drawn.
func (g *Results) titled(d spec.Dataset) string {
	if s := g.source(d.Key); s != nil && s.Entry.StandIn != "" && g.substitutes(d.Key) {
		return g.Paper.RowName(d.Heading()) + " (substitute)"
	}
	return g.Paper.RowName(d.Heading())
}

// plot returns the frame of a drawing: title, axes, marks, and why there is nothing in it.
func (p plotPart) plot(x, y string) result.Plot {
	plot := result.Plot{
		Title: p.title, X: result.Axis{Label: cmp.Or(p.XLabel, x), Log: p.LogX}, Y: result.Axis{Label: cmp.Or(p.YLabel, y),
			Log: p.LogY}, Status: result.OK,
	}
	for _, m := range p.Marks {
		plot.Marks = append(plot.Marks, result.Mark{Label: m.Label, X: orNaN(m.X), Y: orNaN(m.Y)})
	}
	if p.Beside != nil {
		for _, m := range p.methods {
			ref := p.Beside.Panel
			ref.Row, ref.Column = p.datasets[0].Heading(), p.Beside.Column(m)
			panel, _ := p.Paper.PanelOf(ref)
			if v, ok := p.Paper.CellOf(ref).Number(); ok {
				plot.Marks = append(plot.Marks, result.Mark{Label: m.Heading(), X: math.NaN(), Y: v / panel.InPrint(ref.Row, 1)})
			}
		}
	}
	return plot
}

// settle gives an empty plot the reason why it is empty.
func (p plotPart) settle(plot result.Plot, reason string) result.Plot {
	if len(plot.Series) > 0 || plot.Image != nil {
		return plot
	}
	plot.Marks = nil
	if reason != "" { // of a run that left nothing to draw
		plot.Status, plot.Note = result.Skipped, reason
		return plot
	}
	plot.Status = result.Pending
	for _, d := range p.datasets {
		if status, note, _ := p.absent(d.Key, ""); plot.Note == "" || status != result.Pending {
			plot.Status, plot.Note = status, note
		}
	}
	return plot
}

// words are what figures call metrics and options whose names say too little.
var words = map[string]string{
	"acc": "accuracy", "ari": "adjusted Rand index", "csr": "CSR", "csr-sd": "CSR, by divergence", "md": "MD", "msl": "MSL",
	"nmi-max": "NMI", "nmi-mean": "NMI", "nmi-min": "NMI", "nmi-mutualinfo-m": "NMI", "nmi-sqrt": "NMI", "rel-error": "relative error",
	"rmse": "RMSE", "rmse-clipped": "RMSE", "svm-accuracy": "SVM accuracy", "knn-accuracy": "KNN accuracy", "alpha": "α", "lambda": "λ",
	"sigma": "σ", "beta": "β",
}

// inWords returns the name of a metric, an option or an output as a figure has it: the reading of clusters in brackets.
func inWords(name string) string {
	name, reading := result.SplitMetric(name)
	word, ok := words[name]
	if !ok {
		word = strings.ReplaceAll(name, "-", " ")
	}
	if reading != "" {
		word += " (" + reading + ")"
	}
	return word
}

// bounded gives an axis the range of a metric, where bands of mean ± deviation end.
func bounded(a result.Axis, metric string) result.Axis {
	m, known := eval.Find(spec.BaseOf(metric))
	if !known {
		return a
	}
	if low, high := m.Range(); low < high {
		if !math.IsInf(low, 0) {
			a.Low = &low
		}
		if !math.IsInf(high, 0) {
			a.High = &high
		}
	}
	return a
}

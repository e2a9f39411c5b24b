package collect

import (
	"fmt"
	"strconv"
	"strings"

	"nmfrepro/experiments/store"
	"nmfrepro/reports"
)

// eachOutput visits the kept output of replicate 0 of every variant.
func (p plotPart) eachOutput(visit func(label string, rec *store.Record, a store.Array)) (reason string) {
	p.each(func(label string, rec *store.Record) {
		if a, ok := rec.Outputs[p.Output]; ok {
			visit(label, rec, a)
		} else if reason = p.lacking(rec); reason == "" {
			reason = rec.Reason
		}
	})
	return reason
}

// lacking is why a record has no such output, with what to do where it is among ours but not among the committed results.
func (p plotPart) lacking(rec *store.Record) string {
	reason := rec.Unavailable[p.Output]
	if !strings.Contains(reason, store.NotCommitted) {
		return reason
	}
	of, _, _ := strings.Cut(reason, " numbers")
	why, name := of+" numbers are too many for them", rec.Unit.Dataset
	if s := p.source(rec.Unit.Dataset); s != nil {
		if name = s.Entry.Name; !s.Entry.Share {
			why = name + " may not be passed on"
		}
	}
	return fmt.Sprintf("not among the committed results: %s. With the data (nmfrepro data get %s), nmfrepro figure %s draws it", why, name, p.Spec.Address)
}

// drawBars is a column of numbers as bars, a group for each variant.
func drawBars(p plotPart) []reports.Plot {
	var plots []reports.Plot
	reason := p.eachOutput(func(label string, _ *store.Record, a store.Array) {
		plot := p.plot("", inWords(p.Output))
		plot.Title = join(p.title, label)
		s := reports.Series{Bars: true}
		for i := range a.Rows {
			s.X, s.Y = append(s.X, float64(i+1)), append(s.Y, a.Values[i*a.Cols])
		}
		plot.Series = []reports.Series{s}
		plots = append(plots, plot)
	})
	return p.orEmpty(plots, reason)
}

// drawScatter is the rows of an output as points, a series for each class where the classes are kept too. Three columns are
// points in space; one column is drawn over the place of the row. Names of a few samples are written beside them.
func drawScatter(p plotPart) []reports.Plot {
	var plots []reports.Plot
	reason := p.eachOutput(func(label string, rec *store.Record, a store.Array) {
		plot := p.plot("component 1", "component 2")
		if a.Cols == 1 {
			plot = p.plot("sample", inWords(p.Output))
		}
		plot.Title = join(p.title, label)
		classes := rec.Outputs["classes"]
		series := map[int]int{}
		for i := range a.Rows {
			class := -1
			if len(classes.Values) == a.Rows {
				class = int(classes.Values[i])
			}
			k, seen := series[class]
			if !seen {
				k = len(plot.Series)
				series[class] = k
				name := "" // one kind of points needs no legend
				if class >= 0 {
					name = "class " + strconv.Itoa(class+1)
				}
				plot.Series = append(plot.Series, reports.Series{Label: name, Points: true})
			}
			row := a.Values[i*a.Cols : (i+1)*a.Cols]
			if p.Output == "clusters" {
				row = []float64{row[0] + 1} // people count from 1
			}
			addPoint(&plot.Series[k], row, i)
			if len(rec.Samples) == a.Rows {
				plot.Series[k].Names = append(plot.Series[k].Names, rec.Samples[i])
			}
		}
		if a.Cols > 2 {
			plot.Z.Label = "component 3"
		}
		plot.Equal = p.Equal
		if said := p.distances(&plot); said != "" {
			p.say(said)
		}
		plots = append(plots, plot)
	})
	return p.orEmpty(plots, reason)
}

func addPoint(s *reports.Series, row []float64, i int) {
	switch len(row) {
	case 1:
		s.X, s.Y = append(s.X, float64(i+1)), append(s.Y, row[0])
		return
	case 2:
	default:
		s.Z = append(s.Z, row[2])
	}
	s.X, s.Y = append(s.X, row[0]), append(s.Y, row[1])
}

// drawMatrices is an output as an image, its first column at the top: one row of the image for each column, so that long
// factors lie flat.
func drawMatrices(p plotPart) []reports.Plot {
	var plots []reports.Plot
	reason := p.eachOutput(func(label string, _ *store.Record, a store.Array) {
		plot := p.plot("", "")
		plot.Title = join(p.title, label)
		image := &reports.Image{Rows: a.Cols, Cols: a.Rows, Values: make([]float64, len(a.Values))}
		for i := range a.Rows {
			for k := range a.Cols {
				image.Values[k*a.Rows+i] = a.Values[i*a.Cols+k]
			}
		}
		if p.Axes {
			image.X, image.Y = numbered(a.Rows), numbered(a.Cols)
		}
		plot.Image = image
		plots = append(plots, plot)
	})
	return p.orEmpty(plots, reason)
}

// numbered is 1 to n.
func numbered(n int) []float64 {
	numbers := make([]float64, n)
	for i := range numbers {
		numbers[i] = float64(i + 1)
	}
	return numbers
}

// orEmpty is the plots, or one that says why there are none.
func (p plotPart) orEmpty(plots []reports.Plot, reason string) []reports.Plot {
	if len(plots) == 0 {
		return []reports.Plot{p.settle(p.plot("", ""), reason)}
	}
	return plots
}

func join(title, label string) string {
	if title == "" {
		return label
	}
	return title + ": " + label
}

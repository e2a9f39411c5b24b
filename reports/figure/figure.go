// Package figure lays a [reports.Figure] out on one page and writes it as SVG, PNG or PDF; [CSV] writes the points behind it, and
// [Alt] describes it in words. Change here what a kind of plot shows and where things stand; fonts, colours and file formats are
// package canvas's, ticks package axis's.
//
// Every text is measured before anything is drawn. Our numbers are lines and filled markers, the paper's hollow diamonds and dashed
// lines; the legend names them outside the data. A plot without data is an empty frame that says why. The same figure gives the
// same bytes. Only the canvases and fonts of gonum/plot are used: its Plot type puts the legend over the data, sizes each plot of
// a grid by its own labels, and panics where a logarithmic axis meets a zero.
package figure

import (
	"cmp"
	"encoding/csv"
	"io"
	"math"
	"strconv"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/figure/canvas"
	"nmfrepro/reports/result"
)

// format is a way of writing a figure.
type format struct {
	name  string
	write func(w io.Writer, p canvas.Sheet) error
}

// formats are the ways of writing a figure; the first is the default.
var formats = []format{
	{"svg", canvas.SVG}, // text stays text
	{"png", canvas.PNG}, // 200 pixels to the inch
	{"pdf", canvas.PDF}, // for LaTeX; text as outlines
}

// Names lists the names of the formats of figures.
func Names() []string { return list.Map(formats, func(f format) string { return f.name }) }

// columns are those of the file; their names and order are a promise.
var columns = []string{"figure", "plot", "series", "kind", "x", "y", "low", "high", "value", "name"}

// none is a number that is not known.
var none = math.NaN()

// CSV writes the points behind f, one a row, at full precision: those of the series (value is z for points in space), the
// paper's marks, the pixels of images (x is the column and y the row, from 1, or their places on the axes), the
// mean ranks of rankings (x; low and high are a critical difference away), the rows of a forest (x, low and high; value is the tolerance),
// the readings of a specification curve (x is the place by effect, y the effect, name the choices).
// What is not known is empty.
func CSV(w io.Writer, f result.Figure) error {
	if err := f.Check(); err != nil {
		return err
	}
	out := csv.NewWriter(w) // which keeps its error to the end
	_ = out.Write(columns)
	for i, p := range f.Plots {
		plot := plotName(f, i)
		add := func(kind, series string, x, y, low, high, value float64, name string) {
			_ = out.Write([]string{f.Address, plot, series, kind, exact(x), exact(y), exact(low), exact(high), exact(value), name})
		}
		seriesPoints(p, add)
		for _, m := range p.Marks {
			add("mark", m.Label, m.X, m.Y, none, none, none, "")
		}
		if m := p.Image; m != nil {
			for k, v := range m.Values {
				column, row := k%m.Cols, k/m.Cols
				add("image", m.Frame, at(m.X, column, float64(column+1)), at(m.Y, row, float64(row+1)), none, none, v, "")
			}
		}
		if r := p.Ranking; r != nil {
			away := cmp.Or(r.Critical, none)
			for k, rank := range r.Ranks {
				add("rank", r.Methods[k], rank, none, rank-away, rank+away, none, "")
			}
		}
		if p.Forest != nil {
			for _, r := range p.Forest.Rows {
				add("row", r.Group, r.Mid, none, r.Low, r.High, p.Forest.Tolerance, r.Label)
			}
		}
		if p.Curve != nil {
			for k, r := range p.Curve.Readings {
				add("reading", r.Says, float64(k+1), float64(r.Effect), float64(r.Low), float64(r.High), p.Curve.Tolerance, r.String())
			}
		}
	}
	out.Flush()
	return out.Error()
}

// seriesPoints adds the points of the series of a plot.
func seriesPoints(p result.Plot, add func(kind, series string, x, y, low, high, value float64, name string)) {
	for _, s := range p.Series {
		kind := "series"
		if s.Bars {
			kind = "bar"
		}
		for k, x := range s.X {
			add(kind, s.Label, x, s.Y[k], at(s.Low, k, none), at(s.High, k, none), at(s.Z, k, none), at(s.Names, k, ""))
		}
	}
}

// at returns value k of those that a series or an image may have, otherwise where it has none.
func at[T any](values []T, k int, otherwise T) T {
	if len(values) == 0 {
		return otherwise
	}
	return values[k]
}

// plotName returns the title of plot i, or its number if the title is empty or not the only one of its kind.
func plotName(f result.Figure, i int) string {
	number := strconv.Itoa(i + 1)
	title := f.Plots[i].Title
	if title == "" {
		return number
	}
	for k, p := range f.Plots {
		if k != i && p.Title == title {
			return title + " #" + number
		}
	}
	return title
}

// exact formats v so that it is read back to the last bit; what is not a number is empty.
func exact(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

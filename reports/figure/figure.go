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
	"io"

	"nmfrepro/reports/figure/canvas"
	"nmfrepro/reports/list"
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

// Names lists the names of the formats.
func Names() []string { return list.Map(formats, func(f format) string { return f.name }) }

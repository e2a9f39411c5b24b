// Package figure draws figures. A [reports.Figure] becomes one page (the axes with their ticks, the legend, the lines below),
// laid out by measuring every text before anything is drawn, and the page becomes SVG, PNG or PDF. [CSV] writes the points
// behind it, [Alt] says in words what is seen. [Options] fit a figure into the column of a page.
//
// A plot is series (lines with bands, points, bars) between two axes, points in space, a matrix as an image alone or as a heat
// map with axes, or a ranking of methods with its critical difference; plots stand in a grid with one legend.
//
// All figures share one house style: see style.go. Our numbers are lines and filled markers, the paper's are hollow diamonds
// and dashed lines, and the legend says which is which, outside the data. A plot without data is an empty frame that says
// why. The same figure gives the same bytes.
//
// SVG keeps text as text; PNG and PDF have outlines. Only the canvases and fonts of gonum/plot are used. Its Plot type puts
// the legend over the data, sizes each plot of a grid by its own labels, and panics where a logarithmic axis meets a zero.
package figure

import (
	"io"

	"nmfrepro/reports/figure/ink"
)

// formats are the ways of writing a figure; the first is the default.
var formats = []struct {
	name  string
	write func(w io.Writer, p ink.Sheet) error
}{
	{"svg", ink.SVG}, // text stays text
	{"png", ink.PNG}, // 200 pixels to the inch
	{"pdf", ink.PDF}, // for LaTeX; text as outlines
}

// Names lists the names of the formats.
func Names() (names []string) {
	for _, f := range formats {
		names = append(names, f.name)
	}
	return names
}

package figure

import (
	"gonum.org/v1/plot/vg"
)

// The house style. Lengths are points, 72 to the inch; a figure of one plot is as wide as a column of a journal with its
// legend, one of three plots as wide as a page.
const (
	markerRadius = 2.1
	diamond      = 3.2 // half its diagonal

	pageMargin = 6.0
	plotGap    = 10.0 // between plots
	blockGap   = 8.0  // between title, plots, legend and caption

	barGap   = 7.0 // between an image and its scale bar
	barWidth = 8.0

	lowestReason = 48.0 // of an empty frame among diagrams
	lowestLabel  = 90.0 // length of a scale bar's label before it breaks

	sampleWidth = 20.0 // of a line in the legend
	legendText  = 150.0
	legendSpace = 12.0 // between columns of the legend

	narrowest = 250.0 // page
)

// dataSizes are the sizes of a plot's data area, by the number of plots side by side; the last serves for more.
var dataSizes = []vg.Point{{X: 270, Y: 185}, {X: 190, Y: 140}, {X: 140, Y: 112}, {X: 118, Y: 96}, {X: 104, Y: 84}}

// imageSizes are the longer sides of images, likewise.
var imageSizes = []vg.Length{200, 140, 110, 90, 72}

// plotColumns are the numbers of plots side by side: the first row that holds so many counts; the last serves for more.
var (
	plotColumns  = []struct{ upTo, columns int }{{1, 1}, {2, 2}, {3, 3}, {4, 2}, {9, 3}, {16, 4}, {25, 5}}
	imageColumns = []struct{ upTo, columns int }{{1, 1}, {2, 2}, {3, 3}, {4, 4}, {10, 5}, {18, 6}, {64, 8}}
)

package figure

import (
	"image/color"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports/figure/ink"
)

// The house style. Lengths are points, 72 to the inch; a figure of one plot is as wide as a column of a journal with its
// legend, one of three plots as wide as a page.
const (
	majorTick    = 3.0
	minorTick    = 1.6
	markerRadius = 2.1
	markerGap    = 28.0 // between markers on one line
	diamond      = 3.2  // half its diagonal
	whisker      = 1.6  // half the width of an error bar's ends

	pageMargin = 6.0
	textGap    = 3.0  // between a text and what it belongs to
	plotGap    = 10.0 // between plots
	blockGap   = 8.0  // between title, plots, legend and caption

	barGap   = 7.0 // between an image and its scale bar
	barWidth = 8.0

	lowestLabel = 90.0 // length of a scale bar's label before it breaks
	groupWidth  = 1.8  // frames of the images of a group

	sampleWidth = 20.0 // of a line in the legend
	legendText  = 150.0
	legendSpace = 12.0 // between columns of the legend

	narrowest = 250.0 // page

	bandAlpha = 0x30
)

// dataSizes are the sizes of a plot's data area, by the number of plots side by side; the last serves for more.
var dataSizes = []vg.Point{{X: 270, Y: 185}, {X: 190, Y: 140}, {X: 140, Y: 112}, {X: 118, Y: 96}, {X: 104, Y: 84}}

// imageSizes are the longer sides of images, likewise.
var imageSizes = []vg.Length{200, 140, 110, 90, 72}

// plotColumns are the numbers of plots side by side: the first row that holds so many counts.
var (
	plotColumns  = []struct{ upTo, columns int }{{1, 1}, {2, 2}, {3, 3}, {4, 2}, {9, 3}, {16, 4}}
	imageColumns = []struct{ upTo, columns int }{{1, 1}, {2, 2}, {3, 3}, {4, 4}, {10, 5}, {18, 6}}
)

const (
	mostPlotColumns  = 5
	mostImageColumns = 8
)

// palette is Okabe and Ito's, which the colour-blind can tell apart, without its yellow, too pale for a line, and with four dark
// colours, of those that were tried the farthest from the others to normal and to red- and green-blind eyes. Its
// order keeps the grey levels of neighbours apart.
var palette = []color.NRGBA{
	{0x00, 0x72, 0xb2, 0xff}, // blue
	{0xe6, 0x9f, 0x00, 0xff}, // orange
	{0x00, 0x00, 0x00, 0xff}, // black
	{0x00, 0x9e, 0x73, 0xff}, // green
	{0x88, 0x22, 0x55, 0xff}, // wine
	{0x56, 0xb4, 0xe9, 0xff}, // sky
	{0xd5, 0x5e, 0x00, 0xff}, // vermillion
	{0x33, 0x22, 0x88, 0xff}, // indigo
	{0xcc, 0x79, 0xa7, 0xff}, // purple
	{0x66, 0x11, 0x00, 0xff}, // maroon
	{0x8b, 0x5a, 0x2b, 0xff}, // brown
}

// dashes tell lines apart in grey. Their number has no factor in common with the palette's, so that 44 series differ.
var dashes = [][]vg.Length{nil, {5, 1.8}, {1.4, 1.4}, {6, 1.6, 1.4, 1.6}}

// paperDash is the pattern of the paper's lines, black or in the colour of the method they belong to.
var paperDash = []vg.Length{2.4, 2.4}

// look is how one method is drawn, in all plots of a figure.
type look struct {
	color  color.NRGBA
	dash   []vg.Length
	marker ink.Marker
	hatch  hatch
	offset vg.Length // where the first marker of a line may stand, so that those of lines that coincide do not
}

func newLook(i int) look {
	return look{
		color:  palette[i%len(palette)],
		dash:   dashes[i%len(dashes)],
		marker: ink.Markers[i%len(ink.Markers)],
		hatch:  hatches[i%len(hatches)],
		offset: vg.Length(i*3%len(palette)) / vg.Length(len(palette)) * markerGap,
	}
}

func (l look) band() color.NRGBA {
	c := l.color
	c.A = bandAlpha
	return c
}

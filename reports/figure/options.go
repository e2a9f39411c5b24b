package figure

import (
	"fmt"
	"io"
	"strings"

	"gonum.org/v1/plot/vg"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/figure/canvas"
	"nmfrepro/reports/result"
)

// Options say how a figure is laid out. The zero value is a page as wide as its plots need, with title and caption.
type Options struct {
	// Width is that of the page in points, 72 to the inch; 0 leaves it to the plots. Texts and lines keep their size, plots
	// become smaller or larger and if need be stand in fewer columns: in a column of a journal, 252 points wide, the
	// figure is put without scaling.
	Width float64
	// Bare leaves out the title, the lines below and the margins, for a document with captions of its own.
	Bare bool
	// Schemes has an SVG image follow the reader's choice of light or dark; pictures and heat maps stay as they are.
	Schemes bool
}

// Render writes f in a format, as wide as its plots need; see [Options.Render].
func Render(w io.Writer, f result.Figure, format string) error {
	return Options{}.Render(w, f, format)
}

// Render writes f in a format. It fails if the parts of a series, or an image, do not fit together, or if the width is too small for the
// labels.
func (o Options) Render(w io.Writer, f result.Figure, name string) error {
	known, found := list.First(formats, func(k format) bool { return k.name == name })
	if !found {
		return fmt.Errorf("figure: format = %q, want one of %s", name, strings.Join(Names(), ", "))
	}
	if err := f.Check(); err != nil {
		return err
	}
	p, err := o.page(f)
	if err != nil {
		return fmt.Errorf("figure: %s: %w", f.Address, err)
	}
	if err := known.write(w, canvas.Sheet{Width: p.width, Height: p.height, Name: p.name, Alt: p.alt, Schemes: o.Schemes,
		Draw: p.draw}); err != nil {
		return fmt.Errorf("figure: %s of %s: %w", name, f.Address, err)
	}
	return nil
}

const (
	leastPlot  = 64.0 // width of a data area, whose ticks would have no room
	leastImage = 24.0
	mostZoom   = 3.0
	mostTries  = 12  // the width of tick labels depends on the zoom, if not by much
	slack      = 0.5 // points of the width that may be left
	bareEdge   = 1.0 // margin of a bare figure, for the lines at its edge
)

// page lays f out, its plots as large and in as many columns as the width has room for.
func (o Options) page(f result.Figure) (*page, error) {
	p := layOut(f, o, f.Columns, 1)
	if o.Width == 0 {
		return p, nil
	}
	needed := vg.Length(0)
	for columns := len(p.grid.columns); columns > 0; columns-- {
		zoom, fits := vg.Length(1), (*page)(nil)
		for range mostTries {
			p = layOut(f, o, columns, zoom)
			leastZoom := p.grid.leastZoom
			room := p.inner - p.used
			if room >= 0 {
				fits = p
			}
			if room >= 0 && room <= slack || zoom == leastZoom && room < 0 || zoom == mostZoom && room > 0 {
				break
			}
			var plots vg.Length
			for _, column := range p.grid.columns {
				plots += column.size
			}
			needed = p.used + 2*p.border - (1-leastZoom/zoom)*plots
			zoom = max(leastZoom, min(mostZoom, zoom*max(plots+room-slack/2, 1)/plots))
		}
		if fits != nil {
			return fits, nil
		}
	}
	return nil, fmt.Errorf("a page of %g points is too narrow for the labels, want about %.0f at least", o.Width, needed.Points())
}

// The house style. Lengths are points, 72 to the inch; a figure of one plot is as wide as a column of a journal with its
// legend, one of three plots as wide as a page.
const (
	markerRadius = 2.1
	diamond      = 3.2 // half its diagonal

	pageMargin = 6.0
	plotGap    = 10.0 // between plots
	blockGap   = 8.0  // between title, plots, legend and caption

	cellWidth = 16.0 // at most, of a heat map whose columns and rows have names

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

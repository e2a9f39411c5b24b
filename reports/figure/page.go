package figure

import (
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports/figure/axis"
	"nmfrepro/reports/figure/canvas"
	"nmfrepro/reports/result"
)

// page is a figure with the place of everything on it; the origin is its lower left corner.
type page struct {
	name, alt     string
	width, height vg.Length
	border        vg.Length
	inner, used   vg.Length // width within the margins, and of it that of the plots with the legend beside them
	grid          *grid
	charts        []*chart
	legend        *legend
	texts         []canvas.Placed // all but those of the legend
}

// layOut lays a figure out in so many columns, 0 for as many as suit it, the plots larger or smaller by zoom.
func layOut(f result.Figure, o Options, columns int, zoom vg.Length) *page {
	if len(f.Plots) == 0 {
		f.Plots = []result.Plot{{}}
	}
	p := &page{name: canvas.Clean(f.Address+" "+f.Title, canvas.Title.Face), alt: Alt(f), border: pageMargin}
	if o.Bare {
		p.border = bareEdge
	}
	for i := range f.Plots {
		p.charts = append(p.charts, newChart(f, i))
	}
	p.legend = newLegend(p.charts, f.Looks)
	p.grid = newGrid(p.charts, columns, zoom)
	for _, c := range p.charts {
		c.setEqual()
	}
	alignColumns(p.charts, len(p.grid.columns))
	setTicks(p.charts)
	p.legend.setStems(p.charts)
	p.legend.errorBars = slices.ContainsFunc(p.charts, (*chart).tangled)
	for _, c := range p.charts {
		if p.legend.errorBars && c.shape == axes {
			c.setErrorBars()
		}
		if c.shape == axes || c.shape == space {
			c.placeNames()
		}
	}
	p.grid.measure(p.charts)
	p.arrange(f, o)
	return p
}

// alignColumns lets plots below a heat map, over the same quantity, end where it ends: what they show stands under its columns.
func alignColumns(charts []*chart, columns int) {
	for i, c := range charts {
		for k := i % columns; k < len(charts); k += columns {
			other := charts[k]
			if c.shape == axes && c.plot.Image != nil && other.shape == axes && other.plot.Image == nil && other.plot.X.Label == c.plot.X.Label &&
				!other.x.Log && !c.x.Log && other.within(c.x) {
				other.x.Lo, other.x.Hi = c.x.Lo, c.x.Hi
			}
		}
	}
}

// within tells whether all points of a chart lie within an x axis.
func (c *chart) within(s axis.Scale) bool {
	return !slices.ContainsFunc(c.plot.Series, func(series result.Series) bool {
		return slices.ContainsFunc(series.X, func(x float64) bool { return x < s.Lo || x > s.Hi })
	})
}

// setTicks chooses the ticks of all plots. Where one logarithmic axis has powers of ten, those of the same letter in the
// other plots have them too.
func setTicks(charts []*chart) {
	for _, c := range charts {
		c.setTicks()
	}
	for k := range 3 {
		powers := func(c *chart) bool {
			return slices.ContainsFunc(c.scales()[k].Ticks, func(t axis.Tick) bool { return t.Exponent != "" })
		}
		if slices.ContainsFunc(charts, powers) {
			for _, c := range charts {
				c.scales()[k].Powers = c.scales()[k].Log
				c.setTicks()
			}
		}
	}
}

// setTicks chooses the ticks once the data area has its size.
func (c *chart) setTicks() {
	size := c.data.Size()
	switch c.shape {
	case axes:
		c.x.SetTicks(size.X, true)
		if names := c.plot.X.Names; len(names) == 1 && strings.HasSuffix(c.plot.Title, names[0]) { // the title says it
			c.x.Ticks = nil
		}
		c.y.SetTicks(size.Y, false)
	case forest:
		c.x.SetTicks(size.X, true)
	case curve:
		c.y.SetTicks(size.Y, false)
	case space:
		for i, e := range c.edges() {
			e.scale.SetTicks(canvas.Distance(c.seen(e.at(0)), c.seen(e.at(1)))*0.8, i < 2)
		}
	}
	if c.hasBar() {
		c.bar.SetTicks(size.Y, false)
	}
}

// arrange puts the title on top, then the grid with the legend beside or below it, and the caption at the bottom.
func (p *page) arrange(f result.Figure, o Options) {
	g := p.grid
	gridWidth, gridHeight := span(g.columns), span(g.rows)
	p.used = gridWidth
	aside := p.legendAside(gridHeight, o)
	inner := max(p.used, narrowest)
	if o.Width != 0 {
		inner = vg.Length(o.Width) - 2*p.border
	}
	p.inner = inner
	title, caption := canvas.Text{Style: canvas.Title}, canvas.Text{Style: canvas.Caption}
	if !o.Bare {
		title, caption = canvas.NewText(f.Title, canvas.Title, inner), captionText(f, p.charts, inner)
	}
	below := len(p.legend.entries) > 0 && !aside
	columns, width := 1, vg.Length(legendText)
	if below {
		width = min(2*legendText, inner-sampleWidth-2*canvas.TextGap)
		columns = p.legend.columnsFor(inner)
	}
	_, titleHeight := title.Size()
	_, captionHeight := caption.Size()
	p.width, p.height = inner+2*p.border, 2*p.border+gridHeight
	var legend vg.Point
	if below {
		legend, _, _ = p.legend.measure(columns, width)
	}
	for _, h := range []vg.Length{titleHeight, legend.Y, captionHeight} {
		if h > 0 {
			p.height += h + blockGap
		}
	}

	y := p.height - p.border
	if titleHeight > 0 {
		p.texts = append(p.texts, canvas.Place(title, p.width/2, y, 0.5, 1))
		y -= titleHeight + blockGap
	}
	left := (p.width - p.used) / 2
	g.place(p.charts, left, y)
	for _, c := range p.charts {
		p.texts = append(p.texts, c.texts()...)
	}
	if aside {
		p.legend.place(1, legendText, left+gridWidth+blockGap, p.charts[0].data.Max.Y)
	}
	y -= gridHeight
	if below {
		p.legend.place(columns, width, (p.width-legend.X)/2, y-blockGap)
		y -= legend.Y + blockGap
	}
	if captionHeight > 0 {
		p.texts = append(p.texts, canvas.Place(caption, p.border, y-blockGap, 0, 1))
	}
}

// legendAside tells whether the legend has room beside a grid of that height, and makes the room.
func (p *page) legendAside(gridHeight vg.Length, o Options) bool {
	if len(p.legend.entries) == 0 || len(p.grid.columns) != 1 || o.Width != 0 {
		return false
	}
	size, _, _ := p.legend.measure(1, legendText)
	if size.Y > gridHeight-p.grid.rows[0].before {
		return false
	}
	p.used += blockGap + size.X
	return true
}

// captionText returns the lines below a figure: its address and source, its notes, what is not drawn.
func captionText(f result.Figure, charts []*chart, width vg.Length) canvas.Text {
	source := f.Address
	if f.Cite != "" && source != "" {
		source += ", after " + f.Cite
	} else if f.Cite != "" {
		source = f.Cite
	}
	all := canvas.Text{Style: canvas.Caption}
	for _, line := range slices.Concat([]string{source}, f.Notes, omissions(charts)) {
		all.Lines = append(all.Lines, canvas.NewText(line, canvas.Caption, width).Lines...)
	}
	return all
}

// grid is the arrangement of plots in rows and columns whose data areas are aligned.
type grid struct {
	columns, rows []track
	leastZoom     vg.Length
}

// track is the size of a column or row of data areas, with the room around them: on the left or at the top, and on the other side.
type track struct{ before, size, after vg.Length }

func (t *track) widen(before, size, after vg.Length) {
	t.before, t.size, t.after = max(t.before, before), max(t.size, size), max(t.after, after)
}

func newGrid(charts []*chart, columns int, zoom vg.Length) *grid {
	images := !slices.ContainsFunc(charts, func(c *chart) bool { return c.shape != picture && c.shape != empty }) &&
		slices.ContainsFunc(charts, func(c *chart) bool { return c.shape == picture })
	if columns <= 0 {
		table := plotColumns
		if images {
			table = imageColumns
		}
		for len(table) > 1 && len(charts) > table[0].upTo {
			table = table[1:]
		}
		columns = table[0].columns
	}
	columns = min(columns, len(charts))
	g := &grid{columns: make([]track, columns), rows: make([]track, (len(charts)+columns-1)/columns)}
	frame := dataSizes[min(columns, len(dataSizes))-1].Scale(zoom)
	longest := imageSizes[min(columns, len(imageSizes))-1] * zoom
	g.leastZoom = leastPlot * zoom / frame.X
	if images {
		g.leastZoom = leastImage * zoom / longest
	}
	var largest vg.Point
	for _, c := range charts {
		if m := c.plot.Image; c.shape == picture {
			scale := longest / vg.Length(max(m.Rows, m.Cols))
			c.data.Max = vg.Point{X: max(vg.Length(m.Cols)*scale, 1), Y: max(vg.Length(m.Rows)*scale, 1)}
			largest = vg.Point{X: max(largest.X, c.data.Max.X), Y: max(largest.Y, c.data.Max.Y)}
		}
	}
	if images {
		// An empty frame among images is as large as they are, but has room for two words.
		frame = vg.Point{X: max(largest.X, zoom*imageSizes[len(imageSizes)-1]), Y: max(largest.Y, zoom*imageSizes[len(imageSizes)-1]/2)}
	}
	ranked := slices.ContainsFunc(charts, func(c *chart) bool { return c.shape == ranking })
	for _, c := range charts {
		switch c.shape {
		case picture:
		case space:
			height := 1.25 * frame.Y
			c.data.Max = vg.Point{X: height * vg.Length(halfSeenX/halfSeenY), Y: height}
		case ranking:
			c.data.Max = diagramSize(c.plot.Ranking, frame)
		case forest:
			c.data.Max = vg.Point{X: frame.X, Y: vg.Length(forestRow * float64(len(forestLines(c.plot.Forest))))}
		case slope:
			c.data.Max = vg.Point{X: min(frame.X, slopeWidth), Y: vg.Length(forestRow * float64(len(c.plot.Slope.Lines)))}
		case curve:
			c.data.Max = vg.Point{X: max(frame.X, curveStep*vg.Length(len(c.plot.Curve.Readings))), Y: curveHeight}
		case empty:
			c.data.Max = frame
			if ranked { // beside a diagram, which is lower than other plots
				c.data.Max.Y = lowestReason
			}
		default:
			c.data.Max = frame
			if m := c.plot.Image; m != nil && len(c.plot.X.Names) > 0 && len(c.plot.Y.Names) > 0 { // rows as high as those of a forest
				c.data.Max = vg.Point{X: min(frame.X, vg.Length(cellWidth*float64(m.Cols))), Y: vg.Length(forestRow * float64(m.Rows))}
			}
		}
	}
	return g
}

// measure finds how much room the rows and columns need.
func (g *grid) measure(charts []*chart) {
	for i, c := range charts {
		outer := c.data
		for _, t := range c.texts() {
			outer = union(outer, t.Box)
		}
		size := c.data.Size()
		g.columns[i%len(g.columns)].widen(c.data.Min.X-outer.Min.X, size.X, outer.Max.X-c.data.Max.X)
		g.rows[i/len(g.columns)].widen(outer.Max.Y-c.data.Max.Y, size.Y, c.data.Min.Y-outer.Min.Y)
	}
}

func union(a, b vg.Rectangle) vg.Rectangle {
	return vg.Rectangle{
		Min: vg.Point{X: min(a.Min.X, b.Min.X), Y: min(a.Min.Y, b.Min.Y)},
		Max: vg.Point{X: max(a.Max.X, b.Max.X), Y: max(a.Max.Y, b.Max.Y)},
	}
}

// span returns the length of tracks with the gaps between them.
func span(tracks []track) (l vg.Length) {
	for _, t := range tracks {
		l += t.before + t.size + t.after
	}
	return l + vg.Length(len(tracks)-1)*plotGap
}

// place puts the data areas on the page, the grid's upper left corner being (x, y). An image narrower than its
// column is centred in it, one lower than its row stands at the top.
func (g *grid) place(charts []*chart, x, y vg.Length) {
	top, n := y, len(g.columns)
	for k, row := range g.rows {
		left := x
		for i, c := range charts[k*n : min(k*n+n, len(charts))] {
			column, size := g.columns[i], c.data.Size()
			at := vg.Point{X: left + column.before + (column.size-size.X)/2, Y: top - row.before - size.Y}
			c.data = vg.Rectangle{Min: at, Max: at.Add(size)}
			left += column.before + column.size + column.after + plotGap
		}
		top -= row.before + row.size + row.after + plotGap
	}
}

package figure

import (
	"image/color"
	"io"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports/figure/axis"
	"nmfrepro/reports/figure/canvas"
	"nmfrepro/reports/result"
)

func lightness(c color.NRGBA) float64 {
	return 0.2126*float64(c.R) + 0.7152*float64(c.G) + 0.0722*float64(c.B)
}

// In grey, a heat map keeps the order of its values, in steps that can be told apart.
func TestHeatReadsInGrey(t *testing.T) {
	last := math.Inf(1)
	for k := range 33 {
		l := lightness(canvas.RampColor(canvas.HeatColors, float64(k)/32))
		if l >= last {
			t.Errorf("at %d/32 the lightness rises from %.1f to %.1f", k, last, l)
		}
		last = l
	}
	if d := lightness(canvas.RampColor(canvas.HeatColors, 0)) - lightness(canvas.RampColor(canvas.HeatColors, 1)); d < 180 {
		t.Errorf("lightness falls by %.0f of 255", d)
	}
	if canvas.RampColor(canvas.HeatColors, -1) != canvas.HeatColors[0] || canvas.RampColor(canvas.HeatColors, 2) != canvas.HeatColors[8] {
		t.Error("values beyond the scale leave the colours")
	}
}

// Bars start at zero, stand apart by series around their places and inside the axes.
func TestBars(t *testing.T) {
	p := newPage(bars())
	c := p.charts[0]
	if c.y.Lo != 0 || c.x.Lo != 0.5 || c.x.Hi != 5.5 {
		t.Errorf("axes from %g and %g to %g", c.y.Lo, c.x.Lo, c.x.Hi)
	}
	if len(c.shifts) != 5 || math.Abs(c.shifts[2]) > 1e-15 || math.Abs(c.shifts[4]-c.shifts[3]-c.width) > 1e-15 || math.Abs(5*c.width-barShare) > 1e-15 {
		t.Errorf("shifts %v, width %g", c.shifts, c.width)
	}
	if got := c.shiftOf(result.Mark{Label: "DSP-NMF"}); got != c.shifts[4] {
		t.Errorf("the paper's number of DSP-NMF stands at %g, its bar at %g", got, c.shifts[4])
	}
	if got := c.shiftOf(result.Mark{Label: "another"}); got != 0 {
		t.Errorf("a mark without a bar is moved by %g", got)
	}
	// Negative bars hang from zero, which is on the axis.
	if c := p.charts[1]; !(c.y.Lo < 0 && c.y.Hi > 0) {
		t.Errorf("column sums from %g to %g", c.y.Lo, c.y.Hi)
	}
}

// Hatching stays in its bar, and no two of the first bars look alike without colour.
func TestHatch(t *testing.T) {
	r := vg.Rectangle{Min: vg.Point{X: 10, Y: 20}, Max: vg.Point{X: 19, Y: 61}}
	for _, slope := range []vg.Length{-1, 0, 1} {
		c := &ends{}
		canvas.DrawHatch(c, r, slope)
		if len(c.points) < 10 {
			t.Errorf("slope %g: %d ends of lines", slope, len(c.points))
		}
		for _, p := range c.points {
			if p.X < r.Min.X-1e-9 || p.X > r.Max.X+1e-9 || p.Y < r.Min.Y-1e-9 || p.Y > r.Max.Y+1e-9 {
				t.Errorf("slope %g: %v is outside %v", slope, p, r)
			}
		}
	}
}

// Bars too narrow for an outline become strokes of their colour, in the legend a box without hatching.
func TestStems(t *testing.T) {
	plot := func(n int) result.Figure {
		p := result.Plot{Series: []result.Series{{Label: "a", Bars: true}, {Label: "b", Bars: true}}}
		for k := range n {
			for i := range p.Series {
				p.Series[i].X, p.Series[i].Y = append(p.Series[i].X, float64(k)), append(p.Series[i].Y, float64(i)-0.5)
			}
		}
		return result.Figure{Plots: []result.Plot{p}}
	}
	for _, test := range []struct{ bars, stems int }{{10, 0}, {160, 160}} {
		p := newPage(plot(test.bars))
		c := &strokes{want: canvas.Palette[1]}
		p.charts[0].drawBars(c, p.charts[0].plot.Series[1], p.charts[0].shifts[1], canvas.NewLook(1))
		n := 0
		for _, points := range c.all {
			if points == 2 {
				n++
			}
		}
		if n != test.stems {
			t.Errorf("%d bars: %d stems, want %d", test.bars, n, test.stems)
		}
		if e := p.legend.entries[1]; e.stem != (test.stems > 0) || !e.bar {
			t.Errorf("%d bars: entry %+v", test.bars, e)
		}
	}
}

// ends is a dst that collects the points of strokes.
type ends struct {
	vg.Canvas
	points []vg.Point
}

func (c *ends) Stroke(p vg.Path) {
	for _, s := range p {
		c.points = append(c.points, s.Pos)
	}
}

// Names that would touch are turned; names too long end in dots.
func TestNames(t *testing.T) {
	p := newPage(bars())
	for _, tick := range p.charts[0].x.Ticks {
		if tick.Upward {
			t.Errorf("%s is turned without need", tick.Label)
		}
	}
	long := p.charts[2].x.Ticks
	if len(long) != 6 || !long[0].Upward || long[0].Label != "Hyperspectral scene o…" || long[1].Label != "MovieLens" {
		t.Errorf("names %+v", long)
	}
}

// The cells of an image end halfway to their neighbours, on a logarithmic axis by ratio.
func TestCellEdges(t *testing.T) {
	for _, test := range []struct {
		places []float64
		log    bool
		want   []float64
	}{
		{[]float64{1, 2, 4}, false, []float64{0.5, 1.5, 3, 5}},
		{[]float64{5, 3, 1}, false, []float64{6, 4, 2, 0}},
		{[]float64{1, 100}, true, []float64{0.1, 10, 1000}},
		{[]float64{7}, false, []float64{6.5, 7.5}},
		{[]float64{1}, true, []float64{math.Sqrt(0.1), math.Sqrt(10)}},
	} {
		for i, got := range axis.CellEdges(test.places, test.log) {
			if math.Abs(got-test.want[i]) > 1e-12*test.want[i] {
				t.Errorf("%v: edge %d at %g, want %g", test.places, i, got, test.want[i])
			}
		}
	}
}

// Rows of an image with axes lie at their places: the first at the bottom where y rises.
func TestHeatRows(t *testing.T) {
	for _, y := range [][]float64{{1, 2}, {2, 1}} {
		m := &result.Image{Rows: 2, Cols: 1, Values: []float64{0, 1}, X: []float64{1}, Y: y}
		c := newPage(result.Figure{Plots: []result.Plot{{Picture: result.Picture{Image: m}}}}).charts[0]
		rows := c.cellsAlong(c.y, m.Y, false)
		bottom, top := rows[heatPixels-1], rows[0]
		if y[bottom] != 1 || y[top] != 2 {
			t.Errorf("y = %v: row %d at the bottom, row %d on top", y, bottom, top)
		}
	}
}

// The box in space is seen as large as its data area, and nearer means lower or to the front.
func TestSpace(t *testing.T) {
	c := newPage(scatter()).charts[1]
	var seen vg.Rectangle
	for i := range 8 {
		p := c.seen(corner{float64(i & 1), float64(i >> 1 & 1), float64(i >> 2)})
		r := vg.Rectangle{Min: p, Max: p}
		if i == 0 {
			seen = r
		}
		seen = union(seen, r)
	}
	for _, d := range []vg.Point{seen.Min.Sub(c.data.Min), seen.Max.Sub(c.data.Max)} {
		if math.Hypot(float64(d.X), float64(d.Y)) > 1e-6 {
			t.Errorf("the box is seen in %v, the data area is %v", seen, c.data)
		}
	}
	if front, back := (corner{1, 0, 0.5}), (corner{0, 1, 0.5}); front.near() <= back.near() {
		t.Error("the front corner is behind the back one")
	}
	// Equal units: the three edges differ only by how they are turned.
	size := c.data.Size()
	if math.Abs(float64(size.X/size.Y)-halfSeenX/halfSeenY) > 1e-9 {
		t.Errorf("data area %v is not in the box's proportions", size)
	}
}

func TestKindErrors(t *testing.T) {
	image := func(x, y []float64) result.Plot {
		return result.Plot{X: result.Axis{Log: true}, Picture: result.Picture{Image: &result.Image{Rows: 2, Cols: 2, Values: make([]float64, 4), X: x, Y: y}}}
	}
	ranking := func(r result.Ranking) result.Plot { return result.Plot{Picture: result.Picture{Ranking: &r}} }
	one := 1.0
	for want, p := range map[string]result.Plot{
		`series "s" has 1 values of z, want none or 2`:                     {Series: []result.Series{{Label: "s", X: []float64{1, 2}, Y: []float64{1, 2}, Z: []float64{1}}}},
		`series "s" has 1 names, want none or 2`:                           {Series: []result.Series{{Label: "s", X: []float64{1, 2}, Y: []float64{1, 2}, Names: []string{"a"}}}},
		"image of 2 rows and 2 columns has 1 places along y and 2 along x": image([]float64{1, 2}, []float64{1}),
		"image with place 0 along x":                                       image([]float64{0, 2}, []float64{1, 2}),
		"image with place 1 along y":                                       image([]float64{1, 2}, []float64{1, 1}),
		"image with place NaN along y":                                     image([]float64{1, 2}, []float64{1, nan}),
		"ranking of 1 methods has 2 ranks":                                 ranking(result.Ranking{Methods: []string{"a"}, Ranks: []float64{1, 2}}),
		`mean rank of "b" is 3, want 1 to 2`:                               ranking(result.Ranking{Methods: []string{"a", "b"}, Ranks: []float64{1, 3}}),
		`mean rank of "a" is NaN`:                                          ranking(result.Ranking{Methods: []string{"a", "b"}, Ranks: []float64{nan, 3}}),
		"has a group with index 2, want 0 to 1":                            ranking(result.Ranking{Methods: []string{"a", "b"}, Ranks: []float64{1, 2}, Groups: [][]int{{0, 2}}}),
		"link from point 0 to 2 of series 0, which has 2 points":           {Series: []result.Series{{X: []float64{1, 2}, Y: []float64{1, 2}}}, Links: []result.Link{{To: 2}}},
		"x axis of logarithms or names in a plot with equal axes":          {Equal: true, X: result.Axis{Log: true}},
		"y axis of values from 1 to 1, want the smaller first":             {Y: result.Axis{Low: &one, High: &one}},
		"critical difference is -1":                                        ranking(result.Ranking{Methods: []string{"a"}, Ranks: []float64{1}, Critical: -1}),
	} {
		err := Render(io.Discard, result.Figure{Address: "a/b", Plots: []result.Plot{p}}, "svg")
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "figure: a/b: plot 1: ") {
			t.Errorf("error %v, want … %s …", err, want)
		}
	}
}

// Kinds at their limits: nothing panics and everything keeps its place.
func TestKindEdges(t *testing.T) {
	one := []float64{1}
	for name, p := range map[string]result.Plot{
		"one point in space":       {Series: []result.Series{{X: one, Y: one, Z: one}}},
		"nothing in space":         {Series: []result.Series{{X: one, Y: one, Z: []float64{nan}}}},
		"a plane among points":     {Series: []result.Series{{X: one, Y: one, Z: one}, {X: one, Y: []float64{2}}}},
		"one bar":                  {Series: []result.Series{{X: one, Y: one, Bars: true}}},
		"a bar of nothing":         {Series: []result.Series{{X: one, Y: []float64{0}, Bars: true}}},
		"unknown bar":              {Series: []result.Series{{X: []float64{1, 2}, Y: []float64{nan, 3}, Bars: true}}},
		"bars, logarithmic":        {X: result.Axis{Log: true}, Y: result.Axis{Log: true}, Series: []result.Series{{X: []float64{0.1, 1}, Y: []float64{1, 0}, Bars: true}}},
		"one cell":                 {Picture: result.Picture{Image: &result.Image{Rows: 1, Cols: 1, Values: one, X: one, Y: one, Scale: &result.ColourScale{}}}},
		"unknown cells":            {Picture: result.Picture{Image: &result.Image{Rows: 1, Cols: 2, Values: []float64{nan, nan}, X: []float64{1, 2}, Y: one, Scale: &result.ColourScale{}}}},
		"constant heat":            {Picture: result.Picture{Image: &result.Image{Rows: 1, Cols: 2, Values: []float64{3, 3}, Scale: &result.ColourScale{Label: strings.Repeat("long ", 30)}}}},
		"grey with axes":           {Picture: result.Picture{Image: &result.Image{Rows: 2, Cols: 2, Values: []float64{1, 2, 3, 4}, X: []float64{1, 2}, Y: []float64{2, 1}, Light: true}}},
		"one method":               {Picture: result.Picture{Ranking: &result.Ranking{Methods: []string{"a"}, Ranks: one}}},
		"many methods":             {Picture: result.Picture{Ranking: manyRanks(40)}},
		"names without places":     {X: result.Axis{Names: []string{"a", "b"}}, Y: result.Axis{Names: []string{"c"}}, Series: []result.Series{{X: one, Y: one, Names: []string{"point"}}}},
		"names beyond the numbers": {X: result.Axis{Names: []string{"a"}}, Series: []result.Series{{X: []float64{-5, 9}, Y: []float64{1, 2}}}},
	} {
		p.Title = name
		f := result.Figure{Title: name, Plots: []result.Plot{p, {Title: "beside", Series: []result.Series{{X: one, Y: one}}}}}
		checkPage(t, newPage(f))
		for _, format := range Names() {
			if out := render(t, f, format); strings.Contains(string(out[:200]), "NaN") {
				t.Errorf("%s: NaN in the %s", name, format)
			}
		}
	}
}

func manyRanks(n int) *result.Ranking {
	r := &result.Ranking{Critical: float64(n)}
	for i := range n {
		r.Methods, r.Ranks = append(r.Methods, strings.Repeat("m", 1+i%30)), append(r.Ranks, float64(i+1))
	}
	return r
}

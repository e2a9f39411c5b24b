package figure

import (
	"encoding/binary"
	"image/color"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports/figure/canvas"
	"nmfrepro/reports/result"
)

// touch is what boxes may share: text has its ascent and descent in its box, which most characters do not fill.
const touch = 1.0

// checkPage looks at the places of everything on the page: the legend covers no data, no text another text or the data
// (but for the reason in an empty frame), and nothing leaves the page.
func checkPage(t *testing.T, p *page) {
	t.Helper()
	type box struct {
		name string
		r    vg.Rectangle
	}
	var texts []box
	for _, e := range p.legend.entries {
		texts = append(texts, box{"legend " + strings.Join(e.text.Lines, " "), e.text.Box})
		if overlap(e.text.Box, p.legend.box) <= 0 {
			t.Errorf("%s: entry %q is outside the legend", p.name, e.label)
		}
	}
	for _, x := range p.texts {
		if len(x.Lines) > 0 {
			texts = append(texts, box{strings.Join(x.Lines, " "), x.Box})
		}
	}
	sheet := vg.Rectangle{Max: vg.Point{X: p.width, Y: p.height}}
	inside := func(name string, r vg.Rectangle) {
		// Not negated: NaN has to fail.
		if r.Min.X >= 0 && r.Min.Y >= 0 && r.Max.X <= sheet.Max.X && r.Max.Y <= sheet.Max.Y {
			return
		}
		t.Errorf("%s: %s leaves the page: %v, page %v", p.name, name, r, sheet.Max)
	}
	for i, a := range texts {
		inside(a.name, a.r)
		for _, b := range texts[:i] {
			if overlap(a.r, b.r) > touch {
				t.Errorf("%s: %q %v covers %q %v", p.name, a.name, a.r, b.name, b.r)
			}
		}
	}
	for i, c := range p.charts {
		inside(c.where(), c.data)
		if len(p.legend.entries) > 0 && overlap(c.data, p.legend.box) > 0 {
			t.Errorf("%s: the legend %v covers %s %v", p.name, p.legend.box, c.where(), c.data)
		}
		for _, a := range texts {
			covered := c.shape != empty && overlap(a.r, c.data) > touch
			if c.shape == space { // a hexagon within its data area
				covered = inBox(c, a.r)
			}
			if covered {
				t.Errorf("%s: %q %v covers %s %v", p.name, a.name, a.r, c.where(), c.data)
			}
		}
		for _, other := range p.charts[:i] {
			if overlap(c.data, other.data) > 0 {
				t.Errorf("%s: %s covers %s", p.name, c.where(), other.where())
			}
		}
	}
}

// inBox tells whether a corner of r lies deep in the box of a chart in space, as it is seen: a hexagon.
func inBox(c *chart, r vg.Rectangle) bool {
	outline := []corner{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 1}, {0, 1, 1}, {0, 0, 1}}
	for _, p := range []vg.Point{r.Min, r.Max, {X: r.Min.X, Y: r.Max.Y}, {X: r.Max.X, Y: r.Min.Y}} {
		inside := true
		for i, a := range outline {
			from := c.seen(a)
			to := c.seen(outline[(i+1)%len(outline)])
			side := to.Sub(from)
			deep := (side.X*(p.Y-from.Y) - side.Y*(p.X-from.X)) / canvas.Distance(from, to)
			inside = inside && deep > touch
		}
		if inside {
			return true
		}
	}
	return false
}

func TestPage(t *testing.T) {
	for _, f := range all() {
		checkPage(t, newPage(f))
	}
	long := many(3, 5)
	for i := range long.Plots {
		p := &long.Plots[i]
		p.Title = strings.Repeat("unbreakable", 20)
		p.X.Label, p.Y.Label = strings.Repeat("a long label ", 9), strings.Repeat("ψ", 99)
		p.Series[i].Label = strings.Repeat("method with a long name ", 9)
		for k := range 12 {
			p.Marks = append(p.Marks,
				result.Mark{X: 1 + float64(k)/5, Y: nan, Label: strings.Repeat("event ", k+1)},
				result.Mark{X: nan, Y: 1 + float64(k)/9, Label: "level of that name"})
		}
	}
	long.Title, long.Cite = strings.Repeat("title ", 90), strings.Repeat("x", 500)
	for long.Columns = range 4 {
		checkPage(t, newPage(long))
	}
	narrow := result.Figure{Plots: []result.Plot{
		{Title: "tall", Picture: result.Picture{Image: &result.Image{Rows: 100, Cols: 1, Values: make([]float64, 100)}}},
		{Title: "wide", Picture: result.Picture{Image: &result.Image{Rows: 1, Cols: 100, Values: make([]float64, 100)}}},
		{Title: "missing", Status: result.MissingData, Note: strings.Repeat("reason ", 60)},
	}}
	checkPage(t, newPage(narrow))
}

// checkPage has to see what it looks for.
func TestCheckPage(t *testing.T) {
	p := newPage(curves())
	if overlap(p.charts[0].data, p.legend.box) > 0 {
		t.Error("the legend covers the data")
	}
	p.legend.place(1, legendText, p.charts[0].data.Max.X-10, p.height/2)
	if overlap(p.charts[0].data, p.legend.box) <= 0 {
		t.Error("a legend over the data is not noticed")
	}
}

// Data areas of a column, and of a row, are aligned.
func TestAligned(t *testing.T) {
	p := newPage(many(30, 3))
	for i, c := range p.charts {
		if left := p.charts[i%5].data.Min.X; math.Abs(float64(c.data.Min.X-left)) > 1e-9 {
			t.Errorf("plot %d begins at %g, the first of its column at %g", i+1, c.data.Min.X, left)
		}
		if bottom := p.charts[i/5*5].data.Min.Y; math.Abs(float64(c.data.Min.Y-bottom)) > 1e-9 {
			t.Errorf("plot %d stands at %g, the first of its row at %g", i+1, c.data.Min.Y, bottom)
		}
	}
}

// An image keeps its proportions.
func TestAspect(t *testing.T) {
	for _, size := range [][2]int{{32, 32}, {112, 92}, {2, 5}, {1, 40}} {
		m := &result.Image{Rows: size[0], Cols: size[1], Values: make([]float64, size[0]*size[1])}
		got := newPage(result.Figure{Plots: []result.Plot{{Picture: result.Picture{Image: m}}}}).charts[0].data.Size()
		if want := float64(size[1]) / float64(size[0]); math.Abs(float64(got.X/got.Y)-want) > 1e-9*want {
			t.Errorf("%d rows, %d columns: %g × %g points", size[0], size[1], got.X, got.Y)
		}
	}
}

// What is left out is said below the figure.
func TestNotes(t *testing.T) {
	f := result.Figure{Plots: []result.Plot{
		{Title: "P", X: result.Axis{Log: true}, Y: result.Axis{Log: true}, Series: []result.Series{{
			X: []float64{0, 1, 2, 3, 4}, Y: []float64{1, -1, 2, math.Inf(1), 3},
			Low: []float64{1, 1, -5, 1, nan}, High: []float64{1, 1, 3, 1, 3}}}},
		{Status: result.Failed, Series: []result.Series{{X: []float64{1}, Y: []float64{math.Inf(1)}}}},
	}}
	var caption string
	for _, x := range newPage(f).texts {
		if x.Style == canvas.Caption {
			caption = strings.Join(x.Lines, "\n")
		}
	}
	want := "Bands and bars: mean ± deviation.\n" +
		"P: 3 values are not positive, left out or cut off at the logarithmic axis.\n" + // x = 0, y = -1, low = -5
		"P: 1 value is infinite, left out."
	if strings.Join(strings.Fields(caption), " ") != strings.Join(strings.Fields(want), " ") {
		t.Errorf("caption\n%s\nwant\n%s", caption, want)
	}
}

// The legend names each method once, then the paper.
func TestLegend(t *testing.T) {
	labels := func(f result.Figure) string {
		var s []string
		for _, e := range newPage(f).legend.entries {
			s = append(s, e.label)
		}
		return strings.Join(s, "; ")
	}
	for _, test := range []struct {
		f    result.Figure
		want string
	}{
		{curves(), "NMF; GNMF; LCNMF; RPR-NMF (exponential); RPR-NMF (hinge); paper"},
		{convergence(), "MU; HALS; ANLS-BPP"},
		{faces(), ""},
		{entropy(), "entropy of the basis; paper"},
		{mixed(), "measured; one; paper: optimum; paper"},
	} {
		if got := labels(test.f); got != test.want {
			t.Errorf("%s: legend %q, want %q", test.f.Address, got, test.want)
		}
	}
}

// No two of the first 36 methods look alike without colour, nor the first 44 without markers, nor the first 99 without dashes;
// the first nine have a colour and a marker each of their own.
func TestLooks(t *testing.T) {
	for _, test := range []struct{ first, a, b int }{
		{36, len(canvas.Dashes), len(canvas.Markers)}, {44, len(canvas.Palette), len(canvas.Dashes)}, {99, len(canvas.Palette), len(canvas.Markers)},
	} {
		seen := map[[2]int]bool{}
		for i := range test.first {
			k := [2]int{i % test.a, i % test.b}
			if seen[k] {
				t.Errorf("of %d and %d, method %d looks like an earlier one", test.a, test.b, i+1)
			}
			seen[k] = true
		}
	}
	if len(canvas.Palette) < 9 || len(canvas.Markers) < 9 {
		t.Errorf("%d colours and %d markers, want nine of each: the largest figures have eight methods", len(canvas.Palette), len(canvas.Markers))
	}
}

// Colours are far apart in CIELAB, as seen by most and by the red-blind and the green-blind (Machado, Oliveira and Fernandes,
// 2009, severity 1), and those of neighbours in lightness, which is what paper in grey keeps.
func TestPalette(t *testing.T) {
	eyes := map[string][3][3]float64{
		"normal":      {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"red-blind":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
		"green-blind": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	}
	for name, eye := range eyes {
		for i := range canvas.Palette {
			for j := range i {
				a, b := cielab(canvas.Palette[i], eye), cielab(canvas.Palette[j], eye)
				if d := math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2]); d < 17 {
					t.Errorf("%s: colours %d and %d are %.0f apart", name, j+1, i+1, d)
				}
				if i == j+1 && math.Abs(a[0]-b[0]) < 12 && name == "normal" {
					t.Errorf("colours %d and %d are alike in grey: %.0f and %.0f", j+1, i+1, b[0], a[0])
				}
			}
		}
	}
}

// cielab is lightness and the two axes of colour as an eye sees them, under daylight (D65).
func cielab(c color.NRGBA, eye [3][3]float64) [3]float64 {
	times := func(m [3][3]float64, v [3]float64) (w [3]float64) {
		for i := range m {
			for k := range v {
				w[i] += m[i][k] * v[k]
			}
		}
		return w
	}
	var rgb [3]float64
	for i, v := range []uint8{c.R, c.G, c.B} {
		x := float64(v) / 255
		if rgb[i] = x / 12.92; x > 0.04045 {
			rgb[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	rgb = times(eye, rgb)
	xyz := times([3][3]float64{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}, rgb)
	var f [3]float64
	for i, white := range []float64{0.9505, 1, 1.089} {
		v := max(xyz[i], 0) / white
		if f[i] = 7.787*v + 16./116; v > 0.008856 {
			f[i] = math.Cbrt(v)
		}
	}
	return [3]float64{116*f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])}
}

// FuzzPage: whatever the numbers, everything has its place.
func FuzzPage(f *testing.F) {
	bits := func(values ...float64) (b []byte) {
		for _, v := range values {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		}
		return b
	}
	f.Add(bits(1, 2, 3, 4), "label", byte(0))
	f.Add(bits(nan, math.Inf(1), math.Inf(-1), 0, 1, 1), "\x00\xff", byte(3))
	f.Add(bits(5e-324, math.MaxFloat64, -math.MaxFloat64, 1e-300, 1, 5e-324), "λ中", byte(7))
	f.Add(bits(1, 1, 1, 1+1e-15, 1, 1-1e-15), "<&>", byte(2))
	f.Add(bits(-0.5, 1e5, 1e5+1, 99999, 12345678, 1e-5), strings.Repeat("w", 300), byte(12))
	f.Fuzz(func(t *testing.T, data []byte, label string, how byte) {
		var v []float64
		for ; len(data) >= 8 && len(v) < 600; data = data[8:] {
			v = append(v, math.Float64frombits(binary.LittleEndian.Uint64(data)))
		}
		n := len(v) / 4
		s := result.Series{Label: label, X: v[:n], Y: v[n : 2*n], Points: how&4 != 0}
		if how&8 != 0 {
			s.Low, s.High = v[2*n:3*n], v[3*n:4*n]
		}
		p := result.Plot{Title: label, X: result.Axis{Label: label, Log: how&1 != 0}, Y: result.Axis{Label: label, Log: how&2 != 0}, Series: []result.Series{s}}
		for i := 0; i+1 < len(v) && i < 10; i += 2 {
			p.Marks = append(p.Marks, result.Mark{Label: label, X: v[i], Y: v[i+1]}, result.Mark{X: v[i+1], Y: nan, Label: "x" + label})
		}
		fig := result.Figure{Title: label, Plots: []result.Plot{p}}
		if len(v) > 0 {
			fig.Plots = append(fig.Plots, result.Plot{Picture: result.Picture{Image: &result.Image{Rows: 1, Cols: len(v), Values: v}}})
		}
		checkPage(t, newPage(fig))
		svg := string(render(t, fig, "svg"))
		svg = embedded.ReplaceAllString(svg, "")
		for _, word := range []string{`"NaN`, ",NaN", "MNaN", "LNaN", "Inf,"} {
			if strings.Contains(svg, word) && !strings.Contains(label, "NaN") && !strings.Contains(label, "Inf") {
				t.Errorf("%s in the SVG", word)
			}
		}
	})
}

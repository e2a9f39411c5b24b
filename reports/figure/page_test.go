package figure

import (
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"nmfrepro/experiments/result"
)

// overlap is how far two boxes reach into each other.
func overlap(a, b vg.Rectangle) vg.Length {
	return min(a.Max.X-b.Min.X, b.Max.X-a.Min.X, a.Max.Y-b.Min.Y, b.Max.Y-a.Min.Y)
}

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
		texts = append(texts, box{"legend " + strings.Join(e.text.lines, " "), e.text.box})
		if overlap(e.text.box, p.legend.box) <= 0 {
			t.Errorf("%s: entry %q is outside the legend", p.name, e.label)
		}
	}
	for _, x := range p.texts {
		if len(x.lines) > 0 {
			texts = append(texts, box{strings.Join(x.lines, " "), x.box})
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
			from, _ := c.seen(a)
			to, _ := c.seen(outline[(i+1)%len(outline)])
			side := to.Sub(from)
			deep := (side.X*(p.Y-from.Y) - side.Y*(p.X-from.X)) / distance(from, to)
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
		{Title: "tall", Image: &result.Image{Rows: 100, Cols: 1, Values: make([]float64, 100)}},
		{Title: "wide", Image: &result.Image{Rows: 1, Cols: 100, Values: make([]float64, 100)}},
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
		got := newPage(result.Figure{Plots: []result.Plot{{Image: m}}}).charts[0].data.Size()
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
		if x.ink == captionInk {
			caption = strings.Join(x.lines, "\n")
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

// No two of the first 28 methods look alike, even without colour or without dashes and markers.
func TestLooks(t *testing.T) {
	type key struct {
		dash, marker int
	}
	seen := map[key]bool{}
	for i := range 28 {
		k := key{i % len(dashes), i % len(markers)}
		if seen[k] {
			t.Errorf("method %d looks like an earlier one", i+1)
		}
		seen[k] = true
	}
	for i := 1; i < len(palette); i++ {
		if palette[i] == palette[i-1] {
			t.Errorf("colours %d and %d are the same", i, i+1)
		}
	}
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
			fig.Plots = append(fig.Plots, result.Plot{Image: &result.Image{Rows: 1, Cols: len(v), Values: v}})
		}
		checkPage(t, newPage(fig))
		svg := string(render(t, fig, "svg"))
		svg = fontData.ReplaceAllString(embedded.ReplaceAllString(svg, ""), "")
		for _, word := range []string{`"NaN`, ",NaN", "MNaN", "LNaN", "Inf,"} {
			if strings.Contains(svg, word) && !strings.Contains(label, "NaN") && !strings.Contains(label, "Inf") {
				t.Errorf("%s in the SVG", word)
			}
		}
	})
}

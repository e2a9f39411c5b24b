//go:build outside

package figure

import (
	"bytes"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"gonum.org/v1/plot/vg"

	"nmfrepro/reports/figure/canvas"
	"nmfrepro/reports/result"
	"nmfrepro/reports/site/browsertest"
)

// In a browser each column of a heat map lies over its tick and each row beside its own, and the scale bar is as wide as its frame.
func TestBrowserImagePlace(t *testing.T) {
	const rows, columns = 3, 10
	m := &result.Image{Rows: rows, Cols: columns, Scale: &result.ColourScale{Label: "value"}}
	for k := range rows * columns {
		m.Values = append(m.Values, float64(k))
	}
	for k := range columns {
		m.X = append(m.X, float64(k+1))
	}
	for k := range rows {
		m.Y = append(m.Y, float64(k+1))
	}
	f := result.Figure{Plots: []result.Plot{{Picture: result.Picture{Image: m}}}}
	file := filepath.Join(t.TempDir(), "heat.svg")
	if err := os.WriteFile(file, render(t, f, "svg"), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx := browsertest.Tab(t, time.Minute)
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(1280, 900), chromedp.Navigate("file://"+file)); err != nil {
		t.Fatal(err)
	}
	data, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
	if err != nil {
		t.Fatal(err)
	}
	seen, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	p := newPage(f)
	c := p.charts[0]
	if len(c.x.Ticks) != columns || len(c.y.Ticks) != rows {
		t.Fatalf("%d and %d ticks, want one at each of %d columns and %d rows", len(c.x.Ticks), len(c.y.Ticks), columns, rows)
	}
	check := func(what string, at vg.Point, value float64) {
		t.Helper()
		const pixels = 96.0 / 72 // to the point
		r, g, b, _ := seen.At(int(float64(at.X)*pixels), int(float64(p.height-at.Y)*pixels)).RGBA()
		want := canvas.RampColor(canvas.HeatColors, c.bar.At(value))
		off := math.Abs(float64(r>>8)-float64(want.R)) + math.Abs(float64(g>>8)-float64(want.G)) + math.Abs(float64(b>>8)-float64(want.B))
		if off > 12 {
			t.Errorf("%s is rgb(%d, %d, %d), want %v", what, r>>8, g>>8, b>>8, want)
		}
	}
	half := c.data.Size().X / columns / 2
	for k, tick := range c.x.Ticks {
		for i, beside := range c.y.Ticks {
			at := c.at(tick.Value, beside.Value)
			value := m.Values[i*columns+k]
			check("the middle of a cell", at, value)
			check("the left of a cell", vg.Point{X: at.X - 0.8*half, Y: at.Y}, value)
			check("the right of a cell", vg.Point{X: at.X + 0.8*half, Y: at.Y}, value)
		}
	}
	box := c.barBox()
	for _, x := range []vg.Length{box.Min.X + 1.5, box.Max.X - 1.5} {
		check("the foot of the scale bar", vg.Point{X: x, Y: box.Min.Y + 2}, c.low)
		check("the head of the scale bar", vg.Point{X: x, Y: box.Max.Y - 2}, c.high)
	}
}

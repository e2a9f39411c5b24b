package canvas

import (
	"bytes"
	"image/color"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// An image for light and dark pages has each colour as a variable, and every palette colour is seen on a dark page.
func TestSchemes(t *testing.T) {
	draw := func(c vg.Canvas) {
		c.SetColor(color.White)
		c.Fill(Frame(vg.Rectangle{Max: vg.Point{X: 9, Y: 9}}))
	}
	for _, schemes := range []bool{false, true} {
		var out bytes.Buffer
		if err := SVG(&out, Sheet{Width: 9, Height: 9, Schemes: schemes, Draw: draw}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(out.String(), "fill:var(--cFFFFFF)") && strings.Contains(out.String(), "@media(prefers-color-scheme:dark){:root{--cFFFFFF:#161616;"); got != schemes {
			t.Errorf("schemes %t: %s", schemes, out.String())
		}
	}
	ground := luminance(onDark(color.NRGBA{0xff, 0xff, 0xff, 0xff}))
	for _, c := range append([]color.NRGBA{Black, Grey}, Palette...) {
		if d := onDark(c); (luminance(d)+0.05)/(ground+0.05) < 3 {
			t.Errorf("%v is %v on a dark page, too dark", c, d)
		}
	}
}

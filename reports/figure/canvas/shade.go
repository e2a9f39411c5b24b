package canvas

import (
	"image/color"
	"math"
)

// HeatColors run from light to dark in even steps of lightness, so that they keep their order in grey: ColorBrewer's
// sequential YlGnBu (Brewer, Harrower, 2003).
var HeatColors = []color.NRGBA{
	{0xff, 0xff, 0xd9, 0xff}, {0xed, 0xf8, 0xb1, 0xff}, {0xc7, 0xe9, 0xb4, 0xff}, {0x7f, 0xcd, 0xbb, 0xff}, {0x41, 0xb6, 0xc4, 0xff},
	{0x1d, 0x91, 0xc0, 0xff}, {0x22, 0x5e, 0xa8, 0xff}, {0x25, 0x34, 0x94, 0xff}, {0x08, 0x1d, 0x58, 0xff},
}

// HeatColor is the colour at t, from 0 to 1.
func HeatColor(t float64) color.NRGBA {
	t = max(0, min(1, t)) * float64(len(HeatColors)-1)
	i := min(int(t), len(HeatColors)-2)
	f := t - float64(i)
	mix := func(a, b uint8) uint8 { return uint8(math.Round(float64(a)*(1-f) + float64(b)*f)) }
	a, b := HeatColors[i], HeatColors[i+1]
	return color.NRGBA{mix(a.R, b.R), mix(a.G, b.G), mix(a.B, b.B), 0xff}
}

// Level is the grey of a value between the least and the greatest; what is not a finite number is pale blue.
func Level(v, lo, hi float64, light bool) color.NRGBA {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Unknown
	}
	dark := 0.0
	if hi > lo {
		dark = min((v/2-lo/2)/(hi/2-lo/2), 1)
	}
	if math.IsNaN(dark) { // subnormal numbers, whose halves are equal
		dark = 0
	}
	if light {
		dark = 1 - dark
	}
	g := uint8(math.Round(255 * (1 - dark)))
	return color.NRGBA{g, g, g, 0xff}
}

package canvas

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"
)

// darkGround is the page of a dark scheme; brightest is the text on it.
const (
	darkGround = 0x16
	brightest  = 0xe8
)

// leastContrast is that of lines and marks with their ground (WCAG 2.2, 1.4.11, asks for 3).
const leastContrast = 3.5

// schemed returns an SVG image whose colours are variables, with other values where the reader prefers dark pages.
func schemed(svg string) string {
	var light, dark strings.Builder
	pieces, colors := drawnColors(svg)
	found := slices.Compact(slices.Sorted(slices.Values(colors)))
	for _, hex := range found {
		var c color.NRGBA
		if _, err := fmt.Sscanf(hex, "%02X%02X%02X", &c.R, &c.G, &c.B); err != nil {
			continue // six digits are a colour
		}
		d := onDark(c)
		fmt.Fprintf(&light, "--c%s:#%s;", hex, hex)
		fmt.Fprintf(&dark, "--c%s:#%02X%02X%02X;", hex, d.R, d.G, d.B)
	}
	var named strings.Builder
	for i, hex := range colors {
		named.WriteString(pieces[i])
		named.WriteString("var(--c" + hex + ")")
	}
	named.WriteString(pieces[len(colors)])
	return strings.Replace(named.String(), "<title>",
		"<style>:root{"+light.String()+"}@media(prefers-color-scheme:dark){:root{"+dark.String()+"}}</style>\n<title>", 1)
}

// drawnColors returns the colours that an SVG image fills or draws lines with, in their order, and what stands before, between and behind
// them. An expression does the same at five times the time of all the rest of a figure's text.
func drawnColors(svg string) (pieces, colors []string) {
	const digits = 6
	piece := 0
	for from := 0; ; {
		i := strings.Index(svg[from:], ":#")
		if i < 0 {
			return append(pieces, svg[piece:]), colors
		}
		i, from = from+i, from+i+2
		if property := svg[:i]; !strings.HasSuffix(property, "fill") && !strings.HasSuffix(property, "stroke") || len(svg) < from+digits ||
			strings.Trim(svg[from:from+digits], "0123456789ABCDEF") != "" {
			continue
		}
		pieces, colors = append(pieces, svg[piece:i+1]), append(colors, svg[from:from+digits])
		from += digits
		piece = from
	}
}

// onDark returns the colour that has the part of c on a dark page: greys turn round, and others become lighter until they can be seen.
func onDark(c color.NRGBA) color.NRGBA {
	if max(c.R, c.G, c.B)-min(c.R, c.G, c.B) < 0x10 {
		v := uint8(math.Round(darkGround + (255-float64(c.R))/255*(brightest-darkGround)))
		return color.NRGBA{v, v, v, 0xff}
	}
	ground := luminance(color.NRGBA{darkGround, darkGround, darkGround, 0xff})
	for step := range 20 {
		lighter := func(v uint8) uint8 { return uint8(math.Round(float64(v) + (255-float64(v))*float64(step)/20)) }
		d := color.NRGBA{lighter(c.R), lighter(c.G), lighter(c.B), 0xff}
		if (luminance(d)+0.05)/(ground+0.05) >= leastContrast {
			return d
		}
	}
	return color.NRGBA{brightest, brightest, brightest, 0xff}
}

// luminance returns that of WCAG 2.2.
func luminance(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		if s := float64(v) / 255; s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((float64(v)/255+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

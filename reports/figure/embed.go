package figure

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// characters is a canvas that notes which characters of which font are drawn.
type characters struct {
	vg.Canvas
	faces []usedFace
}

type usedFace struct {
	face font.Face
	used []rune
}

// FillString draws s and notes its characters.
func (c *characters) FillString(f font.Face, at vg.Point, s string) {
	i := slices.IndexFunc(c.faces, func(u usedFace) bool {
		return u.face.Font.Weight == f.Font.Weight && u.face.Font.Style == f.Font.Style
	})
	if i < 0 {
		i = len(c.faces)
		c.faces = append(c.faces, usedFace{face: f})
	}
	c.faces[i].used = append(c.faces[i].used, []rune(s)...)
	c.Canvas.FillString(f, at, s)
}

// style is an SVG element that holds the fonts, cut down to the characters drawn: the figure looks alike where they are not
// installed.
func (c *characters) style() ([]byte, error) {
	if len(c.faces) == 0 {
		return nil, nil
	}
	var out strings.Builder
	out.WriteString("\n<style>\n")
	for _, u := range c.faces {
		file, err := subset(u.face.Face, u.used)
		if err != nil {
			return nil, err
		}
		weight, style := "normal", "normal"
		if u.face.Font.Weight == stdfont.WeightBold {
			weight = "bold"
		}
		if u.face.Font.Style == stdfont.StyleItalic {
			style = "italic"
		}
		fmt.Fprintf(&out, "@font-face{font-family:Liberation Sans;font-weight:%s;font-style:%s;src:url(data:font/ttf;base64,%s)}\n",
			weight, style, base64.StdEncoding.EncodeToString(file))
	}
	out.WriteString("</style>")
	return []byte(out.String()), nil
}

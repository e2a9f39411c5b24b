package ink

import (
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
)

// Sheet is a page that is to be written: its size in points, what it is called and what is seen on it in words, and what draws it.
type Sheet struct {
	Width, Height vg.Length
	Name, Alt     string
	Draw          func(vg.Canvas)
}

const dotsPerInch = 200

// PNG writes pixels.
func PNG(w io.Writer, p Sheet) error {
	c := vgimg.NewWith(vgimg.UseWH(p.Width, p.Height), vgimg.UseDPI(dotsPerInch))
	p.Draw(outlined{c})
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
	return err
}

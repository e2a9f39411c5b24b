package figure

import (
	"fmt"
	"io"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"

	"nmfrepro/reports"
)

// Format is one way of writing a figure.
type Format struct {
	Name string
	Doc  string // one sentence
	// write draws the page and writes what came of it.
	write func(w io.Writer, p *page) error
}

// Formats lists the ways of writing a figure; the first is the default.
var Formats = []Format{
	{"svg", "vector graphics for the web; text stays text", writeSVG},
	{"png", "pixels, 200 to the inch", writePNG},
	{"pdf", "vector graphics for LaTeX; text as outlines", writePDF},
}

// Names lists the names of the formats.
func Names() []string {
	names := make([]string, len(Formats))
	for i, f := range Formats {
		names[i] = f.Name
	}
	return names
}

// check tells whether the lengths within f agree.
func check(f reports.Figure) error {
	for i, p := range f.Plots {
		where := fmt.Sprintf("figure: %s: plot %d", f.Address, i+1)
		for _, s := range p.Series {
			switch n := len(s.X); {
			case len(s.Y) != n:
				return fmt.Errorf("%s: series %q has %d values of x and %d of y, want as many", where, s.Label, n, len(s.Y))
			case len(s.Z) != 0 && len(s.Z) != n:
				return fmt.Errorf("%s: series %q has %d values of z, want none or %d", where, s.Label, len(s.Z), n)
			case len(s.Names) != 0 && len(s.Names) != n:
				return fmt.Errorf("%s: series %q has %d names, want none or %d", where, s.Label, len(s.Names), n)
			case len(s.Low) != len(s.High) || len(s.Low) != 0 && len(s.Low) != n:
				return fmt.Errorf("%s: series %q has %d values of low and %d of high, want none or %d", where, s.Label, len(s.Low), len(s.High), n)
			}
		}
		if err := checkAxes(p); err != nil {
			return fmt.Errorf("%s: %w", where, err)
		}
		if err := checkImage(p); err != nil {
			return fmt.Errorf("%s: %w", where, err)
		}
		if err := checkRanking(p.Ranking); err != nil {
			return fmt.Errorf("%s: %w", where, err)
		}
	}
	return nil
}

func writePNG(w io.Writer, p *page) error {
	c := vgimg.NewWith(vgimg.UseWH(p.width, p.height), vgimg.UseDPI(dotsPerInch))
	p.draw(outlined{c})
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(w)
	return err
}

func writePDF(w io.Writer, p *page) error {
	c := newPDF(p.width, p.height, p.name)
	p.draw(outlined{c})
	_, err := c.WriteTo(w)
	return err
}

var _ vg.Canvas = outlined{}

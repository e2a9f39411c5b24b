package sets

// This file reads the portable graymaps that the AT&T faces come in: PGM, plain (P2) or raw (P5), 8 or 16 bits.

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// Gray is a picture; pixel (x, y) is Pix[y*Width+x], 0 to Max.
type Gray struct {
	Width, Height int
	Max           int
	Pix           []uint16
}

// maxPixels bounds a picture: a face has 10,304 pixels, and a header must not make us allocate what no file holds.
const maxPixels = 1 << 26

// Read reads one picture. name stands for the file in errors.
func Read(r io.Reader, name string) (*Gray, error) {
	p := &parser{r: bufio.NewReader(r), name: name}
	magic := make([]byte, 2)
	if _, err := io.ReadFull(p.r, magic); err != nil {
		return nil, p.wrap("the file is shorter than a PGM header", err)
	}
	if magic[0] != 'P' || magic[1] != '2' && magic[1] != '5' {
		return nil, fmt.Errorf("pnm: %s: starts with %q, want \"P5\" or \"P2\" (a PGM graymap)", name, magic)
	}
	g := new(Gray)
	for _, h := range []struct {
		what string
		dst  *int
		max  int
	}{{"width", &g.Width, maxPixels}, {"height", &g.Height, maxPixels}, {"largest value", &g.Max, 65535}} {
		v, err := p.number(h.what)
		if err != nil {
			return nil, err
		}
		if v < 1 || v > h.max {
			return nil, fmt.Errorf("pnm: %s: %s is %d, want 1 to %d", name, h.what, v, h.max)
		}
		*h.dst = v
	}
	if g.Width > maxPixels/g.Height {
		return nil, fmt.Errorf("pnm: %s: %d×%d pixels, want at most %d", name, g.Width, g.Height, maxPixels)
	}
	read := p.plain
	if magic[1] == '5' {
		read = p.raw
	}
	return g, read(g)
}

type parser struct {
	r    *bufio.Reader
	name string
}

func (p *parser) wrap(msg string, err error) error {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("pnm: %s: %s: %w", p.name, msg, err)
}

// number skips blanks and comments, reads a decimal number and the one blank after it.
func (p *parser) number(what string) (int, error) {
	v, started := 0, false
	for {
		c, err := p.r.ReadByte()
		switch {
		case errors.Is(err, io.EOF) && started:
			return v, nil
		case err != nil:
			return 0, p.wrap("no "+what, err)
		case c == '#' && !started:
			if _, err := p.r.ReadString('\n'); err != nil {
				return 0, p.wrap("no "+what, err)
			}
		case c >= '0' && c <= '9':
			if v = v*10 + int(c-'0'); v > maxPixels {
				return 0, fmt.Errorf("pnm: %s: %s is above %d", p.name, what, maxPixels)
			}
			started = true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f':
			if started {
				return v, nil
			}
		default:
			return 0, fmt.Errorf("pnm: %s: found %q as %s, want a number", p.name, c, what)
		}
	}
}

// plain reads P2; pixels are appended as they come, so that a lying header costs nothing.
func (p *parser) plain(g *Gray) error {
	for i := range g.Width * g.Height {
		v, err := p.number(fmt.Sprintf("pixel %d", i+1))
		if err != nil {
			return err
		}
		if v > g.Max {
			return fmt.Errorf("pnm: %s: pixel %d is %d, above the largest value %d", p.name, i+1, v, g.Max)
		}
		g.Pix = append(g.Pix, uint16(v))
	}
	return nil
}

// raw reads P5: one byte a pixel, or two with the high one first where Max needs it.
func (p *parser) raw(g *Gray) error {
	wide := g.Max > 255
	row := g.Width
	if wide {
		row *= 2
	}
	buf := make([]byte, min(row, 1<<16)&^1+2)
	for left := row * g.Height; left > 0; {
		n := min(left, len(buf)&^1)
		if _, err := io.ReadFull(p.r, buf[:n]); err != nil {
			return p.wrap(fmt.Sprintf("%d×%d pixels promised, %d found", g.Width, g.Height, len(g.Pix)), err)
		}
		left -= n
		if !wide {
			for _, b := range buf[:n] {
				g.Pix = append(g.Pix, uint16(b))
			}
		} else {
			for i := 0; i < n; i += 2 {
				g.Pix = append(g.Pix, uint16(buf[i])<<8|uint16(buf[i+1]))
			}
		}
	}
	for i, v := range g.Pix {
		if int(v) > g.Max {
			return fmt.Errorf("pnm: %s: pixel %d is %d, above the largest value %d", p.name, i+1, v, g.Max)
		}
	}
	return nil
}

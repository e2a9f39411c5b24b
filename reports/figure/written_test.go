package figure

import (
	"slices"
	"testing"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"
)

// texts is a dst that collects what is written on it.
type texts struct {
	recorder.Canvas
	written []string
}

func (c *texts) FillString(_ font.Face, _ vg.Point, s string) { c.written = append(c.written, s) }

// What has a place on the page is written.
func TestWritten(t *testing.T) {
	p := newPage(mixed())
	c := &texts{}
	p.draw(c)
	for _, x := range p.texts {
		for _, l := range x.Lines {
			if !slices.Contains(c.written, l) {
				t.Errorf("%q is not written", l)
			}
		}
	}
	for _, want := range []string{"paper: optimum", "limit", "Objective, ×10", "6", "One point"} {
		if !slices.Contains(c.written, want) {
			t.Errorf("%q is not written", want)
		}
	}
}

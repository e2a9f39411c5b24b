package sets

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

func TestReadImages(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       Gray
	}{
		{"raw", "P5\n3 2\n255\n\x01\x02\x03\x04\x05\xff", Gray{3, 2, 255, []uint16{1, 2, 3, 4, 5, 255}}},
		{"comments", "P5 # a face\n3\n# CREATOR: XV\n2 255\n\x01\x02\x03\x04\x05\x06", Gray{3, 2, 255, []uint16{1, 2, 3, 4, 5, 6}}},
		{"pixel that looks blank", "P5 1 1 255\n\n", Gray{1, 1, 255, []uint16{'\n'}}},
		{"16 bit", "P5 2 1 1000\n\x01\x02\x00\x03", Gray{2, 1, 1000, []uint16{258, 3}}},
		{"plain", "P2\n2 2 9\n1 2\n3 9", Gray{2, 2, 9, []uint16{1, 2, 3, 9}}},
	} {
		g, err := Read(strings.NewReader(tt.text), tt.name)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if g.Width != tt.want.Width || g.Height != tt.want.Height || g.Max != tt.want.Max || !slices.Equal(g.Pix, tt.want.Pix) {
			t.Errorf("%s: got %+v, want %+v", tt.name, *g, tt.want)
		}
	}
}

func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "shorter than a PGM header",
		"P6 1 1 255\nabc":             `starts with "P6"`,
		"<html>":                      `starts with "<h"`,
		"P5 0 5 255\n":                "width is 0",
		"P5 5 5 70000\n":              "largest value is 70000",
		"P5 x":                        `found 'x' as width`,
		"P5 2 2 255\nab":              "2×2 pixels promised",
		"P2 1 1 5 7":                  "above the largest value 5",
		"P5 1 1 5 7":                  "above the largest value 5",
		"P5 60000 60000 255\nabc":     "want at most",
		"P5 99999999999999999999 1 1": "above",
	} {
		if _, err := Read(strings.NewReader(text), "a.pgm"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
	if _, err := Read(strings.NewReader("P5 2 2 255\nab"), "a.pgm"); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("truncated: %v does not wrap ErrUnexpectedEOF", err)
	}
}

func TestLyingHeader(t *testing.T) {
	allocs := testing.Benchmark(func(b *testing.B) {
		for range b.N {
			if _, err := Read(strings.NewReader("P5 8000 8000 255\nabc"), "lie"); err == nil {
				b.Fatal("no error")
			}
		}
	})
	if got := allocs.AllocedBytesPerOp(); got > 1<<20 {
		t.Errorf("a header that promises 64 MB made us allocate %d bytes", got)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"P5 2 1 1000\n\x01\x02\x00\x03", "P2 1 1 5 3", "P5\n# c\n1 1 255\nx", "P5"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		g, err := Read(bytes.NewReader(data), "fuzz")
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := write(&b, g); err != nil {
			t.Fatal(err)
		}
		again, err := Read(&b, "again")
		if err != nil {
			t.Fatal(err)
		}
		if again.Width != g.Width || again.Height != g.Height || again.Max != g.Max || !slices.Equal(again.Pix, g.Pix) {
			t.Fatalf("%v came back as %v", g, again)
		}
	})
}

// write writes g as P5.
func write(w io.Writer, g *Gray) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "P5\n%d %d\n%d\n", g.Width, g.Height, g.Max)
	for _, v := range g.Pix {
		if g.Max > 255 {
			b.WriteByte(byte(v >> 8))
		}
		b.WriteByte(byte(v))
	}
	return b.Flush() // bufio keeps the first error
}

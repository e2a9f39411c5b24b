package figure

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nmfrepro/reports/result"
)

var update = flag.Bool("update", false, "rewrite the files under testdata")

func render(t testing.TB, f result.Figure, format string) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Render(&out, f, format); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got; -update rewrites it):\n%s", file, diff)
	}
}

var embedded = regexp.MustCompile(`data:image/png;base64,([A-Za-z0-9+/=]*)`)

// readable replaces each embedded image by a sum of its pixels: the bytes of a PNG file depend on the release of Go.
func readable(t *testing.T, svg []byte) []byte {
	return embedded.ReplaceAllFunc(svg, func(data []byte) []byte {
		raw, err := base64.StdEncoding.DecodeString(string(embedded.FindSubmatch(data)[1]))
		if err != nil {
			t.Fatal(err)
		}
		m, err := png.Decode(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.New()
		for y := range m.Bounds().Dy() {
			for x := range m.Bounds().Dx() {
				fmt.Fprintln(sum, m.At(x, y))
			}
		}
		return fmt.Appendf(nil, "%dx%d-%x", m.Bounds().Dx(), m.Bounds().Dy(), sum.Sum(nil)[:8])
	})
}

func TestGolden(t *testing.T) {
	for _, f := range canned {
		f := f()
		t.Run(f.Key, func(t *testing.T) {
			golden(t, f.Key+".svg", readable(t, render(t, f, "svg")))
			if f.Key == "figure3" || f.Key == "figure11" { // ten thousand pixels
				return
			}
			var out bytes.Buffer
			if err := CSV(&out, f); err != nil {
				t.Fatal(err)
			}
			golden(t, f.Key+".csv", out.Bytes())
		})
	}
}

// all are the figures that every format has to survive.
func all() []result.Figure {
	figures := []result.Figure{{}, extreme(false), extreme(true), many(30, 3), many(1, 12), many(1, 40)}
	for _, f := range canned {
		figures = append(figures, f())
	}
	return figures
}

func TestSameBytes(t *testing.T) {
	for _, f := range []result.Figure{mixed(), faces()} {
		for _, format := range Names() {
			if !bytes.Equal(render(t, f, format), render(t, f, format)) {
				t.Errorf("%s of %s differs between two runs", format, f.Address)
			}
		}
	}
}

// SVG is well-formed, begins with its title, holds the names of the methods as text, and no number that is none. Each text
// has the width that it was measured to have, within the page.
func TestSVG(t *testing.T) {
	type text struct {
		X      float64 `xml:"x,attr"`
		Length float64 `xml:"textLength,attr"`
		Body   string  `xml:",chardata"`
	}
	type group struct {
		Texts  []text  `xml:"text"`
		Groups []group `xml:"g"`
	}
	for _, f := range all() {
		svg := render(t, f, "svg")
		var doc struct {
			ViewBox string  `xml:"viewBox,attr"`
			Title   string  `xml:"title"`
			Groups  []group `xml:"g"`
		}
		if err := xml.Unmarshal(svg, &doc); err != nil {
			t.Fatalf("%s: %v", f.Address, err)
		}
		if want := strings.TrimSpace(f.Address + " " + f.Title); doc.Title != want {
			t.Errorf("%s: title %q, want %q", f.Address, doc.Title, want)
		}
		box := strings.Fields(doc.ViewBox)
		width, err := strconv.ParseFloat(box[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		var written []string
		for _, x := range doc.Groups[0].Texts {
			if written = append(written, x.Body); !(x.Length > 0) || x.X < 0 || x.X+x.Length > width {
				t.Errorf("%s: %q runs from %g for %g, want more than 0, within %g", f.Address, x.Body, x.X, x.Length, width)
			}
		}
		for _, g := range doc.Groups[0].Groups { // turned
			for _, x := range append(g.Texts, g.Groups[0].Texts...) {
				if !(x.Length > 0) {
					t.Errorf("%s: %q has no width", f.Address, x.Body)
				}
			}
		}
		if all, stretched := bytes.Count(svg, []byte("<image ")), bytes.Count(svg, []byte(`<image preserveAspectRatio="none" `)); all != stretched {
			t.Errorf("%s: %d of %d images are stretched over their place", f.Address, stretched, all)
		}
		if m := noNumber.Find(embedded.ReplaceAll(svg, nil)); m != nil {
			t.Errorf("%s: %s in the SVG", f.Address, m)
		}
		for _, p := range f.Plots {
			for _, s := range p.Series {
				if p.Title != "Nothing" && !strings.Contains(strings.Join(written, " "), s.Label) {
					t.Errorf("%s: no text %q", f.Address, s.Label)
				}
			}
		}
	}
}

// noNumber is a number in an attribute that is none.
var noNumber = regexp.MustCompile(`[",ML ](NaN|[-+]?Inf)[", ]`)

// A PNG has the size of its page, white margins, and ink in every data area.
func TestPNG(t *testing.T) {
	for _, f := range all() {
		m, err := png.Decode(bytes.NewReader(render(t, f, "png")))
		if err != nil {
			t.Fatal(err)
		}
		p := newPage(f)
		const scale = 200 / 72.0 // pixels to the point
		width, height := int(float64(p.width)*scale+0.5), int(float64(p.height)*scale+0.5)
		if m.Bounds() != image.Rect(0, 0, width, height) {
			t.Errorf("%s: bounds %v, want %d×%d", f.Address, m.Bounds(), width, height)
		}
		for x := range width {
			for _, y := range []int{0, height - 1} {
				if isInk(m, x, y) {
					t.Fatalf("%s: ink in the margin at %d, %d", f.Address, x, y)
				}
			}
		}
		for _, c := range p.charts {
			n := 0
			for x := int(float64(c.data.Min.X)*scale) + 2; x < int(float64(c.data.Max.X)*scale)-2; x++ {
				for y := height - int(float64(c.data.Max.Y)*scale) + 2; y < height-int(float64(c.data.Min.Y)*scale)-2; y++ {
					if n < 20 && isInk(m, x, y) {
						n++
					}
				}
			}
			if n < 20 {
				t.Errorf("%s: %s has %d pixels of ink", f.Address, c.where(), n)
			}
		}
	}
}

func isInk(m image.Image, x, y int) bool {
	r, g, b, _ := m.At(x, y).RGBA()
	return min(r, g, b) < 0xd000 // darker than the grid
}

var promised = strings.Split("figure,plot,series,kind,x,y,low,high,value,name", ",")

// Every number reads back to the last bit.
func TestCSV(t *testing.T) {
	for _, f := range all() {
		var out bytes.Buffer
		if err := CSV(&out, f); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&out).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(promised, rows[0]); diff != "" {
			t.Fatal(diff)
		}
		rows = rows[1:]
		for _, p := range f.Plots {
			for _, s := range p.Series {
				for k, x := range s.X {
					for i, want := range []float64{x, s.Y[k]} {
						text := rows[0][4+i]
						if got, err := strconv.ParseFloat(text, 64); text != "" && (err != nil || got != want) || text == "" && want == want {
							t.Fatalf("%s: %s: %q, want %g", f.Address, s.Label, text, want)
						}
					}
					rows = rows[1:]
				}
			}
			rows = rows[len(p.Marks):]
			if p.Image != nil {
				rows = rows[len(p.Image.Values):]
			}
			if p.Ranking != nil {
				rows = rows[len(p.Ranking.Ranks):]
			}
			if p.Forest != nil {
				rows = rows[len(p.Forest.Rows):]
			}
			if p.Curve != nil {
				rows = rows[len(p.Curve.Readings):]
			}
		}
		if len(rows) != 0 {
			t.Errorf("%s: %d rows too many", f.Address, len(rows))
		}
	}
}

// Plots of one title are told apart.
func TestPlotName(t *testing.T) {
	f := result.Figure{Plots: []result.Plot{{Title: "a"}, {}, {Title: "b"}, {Title: "a"}}}
	var got []string
	for i := range f.Plots {
		got = append(got, plotName(f, i))
	}
	if want := []string{"a #1", "2", "b", "a #4"}; !slices.Equal(got, want) {
		t.Errorf("names %q, want %q", got, want)
	}
}

func TestRenderErrors(t *testing.T) {
	plot := func(p result.Plot) result.Figure {
		return result.Figure{Address: "a/b", Plots: []result.Plot{p}}
	}
	series := func(s result.Series) result.Figure { return plot(result.Plot{Series: []result.Series{s}}) }
	tests := []struct {
		f            result.Figure
		format, want string
	}{
		{result.Figure{}, "gif", `figure: format = "gif", want one of svg, png, pdf`},
		{series(result.Series{Label: "s", X: make([]float64, 2), Y: make([]float64, 3)}), "svg",
			`figure: a/b: plot 1: series "s" has 2 values of x and 3 of y, want as many`},
		{series(result.Series{Label: "s", X: make([]float64, 2), Y: make([]float64, 2), Low: make([]float64, 2)}), "png",
			`figure: a/b: plot 1: series "s" has 2 values of low and 0 of high, want none or 2`},
		{plot(result.Plot{Picture: result.Picture{Image: &result.Image{Rows: 2, Cols: 2, Values: make([]float64, 3)}}}), "pdf",
			`figure: a/b: plot 1: image of 2 rows and 2 columns has 3 values, want rows × columns > 0`},
		{plot(result.Plot{Picture: result.Picture{Image: &result.Image{}}}), "pdf",
			`figure: a/b: plot 1: image of 0 rows and 0 columns has 0 values, want rows × columns > 0`},
	}
	for _, test := range tests {
		if err := Render(io.Discard, test.f, test.format); err == nil || err.Error() != test.want {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
	full := errors.New("no space left on device")
	for _, format := range Names() {
		if err := Render(failing{full}, curves(), format); !errors.Is(err, full) {
			t.Errorf("%s: error %v, want %v", format, err, full)
		}
	}
	if err := CSV(failing{full}, curves()); !errors.Is(err, full) {
		t.Errorf("CSV: error %v, want %v", err, full)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

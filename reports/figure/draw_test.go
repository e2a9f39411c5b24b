package figure

import (
	"image"
	"image/color"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"

	"nmfrepro/reports/figure/canvas"
	"nmfrepro/reports/result"
)

// strokes is a dst that collects lines of one colour, by their number of points.
type strokes struct {
	recorder.Canvas
	want  color.Color
	now   color.Color
	width vg.Length
	found []int // of lines as wide as those of series
	all   []int // of any width
}

func (c *strokes) SetColor(col color.Color)     { c.now = col }
func (c *strokes) SetLineWidth(width vg.Length) { c.width = width }
func (c *strokes) Stroke(p vg.Path) {
	if c.now != c.want {
		return
	}
	if c.all = append(c.all, len(p)); c.width == canvas.LineWidth {
		c.found = append(c.found, len(p))
	}
}

// A value that is not there, or has no place on the axis, breaks the line.
func TestGaps(t *testing.T) {
	inf := math.Inf(1)
	for _, test := range []struct {
		y    []float64
		log  bool
		want []int
	}{
		{[]float64{1, 2, 3, 4, 5}, false, []int{5}},
		{[]float64{1, 2, nan, 4, 5}, false, []int{2, 2}},
		{[]float64{nan, 2, inf, 4, 5, 6}, false, []int{3}}, // a point alone is a marker
		{[]float64{1, 2, 0, 4, -5, 6, 7}, true, []int{2, 2}},
		{[]float64{1, 2, 0, 4, -5, 6, 7}, false, []int{7}},
		{[]float64{nan, nan}, false, nil},
	} {
		s := result.Series{Y: test.y}
		for k := range test.y {
			s.X = append(s.X, float64(k))
		}
		// Without a label there is no legend, whose sample is a line too.
		p := newPage(result.Figure{Plots: []result.Plot{{Y: result.Axis{Log: test.log}, Series: []result.Series{s}}}})
		c := &strokes{want: canvas.Palette[0]}
		p.draw(c)
		if diff := cmp.Diff(test.want, c.found); diff != "" {
			t.Errorf("%v: lines of so many points (-want +got):\n%s", test.y, diff)
		}
	}
}

// Markers on a dense line keep their distance, those on a sparse one are all there.
func TestMarkers(t *testing.T) {
	line := func(n int) (points []vg.Point) {
		for i := range n {
			points = append(points, vg.Point{X: 250 * vg.Length(i) / vg.Length(n-1)})
		}
		return points
	}
	k := &chart{}
	if got := k.marked(line(10), false, canvas.NewLook(0)); len(got) != 10 {
		t.Errorf("%d of 10 points are marked", len(got))
	}
	dense := k.marked(line(1000), false, canvas.NewLook(3))
	if len(dense) < 5 || len(dense) > 10 {
		t.Errorf("%d of 1000 points are marked", len(dense))
	}
	for i := 1; i < len(dense); i++ {
		if d := canvas.Distance(line(1000)[dense[i-1]], line(1000)[dense[i]]); d < canvas.MarkerGap {
			t.Errorf("markers %g apart", d)
		}
	}
	if got := k.marked(line(1000), true, canvas.NewLook(0)); len(got) != 1000 {
		t.Errorf("%d of 1000 points without a line are drawn", len(got))
	}
}

// Grey levels go from white (least) to black, or from black where light means much.
func TestPixels(t *testing.T) {
	grey := func(g uint8) color.NRGBA { return color.NRGBA{g, g, g, 0xff} }
	for _, test := range []struct {
		values []float64
		light  bool
		want   []color.NRGBA
	}{
		{[]float64{0, 1, 2}, false, []color.NRGBA{grey(255), grey(128), grey(0)}},
		{[]float64{0, 1, 2}, true, []color.NRGBA{grey(0), grey(128), grey(255)}},
		{[]float64{7, 7, 7}, false, []color.NRGBA{grey(255), grey(255), grey(255)}},
		{[]float64{nan, 0, 1}, false, []color.NRGBA{canvas.Unknown, grey(255), grey(0)}},
		{[]float64{math.Inf(1), -math.MaxFloat64, math.MaxFloat64}, false, []color.NRGBA{canvas.Unknown, grey(255), grey(0)}},
		{[]float64{0, 5e-324, 0}, true, []color.NRGBA{grey(0), grey(0), grey(0)}}, // as good as constant: the least
		{[]float64{nan, nan, nan}, false, []color.NRGBA{canvas.Unknown, canvas.Unknown, canvas.Unknown}},
	} {
		m := pixelsOf(result.Image{Rows: 1, Cols: 3, Values: test.values, Light: test.light})
		cell := m.Bounds().Dx() / 3
		for i, want := range test.want {
			if got := m.At(i*cell+cell/2, cell/2); got != want {
				t.Errorf("%v, light %t: pixel %d is %v, want %v", test.values, test.light, i, got, want)
			}
		}
	}
	// Rows go down the page.
	m := pixelsOf(result.Image{Rows: 2, Cols: 1, Values: []float64{0, 1}})
	if got := m.At(0, 0); got != grey(255) {
		t.Errorf("the upper pixel is %v, want the first value's", got)
	}
}

func pixelsOf(m result.Image) image.Image {
	return newChart(result.Figure{Plots: []result.Plot{{Picture: result.Picture{Image: &m}}}}, 0).pixels()
}

// What is black in a picture is said below the figure.
func TestGreys(t *testing.T) {
	picture := func(low, high float64, light bool) *chart {
		return newChart(result.Figure{Plots: []result.Plot{{Picture: result.Picture{Image: &result.Image{Rows: 1, Cols: 2, Values: []float64{low, high}, Light: light}}}}}, 0)
	}
	for _, test := range []struct {
		charts []*chart
		want   string
	}{
		{[]*chart{picture(0, 2.5, false), picture(0, 2.5, false)}, "White is 0, black 2.5."},
		{[]*chart{picture(0, 255, true)}, "White is 255, black 0."},
		{[]*chart{picture(0, 1, false), picture(0, 2, false)}, "White is the least value, black the greatest of each picture."},
		{[]*chart{picture(0, 1, true), picture(0, 2, true)}, "White is the greatest of each picture, black the least value."},
		{nil, ""},
	} {
		if got := strings.Join(omissions(test.charts), "|"); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

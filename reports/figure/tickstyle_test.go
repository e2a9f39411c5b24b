package figure

import (
	"strconv"
	"strings"
	"testing"

	"nmfrepro/reports/figure/axis"
	"nmfrepro/reports/result"
)

func ticksOf(s axis.Scale) string {
	var out []string
	for _, t := range s.Ticks {
		switch {
		case t.Label == "":
		case t.Exponent != "":
			out = append(out, t.Label+"^"+t.Exponent)
		default:
			out = append(out, t.Label)
		}
	}
	if s.Times != 0 {
		out = append(out, "times 10^"+strconv.Itoa(s.Times))
	}
	return strings.Join(out, " ")
}

// Logarithmic axes of one letter have one style of labels in a figure; linear ones and those of the other letter keep theirs.
func TestTickStyle(t *testing.T) {
	plot := func(lo, hi float64, log bool) result.Plot {
		return result.Plot{X: result.Axis{Log: true}, Y: result.Axis{Log: log}, Series: []result.Series{{X: []float64{1, 100}, Y: []float64{lo, hi}}}}
	}
	p := newPage(result.Figure{Plots: []result.Plot{plot(0.1, 10, true), plot(1e-6, 1, true), plot(2, 30, true), plot(0, 1, false)}})
	for i, want := range []string{"10^−1 10^0 10^1", "10^−6 10^−5 10^−4 10^−3 10^−2 10^−1 10^0", "2×10^0 5×10^0 10^1 2×10^1", "0 1"} {
		if got := ticksOf(p.charts[i].y); got != want {
			t.Errorf("plot %d: %s, want %s", i+1, got, want)
		}
		if got := ticksOf(p.charts[i].x); got != "1 10 100" {
			t.Errorf("plot %d: x %s, want 1 10 100", i+1, got)
		}
	}
	alone := newPage(result.Figure{Plots: []result.Plot{plot(0.1, 10, true), plot(2, 30, true)}})
	if got := ticksOf(alone.charts[0].y); got != "0.1 1 10" {
		t.Errorf("without a reason for powers: %s", got)
	}
}

// The cells of an image have the ticks, where there are few enough.
func TestCellTicks(t *testing.T) {
	heat := func(log bool, places ...float64) result.Plot {
		return result.Plot{X: result.Axis{Log: log}, Picture: result.Picture{Image: &result.Image{Rows: 1, Cols: len(places), Values: places, X: places, Y: []float64{1}}}}
	}
	var many []float64
	for k := range 101 {
		many = append(many, float64(k)/100)
	}
	for _, test := range []struct {
		p    result.Plot
		want string
	}{
		{heat(false, 0.4, 0.8, 1.2000000000000002, 1.6, 2), "0.4 0.8 1.2 1.6 2"},
		{heat(false, 100, 80, 60, 40, -20), "−20 40 60 80 100"},
		{heat(false, 0, 1e-6, 2.5e-6), "0 1×10^−6 2.5×10^−6"},
		{heat(true, 1e-4, 0.01, 1, 2.5, 10), "0.0001 0.01 1 2.5 10"},
		{heat(true, 1e-5, 1e-4, 1e-3), "10^−5 10^−4 10^−3"},
		{heat(false, many...), "0 0.2 0.4 0.6 0.8 1.0"},
	} {
		c := newPage(result.Figure{Plots: []result.Plot{test.p}}).charts[0]
		if got := ticksOf(c.x); got != test.want {
			t.Errorf("%v: ticks %s, want %s", test.p.Image.X, got, test.want)
		}
	}
}

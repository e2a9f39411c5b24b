package figure

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports"
)

func scaleOf(log bool, values ...float64) scale {
	var e extent
	for _, v := range values {
		e.add(v)
	}
	return newScale(e, reports.Axis{Log: log})
}

func labels(s scale) string {
	var out []string
	for _, t := range s.ticks {
		switch {
		case t.label == "":
		case t.exponent != "":
			out = append(out, t.label+"^"+t.exponent)
		default:
			out = append(out, t.label)
		}
	}
	if s.times != 0 {
		out = append(out, "times 10^"+strconv.Itoa(s.times))
	}
	return strings.Join(out, " ")
}

// Wanted are the labels that one would choose by hand.
func TestTicks(t *testing.T) {
	for _, test := range []struct {
		log    bool
		lo, hi float64
		length vg.Length
		want   string
	}{
		{false, 5, 40, 270, "5 10 15 20 25 30 35 40"},
		{false, 0, 0.99, 185, "0 0.2 0.4 0.6 0.8 1.0"},
		{false, -1.2, 1.2, 100, "−1.0 −0.5 0 0.5 1.0"},
		{false, 1, 4, 140, "1 2 3 4"}, // whole numbers: no halves
		{false, 1, 2, 270, "1 2"},
		{false, 0, 2.5e6, 185, "0 0.5 1.0 1.5 2.0 2.5 times 10^6"},
		{false, 1e-5, 4e-5, 140, "1.0 1.5 2.0 2.5 3.0 3.5 4.0 times 10^−5"},
		{false, 7, 7, 140, "6 7 8"},
		{false, 0, 0, 140, "−1 0 1"},
		{true, 1, 1000, 185, "1 10 100 1000"},
		{true, 0.01, 100, 185, "0.01 0.1 1 10 100"},
		{true, 1e-5, 1, 100, "10^−4 10^−2 10^0"}, // no room for all
		{true, 1e-5, 1, 140, "10^−5 10^−4 10^−3 10^−2 10^−1 10^0"},
		{true, 1e-300, 1e300, 270, "10^−300 10^−200 10^−100 10^0 10^100 10^200 10^300"},
		{true, 2, 30, 185, "2 5 10 20"},
		{true, 3, 3, 185, "1 2 5"},
		{true, 100, 110, 270, "100 102 104 106 108 110"},
	} {
		s := scaleOf(test.log, test.lo, test.hi)
		s.setTicks(test.length, true)
		if got := strings.ReplaceAll(labels(s), "10^-", "10^−"); got != test.want {
			t.Errorf("%g to %g, log %t, %g points: %s, want %s", test.lo, test.hi, test.log, test.length, got, test.want)
		}
	}
}

// Whatever the range, ticks lie on the axis in ascending order, their labels do not touch, tell their value, and are not
// too many.
func TestTicksEverywhere(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		log := rng.IntN(2) == 0
		a := math.Pow(10, 600*rng.Float64()-300)
		b := a * (1 + math.Pow(10, 20*rng.Float64()-18))
		if !log && rng.IntN(2) == 0 {
			a = -a
		}
		s := scaleOf(log, a, b)
		length, level := vg.Length(40+300*rng.Float64()), rng.IntN(2) == 0
		s.setTicks(length, level)
		if !s.fits(s.ticks, length, level) {
			t.Fatalf("%g to %g: labels %s touch", a, b, labels(s))
		}
		if n := labelled(s.ticks); n < 1 || n > 20 || len(s.ticks) > 400 {
			t.Fatalf("%g to %g, log %t: %d labels, %d ticks", a, b, log, n, len(s.ticks))
		}
		for i, k := range s.ticks {
			if at := s.at(k.value); !(at >= -1e-6 && at <= 1+1e-6) {
				t.Fatalf("%g to %g: tick %g at %g", a, b, k.value, at)
			}
			if i > 0 && k.value <= s.ticks[i-1].value {
				t.Fatalf("%g to %g: tick %g after %g", a, b, k.value, s.ticks[i-1].value)
			}
			if got := spoken(t, s, k); k.label != "" && math.Abs(got-k.value) > 1e-12*math.Abs(k.value) {
				t.Fatalf("%g to %g: tick %g is labelled %g", a, b, k.value, got)
			}
		}
	}
}

// spoken is the number that a label says.
func spoken(t *testing.T, s scale, k tick) float64 {
	if k.label == "" {
		return 0
	}
	text := strings.ReplaceAll(k.label, "−", "-")
	if k.exponent != "" {
		text = strings.Replace(text, "×10", "e", 1)
		if text == "10" {
			text = "1e"
		}
		text += strings.ReplaceAll(k.exponent, "−", "-")
	}
	if s.times != 0 {
		text += "e" + strconv.Itoa(s.times)
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatalf("label %q: %v", text, err)
	}
	return v
}

// The ends of the data are on the axis, in order.
func TestScale(t *testing.T) {
	for _, log := range []bool{false, true} {
		for _, r := range [][2]float64{{5e-324, 1e-323}, {1, 1}, {1e-300, 1e300}, {1, math.MaxFloat64}, {1e9, 1e9 + 1}, {5e-324, math.MaxFloat64}} {
			s := scaleOf(log, r[0], r[1])
			lo, hi := s.at(r[0]), s.at(r[1])
			if !(lo >= 0 && lo <= hi && hi <= 1) {
				t.Errorf("log %t: %g and %g are at %g and %g", log, r[0], r[1], lo, hi)
			}
		}
	}
	if s := scaleOf(false, -math.MaxFloat64, math.MaxFloat64); s.at(0) != 0.5 {
		t.Errorf("0 is at %g of the whole range, want 0.5", s.at(0))
	}
	if s := scaleOf(false, 0.01, 1); s.lo != 0 {
		t.Errorf("axis of positive numbers begins at %g, want 0", s.lo)
	}
}

// Logarithmic axes of one letter have one style of labels in a figure; linear ones and those of the other letter keep theirs.
func TestTickStyle(t *testing.T) {
	plot := func(lo, hi float64, log bool) reports.Plot {
		return reports.Plot{X: reports.Axis{Log: true}, Y: reports.Axis{Log: log}, Series: []reports.Series{{X: []float64{1, 100}, Y: []float64{lo, hi}}}}
	}
	p := newPage(reports.Figure{Plots: []reports.Plot{plot(0.1, 10, true), plot(1e-6, 1, true), plot(2, 30, true), plot(0, 1, false)}})
	for i, want := range []string{"10^−1 10^0 10^1", "10^−6 10^−5 10^−4 10^−3 10^−2 10^−1 10^0", "2×10^0 5×10^0 10^1 2×10^1", "0 1"} {
		if got := labels(p.charts[i].y); got != want {
			t.Errorf("plot %d: %s, want %s", i+1, got, want)
		}
		if got := labels(p.charts[i].x); got != "1 10 100" {
			t.Errorf("plot %d: x %s, want 1 10 100", i+1, got)
		}
	}
	alone := newPage(reports.Figure{Plots: []reports.Plot{plot(0.1, 10, true), plot(2, 30, true)}})
	if got := labels(alone.charts[0].y); got != "0.1 1 10" {
		t.Errorf("without a reason for powers: %s", got)
	}
}

// The cells of an image have the ticks, where there are few enough.
func TestCellTicks(t *testing.T) {
	heat := func(log bool, places ...float64) reports.Plot {
		return reports.Plot{X: reports.Axis{Log: log}, Image: &reports.Image{Rows: 1, Cols: len(places), Values: places, X: places, Y: []float64{1}}}
	}
	var many []float64
	for k := range 101 {
		many = append(many, float64(k)/100)
	}
	for _, test := range []struct {
		p    reports.Plot
		want string
	}{
		{heat(false, 0.4, 0.8, 1.2000000000000002, 1.6, 2), "0.4 0.8 1.2 1.6 2"},
		{heat(false, 100, 80, 60, 40, -20), "−20 40 60 80 100"},
		{heat(false, 0, 1e-6, 2.5e-6), "0 1×10^−6 2.5×10^−6"},
		{heat(true, 1e-4, 0.01, 1, 2.5, 10), "0.0001 0.01 1 2.5 10"},
		{heat(true, 1e-5, 1e-4, 1e-3), "10^−5 10^−4 10^−3"},
		{heat(false, many...), "0 0.2 0.4 0.6 0.8 1.0"},
	} {
		c := newPage(reports.Figure{Plots: []reports.Plot{test.p}}).charts[0]
		if got := labels(c.x); got != test.want {
			t.Errorf("%v: ticks %s, want %s", test.p.Image.X, got, test.want)
		}
	}
}

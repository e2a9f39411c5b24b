package axis

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"nmfrepro/reports/result"
)

func scaleOf(log bool, values ...float64) Scale {
	var e Extent
	for _, v := range values {
		e.Add(v)
	}
	return NewScale(e, result.Axis{Log: log})
}

func labels(s Scale) string {
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
		s.SetTicks(test.length, true)
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
		s.SetTicks(length, level)
		if !s.fits(s.Ticks, length, level) {
			t.Fatalf("%g to %g: labels %s touch", a, b, labels(s))
		}
		if n := labelled(s.Ticks); n < 1 || n > 20 || len(s.Ticks) > 400 {
			t.Fatalf("%g to %g, log %t: %d labels, %d ticks", a, b, log, n, len(s.Ticks))
		}
		for i, k := range s.Ticks {
			if at := s.At(k.Value); !(at >= -1e-6 && at <= 1+1e-6) {
				t.Fatalf("%g to %g: tick %g at %g", a, b, k.Value, at)
			}
			if i > 0 && k.Value <= s.Ticks[i-1].Value {
				t.Fatalf("%g to %g: tick %g after %g", a, b, k.Value, s.Ticks[i-1].Value)
			}
			if got := spoken(t, s, k); k.Label != "" && math.Abs(got-k.Value) > 1e-12*math.Abs(k.Value) {
				t.Fatalf("%g to %g: tick %g is labelled %g", a, b, k.Value, got)
			}
		}
	}
}

// spoken is the number that a label says.
func spoken(t *testing.T, s Scale, k Tick) float64 {
	if k.Label == "" {
		return 0
	}
	text := strings.ReplaceAll(k.Label, "−", "-")
	if k.Exponent != "" {
		text = strings.Replace(text, "×10", "e", 1)
		if text == "10" {
			text = "1e"
		}
		text += strings.ReplaceAll(k.Exponent, "−", "-")
	}
	if s.Times != 0 {
		text += "e" + strconv.Itoa(s.Times)
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
			lo, hi := s.At(r[0]), s.At(r[1])
			if !(lo >= 0 && lo <= hi && hi <= 1) {
				t.Errorf("log %t: %g and %g are at %g and %g", log, r[0], r[1], lo, hi)
			}
		}
	}
	if s := scaleOf(false, -math.MaxFloat64, math.MaxFloat64); s.At(0) != 0.5 {
		t.Errorf("0 is at %g of the whole range, want 0.5", s.At(0))
	}
	if s := scaleOf(false, 0.01, 1); s.Lo != 0 {
		t.Errorf("axis of positive numbers begins at %g, want 0", s.Lo)
	}
}

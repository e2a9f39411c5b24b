package result

import (
	"math"
	"testing"
)

// Times 100 of these numbers is exact, so that the edges of rounding lie where they are said to: halves go to the even digit,
// and the next number above or below goes its own way.
func TestScaleEdges(t *testing.T) {
	tests := []struct {
		scale           Scale
		v               float64
		below, at, over string
	}{
		{Scale{100, 0}, 0.625, "62", "62", "63"},
		{Scale{100, 0}, 0.375, "37", "38", "38"},
		{Scale{100, 0}, -0.625, "-63", "-62", "-62"},
		{Scale{100, 1}, 0.0625, "6.2", "6.2", "6.3"},
		{Scale{100, 2}, 0.28125, "28.12", "28.12", "28.13"},
		{Scale{1000, 1}, 0.03125, "31.2", "31.2", "31.3"},
		{Scale{1000, 2}, 0.015625, "15.62", "15.62", "15.63"},
		{Scale{0, 0}, 0.5, "0", "0", "1"},
		{Scale{0, 0}, -0.5, "-1", "0", "0"},
		{Scale{1, 2}, 0.125, "0.12", "0.12", "0.13"},
		{Scale{1, -1}, 1.5, "1", "2", "2"},
		{Scale{100, 2}, 0, "0.00", "0.00", "0.00"},
		{Scale{100, 2}, math.Copysign(0, -1), "0.00", "0.00", "0.00"},
		{Scale{100, 0}, 0.995, "99", "100", "100"}, // 99.5 is nearer to 0.995·100 than its neighbours
	}
	for _, test := range tests {
		got := [3]string{test.scale.Text(math.Nextafter(test.v, math.Inf(-1))), test.scale.Text(test.v), test.scale.Text(math.Nextafter(test.v, math.Inf(1)))}
		if want := [3]string{test.below, test.at, test.over}; got != want {
			t.Errorf("%+v: %v and its neighbours are %q, want %q", test.scale, test.v, got, want)
		}
	}
	if got := (Scale{Times: 100}).Natural(61.25); got != 0.6125 {
		t.Errorf("61.25 %% is %v", got)
	}
}

func TestSignificant(t *testing.T) {
	minus := math.Copysign(0, -1)
	for got, want := range map[string]string{
		Plain(0.06125): "0.0612", Plain(minus): "0", Plain(1234567): "1.23e+06", Plain(math.NaN()): "-",
		Signed(0.6125): "+0.613", Signed(minus): "+0", Signed(-2): "-2", Signed(math.NaN()): "-",
		IntervalText(-0.25, 1): "-0.25 to 1", IntervalText(math.NaN(), 1): "-", IntervalText(minus, 0.5): "0 to 0.5",
		Count(1, "cell"): "1 cell", Count(0, "cell"): "0 cells", Count(2, "cell"): "2 cells",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestFixed(t *testing.T) {
	tests := []struct {
		v        float64
		decimals int
		want     string
	}{
		{0.125, 2, "0.12"}, {0.1251, 2, "0.13"}, {-0.001, 2, "0.00"}, {math.Copysign(0, -1), 0, "0"}, {-0.006, 2, "-0.01"},
		{1234567.891, 1, "1234567.9"}, {99.5, 0, "100"}, {1, -3, "1"}, {math.NaN(), 2, "NaN"}, {math.Inf(-1), 2, "-Inf"},
	}
	for _, test := range tests {
		if got := fixed(test.v, test.decimals); got != test.want {
			t.Errorf("fixed(%v, %d) = %q, want %q", test.v, test.decimals, got, test.want)
		}
	}
}

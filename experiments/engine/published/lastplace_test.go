package published

import "testing"

// One in the last place of a number with a power of ten is that of its digits.
func TestLastPlace(t *testing.T) {
	for value, want := range map[string]float64{"543535.7": 0.1, "1.535504e+09": 1000, "6.392676e-01": 1e-7, "5.1e+02": 10, "3": 1, "12%": 1} {
		if got := (Panel{}).LastPlace(Cell{Value: value}); got < want*(1-1e-12) || got > want*(1+1e-12) {
			t.Errorf("%s: %v, want %v", value, got, want)
		}
		if !number.MatchString(value) {
			t.Errorf("%s is no number", value)
		}
	}
}

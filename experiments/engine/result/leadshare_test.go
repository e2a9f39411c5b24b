package result

import (
	"math"
	"testing"
)

// A share is written in percent with its interval; of a lead of zero there is none.
func TestPercent(t *testing.T) {
	inf, nan := Known(math.Inf(1)), Known(math.NaN())
	for want, s := range map[string]Share{"76 % (61 to 92)": {Share: 0.76, Low: 0.61, High: 0.92}, "76 %": {Share: 0.76, Low: nan, High: 0.92}, "-": {Share: inf, Low: inf, High: inf}} {
		if got := s.Percent(); got != want {
			t.Errorf("%v is %q, want %q", s, got, want)
		}
	}
}

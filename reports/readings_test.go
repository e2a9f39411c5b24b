package reports

import (
	"nmfrepro/experiments/engine/result"
	"testing"
)

// Readings that decide nothing are told apart from those under which a claim fails.
func TestReadings(t *testing.T) {
	var r *result.Readings
	if got := r.String(); got != "" {
		t.Errorf("without readings: %q", got)
	}
	for _, c := range []struct {
		standing result.ClaimVerdict
		want     string
	}{
		{result.Fails, "holds under 0 of 1 reading"},
		{result.Holds, "holds under 1 of 2 readings"},
		{result.Undecided, "holds under 1 of 3 readings, undecided under 1"},
	} {
		if r = r.With(c.standing); r.String() != c.want {
			t.Errorf("after %q: %q, want %q", c.standing, r, c.want)
		}
	}
}

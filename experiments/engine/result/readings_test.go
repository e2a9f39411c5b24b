package result

import (
	"testing"
)

// Readings that decide nothing are told apart from those under which a claim fails.
func TestReadings(t *testing.T) {
	var r *Readings
	if got := r.String(); got != "" {
		t.Errorf("without readings: %q", got)
	}
	for _, c := range []struct {
		standing ClaimVerdict
		want     string
	}{
		{Fails, "holds under 0 of 1 reading"},
		{Holds, "holds under 1 of 2 readings"},
		{Undecided, "holds under 1 of 3 readings, undecided under 1"},
	} {
		if r = r.With(c.standing); r.String() != c.want {
			t.Errorf("after %q: %q, want %q", c.standing, r, c.want)
		}
	}
}

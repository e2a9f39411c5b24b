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

// A setting with its value is one text in files, and its parts are those that it was made of, colons in the value included.
func TestInsteadIsOneText(t *testing.T) {
	want := Instead{Setting: "stop", Value: "at 1:2 of the iterations: later"}
	text, _ := want.MarshalText()
	var got Instead
	if err := got.UnmarshalText(text); err != nil || got != want {
		t.Errorf("%q becomes %+v, %v", text, got, err)
	}
	for _, bad := range []string{"", "k-means", ": ten starts", "k-means: "} {
		if _, err := ParseInstead(bad); err == nil {
			t.Errorf("%q is read as a setting with a value", bad)
		}
	}
}

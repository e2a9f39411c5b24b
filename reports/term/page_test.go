package term

import "testing"

// A line that is broken keeps its columns; what goes on begins under its text, and a word that is too wide stays whole.
func TestFold(t *testing.T) {
	for _, c := range []struct {
		line, want string
		limit      int
	}{
		{"a b", "a b", 0},
		{"iris     3  nmf     10  as measured", "iris     3  nmf     10\n         as measured", 24},
		{"  note: one two three", "  note: one\n    two\n    three", 11},
		{"one\ttwo\nthree", "one two\n  three", 8},
		{"https://example.org/long b", "https://example.org/long\n  b", 10},
	} {
		if got := Fold(c.line, c.limit); got != c.want {
			t.Errorf("%q at %d: %q, want %q", c.line, c.limit, got, c.want)
		}
	}
}

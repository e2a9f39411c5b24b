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
		{"again    nmfrepro table a:b=c --profile paper --reps 10", "again    nmfrepro table a:b=c \\\n         --profile paper --reps 10", 40},
		{"two words of prose: nmfrepro data import x FILE", "two words of\n  prose:\n  nmfrepro data import x FILE", 14},
		{"nmfrepro run a --profile paper", "nmfrepro run a \\\n  --profile paper", 20},
		{"one two: nmfrepro run x, or look elsewhere", "one two: nmfrepro\n  run x, or look\n  elsewhere", 18},
		{"https://example.org/long b", "https://example.org/long\n  b", 10},
	} {
		if got := Fold(c.line, c.limit); got != c.want {
			t.Errorf("%q at %d: %q, want %q", c.line, c.limit, got, c.want)
		}
	}
}

package cli

import (
	"strings"
	"testing"
)

func TestForTerminal(t *testing.T) {
	for in, want := range map[string]string{
		"X is 3×4,\twant ≥ 0\nmore": "X is 3×4,\twant ≥ 0\nmore",
		"a\x1b[31mred\x00\r":        `a\x1b[31mred\x00\r`,
		"\xff\u202e\u0085":          `\xff\u202e\u0085`,
	} {
		if got := forTerminal(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
	long := forTerminal("found " + strings.Repeat("ä", 60_000) + ", want a number")
	if len(long) > 2000 || !strings.HasPrefix(long, "found ää") || !strings.HasSuffix(long, "ää, want a number") || !strings.Contains(long, "bytes left out") {
		t.Errorf("%d bytes: %.100s", len(long), long)
	}
}

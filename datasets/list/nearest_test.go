package list

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNearest(t *testing.T) {
	solvers := []string{"convex-nmf", "hals", "nmf", "nmf-kl", "onmf", "opnmf", "pnmf"}
	options := []string{"lambda", "max_iter", "order", "side"}
	tests := []struct {
		got   string
		valid []string
		want  string // "" if none is near
	}{
		{"nmf", solvers, "nmf"},
		{"mnf", solvers, "nmf"},  // swap
		{"hal", solvers, "hals"}, // lost letter
		{"hlas", solvers, "hals"},
		{"ConvexNMF", solvers, "convex-nmf"},
		{"convex_nmf", solvers, "convex-nmf"},
		{"knmf", solvers, "nmf"},
		{"lamda", options, "lambda"},
		{"max-iter", options, "max_iter"},
		{"maxiter", options, "max_iter"},
		{"oder", options, "order"},
		{"umap", solvers, ""},
		{"rank", options, ""},
		{"", solvers, ""},
		{"x", nil, ""},
		{"x", []string{"y"}, ""},
		{"w", []string{"W"}, "W"},
		{strings.Repeat("nmf", 1<<16), solvers, ""},
	}
	for _, test := range tests {
		got, ok := Nearest(test.got, test.valid)
		if got != test.want || ok != (test.want != "") {
			t.Errorf("Nearest(%.20q) = %q, %v, want %q", test.got, got, ok, test.want)
		}
	}
}

func TestHint(t *testing.T) {
	tests := []struct {
		got   string
		valid []string
		want  string
	}{
		{"oder", []string{"order", "side"}, `did you mean "order"?`},
		{"colour", []string{"order", "side"}, "want one of order, side"},
		{"colour", []string{"order"}, `want "order"`},
		{"colour", nil, "there is none to choose from"},
	}
	for _, test := range tests {
		if got := DidYouMean(test.got, test.valid); got != test.want {
			t.Errorf("DidYouMean(%q, %v) = %q, want %q", test.got, test.valid, got, test.want)
		}
	}
}

// The row-by-row distance agrees with the recurrence as Boytsov (2011) writes it, and is symmetric.
func TestDistance(t *testing.T) {
	var naive func(a, b []rune) int
	naive = func(a, b []rune) int {
		n, m := len(a), len(b)
		if n == 0 || m == 0 {
			return n + m
		}
		change := naive(a[:n-1], b[:m-1])
		if a[n-1] != b[m-1] {
			change++
		}
		d := min(naive(a[:n-1], b)+1, naive(a, b[:m-1])+1, change)
		if n > 1 && m > 1 && a[n-1] == b[m-2] && a[n-2] == b[m-1] {
			d = min(d, naive(a[:n-2], b[:m-2])+1)
		}
		return d
	}
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringOfN(rapid.RuneFrom([]rune("abcé")), 0, 5, -1)
		a, b := []rune(word.Draw(t, "a")), []rune(word.Draw(t, "b"))
		if got, want := distance(a, b), naive(a, b); got != want {
			t.Fatalf("distance(%q, %q) = %d, want %d", string(a), string(b), got, want)
		}
		if distance(a, b) != distance(b, a) {
			t.Fatalf("distance(%q, %q) is not symmetric", string(a), string(b))
		}
	})
}

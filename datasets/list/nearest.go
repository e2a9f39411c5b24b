package list

import (
	"fmt"
	"strings"
)

// Nearest returns the valid name nearest to got by Damerau-Levenshtein distance (optimal string alignment: insertion,
// deletion, substitution, swap of neighbours), and whether one is near enough to be worth suggesting: one edit for every
// three letters begun, at most four and at most half of them. Case and the choice between "-", "_" and " " do not count. Of equally near
// names the
// first wins.
func Nearest(got string, valid []string) (string, bool) {
	g := []rune(fold(got))
	best, found := "", false
	least := 0
	for _, v := range valid {
		f := []rune(fold(v))
		limit := cutoff(max(len(g), len(f)))
		if found {
			limit = min(limit, least-1)
		}
		if limit < 0 || max(len(g)-len(f), len(f)-len(g)) > limit {
			continue
		}
		if d := distance(g, f); d <= limit {
			best, least, found = v, d, true
		}
	}
	return best, found
}

// fewEqual is how many names may be as near as the nearest, for it to be what was meant: of six figures fig9 is none.
const fewEqual = 2

// DidYouMean returns the half-sentence with which an error about an unknown name ends: the nearest name, or else all of them, as where
// several are equally near.
func DidYouMean(got string, valid []string) string {
	name, ok := Nearest(got, valid)
	least, equal := distance([]rune(fold(got)), []rune(fold(name))), 0
	for _, v := range valid {
		if distance([]rune(fold(got)), []rune(fold(v))) == least {
			equal++
		}
	}
	if ok && equal <= fewEqual {
		return fmt.Sprintf("did you mean %q?", name)
	}
	switch len(valid) {
	case 0:
		return "there is none to choose from"
	case 1:
		return fmt.Sprintf("want %q", valid[0])
	}
	return "want one of " + strings.Join(valid, ", ")
}

// cutoff returns the number of edits at which a name of n letters is taken for another name. One in three separates the
// solvers' short names (nmf, onmf, pnmf are typing errors of each other; hals and opnmf are not).
func cutoff(n int) int { return min((n+2)/3, n/2, 4) }

func fold(s string) string {
	return strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(s))
}

// distance returns the optimal string alignment distance; three rows of the table are enough.
func distance(a, b []rune) int {
	before, prev, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, prev, row = prev, row, before
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := prev[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(prev[j]+1, row[j-1]+1, change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}

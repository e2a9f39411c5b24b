package sheet

import (
	"fmt"
	"strconv"
	"strings"

	"nmfrepro/experiments/judge/errata"
)

// Known is what a reader says of a table that it does not say itself, as flags and fields of a form have it.
type Known struct {
	Runs    int      // behind each mean, 0 if not known
	Samples []string // N for all rows, or ROW=N
	Classes []string // N/N/... for all rows, or ROW=N/N/...
}

// Assumed reads it.
func (k Known) Assumed() (errata.Assumed, error) {
	a := errata.Assumed{Runs: k.Runs, Samples: map[string]int{}, Classes: map[string][]int{}}
	if k.Runs < 0 {
		return a, fmt.Errorf("runs = %d, want ≥ 1", k.Runs)
	}
	for _, s := range k.Samples {
		row, text := rowOf(s)
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return a, fmt.Errorf("samples: %q, want N or ROW=N with N ≥ 1", s)
		}
		a.Samples[row] = n
	}
	for _, s := range k.Classes {
		row, text := rowOf(s)
		var sizes []int
		for part := range strings.SplitSeq(text, "/") {
			n, err := strconv.Atoi(part)
			if err != nil || n < 1 {
				return a, fmt.Errorf("classes: %q, want N/N/... or ROW=N/N/... with N ≥ 1", s)
			}
			sizes = append(sizes, n)
		}
		if len(sizes) < 2 {
			return a, fmt.Errorf("classes: %q is one class, want two or more, as 50/50/50", s)
		}
		a.Classes[row] = sizes
	}
	return a, nil
}

// rowOf cuts ROW=VALUE; names of rows may have = in them, as "orl r=2".
func rowOf(s string) (row, value string) {
	i := strings.LastIndexByte(s, '=')
	if i < 0 {
		return "", s
	}
	return s[:i], s[i+1:]
}

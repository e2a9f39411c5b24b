package workflow

import (
	"slices"
	"testing"

	"nmfrepro/experiments/engine/spec"
)

// A method has one number in all figures of a paper, and two that share a figure never have the same.
func TestLooks(t *testing.T) {
	papers := 0
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, paper := range lib.Papers {
		number := looks(lib.Of(paper.Key))
		for _, s := range lib.Of(paper.Key) {
			for _, p := range s.Plots {
				by := map[int]string{}
				for _, m := range s.Methods {
					if len(p.Methods) > 0 && !slices.Contains(p.Methods, m.Key) {
						continue
					}
					at, known := number[m.Heading()]
					if other := by[at]; !known || other != "" && other != m.Heading() {
						t.Errorf("%s: %s has the number %d (known: %v), as %q", s.Address, m.Heading(), at, known, other)
					}
					by[at] = m.Heading()
					papers++
				}
			}
		}
	}
	if papers < 50 {
		t.Errorf("%d methods of plots", papers)
	}
}

package reported

import (
	"fmt"
	"strings"
	"testing"

	"nmfrepro/datasets/strict"
)

// One in the last place of a number with a power of ten is that of its digits.
func TestLastPlace(t *testing.T) {
	for value, want := range map[string]float64{"543535.7": 0.1, "1.535504e+09": 1000, "6.392676e-01": 1e-7, "5.1e+02": 10, "3": 1, "12%": 1} {
		if got := (Panel{}).LastPlace(Cell{Value: value}); got < want*(1-1e-12) || got > want*(1+1e-12) {
			t.Errorf("%s: %v, want %v", value, got, want)
		}
		if !number.MatchString(value) {
			t.Errorf("%s is no number", value)
		}
	}
}

// A version of a source names tables that there are; a seed stands for one run.
func TestSourceVersions(t *testing.T) {
	const file = `
title: t
cite: c
short: s
source: {url: "https://example.org", licence: free, version: "1.0", others: [{version: "0.5.5", url: "https://example.org/old", tables: [t, u]}]}
tables:
  t:
    number: Table 1
    caption: c
    runs: {value: 2, reason: r, seed: 1}
    panels: {a: {columns: [x], rows: {y: ["1"]}}}
`
	p := &Paper{}
	root, problems := strict.Decode("paper.yaml", []byte(file), p)
	problems = append(problems, p.Check(root)...)
	if text := fmt.Sprint(problems); len(problems) != 2 || !strings.Contains(text, `unknown table "u"`) || !strings.Contains(text, "a seed with 2 runs, want 1") {
		t.Errorf("problems: %v", problems)
	}
}

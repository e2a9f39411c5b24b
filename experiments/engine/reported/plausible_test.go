package reported

import (
	"fmt"
	"strings"
	"testing"

	"nmfrepro/datasets/strict"
)

// Numbers that cannot be in the unit of their panel are problems at their line and column; those that the paper misprints are not.
func TestPlausible(t *testing.T) {
	const frame = "title: t\ncite: c\nshort: s\ntables:\n  t:\n    number: T\n    caption: c\n    panels:\n      p:\n        metric: %s\n        %s\n        columns: [A, B]\n        rows:\n          iris: [%q, \"0.5\"]\n%s"
	for _, test := range []struct{ metric, limits, cell, more, want string }{
		{"acc", "range: [0, 1]", "74", "", "outside range"},
		{"acc", "range: [0, 1]", "74%", "", "outside range"},
		{"acc", "range: [0, 1]", "0.74%", "", "percentage"},
		{"acc", "range: [0, 1]", "74%±9%", "", "outside range"},
		{"acc", "range: [0, 1]", "1,234", "", "outside range"},
		{"acc", "range: [0, 1]", "-0.74", "", "outside range"},
		{"acc", "range: [0, 1]", "**1.01**", "", "outside range"},
		{"acc", "range: [0, 1]", "0.74±0.8", "", "deviate by at most"},
		{"acc", "range: [0, 1]", "0.74±-0.09", "", "negative deviation"},
		{"acc", "range: [0, 100]", "101", "", "outside range"},
		{"acc", "better: higher", "101", "", "lies between 0 and 1"},
		{"nmi-max", "better: higher", "-3", "", "lies between 0 and 1"},
		{"acc", "range: [0, 1]", "0.5", "        times: {iris: 0}\n", "above 0"},
		{"acc", "range: [0, 1]", "0.74±0.09", "", ""},
		{"acc", "range: [0, 100]", "74%±9%", "", ""},
		{"acc", "range: [0, 1]", "740", "        times: {iris: 0.001}\n", ""},
		{"acc", "range: [0, 1]", "74", "        status: [{rows: [iris], columns: [A], is: misprinted, why: w}]\n", ""},
		{"loss", "better: lower", "1,234", "", ""},
		{"acc", "range: [0, 1]", "illegible", "", ""},
	} {
		p := &Paper{}
		root, problems := strict.Decode("paper.yaml", []byte(fmt.Sprintf(frame, test.metric, test.limits, test.cell, test.more)), p)
		problems = append(append(problems, p.Check(root)...), p.Plausible(root)...)
		got := fmt.Sprint(problems.Err())
		if test.want == "" && problems.Err() != nil || test.want != "" && (!strings.Contains(got, test.want) || test.more == "" && !strings.Contains(got, "paper.yaml:14:18")) {
			t.Errorf("%s under %s: %s, want %q", test.cell, test.limits, got, test.want)
		}
	}
}

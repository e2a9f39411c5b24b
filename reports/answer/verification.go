// Package answer writes what commands say of results: for people as text, for programs in the forms that STABILITY.md promises. A form gets
// fields; none of them is renamed.
package answer

import (
	"cmp"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// Envelope heads what is written for programs.
type Envelope struct {
	Schema  string `json:"schema"`
	Program string `json:"program"`
	Profile string `json:"profile"`
	// Intervals says for which rows the intervals of the document speak; one that speaks for others has a key "on".
	Intervals string `json:"intervals"`
}

// Outputs holds a value of each type whose JSON form is promised, by the name of its schema.
var Outputs = map[string]any{"verify": verifyJSON{}, "claims": claimsJSON{}, "lead": leadsJSON{}}

// Verification is all that was judged.
type Verification struct {
	Tables   []result.Table          // those that have reported numbers
	Papers   []result.Paper          // those that were named as a whole, with what became of them
	Changes  []result.BaselineChange // from a baseline
	Profiles string                  // under which the papers were computed
	Specs    string                  // flag that finds papers and solvers of one's own again, "" without any

	Old, Now result.Baseline
}

// Cells lists the cells with a verdict.
func (v *Verification) Cells() []result.Cell {
	return list.FlatMap(v.Tables, result.Table.Judged)
}

// changeLines has a line for each cell or claim that changed: old mean, new mean, change, and verdict.
func changeLines(was, is result.Baseline) [][]string {
	lines := [][]string{{"cell or claim", "old mean", "new mean", "change", "verdict"}}
	for _, c := range was.Changes(is) {
		name := c.Of
		if c.Kind == result.ClaimChange {
			name = c.What
		}
		if last := len(lines) - 1; lines[last][0] != name {
			lines = append(lines, []string{name, "", "", "", ""})
		}
		line := lines[len(lines)-1]
		switch c.Kind {
		case result.MeanChange:
		case result.DeviationChange:
			line[3] = cmp.Or(line[3], "±"+c.Was+", now ±"+c.Is)
			continue
		case result.NumberChange:
			line[1], line[2] = cmp.Or(line[1], c.Was), cmp.Or(line[2], c.Is)
			continue
		default:
			line[4] = c.Was + ", now " + c.Is
			continue
		}
		line[1], line[2], line[3] = c.Was, c.Is, "-"
		if old, now := was.Cells[c.Of].Mean, is.Cells[c.Of].Mean; old != nil && now != nil {
			line[3] = result.Signed(*now - *old)
		}
	}
	return lines
}

package reports

import (
	"cmp"
	"fmt"
	"slices"

	"nmfrepro/reports/list"
)

// Reason is what may explain that cells differ: a finding of a person, or a setting under which they come nearer.
type Reason struct {
	Key   string   `json:"-"` // the same of a reason that holds in several tables
	Says  string   `json:"says"`
	Cells []string `json:"cells"`
	Size  float64  `json:"size"` // sum of their differences in tolerances, or how much of it goes away
	Open  bool     `json:"open"` // it was looked into, and no cause was found
}

// String is the reason with the number of its cells.
func (r Reason) String() string { return fmt.Sprintf("%s (%s)", r.Says, Count(len(r.Cells), "cell")) }

// Unexplained counts those of some cells that differ or failed and for which no cause was found.
func Unexplained(cells []Cell, reasons []Reason) int {
	return len(list.Filter(cells, func(c Cell) bool {
		return (c.Verdict.Kind == KindDiffers || c.Verdict.Kind == KindFailed) &&
			!slices.ContainsFunc(reasons, func(r Reason) bool { return !r.Open && slices.Contains(r.Cells, c.Address) })
	}))
}

// Joined are the reasons of several tables, the largest first and those without a cause last; one that is known in several is one.
func Joined(reasons []Reason) (all []Reason) {
	for _, r := range reasons {
		k := slices.IndexFunc(all, func(x Reason) bool { return x.Key == r.Key })
		if k < 0 {
			all = append(all, r)
			continue
		}
		all[k].Cells, all[k].Size = slices.Concat(all[k].Cells, r.Cells), all[k].Size+r.Size
		if len(r.Says) > len(all[k].Says) {
			all[k].Says = r.Says
		}
	}
	slices.SortStableFunc(all, func(a, b Reason) int {
		if a.Open != b.Open {
			return map[bool]int{true: 1, false: -1}[a.Open]
		}
		return cmp.Compare(b.Size, a.Size)
	})
	return all
}

// Note is what a person found out about differences, in Markdown.
type Note struct {
	About string `json:"about,omitempty"` // addresses within the paper
	Open  bool   `json:"open,omitempty"`  // no cause was found
	Says  string `json:"says"`
}

package workflow

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// SettingOver is another value of a setting over all cells that it moves.
type SettingOver struct {
	Setting                string
	Cells, Nearer, Farther int     // cells, and how many are brought significantly nearer to the reported number, or farther from it
	Approach               float64 // in tolerances, the mean over the cells
}

// Settings lists the effects of alternatives over all cells; the one nearest to the reported numbers comes first.
func (w Why) Settings() []SettingOver {
	var all []*SettingOver
	index := map[string]*SettingOver{}
	for _, a := range w.Other {
		tolerance := cmp.Or(a.Cell.Verdict.Tolerance, a.Tolerance)
		if math.IsNaN(a.Moved.Nearer) || !(tolerance > 0) {
			continue
		}
		name := a.Named()
		s := index[name]
		if s == nil {
			s = &SettingOver{Setting: name}
			index[name], all = s, append(all, s)
		}
		s.Cells++
		s.Approach += a.Moved.Nearer / tolerance
		switch a.Brings() {
		case "yes":
			s.Nearer++
		case "no":
			s.Farther++
		}
	}
	for _, s := range all {
		s.Approach /= float64(s.Cells)
	}
	slices.SortStableFunc(all, func(a, b *SettingOver) int { return cmp.Compare(b.Approach, a.Approach) })
	return list.Map(all, func(s *SettingOver) SettingOver { return *s })
}

// Named returns the setting by its key and its value, or several settings that are joined.
func (a Alternative) Named() string {
	if strings.Contains(a.Key, " × ") {
		return a.Value
	}
	return result.Instead{Setting: a.Key, Value: a.Value}.String()
}

// Nearest lists the alternatives that change a cell; the one nearest to the reported number comes first.
func (w Why) Nearest() []Alternative {
	all := list.Filter(w.Other, func(a Alternative) bool { return a.Difference.Value != 0 || a.Difference.SE != 0 })
	slices.SortStableFunc(all, func(a, b Alternative) int { return cmp.Compare(b.Nearer, a.Nearer) })
	return all
}

// Brings tells whether an alternative brings a cell nearer to its reported number.
func (a Alternative) Brings() string {
	switch {
	case a.Interval.Contains(0) || math.IsNaN(a.Interval.Low) || math.IsNaN(a.Nearer) || a.Nearer == 0:
		return "not significantly"
	case a.Nearer > 0:
		return "yes"
	}
	return "no"
}

package workflow

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/whatif"
	"nmfrepro/reports/result"
)

// SettingOver is another value of a setting over all cells that it moves.
type SettingOver struct {
	Setting string
	whatif.Moves
	Approach float64 // in tolerances, the mean over the cells
}

// Settings lists what changes do to all cells, as compare alternatives has it; the one nearest to the reported numbers comes first.
func (w Why) Settings() (all []SettingOver) {
	for _, b := range w.Changes {
		if v := b.Moves(); v.Beside > 0 {
			all = append(all, SettingOver{namedSetting(b.Choice.Key, b.Alt.Value), v, b.Approach.Value})
		}
	}
	slices.SortStableFunc(all, func(a, b SettingOver) int { return cmp.Compare(b.Approach, a.Approach) })
	return all
}

// namedSetting returns a setting by its key and its value, or several settings that are joined.
func namedSetting(key, value string) string {
	if strings.Contains(key, " × ") {
		return value
	}
	return result.Instead{Setting: key, Value: value}.String()
}

// Named returns the setting of an alternative with its value.
func (a Alternative) Named() string { return namedSetting(a.Key, a.Value) }

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

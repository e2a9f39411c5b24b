package judge

import (
	"strings"

	"nmfrepro/experiments/engine/reported"
)

// pick is an open setting that was asked for, or one of its alternatives.
type pick struct{ setting, value string }

// pickOf reads a setting with or without a value, as iterations=300 iterations.
func pickOf(text string) pick {
	setting, value, _ := strings.Cut(text, "=")
	return pick{strings.TrimSpace(setting), strings.TrimSpace(value)}
}

func (p pick) String() string {
	if p.value == "" {
		return p.setting
	}
	return p.setting + "=" + p.value
}

// takes tells whether an alternative was asked for.
func (p pick) takes(c reported.Choice, alt reported.Alternative) bool {
	return p.setting == c.Key && (p.value == "" || p.value == alt.Value)
}

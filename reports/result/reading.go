package result

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
)

// Robustness tells under how many readings of the protocol, the one chosen among them, a conclusion has the same direction: a level
// that differs, to the same side; a lead with the same answer.
type Robustness struct {
	Agree         int       `json:"agree"`
	Of            int       `json:"of"`
	Otherwise     []string  `json:"otherwise"`         // readings under which it has another
	NotRun        int       `json:"not_run"`           // readings that the text admits and that were run on none of its cells
	InPart        int       `json:"in_part"`           // readings that were run on some of its cells
	PartOtherwise int       `json:"in_part_otherwise"` // of these, those under which these cells say another thing than as chosen
	WhatIfs       int       `json:"what_ifs"`          // other values, which are no readings
	Each          []Reading `json:"each"`              // the one chosen first; none of claims
	Parts         []Reading `json:"parts,omitempty"`   // readings that were run in part
	Joint         *Joint    `json:"joint,omitempty"`
}

// Joint tests all readings together: would chance alone give such readings if the reported number were right?
type Joint struct {
	Median       Known `json:"median"`        // of ours less reported over the readings
	MedianP      Known `json:"p_median"`      // of one as far from zero
	Significant  int   `json:"significant"`   // readings with a significant difference to the side of most
	SignificantP Known `json:"p_significant"` // of as many
}

// Reading is a conclusion under one reading of the protocol.
type Reading struct {
	Choices []Instead `json:"choices"` // in place of what was chosen
	Effect  Known     `json:"effect"`  // ours less reported or, of leads, ours
	Low     Known     `json:"low"`     // 95 %
	High    Known     `json:"high"`
	Says    string    `json:"says"` // verdict or answer
	Agrees  bool      `json:"agrees"`
	WhatIf  bool      `json:"what_if,omitempty"` // it is no reading, and counts nowhere
}

// String names the choices.
func (r Reading) String() string { return cmp.Or(JoinInstead(r.Choices), "as chosen") }

// Instead is an open setting with the value that it has in place of the one chosen. JSON and paper.yaml have it as one text,
// "k-means: the best of ten starts".
type Instead struct{ Setting, Value string }

// String returns the setting and its value.
func (v Instead) String() string { return v.Setting + ": " + v.Value }

// MarshalText returns String.
func (v Instead) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText reads the text of MarshalText.
func (v *Instead) UnmarshalText(text []byte) (err error) {
	*v, err = ParseInstead(string(text))
	return err
}

// ParseInstead reads a setting and its value. It is the only place that takes them apart.
func ParseInstead(text string) (v Instead, err error) {
	setting, value, found := strings.Cut(text, ": ")
	if !found || setting == "" || value == "" {
		return v, fmt.Errorf("%q, want an open setting and its value, as \"k-means: the best of ten starts\"", text)
	}
	return Instead{setting, value}, nil
}

// JoinInstead returns several settings with their values as one text.
func JoinInstead(all []Instead) string { return strings.Join(list.Map(all, Instead.String), "; ") }

// Same tells whether two readings say the same in every digit.
func (r Reading) Same(o Reading) bool {
	return r.Effect.Exact() == o.Effect.Exact() && r.Low.Exact() == o.Low.Exact() && r.High.Exact() == o.High.Exact() && r.Says == o.Says
}

// Unread is a reading that the text admits and that was not run.
type Unread struct {
	Table   string `json:"table"`
	Reading string `json:"reading"`
}

// StartOfKMeans is the choice of a protocol on which levels of accuracy hang by several points.
const StartOfKMeans = "k-means"

// Open is the first word of a conclusion of which no more than half of the readings say the same.
const Open = "open"

// Majority returns what more than half of the readings say, or [Open], and how many do, as "differs" and " in 8 of 15 readings; inconclusive
// as chosen; 3 not run". own is the conclusion as chosen, less what a reading of the start of k-means took back.
func (a *Robustness) Majority(own string) (word, of string) {
	if a == nil || a.Of == 0 {
		return own, ""
	}
	others := list.Count(list.Filter(a.Each, func(r Reading) bool { return !r.WhatIf && !r.Agrees }), func(r Reading) string { return r.Says })
	chosen, readings := own, Count(a.Of, "reading")
	if len(a.Each) > 0 {
		chosen = a.Each[0].Says
	}
	most, _ := list.First(slices.Collect(maps.Keys(others)), func(says string) bool { return 2*others[says] > a.Of })
	word = own
	switch {
	case a.Agree == a.Of && a.NotRun > 0 && a.Of > 1:
		of = fmt.Sprintf(" in all %s", readings)
	case a.Agree == a.Of:
	case chosen != own: // taken back
		of = fmt.Sprintf(": %s in %d of %s", chosen, a.Agree, readings)
	case 2*a.Agree > a.Of:
		of = fmt.Sprintf(" in %d of %s; %s otherwise", a.Agree, readings, Count(a.Of-a.Agree, "says", "say"))
	case most != "":
		word, of = most, fmt.Sprintf(" in %d of %s; %s as chosen", others[most], readings, own)
	default:
		word, of = Open, fmt.Sprintf(": %s in %d of %s", own, a.Agree, readings)
	}
	return word, of + a.Rest()
}

// Rest says how many readings were run in part, and where these point, and how many were not run, as "; 2 run in part, 1 of these says
// otherwise; 3 not run".
func (a *Robustness) Rest() (text string) {
	if a == nil {
		return ""
	}
	if a.InPart > 0 {
		text = fmt.Sprintf("; %d run in part", a.InPart)
	}
	if a.PartOtherwise > 0 {
		text += fmt.Sprintf(", %d of these %s otherwise", a.PartOtherwise, map[bool]string{true: "says", false: "say"}[a.PartOtherwise == 1])
	}
	if a.NotRun > 0 {
		text += fmt.Sprintf("; %d not run", a.NotRun)
	}
	return text
}

// SameWithout tells whether a conclusion is the same with all other values of a setting that were run for it, of which there is one.
func (a *Robustness) SameWithout(setting string) bool {
	if a == nil {
		return false
	}
	others := list.Filter(a.Each, func(r Reading) bool { return len(r.Choices) == 1 && r.Choices[0].Setting == setting })
	return len(others) > 0 && !slices.ContainsFunc(others, func(r Reading) bool { return !r.Agrees })
}

// Missing returns how many readings were not run.
func (a *Robustness) Missing() int {
	if a == nil {
		return 0
	}
	return a.NotRun
}

// ByEffect returns the readings, without what-ifs, from the one with the smallest effect to that with the largest.
func (a *Robustness) ByEffect() []Reading {
	sorted := slices.DeleteFunc(slices.Clone(a.Each), func(r Reading) bool { return r.WhatIf })
	slices.SortStableFunc(sorted, func(a, b Reading) int { return cmp.Compare(a.Effect, b.Effect) })
	return sorted
}

// Reading returns the conclusion as one of readings.
func (c Conclusion) Reading(choices ...Instead) Reading {
	return Reading{Choices: append([]Instead{}, choices...), Effect: Known(c.Difference), Low: Known(c.Low), High: Known(c.High), Says: c.Kind}
}

// Reading returns the lead as one of readings.
func (l Lead) Reading(choices ...Instead) Reading {
	return Reading{Choices: append([]Instead{}, choices...), Effect: Known(l.Ours), Low: Known(l.OursLow), High: Known(l.OursHigh),
		Says: l.Answer}
}

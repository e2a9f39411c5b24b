package result

import (
	"cmp"
	"fmt"
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

// String is, for example, " in 8 of 23 readings; 15 say otherwise; 35 not run"; empty where there is no other.
func (a *Robustness) String() string {
	text := a.Shares()
	if a != nil && a.Agree < a.Of {
		text += fmt.Sprintf("; %s otherwise", Count(a.Of-a.Agree, "says", "say"))
	}
	return text + a.Rest()
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

// Shares says in how many readings a conclusion is the same, as " in 8 of 23 readings": in the others it is another.
func (a *Robustness) Shares() string {
	switch {
	case a == nil || a.Agree == a.Of && (a.Of <= 1 || a.NotRun == 0):
		return ""
	case a.Agree == a.Of:
		return fmt.Sprintf(" in all %s", Count(a.Of, "reading"))
	}
	return fmt.Sprintf(" in %d of %s", a.Agree, Count(a.Of, "reading"))
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

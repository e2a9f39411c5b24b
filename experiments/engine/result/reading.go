package result

import (
	"cmp"
	"fmt"
	"strings"
)

// Robustness tells under how many readings of the protocol, the one chosen among them, a conclusion has the same direction: a level
// that differs, to the same side; a lead with the same answer.
type Robustness struct {
	Agree     int       `json:"agree"`
	Of        int       `json:"of"`
	Otherwise []string  `json:"otherwise"` // readings under which it has another
	Each      []Reading `json:"each"`      // the one chosen first; none of claims
}

// Reading is what a conclusion is under one reading of the protocol.
type Reading struct {
	Choices []string `json:"choices"` // in place of what was chosen, as "k-means: the best of ten starts"
	Effect  Known    `json:"effect"`  // ours less reported or, of leads, ours
	Low     Known    `json:"low"`     // 95 %
	High    Known    `json:"high"`
	Says    string   `json:"says"` // verdict or answer
	Agrees  bool     `json:"agrees"`
}

// String names the choices.
func (r Reading) String() string { return cmp.Or(strings.Join(r.Choices, "; "), "as chosen") }

// Same tells whether two readings say the same in every digit.
func (r Reading) Same(o Reading) bool {
	return r.Effect.Exact() == o.Effect.Exact() && r.Low.Exact() == o.Low.Exact() && r.High.Exact() == o.High.Exact() && r.Says == o.Says
}

// Unread is a reading that the text admits and of which there are no results.
type Unread struct {
	Table   string `json:"table"`
	Reading string `json:"reading"`
}

// StartOfKMeans is the choice of a protocol on which levels of accuracy hang by several points.
const StartOfKMeans = "k-means"

// String is, for example, " under 3 of 5 readings"; empty where all agree or none other was computed.
func (a *Robustness) String() string {
	if a == nil || a.Agree == a.Of {
		return ""
	}
	return fmt.Sprintf(" under %d of %s", a.Agree, Count(a.Of, "reading"))
}

// Reading is the conclusion as one of readings.
func (c Conclusion) Reading(choices ...string) Reading {
	return Reading{Choices: append([]string{}, choices...), Effect: Known(c.Difference), Low: Known(c.Low), High: Known(c.High), Says: c.Kind}
}

// Reading is the lead as one of readings.
func (l Lead) Reading(choices ...string) Reading {
	return Reading{Choices: append([]string{}, choices...), Effect: Known(l.Ours), Low: Known(l.OursLow), High: Known(l.OursHigh), Says: l.Answer}
}

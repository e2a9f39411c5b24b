package result

import (
	"cmp"
	"fmt"
	"strings"

	"nmfrepro/datasets/list"
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

// with counts one more reading; the first is the one chosen.
func (a *Robustness) with(chosen, other Reading) *Robustness {
	if a == nil {
		chosen.Agrees = true
		a = &Robustness{Agree: 1, Of: 1, Otherwise: []string{}, Each: []Reading{chosen}}
	}
	a.Each = append(a.Each, other)
	if a.Of++; other.Agrees {
		a.Agree++
	} else {
		a.Otherwise = append(a.Otherwise, other.String())
	}
	return a
}

// String is, for example, " under 3 of 5 readings"; empty where all agree or none other was computed.
func (a *Robustness) String() string {
	if a == nil || a.Agree == a.Of {
		return ""
	}
	return fmt.Sprintf(" under %d of %s", a.Agree, Count(a.Of, "reading"))
}

// direction is what readings have to agree in: whether a level differs, and to which side.
func (c Conclusion) direction() string {
	if c.Kind != KindDiffers {
		return ""
	}
	return fmt.Sprint(c.Difference > 0)
}

// Reading is the conclusion as one of readings.
func (c Conclusion) Reading(choices ...string) Reading {
	return Reading{Choices: append([]string{}, choices...), Effect: Known(c.Difference), Low: Known(c.Low), High: Known(c.High), Says: c.Kind}
}

// Reading is the lead as one of readings.
func (l Lead) Reading(choices ...string) Reading {
	return Reading{Choices: append([]string{}, choices...), Effect: Known(l.Ours), Low: Known(l.OursLow), High: Known(l.OursHigh), Says: l.Answer}
}

// Under counts another reading of the protocol, by which the same cells say something else or the same. Only conclusions of the
// tables that it changes count, and those for which it has all cells.
func (c *Conclusions) Under(other Conclusions, choices []string, changed func(table string) bool) {
	moved := func(x, o Conclusion) bool { return len(o.Cells) == len(x.Cells) && o.Difference != x.Difference }
	level := func(x *Conclusion, o Conclusion) {
		r := o.Reading(choices...)
		r.Agrees = o.direction() == x.direction()
		x.Readings = x.Readings.with(x.Reading(), r)
	}
	count := func(all, others []Conclusion) {
		by := list.ByKey(others, Conclusion.Key)
		for i := range all {
			if o, there := by[all[i].Key()]; there && changed(all[i].Table) && moved(all[i], o) {
				level(&all[i], o)
			}
		}
	}
	count(c.Rows, other.Rows)
	count(c.Panels, other.Panels)
	if c.Paper != nil && other.Paper != nil && moved(*c.Paper, *other.Paper) {
		level(c.Paper, *other.Paper)
	}
	by := list.ByKey(other.Leads, Lead.Key)
	for i := range c.Leads {
		if x, o := &c.Leads[i], by[c.Leads[i].Key()]; o.Name != "" && changed(x.Table) && moved(x.Conclusion, o.Conclusion) {
			r := o.Reading(choices...)
			r.Agrees = o.Answer == x.Answer
			x.Readings = x.Readings.with(x.Reading(), r)
		}
	}
}

// Settle calls levels inconclusive that differ as chosen and not under every start of k-means that the text admits.
func (c *Conclusions) Settle() {
	settle := func(x *Conclusion) {
		if x.Kind != KindDiffers || x.Readings == nil {
			return
		}
		for _, r := range x.Readings.Each {
			if !r.Agrees && len(r.Choices) == 1 && strings.HasPrefix(r.Choices[0], StartOfKMeans+": ") {
				x.Kind, x.Unless = KindInconclusive, append(x.Unless, r.Choices[0])
			}
		}
	}
	for _, all := range [][]Conclusion{c.Rows, c.Panels} {
		for i := range all {
			settle(&all[i])
		}
	}
	if c.Paper != nil {
		settle(c.Paper)
	}
}

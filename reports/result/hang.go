package result

import (
	"cmp"
	"math"
	"slices"

	"nmfrepro/datasets/list"
)

// Hang is a value of an open setting under which a conclusion is another one.
type Hang struct {
	Setting   string `json:"setting"`
	Value     string `json:"value"`
	Of        int    `json:"of"`        // readings that have this value
	Otherwise int    `json:"otherwise"` // of these, those that say something else than what was chosen
	Says      string `json:"says"`      // what most of these say
	Effect    Known  `json:"effect"`    // ours where this value alone makes it another; null where others have to join it
	Low       Known  `json:"low"`       // 95 %
	High      Known  `json:"high"`
}

var unknown = Known(math.NaN())

// Hangs returns the settings on which a conclusion hangs, the most decisive first: with its value most readings say something else, and
// without it most do not. Values that make no difference on the whole are left out.
func (a *Robustness) Hangs() (all []Hang) {
	if a == nil || a.Agree == a.Of {
		return nil
	}
	places, says := map[Instead]int{}, map[Instead]map[string]int{}
	for _, r := range list.Filter(a.Each, func(r Reading) bool { return !r.WhatIf }) {
		for _, choice := range r.Choices {
			k, known := places[choice]
			if !known {
				k = len(all)
				places[choice], says[choice] = k, map[string]int{}
				all = append(all, Hang{Setting: choice.Setting, Value: choice.Value, Effect: unknown, Low: unknown, High: unknown})
			}
			h := &all[k]
			if h.Of++; !r.Agrees {
				h.Otherwise++
				if says[choice][r.Says]++; says[choice][r.Says] > says[choice][h.Says] {
					h.Says = r.Says
				}
			}
			if len(r.Choices) == 1 && !r.Agrees {
				h.Effect, h.Low, h.High = r.Effect, r.Low, r.High
			}
		}
	}
	decides := func(h Hang) float64 { // by how much more often it is another with the value than without
		others := a.Of - h.Of
		return float64(h.Otherwise)/float64(h.Of) - float64(a.Of-a.Agree-h.Otherwise)/float64(max(others, 1))
	}
	all = slices.DeleteFunc(all, func(h Hang) bool { return h.Otherwise == 0 || decides(h) <= 0 })
	slices.SortStableFunc(all, func(x, y Hang) int { return cmp.Or(cmp.Compare(decides(y), decides(x)), cmp.Compare(y.Of, x.Of)) })
	return all
}

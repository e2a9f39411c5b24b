package whatif

import (
	"math"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/judge"
	"nmfrepro/experiments/engine/judge/contrast"
	"nmfrepro/reports/result"
)

// apart names the pairs of tested factors of which no change of both at once was run.
func (l *lead) apart() (pairs []string) {
	for i, a := range l.Tested {
		for _, b := range l.Tested[:i] {
			if !slices.ContainsFunc(l.joint, func(x *tried) bool { return slices.Contains(x.Factors, a) && slices.Contains(x.Factors, b) }) {
				pairs = append(pairs, b+" with "+a)
			}
		}
	}
	return pairs
}

// summed returns what several changes leave together, if it adds up, less a share of the lead, on the rows on which all were run. It is not
// known where these are too few.
func (l *lead) summed(all []*tried, less float64) stat.Estimate {
	places := l.shared(all)
	if places == nil {
		return stat.Estimate{Value: math.NaN(), SE: math.NaN()}
	}
	var terms []contrast.Term
	for _, i := range places {
		a, b := contrast.Matched(l.of.Rows[i][0], l.of.Rows[i][1])
		terms = append(terms, scaled(judge.Ahead(l.base, [2]result.Cell{a, b}, l.Unit), (1-less)/float64(len(places)))...)
	}
	for _, x := range all {
		terms = append(terms, scaled(x.on(places).takes, -1)...)
	}
	return l.to(terms)
}

// shared returns the places of the rows on which changes were run; nil where these are too few.
func (l *lead) shared(all []*tried) []int {
	places := list.Upto(len(l.of.Rows))
	for _, x := range all {
		places = list.Filter(places, func(p int) bool {
			return slices.ContainsFunc(x.rows, func(r changedRow) bool { return r.place == p })
		})
	}
	if !enough(len(places), len(l.of.Rows)) {
		return nil
	}
	return places
}

// bring tests whether a change brings a lead that is reported and is not there, and returns the smallest p, corrected for all changes.
// It is NaN where at least half of the reported lead may be there.
func (l *lead) bring() float64 {
	sign := math.Copysign(1, float64(l.Reported))
	missing := contrast.Contrast{Terms: list.Map(l.of.Contrast.Terms, func(t contrast.Term) contrast.Term { return t.Weighted(t.Ours, half*t.Theirs) })}
	contrast.Estimate(&missing)
	if len(l.tried) == 0 || !above(mirrored(missing.Gap, -sign), judge.Level) {
		return math.NaN()
	}
	for _, x := range l.tried {
		left, _, _ := estimate(x.left)
		goes, _, _ := estimate(scaled(x.takes, -1), scaled(x.left, -half))
		l.brings = append(l.brings, max(pAbove(mirrored(left, sign)), pAbove(mirrored(goes, sign))))
	}
	l.brings = stat.Holm(l.brings)
	return slices.Min(l.brings)
}

// broughtBy returns the class of a lead that changes bring, and why: it is of what they change where the rival rises when that is undone,
// and needs it where the own method falls.
func (l *lead) broughtBy() (class, why string) {
	var explain, need []*tried
	sign := l.sign
	for _, f := range factors {
		most := -1
		for i, x := range l.tried {
			if x.Factor == f && l.brings[i] < judge.Level && (most < 0 || math.Abs(float64(x.Left)) > math.Abs(float64(l.tried[most].Left))) {
				most = i
			}
		}
		if most < 0 {
			continue
		}
		x := l.tried[most]
		l.sign = math.Copysign(1, float64(l.Reported))
		back := l.undone(x)
		x.Answer, x.Share, back.LeftOpen = result.Brings, back.Share, x.LeftOpen
		if x.Who, back.Who = l.who(back, true), l.who(back, true); l.explains(back) && back.Who != result.WhoOpen {
			explain = append(explain, x)
		} else {
			need, l.Needs = append(need, x), append(l.Needs, f)
		}
		l.sign = sign
	}
	said := append(explain, need...)
	if len(said) == 0 { // what brings it is the cause that is claimed, or several settings at once
		l.Open = result.OpenCause
		return result.OpenLead, "it is there only with another form of what the paper claims, or with several settings at once"
	}
	l.Deciding = said[0].Change
	switch why = "only so is it there: " + list.Join(said, "; ", l.says); len(explain) {
	case 0:
		return result.NeedsLead, why
	case 1:
		return result.LeadClassOf(explain[0].Factor), why
	}
	return result.MixedLead, why
}

package claims

import (
	"math"

	"nmfrepro/experiments/published"
)

// Pair is two published cells, the better one first, each as its reference is written.
type Pair struct{ Better, Worse string }

// Pairs are the cells that claims of a paper compare two by two, as far as the published numbers bear the claim out, each with
// the key of the first such claim. A claim that the published numbers refute is about none.
func Pairs(p *published.Paper) map[Pair]string {
	found := map[Pair]string{}
	n := Printed(p)
	for _, c := range p.Claims {
		var pairs []Pair
		n.pair = func(a, b published.Ref) {
			if panel, _ := p.PanelOf(a); panel.Lower() {
				a, b = b, a
			}
			pairs = append(pairs, Pair{a.String(), b.String()})
		}
		if Evaluate(p, c, n).Verdict == Fails {
			continue
		}
		for _, pair := range pairs {
			if found[pair] == "" {
				found[pair] = c.Key
			}
		}
	}
	return found
}

// pairOff reports a comparison of two cells of one table, the greater one first, to the collector of [Pairs] if there is one.
func (e evaluation) pairOff(difference number) {
	if e.numbers.pair == nil || difference.missing != "" || len(difference.terms) != 2 || math.Abs(difference.x) <= slack {
		return
	}
	a, b := difference.terms[0], difference.terms[1]
	if a.deviation || a.weight+b.weight != 0 {
		return
	}
	if a.weight*difference.x < 0 {
		a, b = b, a
	}
	e.numbers.pair(a.ref, b.ref)
}

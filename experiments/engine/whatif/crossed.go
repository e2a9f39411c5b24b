package whatif

import (
	"cmp"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

// admissible tells whether a paper's text allows an alternative: what it states otherwise is no reading of it, nor what the entry
// itself excludes.
func admissible(c reported.Choice, a reported.Alternative) bool {
	return c.Status != reported.Followed && a.Excluded == ""
}

// mostCrossed bounds the combinations of a cross that names no bound.
const mostCrossed = 64

// crossed returns the combinations of several settings that a paper leaves open, each with two alternatives or more in force at once: what
// no alternative shows alone. Of a product of more than most combinations every k-th is taken, in the order in which the last
// setting changes fastest, with k the smallest number prime to the levels of every setting that leaves no more than most. Such a fraction
// holds every level of each setting, and nearly as often as every other. left counts the rest.
func crossed(p *reported.Paper, x reported.Cross) (all []joint, left int) {
	var settings []reported.Choice
	combos := []joint{{}}
	for _, key := range x.Settings {
		c, there := list.First(p.Protocol, func(c reported.Choice) bool { return c.Key == key })
		if !there {
			continue
		}
		settings = append(settings, c)
		var next []joint
		for _, j := range combos {
			next = append(next, j)
			for _, a := range c.Alternatives {
				if admissible(c, a) {
					next = append(next, joint{append(slices.Clone(j.choices), result.Instead{Setting: c.Key, Value: a.Value}),
						append(slices.Clone(j.sets), a.Set), append(slices.Clone(j.factors), cmp.Or(a.Factor, c.Factor))})
				}
			}
		}
		combos = next
	}
	most, step := x.Most, 1
	if most == 0 {
		most = mostCrossed
	}
	for (len(combos)+step-1)/step > most || slices.ContainsFunc(settings, func(c reported.Choice) bool {
		return step > 1 && gcd(step, levels(c)) > 1
	}) {
		step++
	}
	for i, j := range combos {
		switch {
		case len(j.sets) < 2 || clash(j.sets): // the base, an alternative alone, or two of one key
		case i%step == 0:
			all = append(all, j)
		default:
			left++
		}
	}
	return all, left
}

// joint is a combination: the alternatives that it puts into force, by name and as specs say them.
type joint struct {
	choices []result.Instead
	sets    []string
	factors []string // one a choice; "" of a setting without
}

func levels(c reported.Choice) int {
	return 1 + len(list.Filter(c.Alternatives, func(a reported.Alternative) bool { return admissible(c, a) }))
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// clash tells whether two alternatives set one key, so that the second would undo the first.
func clash(sets []string) bool {
	paths := list.FlatMap(sets, spec.Paths)
	return len(list.AppendUnique(nil, paths...)) < len(paths)
}

// choice returns a combination as an entry of the open settings with one alternative.
func (j joint) choice(settings []string) (reported.Choice, reported.Alternative) {
	name := strings.Join(settings, " × ")
	return reported.Choice{Key: name, Choice: name, Value: "as chosen", Status: "crossed"}, reported.Alternative{
		Value: result.JoinInstead(j.choices), Set: strings.Join(j.sets, ", "),
	}
}

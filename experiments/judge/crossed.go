package judge

import (
	"slices"
	"strings"

	"nmfrepro/experiments/published"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports/list"
)

// Admissible tells whether a paper's text allows an alternative: what it states otherwise is no reading of it, nor what the entry
// itself excludes.
func Admissible(c published.Choice, a published.Alternative) bool {
	return c.Status != published.Followed && a.Excluded == ""
}

// mostCrossed bounds the combinations of a cross that names no bound.
const mostCrossed = 64

// crossed are the combinations of several settings that a paper leaves open, each with two alternatives or more in force at once: what
// no alternative shows alone. Of a product of more than most combinations every k-th is taken, in the order in which the last
// setting changes fastest, with k the least number prime to the levels of every setting that leaves no more than most. Such a fraction
// holds every level of each setting, and nearly as often as every other. left counts the rest.
func crossed(p *published.Paper, x published.Cross) (all []joint, left int) {
	var settings []published.Choice
	combos := []joint{{}}
	for _, key := range x.Settings {
		c, there := list.First(p.Protocol, func(c published.Choice) bool { return c.Key == key })
		if !there {
			continue
		}
		settings = append(settings, c)
		var next []joint
		for _, j := range combos {
			next = append(next, j)
			for _, a := range c.Alternatives {
				if Admissible(c, a) {
					next = append(next, joint{append(slices.Clone(j.choices), c.Key+": "+a.Value), append(slices.Clone(j.sets), a.Set)})
				}
			}
		}
		combos = next
	}
	most, step := x.Most, 1
	if most == 0 {
		most = mostCrossed
	}
	for (len(combos)+step-1)/step > most || slices.ContainsFunc(settings, func(c published.Choice) bool { return step > 1 && gcd(step, levels(c)) > 1 }) {
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
type joint struct{ choices, sets []string }

func levels(c published.Choice) int {
	return 1 + len(list.Filter(c.Alternatives, func(a published.Alternative) bool { return Admissible(c, a) }))
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// clash tells whether two alternatives set one key, so that the second would undo the first.
func clash(sets []string) bool {
	seen := map[string]bool{}
	for _, set := range sets {
		for _, path := range spec.Paths(set) {
			if seen[path] {
				return true
			}
			seen[path] = true
		}
	}
	return false
}

// choice is a combination as an entry of the ledger with one alternative.
func (j joint) choice(settings []string) (published.Choice, published.Alternative) {
	name := strings.Join(settings, " × ")
	return published.Choice{Key: name, Choice: name, Value: "as chosen", Status: "crossed"}, published.Alternative{
		Value: strings.Join(j.choices, "; "), Set: strings.Join(j.sets, ", "),
	}
}

// Readings are an experiment under each alternative of the protocol, and under each combination of those that are crossed, as far as they
// concern it and can be put into force.
func Readings(lib *spec.Library, s *spec.Experiment) (all []*spec.Experiment) {
	paper, _ := lib.PaperOf(s)
	if paper == nil {
		return nil
	}
	var sets []string
	for _, c := range paper.Protocol {
		if spec.Concerns(c, s) {
			sets = append(sets, list.Map(c.Alternatives, func(a published.Alternative) string { return a.Set })...)
		}
	}
	for _, x := range paper.Crossed {
		if joined, _ := crossed(paper, x); spec.Where(x.Where, s) {
			sets = append(sets, list.Map(joined, func(j joint) string { return strings.Join(j.sets, ", ") })...)
		}
	}
	for _, set := range sets {
		if altered, err := lib.Alter(s, set); err == nil {
			all = append(all, altered)
		}
	}
	return all
}

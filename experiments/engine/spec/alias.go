package spec

import (
	"fmt"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// Keyed returns the filter with the keys of an experiment in place of other names of a method, a data set or a metric: the label of its
// column or row, a method's solver, or a metric in words. A name that fits several stays, and [Filter.Check] names their keys.
func (f Filter) Keyed(s *Experiment) Filter {
	keyed := Filter{}
	for key, values := range f {
		keyed[key] = list.Map(values, func(v string) string {
			if keys := s.keysNamed(key, v); len(keys) == 1 {
				return keys[0]
			}
			return v
		})
	}
	return keyed
}

// keysNamed returns the keys of the methods, data sets or metrics that a value of an address names. The key itself goes before a solver and
// a label in the same letters, and these before what differs in case.
func (s *Experiment) keysNamed(key, value string) []string {
	type named struct{ key, solver, label string }
	var all []named
	switch key {
	case "method":
		all = list.Map(s.Methods, func(m Method) named { return named{m.Key, m.Solver, m.Label} })
	case "metric":
		for _, m := range s.Metrics {
			all = append(all, named{m, "", result.MetricWords(m)})
		}
	case "dataset":
		all = list.Map(s.Datasets, func(d Dataset) named { return named{d.Key, "", d.Label} })
	}
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		by := func(name func(named) string) []named {
			return list.Filter(all, func(n named) bool { return value != "" && same(name(n), value) })
		}
		fit := by(func(n named) string { return n.key })
		if len(fit) == 0 {
			fit = by(func(n named) string { return n.solver })
			if own := list.Filter(fit, func(n named) bool { return strings.EqualFold(n.label, value) }); len(own) > 0 {
				fit = own // a solver of several methods is that of the one with its name
			}
		}
		if len(fit) == 0 {
			fit = by(func(n named) string { return n.label })
		}
		if len(fit) > 0 {
			return list.Map(fit, func(n named) string { return n.key })
		}
	}
	return nil
}

// unknownValue returns the error of a value of an address that the experiment does not have: it may name several.
func (s *Experiment) unknownValue(key, value string, keys []string) error {
	if fit := s.keysNamed(key, value); len(fit) > 1 && !slices.Contains(fit, value) {
		return fmt.Errorf("%s: %q names several: want %s=%s; all of them: %s=%s",
			s.Address, value, key, strings.Join(fit, " or "+key+"="), key, strings.Join(fit, "|"))
	}
	return fmt.Errorf("%s: %w", s.Address, unknown(key, value, keys))
}

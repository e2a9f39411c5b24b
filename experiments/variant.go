package experiments

import (
	"slices"
	"strconv"
	"strings"

	"nmfrepro/experiments/strict"
	"nmfrepro/solvers"
)

// variant is a method with one of the combinations of values that it varies over; a method that varies over nothing has
// one variant.
type variant struct {
	MethodSpec
	at []coordinate
}

// coordinate is the value of one varied option, as text.
type coordinate struct{ name, value string }

// variants lists the combinations, the last option varying fastest.
func (m MethodSpec) variants() []variant {
	all := []variant{{MethodSpec: m}}
	for _, axis := range m.Vary {
		var next []variant
		for _, v := range all {
			for _, value := range axis.Value {
				at := append(append([]coordinate(nil), v.at...), coordinate{axis.Name, string(value)})
				next = append(next, variant{m, at})
			}
		}
		all = next
	}
	return all
}

// name tells a variant among those of its method: lambda=0.4,mu=2, or "".
func (v variant) name() string {
	parts := make([]string, len(v.at))
	for i, c := range v.at {
		parts[i] = c.name + "=" + c.value
	}
	return strings.Join(parts, ",")
}

// values are the coordinates of a unit, nil for a method that varies over nothing.
func (v variant) values() map[string]string {
	if len(v.at) == 0 {
		return nil
	}
	values := make(map[string]string, len(v.at))
	for _, c := range v.at {
		values[c.name] = c.value
	}
	return values
}

// has tells whether the variant has all of the given values.
func (v variant) has(at strict.Map[strict.Literal]) bool {
	values := v.values()
	for _, c := range at {
		if values[c.Name] != string(c.Value) {
			return false
		}
	}
	return true
}

// runsOn tells whether the method is meant for a data set.
func (m MethodSpec) runsOn(dataset string) bool {
	if slices.Contains(m.Datasets, dataset) {
		return true
	}
	return len(m.Datasets) == 0
}

// newSolver is the variant's solver for a data set, with the spec's options over its defaults. The spec is valid, so they
// fit.
func (v variant) newSolver(e solvers.Entry, dataset string) solvers.Solver {
	s := e.New()
	_ = v.Options.Decode(s)
	if on, ok := v.OptionsOn.Get(dataset); ok {
		_ = on.Decode(s)
	}
	for _, c := range v.at {
		if err := solvers.SetOption(s, c.name, c.value); err != nil {
			panic("experiments: " + err.Error())
		}
	}
	return s
}

// title names a variant in a legend: the method's label with the values that it varies over.
func (v variant) title() string {
	title := v.Heading()
	for _, c := range v.at {
		title += ", " + c.name + " " + c.value
	}
	return title
}

// axis lists the numbers of an option that a method varies over, rising.
func (m MethodSpec) axis(option string) []float64 {
	var numbers []float64
	values, _ := m.Vary.Get(option)
	for _, value := range values {
		if x, err := strconv.ParseFloat(string(value), 64); err == nil {
			numbers = append(numbers, x)
		}
	}
	slices.Sort(numbers)
	return numbers
}

package spec

import (
	"slices"
	"strconv"

	"nmfrepro/reports/list"

	"nmfrepro/experiments/spec/strict"
	"nmfrepro/solvers"
)

// Variant is a method with one of the combinations of values that it varies over, and of a point of its grid if it is tuned and
// the variant is one to run.
type Variant struct {
	Method
	At []Coordinate
}

// Coordinate is the value of one varied option, as text.
type Coordinate struct{ Name, Value string }

// Variants lists the combinations that tables and figures tell apart, the last option varying fastest; a method that varies over
// nothing has one. All points of the grid of a tuned method are in one variant, which stands for the points that were chosen.
func (m Method) Variants() []Variant { return m.combinations(m.Vary) }

// Points lists what is run: every variant at every point of the grid that the solver takes.
func (m Method) Points() []Variant {
	return slices.DeleteFunc(m.combinations(m.Axes()), func(v Variant) bool { return m.Tune != nil && slices.Contains(m.Tune.Refused, v.Name()) })
}

// Along lists the points if one of the options is tuned, else the variants.
func (m Method) Along(options ...string) []Variant {
	if m.Tune != nil && slices.ContainsFunc(m.Tune.Grid.Names(), func(name string) bool { return slices.Contains(options, name) }) {
		return m.Points()
	}
	return m.Variants()
}

func (m Method) combinations(axes strict.Map[[]strict.Literal]) []Variant {
	all := []Variant{{Method: m}}
	for _, axis := range axes {
		var next []Variant
		for _, v := range all {
			for _, value := range axis.Value {
				at := append(append([]Coordinate(nil), v.At...), Coordinate{axis.Name, string(value)})
				next = append(next, Variant{m, at})
			}
		}
		all = next
	}
	return all
}

// Axes are the options that the method varies over, those that are tuned last.
func (m Method) Axes() strict.Map[[]strict.Literal] {
	if m.Tune == nil {
		return m.Vary
	}
	return slices.Concat(m.Vary, m.Tune.Grid)
}

// Name tells a variant among those of its method: lambda=0.4,mu=2, or "".
func (v Variant) Name() string {
	return list.Join(v.At, ",", func(c Coordinate) string { return c.Name + "=" + c.Value })
}

// Values are the coordinates of a unit, nil for a method that varies over nothing.
func (v Variant) Values() map[string]string {
	if len(v.At) == 0 {
		return nil
	}
	values := make(map[string]string, len(v.At))
	for _, c := range v.At {
		values[c.Name] = c.Value
	}
	return values
}

// Has tells whether the variant has all of the given values.
func (v Variant) Has(at strict.Map[strict.Literal]) bool {
	values := v.Values()
	return !slices.ContainsFunc(at, func(c strict.Entry[strict.Literal]) bool { return values[c.Name] != string(c.Value) })
}

// Covers tells whether a point belongs to the variant.
func (v Variant) Covers(point Variant) bool {
	return !slices.ContainsFunc(v.At, func(c Coordinate) bool { return !slices.Contains(point.At, c) })
}

// RunsOn tells whether the method is meant for a data set.
func (m Method) RunsOn(dataset string) bool {
	return len(m.Datasets) == 0 || slices.Contains(m.Datasets, dataset)
}

// NewSolver is the variant's solver for a data set, with the spec's options over its defaults. The spec is valid, so they
// fit.
func (v Variant) NewSolver(e solvers.Entry, dataset string) solvers.Solver {
	s := e.New()
	_ = v.Options.Decode(s)
	if on, ok := v.OptionsOn.Get(dataset); ok {
		_ = on.Decode(s)
	}
	for _, c := range v.At {
		if err := solvers.SetOption(s, c.Name, c.Value); err != nil {
			panic("experiments: " + err.Error())
		}
	}
	return s
}

// Title names a variant in a legend: the method's label with the values that it varies over.
func (v Variant) Title() string {
	return v.Heading() + list.Join(v.At, "", func(c Coordinate) string { return ", " + c.Name + " " + c.Value })
}

// Axis lists the numbers of an option that a method varies over, rising.
func (m Method) Axis(option string) []float64 {
	var numbers []float64
	values, _ := m.Axes().Get(option)
	for _, value := range values {
		if x, err := strconv.ParseFloat(string(value), 64); err == nil {
			numbers = append(numbers, x)
		}
	}
	slices.Sort(numbers)
	return numbers
}

// ClusterValues spells out the readings of a method in their order.
func ClusterValues(readings []Reading) []map[string]any {
	return list.Map(readings, func(r Reading) map[string]any { return strict.Values(r) })
}

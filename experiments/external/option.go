package external

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"nmfrepro/experiments/spec/strict"
	"nmfrepro/reports/list"
	"nmfrepro/solvers"
)

// decode makes a variable of the option's type, has it read from YAML, and returns its value: float64, int, bool or string.
func (o OptionSpec) decode(read func(dst any)) any {
	switch o.Type {
	case "number":
		return decodeAs[float64](read)
	case "integer":
		return decodeAs[int](read)
	case "boolean":
		return decodeAs[bool](read)
	}
	return decodeAs[string](read)
}

func decodeAs[T any](read func(dst any)) any {
	var v T
	read(&v)
	return v
}

// parse reads a value of the option from text.
func (o OptionSpec) parse(text string) (value any, err error) {
	switch o.Type {
	case "number":
		if value, err = strconv.ParseFloat(text, 64); err != nil {
			err = fmt.Errorf("found %q, want a number", text)
		}
	case "integer":
		if value, err = strconv.Atoi(text); err != nil {
			err = fmt.Errorf("found %q, want a whole number", text)
		}
	case "boolean":
		if value = text == "true"; text != "true" && text != "false" {
			err = fmt.Errorf("found %q, want true or false", text)
		}
	default:
		value = text
	}
	return value, err
}

// wrong says what is wrong with a value of the right type, "" if nothing is.
func (o OptionSpec) wrong(value any) string {
	number := 0.0
	switch v := value.(type) {
	case string:
		if o.Choices != nil && !slices.Contains(o.Choices, v) {
			return fmt.Sprintf("found %q, %s", v, list.DidYouMean(v, o.Choices))
		}
		return ""
	case float64:
		if number = v; math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Sprintf("found %v, want a finite number", v)
		}
	case int:
		number = float64(v)
	default:
		return ""
	}
	if o.Min != nil && number < *o.Min {
		return fmt.Sprintf("found %v, want ≥ %v", value, *o.Min)
	}
	return ""
}

// Solver is a program with values for its options. One value may start many runs at once.
type Solver struct {
	program *Program
	values  []any // in the order of the spec's options
}

var _ solvers.Outside = (*Solver)(nil)

// Rows returns m and n: the program is taken to have two factors until its answer says otherwise.
func (s *Solver) Rows(m, n int) (w, ht int) { return m, n }

// OptionList implements [solvers.Outside].
func (s *Solver) OptionList() []solvers.Option {
	types := map[string]string{"number": "float", "integer": "int", "boolean": "bool", "string": "string"}
	var list []solvers.Option
	for i, o := range s.program.Spec.Options {
		list = append(list, solvers.Option{Name: o.Name, Type: types[o.Value.Type], Value: s.values[i], Choices: o.Value.Choices, Doc: o.Value.Doc})
	}
	return list
}

// SetOption implements [solvers.Outside].
func (s *Solver) SetOption(name, text string) error {
	for i, o := range s.program.Spec.Options {
		if o.Name != name {
			continue
		}
		value, err := o.Value.parse(text)
		if err != nil {
			return fmt.Errorf("%s: %s: %w", s.program.Name, name, err)
		}
		if wrong := o.Value.wrong(value); wrong != "" {
			return fmt.Errorf("%s: %s: %s", s.program.Name, name, wrong)
		}
		s.values[i] = value
		return nil
	}
	return fmt.Errorf("%s: no option %q, %s", s.program.Name, name, list.DidYouMean(name, s.program.Spec.Options.Names()))
}

// CheckOptions implements [solvers.Outside].
func (s *Solver) CheckOptions() error {
	for i, o := range s.program.Spec.Options {
		if wrong := o.Value.wrong(s.values[i]); wrong != "" {
			return fmt.Errorf("%s: %s: %s", s.program.Name, o.Name, wrong)
		}
	}
	return nil
}

// UnmarshalStrict reads options from a spec over the values that the solver has.
func (s *Solver) UnmarshalStrict(n strict.Node, d *strict.Decoder) {
	if !n.IsMapping() {
		d.Decode(n, &map[string]strict.Node{}) // which says what is wrong
		return
	}
	for _, e := range n.Entries() {
		i := slices.Index(s.program.Spec.Options.Names(), e.Name)
		if i < 0 {
			d.Problem(e.Key, "no option of %s, %s", s.program.Name, list.DidYouMean(e.Name, s.program.Spec.Options.Names()))
			continue
		}
		s.values[i] = s.program.Spec.Options[i].Value.decode(func(dst any) { d.Decode(e.Node, dst) })
	}
}

// Values are the options by name, as a unit and a job have them.
func (s *Solver) Values() map[string]any {
	values := map[string]any{}
	for i, o := range s.program.Spec.Options {
		values[o.Name] = s.values[i]
	}
	return values
}

// Digest is the hash of the program.
func (s *Solver) Digest() string { return s.program.Hash() }

// TakesConstraints implements [solvers.Outside].
func (s *Solver) TakesConstraints() bool { return s.program.Spec.Accepts.Constraints }

// TakesLabels implements [solvers.Outside].
func (s *Solver) TakesLabels() bool { return s.program.Spec.Accepts.Labels }

package solvers

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"nmfrepro/datasets/list"
)

// Option is one option of a method, as help texts, schemas and records show it.
type Option struct {
	Name    string   // as in specs and after --set
	Type    string   // string, float, int or bool
	Value   any      // the present value: the default, where the solver comes fresh from its Entry
	Choices []string // the admissible strings, nil if the option is no choice
	Doc     string   // one sentence: meaning, range, default and its source
}

// Choice is implemented by option types that admit a few strings only.
type Choice interface{ Choices() []string }

// choices returns the strings of a type's values.
func choices[T ~string](values ...T) []string {
	return list.Map(values, func(v T) string { return string(v) })
}

// Options lists the options of a method in the order of its declaration: its fields with a yaml name.
func Options(s Solver) []Option {
	if o, ok := s.(Outside); ok {
		return o.OptionList()
	}
	var all []Option
	eachOption(reflect.ValueOf(s).Elem(), func(f reflect.StructField, v reflect.Value) {
		o := Option{Name: optionName(f), Type: optionTypes[v.Kind()], Doc: f.Tag.Get("doc")}
		if o.Value = v.Interface(); v.Kind() == reflect.String {
			o.Value = v.String()
		}
		if c, ok := v.Interface().(Choice); ok {
			o.Choices = c.Choices()
		}
		all = append(all, o)
	})
	return all
}

// OptionValues returns the options of a method by their names.
func OptionValues(s Solver) map[string]any {
	values := map[string]any{}
	for _, o := range Options(s) {
		values[o.Name] = o.Value
	}
	return values
}

// SetOption sets one option from text, strictly by the type of its field.
func SetOption(s Solver, name, text string) error {
	if o, ok := s.(Outside); ok {
		return o.SetOption(name, text)
	}
	err := fmt.Errorf("solvers: no option %q", name)
	eachOption(reflect.ValueOf(s).Elem(), func(f reflect.StructField, v reflect.Value) {
		if optionName(f) == name {
			err = setField(f, v, text)
		}
	})
	return err
}

var optionTypes = map[reflect.Kind]string{
	reflect.String: "string", reflect.Float64: "float", reflect.Int: "int", reflect.Bool: "bool",
}

// eachOption visits the option fields of a struct, those of inlined structs included.
func eachOption(v reflect.Value, visit func(reflect.StructField, reflect.Value)) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		switch tag := f.Tag.Get("yaml"); {
		case tag == "-" || tag == "":
		case strings.HasSuffix(tag, ",inline"):
			eachOption(v.Field(i), visit)
		default:
			visit(f, v.Field(i))
		}
	}
}

func optionName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
	return name
}

func setField(f reflect.StructField, v reflect.Value, text string) error {
	want := ""
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Float64:
		number, err := list.ParseDecimal(text) // without Go's hexadecimal forms
		if errors.Is(err, list.ErrLarge) || errors.Is(err, list.ErrSmall) {
			return fmt.Errorf("solvers: %s = %q: it %w", optionName(f), text, err)
		}
		if err != nil {
			want = "a finite number"
		}
		v.SetFloat(number)
	case reflect.Int:
		number, err := strconv.Atoi(text)
		if err != nil {
			want = "a whole number"
		}
		v.SetInt(int64(number))
	case reflect.Bool:
		if text != "true" && text != "false" {
			want = "true or false"
		}
		v.SetBool(text == "true")
	default:
		panic(fmt.Sprintf("solvers: option %s has kind %v", optionName(f), v.Kind()))
	}
	if want == "" {
		want = wantedOf(f, v)
	}
	if want != "" {
		return fmt.Errorf("solvers: %s = %q, want %s", optionName(f), text, want)
	}
	return nil
}

// checkOptions does the part of Start that validates the options one by one: a choice is one of its strings, a number is
// finite, above 0 where its field has the tag above, and not below the least value that its tag min names.
func checkOptions(name string, s Solver) error {
	var found error
	eachOption(reflect.ValueOf(s).Elem(), func(f reflect.StructField, v reflect.Value) {
		if want := wantedOf(f, v); want != "" && found == nil {
			shown := v.Interface()
			if v.Kind() == reflect.String {
				shown = strconv.Quote(v.String())
			}
			found = fmt.Errorf("solvers: %s: %s = %v, want %s", name, optionName(f), shown, want)
		}
	})
	return found
}

// wantedOf says what the option should be, "" if it is.
func wantedOf(f reflect.StructField, v reflect.Value) string {
	var number float64
	switch v.Kind() {
	case reflect.String:
		if c, ok := v.Interface().(Choice); ok && !slices.Contains(c.Choices(), v.String()) {
			return quotedList(c.Choices())
		}
		return ""
	case reflect.Float64:
		if number = v.Float(); !finite(number) {
			return "a finite number"
		}
	case reflect.Int:
		number = float64(v.Int())
	}
	if _, ok := f.Tag.Lookup("above"); ok && !(number > 0) {
		return "a value above 0"
	}
	if tag, ok := f.Tag.Lookup("min"); ok {
		least, err := strconv.ParseFloat(tag, 64)
		if err != nil {
			panic("solvers: tag of " + f.Name + ": " + err.Error())
		}
		if number < least {
			return "≥ " + tag
		}
	}
	return ""
}

// quotedList returns `"a", "b" or "c"`.
func quotedList(words []string) string {
	quoted := list.Map(words, strconv.Quote)
	last := len(quoted) - 1
	if last < 1 {
		return strings.Join(quoted, "")
	}
	return strings.Join(quoted[:last], ", ") + " or " + quoted[last]
}

// defaults holds the solver of each entry with its default options, by type.
var defaults = sync.OnceValue(func() map[reflect.Type]reflect.Value {
	byType := map[reflect.Type]reflect.Value{}
	for _, e := range Catalog {
		v := reflect.ValueOf(e.New())
		byType[v.Type()] = v
	}
	return byType
})

// withDefaults returns s, or a copy in which options that were left at 0 and mean nothing at 0 have their defaults: a choice
// that is "", a count that must be at least 1, an exponent. A weight of 0 is a weight of 0.
func withDefaults[S Solver](s S) S {
	usual, ok := defaults()[reflect.TypeOf(s)]
	gaps := false
	if ok {
		eachOption(reflect.ValueOf(s).Elem(), func(f reflect.StructField, v reflect.Value) { gaps = gaps || isGap(f, v) })
	}
	if !gaps {
		return s
	}
	filled := reflect.New(usual.Type().Elem())
	filled.Elem().Set(reflect.ValueOf(s).Elem())
	from := map[string]reflect.Value{}
	eachOption(usual.Elem(), func(f reflect.StructField, v reflect.Value) { from[optionName(f)] = v })
	eachOption(filled.Elem(), func(f reflect.StructField, v reflect.Value) {
		if isGap(f, v) {
			v.Set(from[optionName(f)])
		}
	})
	return filled.Interface().(S)
}

// isGap tells of an option that is 0 and may not be.
func isGap(f reflect.StructField, v reflect.Value) bool { return v.IsZero() && wantedOf(f, v) != "" }

package strict

import (
	"reflect"
	"strings"
)

// Values spells out every option of a plain value by its yaml name, defaults included, so that a unit says in full
// what was run and a changed default changes its key. An option tagged omitempty is left out where it is zero: it came later
// than results that are worth keeping.
func Values(v any) map[string]any {
	if v == nil {
		return nil
	}
	if o, ok := v.(interface{ Values() map[string]any }); ok { // it has no fields for them
		return o.Values()
	}
	values := map[string]any{}
	rv := reflect.ValueOf(v)
	for rv.Kind() == reflect.Pointer {
		rv = rv.Elem()
	}
	addValues(values, rv)
	if len(values) == 0 {
		return nil
	}
	return values
}

func addValues(values map[string]any, v reflect.Value) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		name, flags, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case flags == "inline":
			addValues(values, v.Field(i))
		case name == "" || name == "-":
		case flags == "omitempty" && v.Field(i).IsZero():
		case f.Type.Kind() == reflect.Struct:
			nested := map[string]any{}
			addValues(nested, v.Field(i))
			values[name] = nested
		default:
			values[name] = v.Field(i).Interface()
		}
	}
}

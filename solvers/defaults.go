package solvers

import (
	"reflect"
	"sync"
)

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

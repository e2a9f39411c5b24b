package dataset

import (
	"reflect"
	"strings"
)

// Option is one option of a set, as cards show it.
type Option struct {
	Name  string `json:"name"`  // as in specs
	Value any    `json:"value"` // the present one: the default, where the set comes fresh from its Entry
	Doc   string `json:"doc"`   // meaning, range, default and its source
}

// Options lists the options of a set in the order of its declaration: its fields with a yaml name.
func Options(d Dataset) []Option {
	var list []Option
	eachOption(reflect.Indirect(reflect.ValueOf(d)), func(name, doc string, _ bool, v reflect.Value) {
		list = append(list, Option{name, v.Interface(), doc})
	})
	return list
}

// eachOption visits the option fields of a struct, those of inlined structs included.
func eachOption(v reflect.Value, visit func(name, doc string, omit bool, v reflect.Value)) {
	for i := range v.NumField() {
		tag := v.Type().Field(i).Tag
		name, flags, _ := strings.Cut(tag.Get("yaml"), ",")
		switch {
		case flags == "inline":
			eachOption(v.Field(i), visit)
		case name != "" && name != "-":
			visit(name, tag.Get("doc"), flags == "omitempty", v.Field(i))
		}
	}
}

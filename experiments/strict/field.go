package strict

import (
	"fmt"
	"reflect"
	"strings"
)

// field is one key that a struct answers to.
type field struct {
	name     string
	index    []int
	doc      string
	required bool
}

// fieldsOf lists the keys of a struct type in the order of its fields. Unexported fields, those without a name in a yaml
// tag and those tagged "-" have none; the keys of a field tagged ",inline" count as the struct's own.
func fieldsOf(t reflect.Type) []field {
	var fields []field
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		switch {
		case options == "inline":
			for _, inner := range fieldsOf(f.Type) {
				inner.index = append([]int{i}, inner.index...)
				fields = append(fields, inner)
			}
			continue
		case name == "" || name == "-" || !f.IsExported():
			continue
		}
		tag := f.Tag.Get("strict")
		if tag != "" && tag != "required" {
			panic(fmt.Sprintf(`strict: field %s of %v is tagged strict:%q, want "required"`, f.Name, t, tag))
		}
		fields = append(fields, field{name, []int{i}, f.Tag.Get("doc"), tag == "required"})
	}
	return fields
}

// Key is one key that a value answers to, for a listing of options.
type Key struct {
	Name     string
	Doc      string // of the field's doc tag
	Type     string // as messages name it: text, a whole number
	Default  any    // what the value holds now
	Required bool
}

// Keys lists the keys of a struct, or of what a pointer to one points to, with their present values as defaults.
func Keys(v any) []Key {
	rv := reflect.Indirect(reflect.ValueOf(v))
	var keys []Key
	for _, f := range fieldsOf(rv.Type()) {
		value := rv.FieldByIndex(f.index)
		keys = append(keys, Key{f.name, f.doc, wanted(value.Type()), value.Interface(), f.required})
	}
	return keys
}

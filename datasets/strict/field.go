package strict

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// field is one key that a struct answers to.
type field struct {
	name     string
	index    []int
	doc      string
	former   []string // keys before it was renamed, or that it took the place of
	required bool
}

var fieldsOfTypes sync.Map // reflect.Type: []field

// fieldsOf lists the keys of a struct type in the order of its fields. Unexported fields, those without a name in a yaml
// tag and those tagged "-" have none; the keys of a field tagged ",inline" count as the struct's own.
func fieldsOf(t reflect.Type) (fields []field) {
	if known, ok := fieldsOfTypes.Load(t); ok {
		return known.([]field)
	}
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
		fields = append(fields, field{name, []int{i}, f.Tag.Get("doc"), strings.Fields(f.Tag.Get("former")), tag == "required"})
	}
	fieldsOfTypes.Store(t, fields)
	return fields
}

// Field is a key of a struct type.
type Field struct {
	Name     string // its key
	Index    []int  // of the struct's field, as reflect has it
	Doc      string
	Required bool
}

// Fields lists the keys of a struct type in the order of its fields.
func Fields(t reflect.Type) (fields []Field) {
	for _, f := range fieldsOf(t) {
		fields = append(fields, Field{f.name, f.index, f.doc, f.required})
	}
	return fields
}

// Values spells out every option of a plain value by its yaml name, defaults included, so that a run says in full
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

// valued is a field of a type as addValues writes it.
type valued struct {
	at             int
	name           string
	inline, nested bool
	omits          bool // where it is zero
}

// valuedFields are those of the types that were asked for: the same few are, for each run of a plan.
var valuedFields sync.Map // []valued, by reflect.Type

// valuedOf returns the fields of a type that have a value in yaml.
func valuedOf(t reflect.Type) []valued {
	if known, is := valuedFields.Load(t); is {
		return known.([]valued)
	}
	var all []valued
	for i := range t.NumField() {
		f := t.Field(i)
		name, flags, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		v := valued{at: i, name: name, inline: flags == "inline", nested: f.Type.Kind() == reflect.Struct, omits: flags == "omitempty"}
		if v.inline || name != "" && name != "-" {
			all = append(all, v)
		}
	}
	valuedFields.Store(t, all)
	return all
}

func addValues(values map[string]any, v reflect.Value) {
	for _, f := range valuedOf(v.Type()) {
		of := v.Field(f.at)
		switch {
		case f.inline:
			addValues(values, of)
		case f.omits && of.IsZero():
		case f.nested:
			nested := map[string]any{}
			addValues(nested, of)
			values[f.name] = nested
		default:
			values[f.name] = of.Interface()
		}
	}
}

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

package strict

import (
	"encoding/json"
	"reflect"
	"slices"

	"github.com/invopop/jsonschema"
)

// OutputSchema returns the JSON Schema (2020-12) of what encoding/json writes of a value of v's type. Fields may be added later:
// none that is not named is refused. What may be nil in Go may be null, and so may a number whose type has it so. id must be
// an absolute URI.
func OutputSchema(v any, id string) ([]byte, error) {
	orNull := func(s *jsonschema.Schema) *jsonschema.Schema {
		return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{s, {Type: "null"}}}
	}
	marshaler := reflect.TypeFor[json.Marshaler]()
	r := &jsonschema.Reflector{Anonymous: true, ExpandedStruct: true, AllowAdditionalProperties: true, Mapper: func(t reflect.Type) *jsonschema.Schema {
		if t.Kind() == reflect.Float64 && t.Implements(marshaler) {
			return orNull(&jsonschema.Schema{Type: "number"})
		}
		return nil
	}}
	root := r.Reflect(v)
	root.ID = jsonschema.ID(id)
	all := []*jsonschema.Schema{root}
	for _, def := range root.Definitions {
		all = append(all, def)
	}
	for _, def := range all {
		if def.Properties == nil {
			continue
		}
		for p := def.Properties.Oldest(); p != nil; p = p.Next() {
			if kind := p.Value.Type; slices.Contains(def.Required, p.Key) && (kind == "array" || kind == "object") {
				p.Value = orNull(p.Value)
			}
		}
	}
	return indented(root)
}

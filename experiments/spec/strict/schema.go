package strict

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strconv"

	"github.com/invopop/jsonschema"
)

// Schema returns the JSON Schema (2020-12) of the files that decode into a value of v's type, for editors: keys by their
// yaml tag, descriptions by their doc tag, required ones by their strict tag, limits by a jsonschema tag. It says less
// than Decode checks: an editor knows neither ranges of integers nor what a [Node] is going to be. The same types give the
// same bytes.
func Schema(v any, id string) ([]byte, error) {
	s := schemer{types: map[string]reflect.Type{}}
	r := s.reflector()
	t := reflect.TypeOf(v)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	root := r.ReflectFromType(t)
	for name, def := range root.Definitions {
		s.refine(def, s.types[name])
	}
	s.refine(root, t)
	root.ID = jsonschema.ID(id)
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetIndent("", "  ")
	if err := enc.Encode(root); err != nil {
		return nil, fmt.Errorf("strict: schema of %v: %w", t, err)
	}
	return out.Bytes(), nil
}

// schemer remembers which Go type a definition stands for.
type schemer struct {
	types map[string]reflect.Type
}

func (s *schemer) reflector() *jsonschema.Reflector {
	return &jsonschema.Reflector{
		Anonymous:                  true,
		ExpandedStruct:             true,
		FieldNameTag:               "yaml",
		RequiredFromJSONSchemaTags: true,
		Mapper:                     mapped,
		Namer:                      s.name,
		LookupComment: func(t reflect.Type, fieldName string) string {
			if fieldName == "" { // asked for the type's own
				return ""
			}
			f, _ := t.FieldByName(fieldName)
			return f.Tag.Get("doc")
		},
	}
}

// name gives every type a name of its own: two packages may have types of one name, and a struct may have none.
func (s *schemer) name(t reflect.Type) string {
	base := notPlain.ReplaceAllString(t.Name(), "_")
	switch {
	case base == "" && t.Kind() != reflect.Struct:
		return ""
	case base == "":
		base = "Struct"
	}
	for i := 1; ; i++ {
		name := base
		if i > 1 {
			name += strconv.Itoa(i)
		}
		if known, taken := s.types[name]; !taken || known == t {
			s.types[name] = t
			return name
		}
	}
}

// notPlain are the characters of a generic type's name that a reference would have to escape.
var notPlain = regexp.MustCompile(`[^A-Za-z0-9_]+`)

// mapped are the types that are not written as their kind.
func mapped(t reflect.Type) *jsonschema.Schema {
	switch {
	case t == reflect.TypeFor[Node]():
		return &jsonschema.Schema{}
	case t == reflect.TypeFor[Literal]():
		return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Type: "string"}, {Type: "number"}, {Type: "boolean"}}}
	case t.Kind() == reflect.Struct && reflect.PointerTo(t).Implements(reflect.TypeFor[Unmarshaler]()) && len(fieldsOf(t)) == 0: // text that reads itself
		return &jsonschema.Schema{Type: "string"}
	case t.Kind() == reflect.Uint64:
		return &jsonschema.Schema{Type: "integer", Minimum: "0"}
	}
	return nil
}

// refine makes a struct's schema say what fieldsOf says.
func (s *schemer) refine(def *jsonschema.Schema, t reflect.Type) {
	if t == nil || t.Kind() != reflect.Struct || def.Properties == nil {
		return
	}
	keys := map[string]bool{}
	for _, f := range fieldsOf(t) {
		keys[f.name] = true
		if f.required {
			def.Required = append(def.Required, f.name)
		}
	}
	for pair := def.Properties.Oldest(); pair != nil; {
		next := pair.Next()
		if !keys[pair.Key] {
			def.Properties.Delete(pair.Key)
		}
		pair = next
	}
}

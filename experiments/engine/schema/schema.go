// Package schema makes the JSON Schemas of the files that the program reads and writes, experiments/*.schema.json, from Go types. The
// program carries these files and does not import this package; tests compare the two. A new keyword of the schemas is added here.
package schema

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"

	"github.com/invopop/jsonschema"
)

// Input returns the JSON Schema (2020-12) of the files that decode into a value of v's type, for editors: keys by their yaml tag,
// descriptions by their doc tag, required ones by their strict tag, limits by a jsonschema tag. It says less than strict.Decode checks:
// it has neither ranges of integers nor the content of a [strict.Node]. The same types give the same bytes. words are the names that
// fields with a words tag take, by the value of the tag; id must be an absolute URI, against which validators resolve references.
func Input(v any, id string, words map[string]Words, chosen ...Chosen) ([]byte, error) {
	s := schemer{types: map[string]reflect.Type{}, words: words}
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
	for _, c := range chosen {
		c.tie(root.Definitions)
	}
	root.ID = jsonschema.ID(id)
	return indented(root)
}

func indented(root *jsonschema.Schema) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetIndent("", "  ")
	if err := enc.Encode(root); err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	return out.Bytes(), nil
}

// Words are the values that a text may have.
type Words struct {
	Names   []string
	Pattern string // regular expression of further ones; "" for none
}

// Chosen ties a key of a definition to the name beside it: in Method, By: solver, Of: options has the keys of the struct of that name.
type Chosen struct {
	Type, By, Of string
	Structs      map[string]any
}

func (c Chosen) tie(definitions jsonschema.Definitions) {
	for _, name := range slices.Sorted(maps.Keys(c.Structs)) {
		t := reflect.Indirect(reflect.ValueOf(c.Structs[name])).Type()
		keys := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), AdditionalProperties: jsonschema.FalseSchema}
		for _, f := range strict.Fields(t) {
			of := t.FieldByIndex(f.Index).Type
			p := &jsonschema.Schema{Type: jsonTypes[of.Kind()], Description: f.Doc}
			if c, ok := reflect.Zero(of).Interface().(interface{ Choices() []string }); ok {
				for _, choice := range c.Choices() {
					p.Enum = append(p.Enum, choice)
				}
			}
			keys.Properties.Set(f.Name, p)
		}
		key := c.By + "-" + name
		definitions[key] = keys
		is, then := &jsonschema.Schema{Properties: jsonschema.NewProperties(),
			Required: []string{c.By}}, &jsonschema.Schema{Properties: jsonschema.NewProperties()}
		is.Properties.Set(c.By, &jsonschema.Schema{Const: name})
		then.Properties.Set(c.Of, &jsonschema.Schema{Ref: "#/$defs/" + key})
		definitions[c.Type].AllOf = append(definitions[c.Type].AllOf, &jsonschema.Schema{If: is, Then: then})
	}
}

// jsonTypes are the types of options; others are read by themselves, and may be anything.
var jsonTypes = map[reflect.Kind]string{reflect.String: "string", reflect.Float64: "number", reflect.Int: "integer",
	reflect.Bool: "boolean"}

// schemer remembers which Go type a definition stands for.
type schemer struct {
	types map[string]reflect.Type
	words map[string]Words
}

// limit has a field's text, or every text of its list or mapping, be one of the words.
func (w Words) limit(def *jsonschema.Schema) {
	switch {
	case def.Items != nil:
		w.limit(def.Items)
		return
	case def.AdditionalProperties != nil:
		w.limit(def.AdditionalProperties)
		return
	}
	names := make([]any, len(w.Names))
	for i, name := range w.Names {
		names[i] = name
	}
	if def.Ref != "" { // a name in place of a mapping
		def.AnyOf, def.Ref = []*jsonschema.Schema{{Enum: names}, {Ref: def.Ref}}, ""
		return
	}
	if w.Pattern == "" {
		def.Enum = names
		return
	}
	def.Type, def.AnyOf = "", []*jsonschema.Schema{{Enum: names}, {Type: "string", Pattern: w.Pattern}}
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

// mapped returns the types that are not written as their kind.
func mapped(t reflect.Type) *jsonschema.Schema {
	switch {
	case t == reflect.TypeFor[strict.Node]():
		return &jsonschema.Schema{}
	case t == reflect.TypeFor[strict.Literal]():
		return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{{Type: "string"}, {Type: "number"}, {Type: "boolean"}}}
	// text that reads itself
	case t.Kind() == reflect.Struct && reflect.PointerTo(t).Implements(reflect.TypeFor[strict.Unmarshaler]()) && len(strict.Fields(t)) == 0:
		return &jsonschema.Schema{Type: "string"}
	case t.Kind() == reflect.Uint64:
		return &jsonschema.Schema{Type: "integer", Minimum: "0"}
	}
	return nil
}

// refine makes a struct's schema say what strict.Fields says.
func (s *schemer) refine(def *jsonschema.Schema, t reflect.Type) {
	if t == nil || t.Kind() != reflect.Struct || def.Properties == nil {
		return
	}
	keys := map[string]bool{}
	for _, f := range strict.Fields(t) {
		keys[f.Name] = true
		if f.Required {
			def.Required = append(def.Required, f.Name)
		}
	}
	for _, f := range reflect.VisibleFields(t) {
		w, limited := s.words[f.Tag.Get("words")]
		if !limited {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if property, ok := def.Properties.Get(name); ok {
			w.limit(property)
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

// Output returns the JSON Schema (2020-12) of what encoding/json writes of a value of v's type. Fields may be added later: unknown fields
// are allowed. A value that may be nil in Go may be null, and so may numbers of some types. A text whose type has choices is one of them.
// id must be an absolute URI.
func Output(v any, id string) ([]byte, error) {
	orNull := func(s *jsonschema.Schema) *jsonschema.Schema {
		return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{s, {Type: "null"}}}
	}
	marshaler, text := reflect.TypeFor[json.Marshaler](), reflect.TypeFor[encoding.TextMarshaler]()
	r := &jsonschema.Reflector{Anonymous: true, ExpandedStruct: true, AllowAdditionalProperties: true,
		Mapper: func(t reflect.Type) *jsonschema.Schema {
			if t.Kind() == reflect.Float64 && t.Implements(marshaler) {
				return orNull(&jsonschema.Schema{Type: "number"})
			}
			if (t.Kind() == reflect.Struct || t.Kind() == reflect.Bool) && t.Implements(text) {
				return &jsonschema.Schema{Type: "string"}
			}
			if word, ok := reflect.Zero(t).Interface().(interface{ Choices() []string }); ok && t.Kind() == reflect.String {
				return &jsonschema.Schema{Type: "string", Enum: list.Map(word.Choices(), func(choice string) any { return choice })}
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

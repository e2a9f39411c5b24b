package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"nmfrepro/experiments"
)

// definition is the part of a JSON Schema that a list of keys shows.
type definition struct {
	Ref         string `json:"$ref"`
	Description string
	Type        string
	Required    []string
	Items       *definition
	Additional  json.RawMessage `json:"additionalProperties"`
	Properties  map[string]*definition
	Defs        map[string]*definition `json:"$defs"`
	AnyOf       []*definition
	Enum        []string
}

// keysOf lists the keys of a kind of file, spec or paper, or of a part of it, as its JSON Schema has them; "" of a part that is not there.
func keysOf(kind, part string) string {
	var root definition
	text, err := experiments.Files.ReadFile("schema/" + kind + ".schema.json")
	if err == nil {
		err = json.Unmarshal(text, &root)
	}
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	parts := slices.DeleteFunc(slices.Sorted(maps.Keys(root.Defs)), func(name string) bool {
		return strings.Contains(name, "-") // of a solver: nmfrepro list solvers NAME has its options
	})
	if part != "" {
		k := slices.IndexFunc(parts, func(name string) bool { return strings.EqualFold(name, part) })
		if k < 0 {
			return ""
		}
		fmt.Fprintf(&b, "%s, a part of the file:\n\n", parts[k])
		root.Defs[parts[k]].keys(&b)
		return b.String()
	}
	b.WriteString("The keys of the file:\n\n")
	root.keys(&b)
	fmt.Fprintf(&b, "\nIts parts, as nmfrepro help %s shows each: %s.", map[string]string{"spec": "spec PART", "paper": "paper.yaml PART"}[kind],
		strings.Join(parts, ", "))
	return b.String()
}

// keys writes the keys of a mapping, each with the kind of its value and its meaning.
func (d *definition) keys(b *strings.Builder) {
	for _, key := range slices.Sorted(maps.Keys(d.Properties)) {
		must := ""
		if slices.Contains(d.Required, key) {
			must = ", required"
		}
		fmt.Fprintf(b, "  %s (%s%s)  %s\n", key, d.Properties[key].kind(), must, d.Properties[key].Description)
	}
}

// kind says in a few words what a key holds.
func (d *definition) kind() string {
	var values definition
	switch {
	case d.Ref != "":
		return strings.TrimPrefix(d.Ref, "#/$defs/")
	case d.Items != nil:
		return "list of " + d.Items.kind()
	case len(d.Properties) == 0 && json.Unmarshal(d.Additional, &values) == nil && values.kind() != "":
		return "by name: " + values.kind()
	case len(d.AnyOf) > 0 && d.AnyOf[len(d.AnyOf)-1].Ref != "":
		return "name or " + d.AnyOf[len(d.AnyOf)-1].kind()
	case len(d.AnyOf) > 0 || len(d.Enum) > 0:
		return "name"
	}
	return map[string]string{"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false", "object": "keys", "array": "list"}[d.Type]
}

package strict

import (
	"encoding/json"
	"strings"

	"gopkg.in/yaml.v3"
)

// Everything is a type with all that can be decoded.
type Everything = everything

// Plain is a part as JSON Schema sees it.
func Plain(n Node) any { return plain(n.y) }

// plain is a part as JSON Schema sees it.
func plain(y *yaml.Node) any {
	switch classify(y) {
	case boolean:
		return strings.EqualFold(y.Value, "true")
	case number:
		return json.Number(strings.TrimPrefix(y.Value, "+"))
	case text:
		return y.Value
	case sequence:
		values := make([]any, len(y.Content))
		for i, c := range y.Content {
			values[i] = plain(c)
		}
		return values
	case mapping:
		values := map[string]any{}
		for i := 0; i+1 < len(y.Content); i += 2 {
			values[y.Content[i].Value] = plain(y.Content[i+1])
		}
		return values
	}
	return nil
}

package strict

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"
)

func compile(t testing.TB, v any) *jsonschema.Schema {
	t.Helper()
	text, err := Schema(v, "https://example.org/test.json", nil)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("https://example.org/test.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("https://example.org/test.json")
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return s
}

// plain is a part as JSON Schema sees it.
func plain(y *yaml.Node) any {
	switch classify(y) {
	case boolean:
		return strings.EqualFold(y.Value, "true")
	case number:
		return json.Number(strings.TrimPrefix(y.Value, "+"))
	case text:
		return y.Value
	case list:
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

// The schema and the decoder agree on these files.
func TestSchema(t *testing.T) {
	schema := compile(t, everything{})
	tests := []struct {
		file string
		want bool
	}{
		{"name: x", true},
		{"name: x\ncount: 1\nitems: [{rank: 1}]\ntable: {a: 1}", true},
		{"name: x\nordered: {z: {rank: 1, scale: 2}}\noptional: {rank: 1}\noptions: {a: 1}\nprinted: 0.90", true},
		{"name: x\nreading: {name: iris, rank: 2}", true},
		{"name: x\nreading: {name: iris, rnak: 2}", false},
		{"name: x\nreading: 5", false},
		{"count: 1", false},
		{"name: x\nwieght: 1", false},
		{"name: x\nmarker: {}", false},
		{"name: x\nnokey: 1", false},
		{"name: x\nNoKey: 1", false},
		{"name: 5", false},
		{"name: x\ncount: -1", false},
		{"name: x\nplain: 1.5", false},
		{"name: x\nitems: [{scale: 1}]", false},
		{"name: x\nitems: [{rank: 1, colour: 1}]", false},
		{"name: x\nitems:", false},
		{"name: x\noptional:", false},
		{"name: x\ntable: {a: b}", false},
		{"name: x\nordered: {z: {scale: 1}}", false},
		{"name: x\nprinted: [1]", false},
		{"- 1", false},
	}
	for _, test := range tests {
		root, problems := Decode("f", []byte(test.file), &everything{})
		if (problems == nil) != test.want {
			t.Errorf("%q: problems %v, want %v", test.file, problems, test.want)
		}
		if err := schema.Validate(plain(root.y)); (err == nil) != test.want {
			t.Errorf("%q: schema says %v, want %v", test.file, err, test.want)
		}
	}
}

func TestSchemaText(t *testing.T) {
	first, err := Schema(&everything{}, "https://example.org/test.json", nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		again, err := Schema(everything{}, "https://example.org/test.json", nil)
		if err != nil || !bytes.Equal(first, again) {
			t.Fatalf("the schema changes from call to call: %v", err)
		}
	}
	for _, want := range []string{`"$id": "https://example.org/test.json"`, `"description": "what it is called"`, `"additionalProperties": false`, `"$ref": "#/$defs/inner"`} {
		if !strings.Contains(string(first), want) {
			t.Errorf("schema lacks %s:\n%s", want, first)
		}
	}
}

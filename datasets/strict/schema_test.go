package strict_test

import (
	"bytes"
	"strings"
	"testing"

	"nmfrepro/datasets/strict"
	"nmfrepro/experiments/engine/schema"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func compile(t testing.TB, v any) *jsonschema.Schema {
	t.Helper()
	text, err := schema.Input(v, "https://example.org/test.json", nil)
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

// The schema and the decoder agree on these files.
func TestSchema(t *testing.T) {
	compiled := compile(t, strict.Everything{})
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
		root, problems := strict.Decode("f", []byte(test.file), &strict.Everything{})
		if (problems == nil) != test.want {
			t.Errorf("%q: problems %v, want %v", test.file, problems, test.want)
		}
		if err := compiled.Validate(strict.Plain(root)); (err == nil) != test.want {
			t.Errorf("%q: schema says %v, want %v", test.file, err, test.want)
		}
	}
}

func TestSchemaText(t *testing.T) {
	first, err := schema.Input(&strict.Everything{}, "https://example.org/test.json", nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		again, err := schema.Input(strict.Everything{}, "https://example.org/test.json", nil)
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

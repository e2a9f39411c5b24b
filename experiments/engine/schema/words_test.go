package schema_test

import (
	"bytes"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/schema"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The schema refuses names that the program does not know, and takes metrics of a reading and solvers of one's own.
func TestSchemaNames(t *testing.T) {
	text, err := schema.Of("spec")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("https://nmfrepro.example/spec.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("https://nmfrepro.example/spec.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	const file = `{"title": "t", "init": "random", "datasets": [{"key": "iris", "source": "iris", "ranks": [3]}],
		"methods": [{"key": "a", "solver": "nmf"}], "metrics": ["acc", "nmi-max@h"],
		"panels": [{"key": "a", "title": "A", "metric": "acc"}], "plots": [{"key": "p", "kind": "trace", "each": "dataset"}]}`
	for _, test := range []struct {
		old, new string
		want     bool
	}{
		{"title", "title", true},
		{`"solver": "nmf"`, `"solver": "mine"`, true},
		{`"solver": "nmf"`, `"solver": "my solver"`, false},
		{`"source": "iris"`, `"source": "file"`, true},
		{`"solver": "nmf"`, `"solver": "gnmf", "options": {"lambda": 0.1}`, true},
		{`"solver": "nmf"`, `"solver": "gnmf", "options": {"lamda": 0.1}`, false},
		{`"solver": "nmf"`, `"solver": "gnmf", "options": {"lambda": "much"}`, false},
		{`"solver": "nmf"`, `"solver": "mine", "options": {"any": 1}`, true},
		{`"ranks": [3]`, `"ranks": [3], "options": {"scale": "min-max"}`, true},
		{`"ranks": [3]`, `"ranks": [3], "options": {"scaling": "min-max"}`, false},
		{`"source": "iris"`, `"source": "filee"`, false},
		{`["acc"`, `["accu"`, false},
		{`"metric": "acc"`, `"metric": "accu"`, false},
		{`"random"`, `"kmeans"`, false},
		{`"trace"`, `"zz"`, false},
		{`"each": "dataset"`, `"each": "data"`, false},
	} {
		if !strings.Contains(file, test.old) {
			t.Fatalf("%s is not there", test.old)
		}
		instance, err := jsonschema.UnmarshalJSON(strings.NewReader(strings.Replace(file, test.old, test.new, 1)))
		if err != nil {
			t.Fatal(err)
		}
		if err := compiled.Validate(instance); (err == nil) != test.want {
			t.Errorf("%s: %v, want valid: %v", test.new, err, test.want)
		}
	}
}

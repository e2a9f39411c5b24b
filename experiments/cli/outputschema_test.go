package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/schema"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The schemas in the tree are those of the types, what the verbs write is as they say, and what is not is refused.
func TestOutputSchemas(t *testing.T) {
	for _, address := range []string{"mcnmf/table1:dataset=notting-hill"} { // a grid of which a point has no score is no number
		runs(t, 0, "explain", address, "--cached", "--format", "json", "--results", t.TempDir())
	}
	for kind, args := range map[string][]string{
		"verify":  {"verify", "pnmf", "--cached"},
		"claims":  {"verify", "claims", "mcnmf", "--cached"},
		"explain": {"explain", "rpr/table2:panel=acc,average,method=rpr", "--cached"},

		"lead":      {"compare", "lead", "mcnmf/table1", "--cached"},
		"recompute": {"verify", "pnmf/table3:dataset=iris,method=nmf", "--recompute", "1%", "--progress", "none"},
	} {
		compiled := schemaInTree(t, kind, outputForms[kind])
		var out, stderr strings.Builder
		if code := Main(append(args, "--format", "json", "--results", t.TempDir()), strings.NewReader(""), &out, &stderr); code > 1 {
			t.Fatalf("%v: exit code %d: %s", args, code, stderr.String())
		}
		written, err := jsonschema.UnmarshalJSON(strings.NewReader(out.String()))
		if err != nil {
			t.Fatal(err)
		}
		if err := compiled.Validate(written); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		object := written.(map[string]any)
		version := "2"
		if kind == "recompute" {
			version = "1"
		}
		if object["schema"] != "nmfrepro/"+kind+"/"+version {
			t.Errorf("%s: schema %v", kind, object["schema"])
		}
		if delete(object, "program"); compiled.Validate(object) == nil {
			t.Errorf("%s: valid without its program", kind)
		}
	}
}

// schemaInTree returns the schema of what a command tells programs, a value of its type, and holds that of the tree to it.
func schemaInTree(t *testing.T, kind string, value any) *jsonschema.Schema {
	t.Helper()
	file := kind + ".schema.json"
	id := "https://nmfrepro.example/" + file
	made, err := schema.Output(value, id)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(filepath.Join("../schema", file), made, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if have, err := os.ReadFile(filepath.Join("../schema", file)); err != nil || !bytes.Equal(have, made) {
		t.Errorf("experiments/schema/%s is not what the types give (%v): run make schema", file, err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(made))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(id, doc); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile(id)
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

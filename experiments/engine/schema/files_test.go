package schema_test

import (
	"flag"
	"os"
	"testing"

	"nmfrepro/experiments/engine/schema"
)

var update = flag.Bool("update", false, "rewrite the schemas of files")

// The committed schemas are those of the types, so that editors tell the truth.
func TestFilesAreCurrent(t *testing.T) {
	for _, kind := range []string{"spec", "paper", "solver"} {
		want, err := schema.Of(kind)
		if err != nil {
			t.Fatal(err)
		}
		file := "../../schema/" + kind + ".schema.json"
		if *update {
			if err := os.WriteFile(file, want, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != string(want) {
			t.Errorf("%s is out of date (%v): run make schema", file, err)
		}
	}
}

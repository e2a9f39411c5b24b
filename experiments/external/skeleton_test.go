//go:build unix

package external

import (
	gofmt "go/format"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A new solver is a solver, in every language, and nothing is written over.
func TestWriteNew(t *testing.T) {
	dir := t.TempDir()
	for _, language := range Languages() {
		files, err := WriteNew(dir, "my-"+language, language)
		if err != nil || len(files) < 2 {
			t.Fatalf("%s: %q, %v", language, files, err)
		}
		p, err := Load(dir, "my-"+language)
		if err != nil || len(p.Files) != len(files)-1 {
			t.Errorf("%s: %v, %v", language, p, err)
		}
	}
	if len(Languages()) != len(languages) {
		t.Errorf("%d languages of %d", len(Languages()), len(languages))
	}
	for _, tt := range []struct{ name, language, want string }{
		{"my-r", "r", "is there already"}, {"../x", "r", "want a name of small letters"}, {"x", "cobol", "no example"}, {"", "r", "want a name"},
	} {
		if _, err := WriteNew(dir, tt.name, tt.language); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s in %s: %v", tt.name, tt.language, err)
		}
	}
	if entries, err := os.ReadDir(filepath.Join(dir, "solvers")); err != nil || len(entries) != len(languages) {
		t.Errorf("%v, %v", entries, err)
	}
}

// A new method in Go builds, passes its own test and the whole conformance suite, and stands in the catalog.
func TestWriteNewGo(t *testing.T) {
	tree := t.TempDir()
	for _, file := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join("../..", file))
		if err != nil {
			t.Fatal(err)
		}
		write(tree, file, string(text))
	}
	if err := os.CopyFS(filepath.Join(tree, "solvers"), os.DirFS("../../solvers")); err != nil {
		t.Fatal(err)
	}
	files, err := WriteNewGo(tree, "my-method2")
	if err != nil || len(files) != 4 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if pretty, err := gofmt.Source(text); err != nil || string(pretty) != string(text) {
			t.Errorf("%s is not as gofmt has it: %v", f, err)
		}
	}
	cmd := exec.Command("go", "test", "-run", "TestMyMethod2|TestCatalog|TestConformance/my-method2", "-v", "./solvers")
	cmd.Dir = tree
	out, err := cmd.CombinedOutput()
	passed := true
	for _, test := range []string{"TestMyMethod2Step", "TestConformance/my-method2/progress", "TestCatalog"} {
		passed = passed && strings.Contains(string(out), "--- PASS: "+test+" ")
	}
	if err != nil || !passed {
		t.Errorf("%v\n%s", err, out)
	}
	for name, want := range map[string]string{"nmf": "there is a solver of the name nmf", "My": "want a name of small letters", "my-method2": "is there already", "a_b": "want a name"} {
		if _, err := WriteNewGo(tree, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := WriteNewGo(t.TempDir(), "other"); err == nil || !strings.Contains(err.Error(), "want a checkout of this program") {
		t.Errorf("no tree: %v", err)
	}
}

//go:build unix

package external

import (
	gofmt "go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A new solver is a solver, in every language, and nothing is written over.
func TestBegin(t *testing.T) {
	dir := t.TempDir()
	for _, language := range Languages() {
		files, err := Begin(dir, "my-"+language, language)
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
		if _, err := Begin(dir, tt.name, tt.language); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s in %s: %v", tt.name, tt.language, err)
		}
	}
	if entries, err := os.ReadDir(filepath.Join(dir, "solvers")); err != nil || len(entries) != len(languages) {
		t.Errorf("%v, %v", entries, err)
	}
}

// A new method in Go is formatted, stands beside the others and writes over nothing. TestNewMethodBuilds compiles and tests it.
func TestBeginGo(t *testing.T) {
	tree := treeOfSolvers(t)
	files, err := BeginGo(tree, "my-method2")
	if err != nil || len(files) != 5 {
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
	for _, name := range []string{"a-first", "beta-other", "zz-last"} { // before, between and after entries of several lines
		if _, err := BeginGo(tree, name); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(filepath.Join(tree, "solvers/catalog.go"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		if !strings.Contains(line, "ONE SENTENCE") {
			continue
		}
		before, after := lines[i-1], lines[i+1]
		if !strings.HasSuffix(before, "}},") && !strings.HasSuffix(before, "[]Entry{") || !strings.HasPrefix(after, "\t{") && after != "})" {
			t.Errorf("a new entry stands within another:\n%s\n%s\n%s", before, line, after)
		}
	}
	for name, want := range map[string]string{"nmf": "there is a solver of the name nmf", "My": "want a name of small letters", "my-method2": "is there already", "a_b": "want a name"} {
		if _, err := BeginGo(tree, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := BeginGo(t.TempDir(), "other"); err == nil || !strings.Contains(err.Error(), "want a checkout of this program") {
		t.Errorf("no tree: %v", err)
	}
}

// treeOfSolvers returns a folder that holds what a new method needs of this tree.
func treeOfSolvers(t *testing.T) string {
	t.Helper()
	tree := t.TempDir()
	for _, file := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join("../..", file))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(tree, file), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, folder := range []string{"solvers", "datasets/list", "datasets/note"} { // what solvers import
		if err := os.CopyFS(filepath.Join(tree, folder), os.DirFS(filepath.Join("../..", folder))); err != nil {
			t.Fatal(err)
		}
	}
	return tree
}

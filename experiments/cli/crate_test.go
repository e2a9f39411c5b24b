package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCrate checks the rules of RO-Crate 1.1 that a reader relies on: the descriptor, what the root must have, that everything
// referred to is described, and that every file is listed with its sum.
func TestCrate(t *testing.T) {
	t.Setenv("NMFREPRO_DATA", t.TempDir())
	t.Setenv("NMFREPRO_RESULTS", t.TempDir())
	dir := filepath.Join(t.TempDir(), "crate")
	var out, errs strings.Builder
	if code := Main([]string{"report", "crate", "pnmf/table3", "pnmf/fig1", "--cached", "-o", dir}, strings.NewReader(""), &out, &errs); code != 0 {
		t.Fatalf("code %d: %s", code, errs.String())
	}
	data, err := os.ReadFile(filepath.Join(dir, "ro-crate-metadata.json"))
	if err != nil {
		t.Fatal(err)
	}
	var crate struct {
		Context string           `json:"@context"`
		Graph   []map[string]any `json:"@graph"`
	}
	if err := json.Unmarshal(data, &crate); err != nil {
		t.Fatal(err)
	}
	if crate.Context != "https://w3id.org/ro/crate/1.1/context" {
		t.Errorf("context %q", crate.Context)
	}
	byID := map[string]map[string]any{}
	for _, e := range crate.Graph {
		id, _ := e["@id"].(string)
		if id == "" || byID[id] != nil || e["@type"] == nil {
			t.Errorf("entity %v: no identifier, one used twice, or no type", e)
		}
		byID[id] = e
	}
	var visit func(at string, v any)
	visit = func(at string, v any) {
		switch v := v.(type) {
		case []any:
			for _, x := range v {
				visit(at, x)
			}
		case map[string]any:
			if id, _ := v["@id"].(string); byID[id] == nil && at != "conformsTo" {
				t.Errorf("%s refers to %q, which is not described", at, id)
			}
		}
	}
	actions := 0
	for _, e := range crate.Graph {
		for name, v := range e {
			visit(name, v)
		}
		if e["@type"] == "CreateAction" {
			actions++
			for _, want := range []string{"instrument", "object", "result", "endTime"} {
				if e[want] == nil {
					t.Errorf("action %v has no %s", e["@id"], want)
				}
			}
		}
	}
	if actions != 2 {
		t.Errorf("%d actions, want one for each experiment, 2", actions)
	}
	for _, want := range []string{"name", "description", "datePublished", "license", "hasPart"} {
		if byID["./"][want] == nil {
			t.Errorf("the root has no %s", want)
		}
	}
	files := 0
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "ro-crate-metadata.json" {
			return err
		}
		files++
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		sum := sha256.Sum256(content)
		if e := byID[filepath.ToSlash(name)]; e == nil || e["sha256"] != hex.EncodeToString(sum[:]) {
			t.Errorf("%s is not listed with its sum", name)
		}
		return err
	})
	if parts, _ := byID["./"]["hasPart"].([]any); err != nil || files < 8 || len(parts) != files {
		t.Errorf("%d files, %d parts, %v", files, len(parts), err)
	}
}

// TestCrateSite sees the report of a paper that is exported whole among the files of the crate.
func TestCrateSite(t *testing.T) {
	t.Setenv("NMFREPRO_DATA", t.TempDir())
	t.Setenv("NMFREPRO_RESULTS", t.TempDir())
	dir := filepath.Join(t.TempDir(), "crate")
	var out, errs strings.Builder
	if code := Main([]string{"report", "crate", "pnmf", "--cached", "-o", dir}, strings.NewReader(""), &out, &errs); code != 0 {
		t.Fatalf("code %d: %s", code, errs.String())
	}
	data, err := os.ReadFile(filepath.Join(dir, "ro-crate-metadata.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"site/index.html", "site/pnmf-table3.html", "site/pnmf-fig1.svg", "site/style.css"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil || !strings.Contains(string(data), `"@id": "`+name+`"`) {
			t.Errorf("%s: %v, or not in the graph", name, err)
		}
	}
}

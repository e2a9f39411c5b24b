package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/store"
)

// Every paper with committed results has its document, written from them. A document that would be written otherwise by now,
// because paper.yaml, notes.md or this program has changed since, is reported: make document writes it anew.
func TestDocuments(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	env := &Env{Stdout: io.Discard, Stderr: io.Discard}
	documents, stale := 0, 0
	for _, p := range lib.Papers {
		a, err := store.Committed(p.Key)
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.Join("..", p.Key)
		have, err := os.ReadFile(filepath.Join(folder, "RESULTS.md"))
		if len(a.Records) == 0 {
			if err == nil {
				t.Errorf("%s has RESULTS.md and no records behind it", p.Key)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s has committed records and no RESULTS.md: %v", p.Key, err)
			continue
		}
		documents++
		notes, err := os.ReadFile(filepath.Join(folder, "notes.md"))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		want, err := resultsDocument(env, lib, p, a, t.TempDir(), string(notes))
		if err != nil {
			t.Errorf("%s: %v", p.Key, err)
			continue
		}
		if !bytes.Contains(want, []byte("## At a glance")) || !bytes.Contains(want, bytes.TrimSpace(notes)) {
			t.Errorf("%s: the document lacks its summary or the notes", p.Key)
		}
		if !bytes.Equal(have, want) {
			stale++
			t.Logf("%s/RESULTS.md is not what its records give by now; make document writes it anew", p.Key)
		}
	}
	t.Logf("%d documents, %d out of date", documents, stale)
	if documents == 0 {
		t.Error("no paper has results to read")
	}
}

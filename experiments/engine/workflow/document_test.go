package workflow

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
)

// Every paper with committed results has its document, written from them and up to date: make document writes it anew.
func TestDocuments(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	documents := 0
	for _, p := range lib.Papers {
		a, err := store.Committed(p.Key)
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.Join("../..", p.Key)
		have, err := os.ReadFile(filepath.Join(folder, "RESULTS.md"))
		if a.Len() == 0 {
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
		if n := len(bytes.Fields(have)); n > 3200 {
			t.Errorf("%s/RESULTS.md has %d words, want at most 3,200; the site has the rest", p.Key, n)
		}
		var want bytes.Buffer
		r, err := Document(&want, lib, p, a, t.TempDir())
		if err != nil {
			t.Errorf("%s: %v", p.Key, err)
			continue
		}
		if !bytes.Equal(have, want.Bytes()) {
			t.Errorf("%s/RESULTS.md is not what its records give by now; make document writes it anew", p.Key)
		}
		records, err := os.ReadFile(filepath.Join(folder, store.File))
		if err != nil {
			t.Fatal(err)
		}
		readings, err := Keep(os.DirFS("../.."), r, records)
		if err != nil {
			t.Fatal(err)
		}
		if kept, err := os.ReadFile(filepath.Join(folder, KeptFile)); err != nil || !bytes.Equal(kept, readings) {
			t.Errorf("%s/%s is not what its records give by now (%v); make document writes it anew", p.Key, KeptFile, err)
		}
	}
	if documents == 0 {
		t.Error("no paper has results to read")
	}
}

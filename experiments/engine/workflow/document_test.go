package workflow

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"nmfrepro/experiments/engine/store"
)

// Every paper with committed results has its document, written from them and up to date: make document writes it anew.
func TestDocuments(t *testing.T) {
	documents := 0
	for _, p := range judgedPapers(t) {
		folder := filepath.Join("../..", p.of.Key)
		have, err := os.ReadFile(filepath.Join(folder, "RESULTS.md"))
		if p.archive.Len() == 0 {
			if err == nil {
				t.Errorf("%s has RESULTS.md and no records behind it", p.of.Key)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s has committed records and no RESULTS.md: %v", p.of.Key, err)
			continue
		}
		documents++
		if n := len(bytes.Fields(have)); n > 900 {
			t.Errorf("%s/RESULTS.md has %d words, want at most 900; the site has the rest", p.of.Key, n)
		}
		if !bytes.Equal(have, p.document) {
			t.Errorf("%s/RESULTS.md is not what its records give by now; make document writes it anew", p.of.Key)
		}
		records, err := os.ReadFile(filepath.Join(folder, store.File))
		if err != nil {
			t.Fatal(err)
		}
		readings, err := Keep(os.DirFS("../.."), p.result, records)
		if err != nil {
			t.Fatal(err)
		}
		if kept, err := os.ReadFile(filepath.Join(folder, KeptFile)); err != nil || !bytes.Equal(kept, readings) {
			t.Errorf("%s/%s is not what its records give by now (%v); make document writes it anew", p.of.Key, KeptFile, err)
		}
	}
	if documents == 0 {
		t.Error("no paper has results to read")
	}
}

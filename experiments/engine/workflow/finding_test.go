package workflow

import (
	"strings"
	"testing"

	"nmfrepro/experiments/engine/published"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
)

// The committed records support what paper.yaml says became of each paper. Where this fails, the three sentences of the
// finding are to be read again and written anew, then the outcomes that they rest on.
func TestFindings(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range lib.Papers {
		a, err := store.Committed(p.Key)
		if err != nil {
			t.Fatal(err)
		}
		look, err := Open(lib, a, Request{
			Addresses: []string{p.Key}, Kind: Either, Profile: spec.DefaultProfile, Data: t.TempDir(), Archive: a, Blind: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		claims, err := look.Claims(p)
		if err != nil {
			t.Fatal(err)
		}
		f := look.Finding(p, claims)
		if f.Answer == "" || len(f.Rests) < 3 {
			t.Errorf("%s: the finding %q rests on %d outcomes, want three or more", p.Key, f.Answer, len(f.Rests))
		}
		for _, sentence := range p.Finding.Sentences() {
			if sentence != "" && len(published.Bound(sentence)) == 0 {
				t.Errorf("%s: nothing carries the sentence %q", p.Key, sentence)
			}
		}
		if text := f.String(); strings.ContainsAny(text, "{}") || strings.Contains(text, "(not run)") {
			t.Errorf("%s: %s", p.Key, text)
		}
		for _, r := range f.Rests {
			if r.Got == "" {
				t.Errorf("%s: %s was not looked at", p.Key, r.What)
			}
		}
		for _, r := range f.Otherwise() {
			t.Errorf("%s: the finding rests on %s: %s; the records give: %s", p.Key, r.What, r.Want, r.Got)
		}
	}
}

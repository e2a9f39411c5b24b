package workflow

import (
	"os"
	"slices"
	"testing"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/published"
	"nmfrepro/experiments/engine/result"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
)

// The committed records bear every point of what paper.yaml says became of each paper and of each replication. Where this fails, the
// point is to be read again and written anew.
func TestFindings(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	check := func(lib *spec.Library, shelf *store.Shelf, p *published.Paper) {
		a, err := shelf.Committed(p.Key)
		if err != nil {
			t.Fatal(err)
		}
		look, err := Open(lib, a, Request{Addresses: []string{p.Key}, Kind: Either, Profile: spec.DefaultProfile, Data: t.TempDir(), Archive: a, Blind: true})
		if err != nil {
			t.Fatal(err)
		}
		paper, err := look.Outcome(p)
		if err != nil {
			t.Fatal(err)
		}
		if found++; paper.Finding.Answer == "" {
			t.Errorf("%s has no finding", p.Key)
		}
		for _, r := range paper.Finding.Rests {
			if r.Got == "" {
				t.Errorf("%s: %s was not looked at", p.Key, r.What)
			}
		}
		for _, point := range paper.Finding.Points {
			if point.Sign != published.NoData && point.Ours == "" {
				t.Errorf("%s: no number of ours stands beside %q", p.Key, point.Says)
			}
			for _, r := range list.Filter(point.Rests, func(r result.Rest) bool { return !slices.Contains(r.Bears, point.Sign) }) {
				t.Errorf("%s: %q with the sign %s: %v, which bears %v", p.Key, point.Says, point.Sign, r, r.Bears)
			}
		}
	}
	for _, p := range lib.Papers {
		check(lib, store.NewShelf(nil), p)
	}
	folder := os.DirFS("../../../replications")
	own, err := spec.Load(folder, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range own.Papers {
		check(own, store.ShelfOf(folder), p)
	}
	if found != 7 {
		t.Errorf("%d papers and replications were looked at, want 7", found)
	}
}

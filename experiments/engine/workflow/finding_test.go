package workflow

import (
	"os"
	"slices"
	"testing"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// The committed records bear every point of what paper.yaml says became of each paper and of each replication. Where this fails, the
// point is to be read again and written anew. The same is worked out a second time from what verify writes as JSON.
func TestFindings(t *testing.T) {
	found := 0
	points := 0
	check := func(key string, paper result.Paper) {
		finding := paper.Finding
		points += jsonOf(t, paper).check(t, key)
		if found++; finding.Answer == "" {
			t.Errorf("%s has no finding", key)
		}
		for _, r := range finding.Rests {
			if r.Got == "" {
				t.Errorf("%s: %s was not looked at", key, r.What)
			}
		}
		for _, point := range finding.Points {
			if point.Sign != reported.NoData && point.Ours == "" {
				t.Errorf("%s: no number of ours stands beside %q", key, point.Says)
			}
			for _, r := range list.Filter(point.Rests, func(r result.Rest) bool { return !slices.Contains(r.Bears, point.Sign) }) {
				t.Errorf("%s: %q with the sign %s: %v, which bears %v", key, point.Says, point.Sign, r, r.Bears)
			}
		}
	}
	for _, p := range judgedPapers(t) {
		if p.result.Study { // its claims say what became of it
			continue
		}
		check(p.of.Key, p.result)
	}
	folder := os.DirFS("../../../replications")
	own, err := spec.Load(folder, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range own.Papers {
		a, err := store.ShelfOf(folder).Committed(p.Key)
		if err != nil {
			t.Fatal(err)
		}
		look, err := Open(own, store.NewRecords(a), Request{Addresses: []string{p.Key}, Kind: Either, Amount: Amount{Profile: spec.DefaultProfile},
			Lookup: Lookup{Data: noData, Archive: a, Blind: true}})
		if err != nil {
			t.Fatal(err)
		}
		paper, err := look.Outcome(p)
		if err != nil {
			t.Fatal(err)
		}
		check(p.Key, paper)
	}
	if points < 50 {
		t.Errorf("%d points were compared with their conclusions, want 50 or more", points)
	}
	if want := 5 + len(own.Papers); found != want || len(own.Papers) < 4 {
		t.Errorf("%d papers and replications were looked at, want %d, of which 4 or more are replications", found, want)
	}
}

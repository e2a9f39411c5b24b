package workflow

import (
	"context"
	"testing"

	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
)

// A second stage rests on deviations and not on means: where every run of ours is far better, and the verdicts are others, it is the same.
// With no time it adds nothing; with more it adds no less; cells that wait for nothing are left alone.
func TestDesign(t *testing.T) {
	lib, err := spec.Embedded("pnmf")
	if err != nil {
		t.Fatal(err)
	}
	design := func(better, seconds float64) (d Design, kinds map[string]int) {
		p, err := Open(lib, shifted{better}, Request{Addresses: []string{"pnmf/table3:dataset=iris|digit,method=nmf|onmf|pnmf"}, Kind: Tables, Profile: "paper", Replicates: 10, Blind: true})
		if err != nil {
			t.Fatal(err)
		}
		first, err := p.FirstStage()
		if err != nil {
			t.Fatal(err)
		}
		if d, err = p.Design(context.Background(), store.Open(t.TempDir(), nil), first, seconds); err != nil {
			t.Fatal(err)
		}
		kinds = map[string]int{}
		for _, c := range p.Table(first[0]).Judged() {
			kinds[c.Verdict.Kind]++
		}
		return d, kinds
	}
	stages := func(d Design) map[string]int {
		all := map[string]int{}
		for _, s := range d.Stages {
			if s.First != 10 || s.N <= s.First || s.Tells == 0 {
				t.Errorf("%v: from %d to %d for %d cells", s.Place, s.First, s.N, s.Tells)
			}
			all[s.Place.String()] = s.N
		}
		return all
	}
	here, kinds := design(0, 1e9)
	there, others := design(0.2, 1e9)
	a, b := stages(here), stages(there)
	if here.Decided == 0 || here.Decided != here.Cells || len(a) == 0 || len(a) > 5 {
		t.Fatalf("%d of %d cells at %v", here.Decided, here.Cells, a)
	}
	if len(a) != len(b) || kinds["differs"] >= others["differs"] {
		t.Errorf("%v, and %v with other means; %v and %v", a, b, kinds, others)
	}
	for place, n := range a {
		if b[place] != n {
			t.Errorf("%s: %d replicates, %d with other means", place, n, b[place])
		}
	}
	spent := 0.0
	for _, s := range here.Stages {
		spent += s.Seconds
	}
	before := Design{}
	for _, share := range []float64{0, 0.1, 0.5} {
		d, _ := design(0, share*spent)
		total := 0.0
		for _, s := range d.Stages {
			total += s.Seconds
		}
		if total > share*spent || d.Decided < before.Decided || d.Decided == here.Decided || share == 0 && d.Decided > 0 {
			t.Errorf("%g of the time: %g of %g seconds for %d of %d cells", share, total, spent, d.Decided, d.Cells)
		}
		before = d
	}
	if before.Decided == 0 {
		t.Error("half the time decides no cell")
	}
}

// shifted are the committed records with scores that are better by so much.
type shifted struct{ by float64 }

func (s shifted) Get(w store.Wanted) (*store.Record, bool) {
	a, err := store.Committed("pnmf")
	if err != nil {
		return nil, false
	}
	experiment, key := w.Lookup()
	rec, ok := a.Get(store.Ref{Experiment: experiment, Key: key})
	if !ok {
		return nil, false
	}
	other := *rec
	other.Metrics = map[string]float64{}
	for name, v := range rec.Metrics {
		other.Metrics[name] = v + s.by
	}
	return &other, true
}

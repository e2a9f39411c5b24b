package run

import (
	"context"
	"math"
	"testing"
	"testing/fstest"

	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// What a solver takes is learnt from its runs in any experiment of the folder, in proportion to the samples that are taken.
func TestCostFromOtherExperiments(t *testing.T) {
	one := `title: t
seed: 1
replicates: 1
stop: {iterations: 50}
datasets: [{key: iris, source: iris, ranks: [8]}]
methods: [{key: a, solver: nmf}]
metrics: [rel-error]
panels: [{key: all, title: t, metric: rel-error}]
`
	two := `title: t
seed: 1
replicates: 1
stop: {iterations: 100}
datasets: [{key: d, source: digits, ranks: [8], every: 4}]
methods: [{key: b, solver: nmf}, {key: c, solver: hals}]
metrics: [rel-error]
panels: [{key: all, title: t, metric: rel-error}]
`
	lib, err := spec.Load(fstest.MapFS{"demo/one.yaml": {Data: []byte(one)}, "demo/two.yaml": {Data: []byte(two)}}, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	planOf := func(address string) *Plan {
		p, err := NewPlan(lib.Find(address), Request{Profile: "quick", Data: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	st := store.Open(t.TempDir(), func(w string) { t.Error(w) })
	rec := planOf("demo/one").Runs[0].Blank()
	rec.Status, rec.CoreSeconds = result.OK, 3
	if err := st.Put(rec); err != nil {
		t.Fatal(err)
	}
	p := planOf("demo/two")
	seconds, err := Seconds(context.Background(), p, st, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := 3. * (64 * 450 * 100) / (4 * 150 * 50)
	if got := seconds[TimingKey(p.Runs[0])]; math.Abs(got-want) > 1e-9*want {
		t.Errorf("nmf on a fourth of digits: %v seconds, want %v", got, want)
	}
	if got := seconds[TimingKey(p.Runs[1])]; got <= 0 || got > 1 {
		t.Errorf("hals, which has not run: %v seconds, want a guess from the size", got)
	}
}

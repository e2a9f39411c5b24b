package run

import (
	"testing"

	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// Runs that go alone take their time whatever the number of workers; the others share it.
func TestSumOfEstimates(t *testing.T) {
	sum := Sum([]Estimate{{Counts: Counts{Runs: 3, ToRun: 2, CoreSeconds: 60}}, {Counts: Counts{Runs: 1, ToRun: 1, CoreSeconds: 40}, AloneSeconds: 40}})
	if sum.Runs != 4 || sum.ToRun != 3 || sum.CoreSeconds != 100 || sum.Wall(1) != 100 || sum.Wall(3) != 60 {
		t.Errorf("%+v, %v with 3 workers, want 4 runs, 100 seconds, 60 with 3 workers", sum.Counts, sum.Wall(3))
	}
}

// Runs without a record are pending.
func TestStatusesOfPlan(t *testing.T) {
	st := store.Open(t.TempDir(), nil)
	p := &Plan{Runs: []*Run{{Key: "a"}, {Key: "b"}}}
	set := store.NewRecords(st)
	set.Put(&store.Record{Key: "a", Status: result.Failed})
	if got := p.Statuses(set); len(got) != 2 || got[result.Failed] != 1 || got[result.Pending] != 1 {
		t.Errorf("%v, want one failed and one pending", got)
	}
}

package cli

import (
	"testing"
	"time"

	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/store"
)

// What is left is told by kind: ten runs of a second and ten of a hundred are not twenty of a second, whichever end first.
func TestRemainingByKind(t *testing.T) {
	var runs []*run.Run
	for _, method := range []string{"quick", "slow"} {
		for k := range 10 {
			runs = append(runs, &run.Run{ID: store.Run{Experiment: "mine/table1", Dataset: "iris", Method: method, Replicate: k}})
		}
	}
	quick, slow := run.TimingKey(runs[0]), run.TimingKey(runs[10])
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	at := func(seconds float64) time.Time { return start.Add(time.Duration(seconds * float64(time.Second))) }
	near := func(r *remaining, now time.Time, want float64) {
		t.Helper()
		left, known := r.at(now)
		if got := left.Seconds(); !known || got < 0.99*want || got > 1.01*want {
			t.Errorf("%v left, known %t, want %v s", left, known, want)
		}
	}

	r := newRemaining(runs, start)
	if _, known := r.at(at(1)); known {
		t.Error("known before the first run has ended")
	}
	for k := range 5 { // one at a time
		r.started(runs[k], at(float64(k)))
		r.finished(runs[k], at(float64(k+1)))
	}
	near(r, at(5), 15) // nothing is known of the slow ones
	r.priced(map[string]float64{quick: 3, slow: 300})
	near(r, at(5), 5+10*100) // estimates are of another machine: their proportion counts
	r.started(runs[10], at(5))
	near(r, at(45), 5+10*100-40)
	r.finished(runs[10], at(55))
	near(r, at(55), 5+9*50) // and what slow ones took, once one has ended

	r = newRemaining(runs, start)
	for k := range 2 { // two at a time
		r.started(runs[10+k], at(0))
	}
	for k := range 2 {
		r.finished(runs[10+k], at(100))
	}
	r.priced(map[string]float64{quick: 3, slow: 300})
	near(r, at(100), (8*100+10)/2)
}

package run

import (
	"testing"
	"time"

	"nmfrepro/experiments/engine/store"
)

// What is left is told by kind: ten runs of a second and ten of a hundred are not twenty of a second, whichever end first.
func TestRemainingByKind(t *testing.T) {
	var runs []*Run
	for _, method := range []string{"quick", "slow"} {
		for k := range 10 {
			runs = append(runs, &Run{ID: store.Identity{Experiment: "mine/table1", Dataset: "iris", Method: method, Replicate: k}})
		}
	}
	quick, slow := TimingKey(runs[0]), TimingKey(runs[10])
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	at := func(seconds float64) time.Time { return start.Add(time.Duration(seconds * float64(time.Second))) }
	near := func(r *Remaining, now time.Time, want float64) {
		t.Helper()
		left, known := r.At(now)
		if got := left.Seconds(); !known || got < 0.99*want || got > 1.01*want {
			t.Errorf("%v left, known %t, want %v s", left, known, want)
		}
	}

	r := NewRemaining(runs, start)
	if _, known := r.At(at(1)); known {
		t.Error("known before the first run has ended")
	}
	for k := range 5 { // one at a time
		r.Started(runs[k], at(float64(k)))
		r.Finished(runs[k], at(float64(k+1)))
	}
	near(r, at(5), 15) // nothing is known of the slow ones
	r.Priced(map[string]float64{quick: 3, slow: 300})
	near(r, at(5), 5+10*100) // estimates are of another machine: their proportion counts
	r.Started(runs[10], at(5))
	near(r, at(45), 5+10*100-40)
	r.Finished(runs[10], at(55))
	near(r, at(55), 5+9*50) // and what slow ones took, once one has ended

	r = NewRemaining(runs, start)
	for k := range 2 { // two at a time
		r.Started(runs[10+k], at(0))
	}
	for k := range 2 {
		r.Finished(runs[10+k], at(100))
	}
	r.Priced(map[string]float64{quick: 3, slow: 300})
	near(r, at(100), (8*100+10)/2)
}

package run

import (
	"context"
	"testing"
	"time"
)

// A method with a long start is probed once for a data set; what the store has goes before a probe.
func TestCost(t *testing.T) {
	p := planOf(t, sweepLibrary(t), "demo/sweep", "quick")
	var nmf *Unit
	for _, j := range p.Units {
		if j.Unit.Method == "nmf" && j.Unit.Rank == 3 && j.Unit.Dataset == "iris" {
			nmf = j
		}
	}
	slow := map[string]probe{}
	if seconds, from, err := nmf.cost(context.Background(), nil, 0, slow); err != nil || seconds <= 0 || from != "4 timed steps" || len(slow) != 0 {
		t.Errorf("probed: %v from %q, %v, %d kept", seconds, from, err, len(slow))
	}
	slow["iris||nmf|"] = probe{start: 2 * time.Second, step: 0.5, from: "7 timed steps", rank: 2}
	if seconds, from, err := nmf.cost(context.Background(), nil, 0, slow); err != nil || seconds != 2+4*0.5 || from != "7 timed steps, at rank 2" {
		t.Errorf("from a slow probe: %v from %q, %v", seconds, from, err)
	}
	if seconds, from, err := nmf.cost(context.Background(), nil, 3, slow); err != nil || seconds != 2+3*0.5 || from != "7 timed steps, at rank 2, 3 iterations as committed" {
		t.Errorf("with committed results: %v (%s), %v", seconds, from, err)
	}
	if seconds, from, err := nmf.cost(context.Background(), []float64{1, 3}, 0, slow); err != nil || seconds != 2 || from != "2 earlier units" {
		t.Errorf("from the store: %v from %q, %v", seconds, from, err)
	}
}

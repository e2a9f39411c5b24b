package run

import (
	"context"
	"strings"
	"testing"
	"time"
)

// A probe that panics or does not come back tells so, and the plan goes on.
func TestProbeIsGuarded(t *testing.T) {
	j := *planOf(t, sweepLibrary(t), "demo/sweep", "quick").Units[0]
	j.solver = fake{start: func() error { panic("too large") }}
	if p, err := j.Probe(context.Background(), time.Minute); err != nil || !strings.Contains(p.From, "panic: too large") {
		t.Errorf("%+v, %v", p, err)
	}
	stop := make(chan bool)
	defer close(stop)
	j.solver = fake{start: func() error { <-stop; return nil }}
	if p, err := j.Probe(context.Background(), 20*time.Millisecond); err != nil || !strings.Contains(p.From, "did not end") {
		t.Errorf("%+v, %v", p, err)
	}
}

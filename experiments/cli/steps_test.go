package cli

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"nmfrepro/datasets/steps"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// lockedText takes what another goroutine writes.
type lockedText struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lockedText) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lockedText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Long work shows how far it is in one line, which goes at the end; short work shows nothing.
func TestStepsAreShown(t *testing.T) {
	var out lockedText
	ctx := steps.With(t.Context(), showSteps(&out, time.Millisecond, time.Millisecond))
	count := steps.Begin(ctx, "tables judged", 4)
	count.Step()
	for deadline := time.Now().Add(10 * time.Second); !strings.Contains(out.String(), "1/4 tables judged, ETA "); {
		if time.Now().After(deadline) {
			t.Fatalf("shown: %q", out.String())
		}
		time.Sleep(time.Millisecond)
	}
	count.End()
	count.End()
	if shown := out.String(); !strings.HasSuffix(shown, "\r\x1b[K") {
		t.Errorf("the line is not gone: %q", shown)
	}

	var none lockedText
	short := steps.Begin(steps.With(t.Context(), showSteps(&none, time.Hour, time.Hour)), "pages", 4)
	short.Step()
	short.End()
	if shown := none.String(); shown != "" {
		t.Errorf("of short work is shown %q", shown)
	}
	if stepsShower(&none) != nil {
		t.Error("what is no terminal shows a line that goes")
	}
	nobody := steps.Begin(context.Background(), "pages", 4) // counts nothing
	nobody.Step()
	nobody.Reach(3)
	nobody.End()
}

func TestStepsText(t *testing.T) {
	for want, c := range map[string]struct {
		total, done int
	}{
		"pages, 20s so far": {1, 0}, "0/10 pages, 20s so far": {10, 0}, "4/10 pages, ETA 30s": {10, 4}, "10/10 pages, ETA 0s": {10, 10},
		"3 pages, 20s so far": {0, 3},
	} {
		count := &steps.Count{What: "pages", Total: c.total}
		count.Reach(c.done)
		if got := stepsText(count, 20*time.Second); got != want {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
	}
}

// Runs that end soon show no progress, but a failure; those that go on show it, with what was held back. Plain lines that are asked for are
// there at once.
func TestProgressIsLate(t *testing.T) {
	kept := progressAfter
	defer func() { progressAfter = kept }()
	runs := []*run.Run{{Key: "a"}, {Key: "b"}}
	failed := &store.Record{Status: result.Failed, Reason: "it diverged"}
	progressAfter = time.Hour
	var short, plain, long lockedText
	p := newProgress(&short, "auto", runs, 1)
	p.Finished(runs[0], failed)
	p.Finished(runs[1], &store.Record{Status: result.OK})
	p.Close()
	if shown := short.String(); strings.Count(shown, "\n") != 1 || !strings.Contains(shown, "it diverged") {
		t.Errorf("of short work is shown %q", shown)
	}
	newProgress(&plain, "plain", runs, 1).Close()
	if shown := plain.String(); shown != "2 runs to make, 1 are there from before\n" {
		t.Errorf("at once: %q", shown)
	}
	progressAfter = time.Millisecond
	p = newProgress(&long, "auto", runs, 0)
	p.held = []string{"held back"}
	for deadline := time.Now().Add(10 * time.Second); !strings.Contains(long.String(), "held back"); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("shown: %q", long.String())
		}
	}
	p.Finished(runs[0], &store.Record{Status: result.OK})
	p.Finished(runs[1], &store.Record{Status: result.OK})
	p.Close()
	if shown := long.String(); !strings.HasPrefix(shown, "2 runs to make\nheld back\n") || !strings.Contains(shown, "2/2 runs, done in ") {
		t.Errorf("of long work is shown %q", shown)
	}
}

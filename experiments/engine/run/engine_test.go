package run

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
)

// fake is a solver that does to its run what a test asks for.
type fake struct {
	start func() error
	step  func(iteration int)
	value func(iteration int) float64
}

func (fake) Rows(m, n int) (w, ht int) { return m, n }

func (s fake) Start(_ solvers.Problem, f solvers.Factors, _ *rand.Rand) (solvers.Progress, error) {
	if s.start != nil {
		if err := s.start(); err != nil {
			return nil, err
		}
	}
	return &fakeRun{fake: s, f: f}, nil
}

type fakeRun struct {
	fake
	f solvers.Factors
	n int
}

func (r *fakeRun) Step() {
	r.n++
	if r.step != nil {
		r.step(r.n)
	}
}

func (r *fakeRun) Objective() float64 {
	if r.value != nil {
		return r.value(r.n)
	}
	return 1
}

func (r *fakeRun) Finish() solvers.Result { return solvers.Factorisation(r.f) }

// irisPlan is PNMF Table III cut down to iris; embedded data, so that it runs anywhere.
func irisPlan(t *testing.T, only string, reps int) *Plan {
	t.Helper()
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	f, err := spec.ParseFilter("dataset=iris", only)
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlan(lib.Find("pnmf/table3"), Request{Profile: "smoke", Replicates: reps, Only: f})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// observer remembers what it is told.
type observer struct {
	mu       sync.Mutex
	started  int
	finished map[string]*store.Record
	after    func(n int)
}

func (o *observer) Started(*Run) { o.mu.Lock(); o.started++; o.mu.Unlock() }

func (o *observer) Finished(r *Run, rec *store.Record) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.finished == nil {
		o.finished = map[string]*store.Record{}
	}
	o.finished[r.Key] = rec
	if o.after != nil {
		o.after(len(o.finished))
	}
}

// A run that panics, diverges, exceeds its time or does not fit becomes a status with a reason and stops no other.
func TestFailuresBecomeRecords(t *testing.T) { synctest.Test(t, failuresBecomeRecords) } // by a clock that stands while anybody works

func failuresBecomeRecords(t *testing.T) {
	nan := func(n int) float64 {
		if n > 0 {
			return math.NaN()
		}
		return 1
	}
	var none []int
	cases := []struct {
		solver solvers.Solver
		status result.Status
		reason string
	}{
		{fake{step: func(int) { _ = none[3] }}, result.Failed, "index out of range [3] with length 0 at " + reflect.TypeFor[Run]().PkgPath() + ".failuresBecomeRecords"},
		{fake{value: nan}, result.Failed, "diverged: the objective is NaN"},
		{fake{step: func(int) { time.Sleep(20 * time.Millisecond) }}, result.Failed, "timeout after 100ms"},
		{fake{start: func() error { return errors.New("option x = 1, want 2") }}, result.Failed, "option x = 1, want 2"},
		{fake{start: func() error { return fmt.Errorf("a mask: %w", solvers.ErrUnsupported) }}, result.Skipped, "a mask: unsupported"},
		{fake{}, result.OK, ""},
	}
	p := irisPlan(t, "method=nmf", len(cases))
	for i, c := range cases {
		p.Runs[i].solver = c.solver
		p.Runs[i].ID.Stop.Every = 1
	}
	st := store.Open(t.TempDir(), nil)
	seen := &observer{}
	r := Runner{Store: st, Workers: 2, Timeout: 100 * time.Millisecond, Observer: seen}
	if err := r.Run(context.Background(), p.Runs); err != nil {
		t.Fatal(err)
	}
	if seen.started != len(cases) || len(seen.finished) != len(cases) {
		t.Errorf("%d started, %d finished, want %d of each", seen.started, len(seen.finished), len(cases))
	}
	for i, c := range cases {
		rec, ok := st.Get(p.Runs[i])
		if !ok {
			t.Errorf("case %d left no record", i)
			continue
		}
		if rec.Status != c.status || !strings.Contains(rec.Reason, c.reason) {
			t.Errorf("case %d: %s %q, want %s %q", i, rec.Status, rec.Reason, c.status, c.reason)
		}
	}
	again := p.Missing(store.NewRecords(st))
	if len(again) != 4 {
		t.Errorf("%d units would run again, want the 4 that failed", len(again))
	}
}

// A failed run is tried again and its record replaced; the table then shows it like any other.
func TestFailedUnitIsRetried(t *testing.T) {
	p := irisPlan(t, "method=nmf", 1)
	st := store.Open(t.TempDir(), nil)
	good := p.Runs[0].solver
	p.Runs[0].solver = fake{start: func() error { return errors.New("no luck") }}
	r := Runner{Store: st, Workers: 1}
	ctx := context.Background()
	if err := r.Run(ctx, p.Missing(store.NewRecords(st))); err != nil {
		t.Fatal(err)
	}
	rec, _ := st.Get(p.Runs[0])
	if rec.Status != result.Failed || !strings.Contains(rec.Reason, "no luck") {
		t.Errorf("record = %s %q, want failed with the reason", rec.Status, rec.Reason)
	}
	p.Runs[0].solver = good
	if err := r.Run(ctx, p.Missing(store.NewRecords(st))); err != nil {
		t.Fatal(err)
	}
	rec, _ = st.Get(p.Runs[0])
	if rec.Status != result.OK || len(rec.Metrics) == 0 {
		t.Errorf("record after the retry = %+v, want metrics", rec)
	}
}

// An interrupt keeps what is done, records nothing of what is in flight, and says so.
func TestInterrupt(t *testing.T) {
	p := irisPlan(t, "method=nmf", 8)
	ctx, cancel := context.WithCancel(context.Background())
	seen := &observer{after: func(n int) {
		if n == 3 {
			cancel()
		}
	}}
	st := store.Open(t.TempDir(), nil)
	err := (&Runner{Store: st, Workers: 1, Observer: seen}).Run(ctx, p.Runs)
	if !errors.Is(err, ErrInterrupted) {
		t.Fatalf("err = %v, want ErrInterrupted", err)
	}
	if left := len(p.Missing(store.NewRecords(st))); left != 5 {
		t.Errorf("%d units are missing after an interrupt at 3 of 8, want 5", left)
	}
}

// Methods of one comparison begin with the same factors; replicates with different ones.
func TestSharedStart(t *testing.T) {
	p := irisPlan(t, "method=nmf|onmf|cnmf|pnmf", 2)
	starts := map[string]solvers.Factors{}
	for _, r := range p.Runs {
		data, err := r.source.Load()
		if err != nil {
			t.Fatal(err)
		}
		f, err := r.start(context.Background(), sample{Data: data})
		if err != nil {
			t.Fatal(err)
		}
		starts[fmt.Sprint(r.ID.Method, r.ID.Replicate)] = f
	}
	for _, other := range []string{"onmf0", "cnmf0", "pnmf0"} {
		if !mat.Equal(starts["nmf0"].Ht, starts[other].Ht) {
			t.Errorf("nmf and %s do not share H0", other)
		}
	}
	if !mat.Equal(starts["nmf0"].W, starts["onmf0"].W) {
		t.Error("nmf and onmf do not share W0")
	}
	if mat.Equal(starts["nmf0"].Ht, starts["nmf1"].Ht) {
		t.Error("two replicates share H0")
	}
	if w := starts["nmf0"].W.RawMatrix().Data[0]; w == starts["nmf0"].Ht.RawMatrix().Data[0] {
		t.Error("W0 and H0 are drawn from one stream")
	}
}

// The order in which runs run does not show in the records.
func TestOrderOfUnits(t *testing.T) {
	metrics := func(shuffle bool) map[string]string {
		p := irisPlan(t, "", 2)
		if shuffle {
			rand.New(rand.NewPCG(3, 4)).Shuffle(len(p.Runs), func(a, b int) { p.Runs[a], p.Runs[b] = p.Runs[b], p.Runs[a] })
		}
		seen := &observer{}
		if err := (&Runner{Store: store.Open(t.TempDir(), nil), Workers: 3, Observer: seen}).Run(context.Background(), p.Runs); err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for key, rec := range seen.finished {
			got[key] = store.Canonical(rec.Metrics) + store.Canonical(rec.Trace)
		}
		return got
	}
	want, got := metrics(false), metrics(true)
	if len(want) != 10 {
		t.Fatalf("%d units, want 10", len(want))
	}
	for key := range want {
		if got[key] != want[key] {
			t.Errorf("%s: %s, in order %s", key, got[key], want[key])
		}
	}
}

func TestThin(t *testing.T) {
	for _, n := range []int{0, 1, tracePoints, tracePoints + 1, 10*tracePoints + 3} {
		var trace []store.Point
		for i := range n {
			trace = append(trace, store.Point{Iteration: i})
		}
		kept := thin(trace)
		if len(kept) > tracePoints+1 {
			t.Errorf("%d points thinned to %d, want at most %d", n, len(kept), tracePoints+1)
		}
		if n > 0 && (kept[0].Iteration != 0 || kept[len(kept)-1].Iteration != n-1) {
			t.Errorf("%d points: the first or the last is lost", n)
		}
	}
}

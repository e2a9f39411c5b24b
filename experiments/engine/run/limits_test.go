package run

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nmfrepro/datasets/budget"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// A run that does not come back is abandoned and marked, and the others run; an interrupt does not wait for it either.
func TestUnitThatDoesNotComeBack(t *testing.T) { synctest.Test(t, unitThatDoesNotComeBack) } // by a clock that stands while anybody works

func unitThatDoesNotComeBack(t *testing.T) {
	before := patience
	patience = 50 * time.Millisecond
	defer func() { patience = before }()
	stop := make(chan bool)
	defer close(stop)
	p := irisPlan(t, "method=nmf", 2)
	p.Runs[0].solver = fake{start: func() error { <-stop; return nil }}
	p.Runs[1].solver = fake{}
	st := store.Open(t.TempDir(), func(w string) { t.Error(w) })
	r := Runner{Store: st, Workers: 1, Timeout: 3 * time.Second}
	if err := r.Run(context.Background(), p.Runs); err != nil {
		t.Fatal(err)
	}
	hung, _ := st.Get(p.Runs[0])
	if hung.Status != result.Failed || !strings.Contains(hung.Reason, "timeout after 3s") || !strings.Contains(hung.Reason, "abandoned") {
		t.Errorf("%s: %s", hung.Status, hung.Reason)
	}
	if other, _ := st.Get(p.Runs[1]); other.Status != result.OK {
		t.Errorf("the unit after it: %s: %s", other.Status, other.Reason)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if err := (&Runner{Store: st, Workers: 1}).Run(ctx, p.Runs[:1]); !errors.Is(err, ErrInterrupted) { // the run itself never ends
		t.Errorf("%v, want an interrupt", err)
	}
}

// A number of replicates that no memory holds is refused with the number of runs, at once; --only chooses from it.
func TestTooManyUnits(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	const huge = 1_000_000_000
	_, err = NewPlan(lib.Find("pnmf/table3"), Request{Profile: "smoke", Replicates: huge})
	if err == nil || !strings.Contains(err.Error(), "000000000 runs with 1000000000 replicates") {
		t.Errorf("%v, want the number of units", err)
	}
	only, _ := spec.ParseFilter("dataset=iris,method=nmf,replicate=7|3")
	if _, err := NewPlan(lib.Find("pnmf/table3"), Request{Profile: "smoke", Replicates: huge, Only: only}); err == nil {
		t.Error("a billion replicates, of which two are wanted: the number itself is refused")
	}
	p, err := NewPlan(lib.Find("pnmf/table3"), Request{Profile: "smoke", Replicates: 100, Only: only})
	if err != nil || len(p.Runs) != 2 || p.Runs[0].ID.Replicate != 3 || p.Runs[1].ID.Replicate != 7 {
		t.Errorf("%v, %v, want replicates 3 and 7", p, err)
	}
}

func TestWorkers(t *testing.T) {
	t.Setenv("SLURM_CPUS_PER_TASK", "")
	all := Workers()
	for text, want := range map[string]int{"1": 1, "100000": all, "0": all, "x": all} {
		t.Setenv("SLURM_CPUS_PER_TASK", text)
		if got := Workers(); got != want {
			t.Errorf("SLURM_CPUS_PER_TASK=%s: %d, want %d", text, got, want)
		}
	}
}

// Runs run side by side while the sum of what they need fits the budget; one that never fits fails alone, with the figure.
func TestUnitsShareMemory(t *testing.T) { synctest.Test(t, unitsShareMemory) } // by a clock that stands while anybody works

func unitsShareMemory(t *testing.T) {
	defer budget.Set(0)
	for share, most := range map[float64]int32{1.5: 1, 2.5: 2, 100: 4} {
		p := irisPlan(t, "method=nmf", 4)
		var now, peak atomic.Int32
		var once sync.Once
		full := make(chan struct{}) // closed once as many run as there is room for
		for _, r := range p.Runs {
			r.solver = fake{start: func() error {
				n := now.Add(1)
				for was := peak.Load(); n > was && !peak.CompareAndSwap(was, n); was = peak.Load() {
				}
				if n == most {
					once.Do(func() { close(full) })
				}
				select {
				case <-full:
					time.Sleep(50 * time.Millisecond) // one for which there is no room would begin now
				case <-time.After(time.Minute):
				}
				now.Add(-1)
				return nil
			}}
		}
		need := p.Runs[0].Memory()
		budget.Set(int64(share * need))
		st := store.Open(t.TempDir(), func(w string) { t.Error(w) })
		if err := (&Runner{Store: st, Workers: 4}).Run(context.Background(), p.Runs); err != nil {
			t.Fatal(err)
		}
		if peak.Load() != most {
			t.Errorf("room for %v units: %d ran at a time, want %d", share, peak.Load(), most)
		}
		for _, r := range p.Runs {
			if rec, _ := st.Get(r); rec.Status != result.OK {
				t.Errorf("%s: %s", rec.Status, rec.Reason)
			}
		}
	}
	p := irisPlan(t, "method=nmf", 2)
	budget.Set(int64(1.5 * p.Runs[0].Memory()))
	p.Runs[0].ID.Rank = 1000
	st := store.Open(t.TempDir(), func(w string) { t.Error(w) })
	if err := (&Runner{Store: st, Workers: 2}).Run(context.Background(), p.Runs); err != nil {
		t.Fatal(err)
	}
	large, _ := st.Get(p.Runs[0])
	if large.Status != result.Failed || !strings.Contains(large.Reason, "nmf on iris at rank 1000 takes at least 7.1 MiB of memory") {
		t.Errorf("%s: %s", large.Status, large.Reason)
	}
	if other, _ := st.Get(p.Runs[1]); other.Status != result.OK {
		t.Errorf("the unit beside it: %s: %s", other.Status, other.Reason)
	}
}

// Every method of every paper says what it needs.
func TestMemoryOfUnits(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range lib.Specs {
		p, err := NewPlan(s, Request{Profile: "smoke"})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range p.Runs {
			if need := r.Memory(); !(need > 0) || need > 8<<30 {
				t.Errorf("%s: %s on %s, rank %d: %v bytes", s.Address, r.ID.Method, r.ID.Dataset, r.ID.Rank, need)
			}
		}
	}
}

package run

import (
	"context"
	"testing"

	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/spec/spectest"
	"nmfrepro/experiments/engine/store"
)

func libraryOf(t *testing.T, specs map[string]string) *spec.Library {
	t.Helper()
	lib, err := spec.Load(spectest.Folder(specs), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

func planOf(t *testing.T, lib *spec.Library, address, profile string) *Plan {
	t.Helper()
	p, err := NewPlan(lib.Find(address), Request{Profile: profile})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// sweepLibrary is a paper with two experiments of the same runs.
func sweepLibrary(t *testing.T) *spec.Library {
	t.Helper()
	return libraryOf(t, map[string]string{"sweep.yaml": spectest.Sweep, "plots.yaml": spectest.Plots})
}

// startRun computes the quick profile of an experiment whose methods start from others.
func startRun(t *testing.T) (*spec.Library, *Plan, *store.Store) {
	t.Helper()
	lib := libraryOf(t, map[string]string{"start.yaml": spectest.Start})
	p, st := planOf(t, lib, "demo/start", "quick"), store.Open(t.TempDir(), func(w string) { t.Error(w) })
	r := Runner{Store: st, Workers: 2}
	if err := r.Run(context.Background(), p.Runs); err != nil {
		t.Fatal(err)
	}
	return lib, p, st
}

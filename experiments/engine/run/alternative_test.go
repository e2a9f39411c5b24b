package run

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nmfrepro/experiments/engine/spec"
)

func TestAlter(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	s := lib.Find("pnmf/table3")
	keys := func(s *spec.Experiment) map[string]string {
		t.Helper()
		p, err := NewPlan(s, Request{Profile: "paper", Replicates: 1})
		if err != nil {
			t.Fatal(err)
		}
		of := map[string]string{}
		for _, r := range p.Runs {
			of[Identity(r.ID)] = r.Key
		}
		return of
	}
	before := keys(s)
	tests := []struct {
		set     string
		changed int // of three data sets and five methods, k-means without a solver
	}{
		{"stop.iterations = 1000", 12},
		{"datasets.iris.options.scale = min-max", 5},
		{"methods.pnmf.options.stabilise = rho", 3},
		{"metrics = purity@w", 0}, // computed already, shown in another place
		{"metrics = nmi-mean", -1},
	}
	for _, test := range tests {
		altered, err := lib.Alter(s, test.set)
		if test.changed < 0 {
			if err == nil || !strings.Contains(err.Error(), "shows no metric") {
				t.Errorf("%s: %v", test.set, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", test.set, err)
			continue
		}
		n := 0
		for identity, key := range keys(altered) {
			if _, there := before[identity]; !there {
				t.Errorf("%s: another unit %s: its draws are not those of the experiment", test.set, identity)
			}
			if before[identity] != key {
				n++
			}
		}
		if n != test.changed {
			t.Errorf("%s: %d units change, want %d", test.set, n, test.changed)
		}
	}
	if diff := cmp.Diff(before, keys(s)); diff != "" {
		t.Errorf("the experiment itself has changed: %s", diff)
	}
	for _, bad := range []string{"methods.nothing.options.rank = 3", "methods.pnmf.options.nothing = 3", "stop.iterations = many", "init = zeros"} {
		if _, err := lib.Alter(s, bad); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
}

package run

import (
	"maps"
	"math"
	"testing"

	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/spec/spectest"
	"nmfrepro/reports/result"
)

// A rank at which nothing is committed costs what the growth with the rank says: that of its own data if ranks far apart are
// known, else that of the method on all data.
func TestBetweenRanks(t *testing.T) {
	p := costPlanOf(t, costLibrary(t), "demo/sweep", "quick")
	j := *p.Runs[0]
	j.ID.Rank = 40
	own, other := alike(p, j.ID), alike(p, j.ID)
	for _, s := range p.Sources {
		if s.Key != j.ID.Dataset {
			other.Dataset = s.Key
		}
	}
	if other == own {
		t.Fatal("the plan has one set alone")
	}
	took := func(seconds float64) committed { return committed{runs: 1, step: seconds} }
	ends := took(0.4)
	ends.converged, ends.converges = 1, 50
	for name, tt := range map[string]struct {
		own, other    map[int]committed
		seconds, most float64
	}{
		"nothing":                      {nil, map[int]committed{10: took(1), 40: took(1)}, 0, math.Inf(1)},
		"one rank":                     {map[int]committed{30: took(0.3)}, nil, 0.4, math.Inf(1)},
		"with the square":              {map[int]committed{10: took(0.1), 20: took(0.4)}, nil, 1.6, math.Inf(1)},
		"no more than the square":      {map[int]committed{10: took(1), 20: took(100)}, nil, math.Sqrt(16 * 400), math.Inf(1)},
		"far apart":                    {map[int]committed{5: took(0.1), 20: took(0.4)}, map[int]committed{2: took(1), 20: took(1)}, 0.8, math.Inf(1)},
		"close, by the other set":      {map[int]committed{20: took(0.5)}, map[int]committed{2: took(1), 20: took(1)}, 0.5, math.Inf(1)},
		"as SDNMF on COIL20, flat":     {map[int]committed{2: took(0.7), 3: took(1.4)}, map[int]committed{2: took(0.05), 20: took(0.045)}, math.Sqrt(0.7*1.4) * math.Pow(40/math.Sqrt(6), 0.0070335), math.Inf(1)},
		"runs that end by a tolerance": {map[int]committed{20: ends}, nil, 0.8, 50},
		"a rank that was not timed":    {map[int]committed{20: took(0.4), 10: {runs: 1}}, nil, 0.8, math.Inf(1)},
	} {
		c := newCosts(p, nil, nil)
		clear(c.ranks)
		maps.Copy(c.ranks, map[result.Address]map[int]committed{own: tt.own, other: tt.other})
		if s, most := c.betweenRanks(&j); math.Abs(s-tt.seconds) > 1e-4*tt.seconds || most != tt.most {
			t.Errorf("%s: %g s, at most %g iterations, want %g and %g", name, s, most, tt.seconds, tt.most)
		}
	}
}

func costPlanOf(t *testing.T, lib *spec.Library, address, profile string) *Plan {
	t.Helper()
	p, err := NewPlan(lib.Find(address), Request{Profile: profile})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// sweepLibrary is a paper with two experiments of the same runs.
func costLibrary(t *testing.T) *spec.Library {
	t.Helper()
	lib, err := spec.Load(spectest.Folder(map[string]string{"sweep.yaml": spectest.Sweep, "plots.yaml": spectest.Plots}), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

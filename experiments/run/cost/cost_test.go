package cost

import (
	"maps"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/experiments/spec/spectest"
	"nmfrepro/solvers"
)

// A rank at which nothing is committed costs what the growth with the rank says: that of its own data if ranks far apart are
// known, else that of the method on all data.
func TestBetweenRanks(t *testing.T) {
	p := planOf(t, sweepLibrary(t), "demo/sweep", "quick")
	j := *p.Units[0]
	j.Unit.Rank = 40
	own, other := kinOf(p, j.Unit), kinOf(p, j.Unit)
	for _, s := range p.Sources {
		if s.Key != j.Unit.Dataset {
			other.data = s.Key
		}
	}
	if other == own {
		t.Fatal("the plan has one set alone")
	}
	took := func(seconds float64) committed { return committed{units: 1, step: seconds} }
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
		"a rank that was not timed":    {map[int]committed{20: took(0.4), 10: {units: 1}}, nil, 0.8, math.Inf(1)},
	} {
		c := newCosts(p, nil, nil)
		clear(c.ranks)
		maps.Copy(c.ranks, map[kin]map[int]committed{own: tt.own, other: tt.other})
		if s, most := c.betweenRanks(&j); math.Abs(s-tt.seconds) > 1e-4*tt.seconds || most != tt.most {
			t.Errorf("%s: %g s, at most %g iterations, want %g and %g", name, s, most, tt.seconds, tt.most)
		}
	}
}

// hanging is a solver that does not start before a channel is closed.
type hanging struct{ until chan bool }

func (*hanging) Rows(m, n int) (w, ht int) { return m, n }

func (h *hanging) Start(solvers.Problem, solvers.Factors, *rand.Rand) (solvers.Run, error) {
	<-h.until
	return nil, solvers.ErrUnsupported
}

// A probe that did not end says less than what was committed at other ranks.
func TestLateProbe(t *testing.T) {
	stop := make(chan bool)
	defer close(stop)
	lib, err := spec.Load(spectest.Folder(map[string]string{"late.yaml": `title: one that hangs
seed: 7
replicates: 1
datasets: [{key: iris, source: iris, ranks: [2]}]
stop: {iterations: 4}
methods: [{key: hanging, solver: hanging}]
metrics: [rel-error]
panels: [{key: a, title: a, metric: rel-error}]
`}), "", solvers.Entry{Name: "hanging", New: func() solvers.Solver { return &hanging{stop} }})
	if err != nil {
		t.Fatal(err)
	}
	p := planOf(t, lib, "demo/late", "quick")
	j := *p.Units[0]
	budget := 2*run.ProbeTime + 20*time.Millisecond // half of which is waited for
	c := newCosts(p, nil, &budget)
	clear(c.ranks)
	c.ranks[kinOf(p, j.Unit)] = map[int]committed{j.Unit.Rank: {units: 1, step: 2}}
	s, from, err := c.of(t.Context(), &j)
	if want := 2 * float64(j.Unit.Stop.Iterations); err != nil || s != want || from != "committed units of other ranks" {
		t.Errorf("%g s from %q, %v, want %g s", s, from, err, want)
	}
}

func planOf(t *testing.T, lib *spec.Library, address, profile string) *run.Plan {
	t.Helper()
	p, err := run.NewPlan(lib.Find(address), run.Request{Profile: profile})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// sweepLibrary is a paper with two experiments of the same units.
func sweepLibrary(t *testing.T) *spec.Library {
	t.Helper()
	lib, err := spec.Load(spectest.Folder(map[string]string{"sweep.yaml": spectest.Sweep, "plots.yaml": spectest.Plots}), "")
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

package run

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"nmfrepro/solvers/build"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"nmfrepro/datasets"
	"nmfrepro/eval"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/solvers"
)

var update = flag.Bool("update", false, "note new digests in testdata, of parts that are new or have another version")

// noted is a part of the program in testdata/fingerprints.json, by its version and its digest.
type noted struct {
	Version int
	Digest  string
}

func (n noted) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%d %s", n.Version, n.Digest), nil
}

func (n *noted) UnmarshalText(text []byte) error {
	_, err := fmt.Sscan(string(text), &n.Version, &n.Digest)
	return err
}

// partsNow are the digests of this tree: of all that a fingerprint may hold, with default options.
func partsNow() map[string]noted {
	now := map[string]noted{"engine": {engineVersion, engineDigest()}}
	for _, e := range solvers.Catalog {
		now["solver "+e.Name] = noted{e.Version, solverDigest(e.Name, e.New())}
	}
	for _, m := range eval.Metrics {
		now["metric "+m.Name] = noted{m.Version, metricDigest(m)}
	}
	for _, name := range eval.OutputNames() {
		now["output "+name] = noted{engineVersion, outputDigest(name)}
	}
	for _, from := range []string{eval.FromH, eval.FromW, eval.FromEmbedding, eval.FromX} {
		for _, by := range []string{eval.ByArgmax, eval.ByKMeans} {
			r := spec.Reading{Name: from + " by " + by, Assign: eval.NewAssign()}
			r.From, r.Method = from, by
			now["clusters "+r.Name] = noted{engineVersion, clustersDigest(r)}
		}
	}
	for _, name := range datasets.Names() {
		e, _ := datasets.Source(name)
		if digest := (&Source{Entry: e, set: e.New()}).digest(); digest != "" {
			now["data "+name] = noted{engineVersion, digest}
		}
	}
	return now
}

// The numbers that a part computes change with its version and never without it, for every result that is kept rests on that.
func TestFingerprints(t *testing.T) {
	const file = "testdata/fingerprints.json"
	var was map[string]noted
	data, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(data, &was) != nil {
		t.Fatalf("%s: %v", file, err)
	}
	now := partsNow()
	for part, is := range now {
		old, known := was[part]
		changed := store.Fingerprint{part: old.Digest}.Differs(store.Fingerprint{part: is.Digest}, "amd64", build.Architecture()) != ""
		switch {
		case !known && !*update:
			t.Errorf("%s is not in %s: go test ./experiments/engine/run -run TestFingerprints -update notes it", part, file)
		case known && changed && old.Version == is.Version:
			t.Errorf("%s gives other numbers than version %d of it: %s, not %s. Restore it, or raise its version, so that its results are computed anew", part, old.Version, is.Digest, old.Digest)
			now[part] = old
		case known && old.Version != is.Version && !*update:
			t.Errorf("%s is version %d, %s has version %d: go test ./experiments/engine/run -run TestFingerprints -update", part, is.Version, file, old.Version)
		case known && !changed:
			now[part] = noted{is.Version, old.Digest}
		}
	}
	for part := range was {
		if _, still := now[part]; !still && !*update {
			t.Errorf("%s is in %s and no part any more: -update removes it", part, file)
		}
	}
	if *update {
		if data, err = json.MarshalIndent(now, "", " "); err == nil {
			err = os.WriteFile(file, append(data, '\n'), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A digest is worth something: every method runs on some of the fixed data, under the options of every experiment, and every
// metric scores the fixed outcome.
func TestFingerprintsRun(t *testing.T) {
	tried := map[string]bool{}
	try := func(name string, s solvers.Solver) {
		text := name + store.Canonical(solvers.OptionValues(s))
		if tried[text] {
			return
		}
		tried[text] = true
		var refused []string
		for _, p := range tinyProblems() {
			if err := newDigest().solver(s, p); err != nil {
				refused = append(refused, err.Error())
			}
		}
		if len(refused) == len(tinyProblems()) {
			t.Errorf("%s runs on none of the fixed data: %s", text, strings.Join(refused, "; "))
		}
	}
	for _, e := range solvers.Catalog {
		try(e.Name, e.New())
	}
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range lib.Specs {
		for _, profile := range []string{"quick", "paper"} {
			p, err := NewPlan(s, Request{Profile: profile, Replicates: 1})
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range p.Runs {
				if r.solver != nil {
					try(r.ID.Solver, r.solver)
				}
			}
		}
	}
	for _, m := range eval.Metrics {
		_, dense := m.Score(outcome(false), tinyStream())
		_, masked := m.Score(outcome(true), tinyStream())
		if dense != nil && masked != nil {
			t.Errorf("metric %s scores no fixed outcome: %v; %v", m.Name, dense, masked)
		}
	}
	for _, name := range eval.OutputNames() {
		output, _ := eval.FindOutput(name)
		if _, err := output.Of(outcome(false)); err != nil {
			t.Errorf("output %s: %v", name, err)
		}
	}
}

// moved is NMF under another name and in another place, changed is NMF with a last bit of W that is another, and scaled with one
// that everybody sees.
type (
	moved struct {
		solvers.NMF `yaml:",inline"`
	}
	changed struct {
		solvers.NMF `yaml:",inline"`
	}
	scaled struct {
		solvers.NMF `yaml:",inline"`
	}
)

type touched struct {
	solvers.Progress
	touch func(float64) float64
}

func (r touched) Finish() solvers.Result {
	f := r.Progress.Finish()
	f.W.Set(1, 1, r.touch(f.W.At(1, 1)))
	return f
}

func (s *changed) Start(p solvers.Problem, f solvers.Factors, rng *rand.Rand) (solvers.Progress, error) {
	run, err := s.NMF.Start(p, f, rng)
	return touched{run, func(v float64) float64 { return math.Nextafter(v, 2*v) }}, err
}

func (s *scaled) Start(p solvers.Problem, f solvers.Factors, rng *rand.Rand) (solvers.Progress, error) {
	run, err := s.NMF.Start(p, f, rng)
	return touched{run, func(v float64) float64 { return v * 1.001 }}, err
}

func TestFingerprintOfSolver(t *testing.T) {
	of := func(s solvers.Solver) store.Fingerprint {
		return store.Fingerprint{"solver nmf": solverDigest("nmf", s)}
	}
	nmf := of(&solvers.NMF{})
	for _, tt := range []struct {
		what        string
		other       store.Fingerprint
		same, alike string // what has changed, between builds of one arithmetic and of two
	}{
		{"moved", of(&moved{}), "", ""},
		{"in the last bit", of(&changed{}), "solver nmf", ""},
		{"by a thousandth", of(&scaled{}), "solver nmf", "solver nmf"},
		{"with another option", of(&solvers.NMF{Order: "w-first"}), "solver nmf", "solver nmf"},
	} {
		if got := nmf.Differs(tt.other, "amd64/v1", "amd64/v2"); got != tt.same {
			t.Errorf("%s: %q has changed, want %q", tt.what, got, tt.same)
		}
		if got := nmf.Differs(tt.other, "amd64/v1", "arm64, fused"); got != tt.alike {
			t.Errorf("%s, on another processor: %q has changed, want %q", tt.what, got, tt.alike)
		}
	}
	if got := store.Fingerprint(nil).Differs(nmf, "amd64", "amd64"); got != store.NoFingerprint {
		t.Errorf("no fingerprint: %q", got)
	}
}

// A part that panics, as a method under construction may, has a digest and ends nothing.
func TestFingerprintOfPanic(t *testing.T) {
	a := newDigest().of(func(*digest) { panic("a") })
	if b := newDigest().of(func(*digest) { panic(errors.New("b")) }); a == b || a == newDigest().of(func(*digest) {}) {
		t.Errorf("%s and %s, want different digests", a, b)
	}
}

// A run computed before is stale for a build that computes other numbers, and the old result is used again by the old build.
func TestStale(t *testing.T) {
	lib := libraryOf(t, map[string]string{"t.yaml": staleSpec})
	st := store.Open(t.TempDir(), func(w string) { t.Error(w) })
	i := slices.IndexFunc(solvers.Catalog, func(e solvers.Entry) bool { return e.Name == "nmf" })
	kept := solvers.Catalog[i].New
	defer func() { solvers.Catalog[i].New = kept }()
	compute := func() (ran int) {
		p := planOf(t, lib, "demo/t", "quick")
		missing := p.Missing(store.NewRecords(st))
		r := Runner{Store: st, Workers: 1}
		if err := r.Run(t.Context(), missing); err != nil {
			t.Fatal(err)
		}
		return len(missing)
	}
	estimate := func() Estimate {
		var budget time.Duration
		e, err := Of(t.Context(), planOf(t, lib, "demo/t", "quick"), st, map[string]bool{}, &budget)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	if ran := compute(); ran != 4 {
		t.Fatalf("%d runs, want 4", ran)
	}
	if e := estimate(); e.Cached != 4 || e.Stale != 0 {
		t.Errorf("%d cached, %d stale, want 4 and 0", e.Cached, e.Stale)
	}
	solvers.Catalog[i].New = func() solvers.Solver { return &scaled{*kept().(*solvers.NMF)} }
	if e := estimate(); e.Cached != 2 || e.Stale != 2 || !maps.Equal(e.Outdated, map[string]int{"solver nmf": 2}) {
		t.Errorf("%d cached, %d stale because of %v; want 2 of each, by the solver", e.Cached, e.Stale, e.Outdated)
	}
	if ran := compute(); ran != 2 {
		t.Errorf("%d runs of a changed solver, want 2", ran)
	}
	solvers.Catalog[i].New = func() solvers.Solver { return &moved{*kept().(*solvers.NMF)} }
	if e := estimate(); e.Cached+e.Stale != 4 {
		t.Errorf("%d cached, %d stale, want 4 in all", e.Cached, e.Stale)
	}
}

const staleSpec = `
title: t
seed: 3
datasets:
  - {key: iris, source: iris, ranks: [3]}
init: random
stop: {iterations: 5}
metrics: [rel-error]
methods:
  - {key: nmf, solver: nmf}
  - {key: hals, solver: hals}
profiles: {smoke: {replicates: 2}, quick: {replicates: 2}, paper: {replicates: 2}}
panels:
  - {key: a, title: A, metric: rel-error}
`

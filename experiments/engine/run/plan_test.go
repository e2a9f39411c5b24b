package run

import (
	"strconv"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/spec"
)

// The embedded experiments plan to these numbers of runs; a change of a spec must show here.
func TestUnitsOfEmbeddedSpecs(t *testing.T) {
	want := map[string][3]int{ // smoke, quick, paper

		"dsp/fig2":            {4, 3 * 2 * 22, 6 * 5 * 22},
		"dsp/fig3":            {12, 2 * (22*11 + 3), 5 * (46*11 + 6)},
		"dsp/fig4":            {12, 2 * (22*11 + 3), 5 * (46*11 + 6)},
		"dsp/fig5":            {12, 2 * (22*11 + 3), 5 * (46*11 + 6)},
		"dsp/fig6":            {12, 2 * (22*11 + 3), 5 * (46*11 + 6)},
		"dsp/fig7":            {12, 2 * (22*11 + 3), 5 * (46*11 + 6)},
		"dsp/fig8":            {12, 2 * (22*11 + 3), 5 * (46*11 + 6)},
		"dsp/fig9":            {10, 6 * 2 * 10, 6 * 5 * 10},
		"dsp/paths":           {5, 20, 100},
		"dsp/table1":          {12, 2 * (22*11 + 3), 5 * (46*11 + 6)},
		"dsp/table2":          {12, 2 * (22*11 + 3), 5 * (46*11 + 6)},
		"dsp/table3":          {12, 2 * (22*11 + 3), 5 * (46*11 + 6)},
		"dsp/table4":          {12, 2 * (22*11 + 3), 5 * (46*11 + 6)},
		"dsp/table5":          {12, 2 * (22*11 + 3), 5 * (46*11 + 6)},
		"mcnmf/control":       {6, 60, 500},
		"mcnmf/fig1":          {1, 1, 1},
		"mcnmf/fig2":          {1, 1, 1},
		"mcnmf/fig3":          {1, 1, 1},
		"mcnmf/fig4":          {6, 36, 120},
		"mcnmf/fig5":          {7, 42, 140},
		"mcnmf/fig6":          {1, 2, 2},
		"mcnmf/paths":         {5, 12, 90},
		"mcnmf/table1":        {10, 150, 1600},
		"ornmf/control":       {10, 400, 1600},
		"ornmf/fig1":          {3, 120, 120},
		"ornmf/fig2":          {3, 3, 3},
		"ornmf/fig3":          {1, 1, 1},
		"ornmf/fig4":          {14, 210, 1400},
		"ornmf/fig5":          {1, 1, 1},
		"ornmf/fig6":          {3, 6, 30},
		"ornmf/paths":         {5, 20, 50},
		"ornmf/table1":        {37, 555, 5550},
		"ornmf/table2":        {37, 1665, 13320},
		"ornmf/table3":        {16, 74, 370},
		"ornmf/table4":        {37, 148, 1480},
		"pnmf/control":        {2 * 4, 10 * 2 * 4, 100 * 3 * 4},
		"pnmf/fig1":           {1, 2 * 3, 2 * 3},
		"pnmf/fig2":           {12, 36, 36},
		"pnmf/generalisation": {6, 3 * 18, 10 * 18},
		"pnmf/paths":          {4, 16, 80},
		"pnmf/table3":         {2 * 15, 75, 100 * 15},
		"pnmf/table4":         {15, 3 * 15, 100 * 15},
		"pnmf/table5":         {12, 20 * 12, 100 * 12},
		"rpr/ablation":        {4 * 2, 5 * 4 * 2, 5 * 4 * 2},
		"rpr/fig1":            {2 * 2, 100 * 2, 100 * 2},
		"rpr/fig2":            {5, 50 * 5, 50 * 5},
		"rpr/fig3":            {1, 1, 1},
		"rpr/fig4":            {8, 10 * 10 * 8, 10 * 10 * 8},
		"rpr/fig5":            {8, 2 * 10 * 8, 10 * 10 * 8},
		"rpr/fig6":            {250, 2 * 250, 10 * 250},
		"rpr/paths":           {4, 8, 40},
		"rpr/table1":          {3, 2 * 6, 2 * 6},
		"rpr/table2":          {9, 5 * 5 * 9, 5 * 5 * 9},
		"rpr/table3":          {9, 2 * 2 * 9, 5 * 7 * 9},
		"rpr/table4":          {8, 8, 3 * 5 * 8},
	}
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range lib.Specs {
		counts, known := want[s.Address]
		for i, profile := range spec.ProfileNames {
			p, err := NewPlan(s, Request{Profile: profile})
			if err != nil {
				t.Fatal(err)
			}
			if known && len(p.Runs) != counts[i] || len(p.Runs) == 0 {
				t.Errorf("%s %s: %d runs, want %d", s.Address, profile, len(p.Runs), counts[i])
			}
			keys := map[string]bool{}
			for _, r := range p.Runs {
				if keys[r.Key] {
					t.Fatalf("%s: two runs have the key %s", s.Address, r.Key)
				}
				keys[r.Key] = true
			}
		}
	}
}

func TestPaperProfileHasNoDeviations(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range lib.Specs {
		if len(s.Profiles.Paper.Overrides) > 0 {
			t.Errorf("%s: the paper profile deviates from the paper", s.Address)
		}
	}
}

// The quick profile shares its runs with the paper profile, where it does not deviate: nothing is computed twice.
func TestProfilesShareUnits(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	keys := func(profile string) map[string]bool {
		p, err := NewPlan(lib.Find("pnmf/table3"), Request{Profile: profile})
		if err != nil {
			t.Fatal(err)
		}
		m := map[string]bool{}
		for _, r := range p.Runs {
			m[r.Key] = true
		}
		return m
	}
	paper, shared := keys("paper"), 0
	for key := range keys("quick") {
		if paper[key] {
			shared++
		}
	}
	if shared != 65 { // all but NMF and ONMF on orl
		t.Errorf("%d of 75 quick units are units of the paper profile, want 65", shared)
	}
}

func TestOverrides(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	only, _ := spec.ParseFilter("dataset=iris|orl,method=nmf|pnmf,replicate=0")
	p, err := NewPlan(lib.Find("pnmf/table3"), Request{Profile: "quick", Only: only})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, r := range p.Runs {
		got[r.ID.Dataset+" "+r.ID.Method] = r.ID.Stop.Iterations
	}
	for unit, want := range map[string]int{"iris nmf": 10000, "iris pnmf": 10000, "orl nmf": 300, "orl pnmf": 10000} {
		if got[unit] != want {
			t.Errorf("%s: %d iterations, want %d", unit, got[unit], want)
		}
	}
	if len(p.Deviations) != 1 || !strings.Contains(p.Deviations[0], "300") {
		t.Errorf("deviations = %q, want the one of NMF on orl", p.Deviations)
	}
}

func TestSeedChangesEveryKey(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	seed := uint64(7)
	a, err := NewPlan(lib.Find("pnmf/table3"), Request{Profile: "smoke"})
	if err != nil {
		t.Fatal(err)
	}
	b, err := NewPlan(lib.Find("pnmf/table3"), Request{Profile: "smoke", Seed: &seed})
	if err != nil {
		t.Fatal(err)
	}
	for i := range a.Runs {
		if a.Runs[i].Key == b.Runs[i].Key {
			t.Fatalf("unit %d has one key under two seeds", i)
		}
		if Identity(a.Runs[i].ID) != Identity(b.Runs[i].ID) {
			t.Fatalf("unit %d has two identities under two seeds", i)
		}
	}
}

func TestFilter(t *testing.T) {
	f, err := spec.ParseFilter("dataset=iris|orl, method=nmf", "rank=3")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := f.String(), "dataset=iris|orl,method=nmf,rank=3"; got != want {
		t.Errorf("String = %q, want %q", got, want)
	}
	nmf, pnmf := spec.Variant{Method: spec.Method{Key: "nmf"}}, spec.Variant{Method: spec.Method{Key: "pnmf"}}
	if !f.Run("orl", 3, nmf, 0) || f.Run("digit", 3, nmf, 0) || f.Run("iris", 4, nmf, 0) || f.Run("iris", 3, pnmf, 0) {
		t.Error("the filter selects other units than it says")
	}
	g, _ := spec.ParseFilter("dataset=orl|digit")
	if got, want := f.And(g).String(), "dataset=orl,method=nmf,rank=3"; got != want {
		t.Errorf("And = %q, want %q", got, want)
	}
	for _, bad := range []string{"iris", "dataset=", "=iris"} {
		if _, err := spec.ParseFilter(bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}

// A grid of more runs than anybody runs by accident is refused with its place; a row of it may be run.
func TestLargeGrid(t *testing.T) {
	values := ""
	for i := range 60 {
		values += strconv.Itoa(i+1) + ", "
	}
	lib := libraryOf(t, map[string]string{"large.yaml": `title: large
seed: 1
replicates: 200
datasets: [{key: iris, source: iris, ranks: [2]}]
stop: {iterations: 3}
clusters: [{name: h, from: h, method: argmax}]
methods:
  - key: gnmf
    solver: gnmf
    tune:
      grid: {lambda: [` + values + `]}
      by: acc
metrics: [acc]
panels: [{key: acc, title: ACC, metric: acc}]
`})
	p := planOf(t, lib, "demo/large", "paper")
	if err := p.LargeGrid(); err == nil || !strings.Contains(err.Error(), "demo/large.yaml:11:13: methods[0].tune.grid: 60 points of gnmf make 12000 runs here") || !strings.Contains(err.Error(), "--yes-large") {
		t.Errorf("12,000 units: %v", err)
	}
	few, err := NewPlan(lib.Find("demo/large"), Request{Profile: "paper", Replicates: 100})
	if err != nil || few.LargeGrid() != nil {
		t.Errorf("6,000 units: %v, %v", err, few.LargeGrid())
	}
}

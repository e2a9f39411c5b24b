package judge

import (
	"math"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/collect"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

func controlled(values map[string][]float64) (*run.Plan, result.Table) {
	b := result.Panel{Key: "acc"}
	for _, row := range []string{"x", "y", "z"} {
		r := result.Row{Label: row}
		for _, column := range []string{"with", "without"} {
			v := values[row+" "+column]
			r.Cells = append(r.Cells, result.Cell{
				At:   result.Address{Dataset: row, Row: row, Column: column, Metric: "acc"},
				Runs: result.Sample{Values: v, Want: max(len(v), 1)},
			})
		}
		b.Rows = append(b.Rows, r)
	}
	s := &spec.Experiment{Address: "p/c", Methods: []spec.Method{{Key: "with"}, {Key: "without"}}, Panels: []spec.Panel{{Key: "acc"}}}
	for _, key := range []string{"x", "y", "z", "left-out"} {
		s.Datasets = append(s.Datasets, spec.Dataset{Key: key, Ranks: []int{2}})
	}
	return &run.Plan{Spec: s}, result.Table{Panels: []result.Panel{b}}
}

// The tolerance of acc is 0.05.
func TestAblation(t *testing.T) {
	tests := []struct {
		name          string
		with, without []float64
		want          string
	}{
		{"clearly better", []float64{0.9, 0.91, 0.89, 0.9}, []float64{0.7, 0.71, 0.69, 0.71}, Supported},
		{"the same", []float64{0.9, 0.8, 0.7, 0.6}, []float64{0.9, 0.8, 0.7, 0.6}, NoTest},
		{"better by less than the margin", []float64{0.91, 0.81, 0.71, 0.61}, []float64{0.9, 0.8, 0.7, 0.6}, NotSupported},
		{"worse", []float64{0.5, 0.51, 0.49, 0.5}, []float64{0.7, 0.71, 0.69, 0.71}, NotSupported},
		{"scattered", []float64{0.5, 0.9, 0.3, 0.8}, []float64{0.6, 0.5, 0.7, 0.4}, Open},
		{"one replicate", []float64{0.9}, []float64{0.1}, Open},
		{"one has not run", []float64{0.9, 0.8}, nil, NotRun},
	}
	for _, test := range tests {
		p, table := controlled(map[string][]float64{"x with": test.with, "x without": test.without})
		o, err := Ablate(p, reported.Ablation{Panel: "acc", Better: "with", Than: "without"}, table)
		if err != nil || o.Verdict != test.want {
			t.Errorf("%s: %s (%s, %v), want %s", test.name, o.Verdict, o.Detail, err, test.want)
		}
	}
}

func TestAblationOverRows(t *testing.T) {
	p, table := controlled(map[string][]float64{
		"x with": {0.9, 0.8}, "x without": {0.5, 0.6}, "y with": {0.7, 0.8}, "y without": {0.5, 0.4}, "z with": {0.3}, "z without": {0.2, 0.3},
	})
	o, err := Ablate(p, reported.Ablation{Panel: "acc", Better: "with", Than: "without"}, table)
	if err != nil {
		t.Fatal(err)
	}
	// Means over the rows: 0.8, 0.8 with and 0.5, 0.5 without; z has one replicate beside two.
	if !strings.Contains(o.Detail, "of 2 rows") || o.N != 2 || math.Abs(float64(o.Difference)-0.3) > 1e-12 || o.Verdict != Supported {
		t.Errorf("%+v, want two rows and 0.3", o)
	}
	// x against y: two data sets, whose replicates do not pair up.
	o, err = Ablate(p, reported.Ablation{Panel: "acc", Better: "with", Rows: []string{"x"}, ThanRows: []string{"y"}}, table)
	if err != nil || o.Paired || math.Abs(float64(o.Difference)-0.1) > 1e-12 {
		t.Errorf("%+v (%v), want 0.1, unpaired", o, err)
	}
	// Of something bad, the cause is what makes it worse.
	o, err = Ablate(p, reported.Ablation{Panel: "acc", Better: "with", Than: "without", Harms: true}, table)
	if err != nil || math.Abs(float64(o.Difference)+0.3) > 1e-12 || o.Verdict != NotSupported {
		t.Errorf("%+v (%v), want -0.3, not supported", o, err)
	}
	// A row that the plan leaves out is left out of the ablation.
	o, err = Ablate(p, reported.Ablation{Panel: "acc", Better: "with", Than: "without", Rows: []string{"x", "left-out"}}, table)
	if err != nil || !strings.Contains(o.Detail, "of 1 row") {
		t.Errorf("%+v (%v), want the row x alone", o, err)
	}
	for _, bad := range []reported.Ablation{
		{Panel: "ac", Better: "with", Than: "without"}, {Panel: "acc", Better: "with", Than: "wihtout"}, {Panel: "acc", Better: "with", Than: "without", Rows: []string{"w"}},
	} {
		if _, err := Ablate(p, bad, table); err == nil || !strings.Contains(err.Error(), "unknown") {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// What claims say of figures names experiments, methods, metrics and axes that are there.
func TestFiguresOfClaims(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	folder, seen := t.TempDir(), 0
	gathered := map[string]*collect.Results{}
	gather := func(address string) *collect.Results {
		if r := gathered[address]; r != nil {
			return r
		}
		s := lib.Find(address)
		if s == nil {
			t.Fatalf("no experiment %s", address)
		}
		p, err := run.NewPlan(s, run.Request{Profile: "paper", Data: folder})
		if err != nil {
			t.Fatal(err)
		}
		gathered[address] = collect.Gather(lib, p, store.NewRecords())
		return gathered[address]
	}
	for _, p := range lib.Papers {
		for _, claim := range p.Claims {
			for _, f := range claim.Figures {
				for _, method := range append([]string{f.Method}, f.Above...) {
					g := f
					g.Method = method
					seen++
					curves, err := gather(p.Key + "/" + f.Experiment).Curves(g)
					if err != nil {
						t.Errorf("%s, %s: %v", p.Key, claim.Key, err)
						continue
					}
					for _, c := range curves {
						if len(c.X) < 2 && f.Over != "" && method == f.Method {
							t.Errorf("%s, %s: the curve of %s on %q has %d points", p.Key, claim.Key, method, c.Where, len(c.X))
						}
					}
				}
			}
			for _, trace := range claim.Traces {
				seen++
				if _, err := gather(p.Key + "/" + trace.Experiment).Traces(trace); err != nil {
					t.Errorf("%s, %s: %v", p.Key, claim.Key, err)
				}
			}
		}
	}
	for _, p := range lib.Papers {
		for _, f := range p.Figures {
			if s := lib.Find(p.Key + "/" + f.Name); s == nil || len(s.Plots) == 0 {
				t.Errorf("%s describes %s, which is not drawn", p.Key, f.Name)
			}
		}
		for _, s := range lib.Specs {
			key, in := strings.CutPrefix(s.Address, p.Key+"/")
			if _, described := p.Figures.Get(key); in && strings.HasPrefix(key, "fig") && !described {
				t.Errorf("%s does not say what %s shows in the paper", p.Key, key)
			}
		}
		if p.Gist == "" {
			t.Errorf("%s has no gist", p.Key)
		}
	}
	if seen < 40 {
		t.Errorf("%d curves and traces are claimed", seen)
	}
}

// Every ablation that a claim cites is there, with its panel, columns and rows.
func TestAblationsOfClaims(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	cited := 0
	for _, p := range lib.Papers {
		for _, claim := range p.Claims {
			for _, c := range claim.Ablations {
				cited++
				s := lib.Find(p.Key + "/" + c.Experiment)
				if s == nil {
					t.Errorf("%s, %s: no experiment %s", p.Key, claim.Key, c.Experiment)
					continue
				}
				plan, err := run.NewPlan(s, run.Request{Profile: "paper", Data: t.TempDir()})
				if err != nil {
					t.Fatal(err)
				}
				table := Table(collect.Gather(lib, plan, store.NewRecords()))
				if _, err := Ablate(plan, c, table); err != nil {
					t.Errorf("%s, %s: %v", p.Key, claim.Key, err)
				}
			}
		}
	}
	if cited < 5 {
		t.Errorf("%d ablations are cited, want one or more for each paper", cited)
	}
}

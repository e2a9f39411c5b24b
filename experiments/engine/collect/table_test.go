package collect

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/spec/spectest"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// sweepLibrary is a paper with two experiments of the same units.
func sweepLibrary(t *testing.T) *spec.Library {
	t.Helper()
	lib, err := spec.Load(fstest.MapFS{
		"demo/paper.yaml": {Data: []byte("title: t\ncite: c\nshort: s\n")},
		"demo/sweep.yaml": {Data: []byte(spectest.Sweep)},
		"demo/plots.yaml": {Data: []byte(spectest.Plots)},
	}, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// sweepRun computes the quick profile of demo/sweep.
func sweepRun(t *testing.T) (*spec.Library, *store.Store) {
	t.Helper()
	lib, st := sweepLibrary(t), store.Open(t.TempDir(), func(w string) { t.Error(w) })
	p := planOf(t, lib, "demo/sweep", "quick")
	r := run.Runner{Store: st, Workers: 2}
	if err := r.Run(context.Background(), p.Runs); err != nil {
		t.Fatal(err)
	}
	return lib, st
}

func planOf(t *testing.T, lib *spec.Library, address, profile string) *run.Plan {
	t.Helper()
	p, err := run.NewPlan(lib.Find(address), run.Request{Profile: profile})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func panelOf(t *testing.T, table result.Table, key string) result.Panel {
	t.Helper()
	for _, p := range table.Panels {
		if p.Key == key {
			return p
		}
	}
	t.Fatalf("no panel %s", key)
	return result.Panel{}
}

func TestPanels(t *testing.T) {
	lib, st := sweepRun(t)
	p := planOf(t, lib, "demo/sweep", "quick")
	// 2 data sets × 2 replicates × (1 flat + 2 ranks × (nmf + 4 variants))
	if want := 2 * 2 * (1 + 2*5); len(p.Runs) != want {
		t.Fatalf("%d units, want %d", len(p.Runs), want)
	}
	table := Gather(lib, p, store.NewRecords(st)).Table()
	acc := panelOf(t, table, "acc")
	if len(acc.Rows) != 5 || acc.Rows[4].Label != "Avg." || acc.Rows[1].Label != "iris r=3" {
		t.Fatalf("rows %+v", acc.Rows)
	}
	for k := range acc.Columns {
		var sum float64
		for _, r := range acc.Rows[:4] {
			if len(r.Cells[k].Runs.Values) != 2 {
				t.Fatalf("%s has %d values (%s)", r.Cells[k].Address, len(r.Cells[k].Runs.Values), r.Cells[k].State.Note)
			}
			sum += r.Cells[k].Runs.Values[1]
		}
		if avg := acc.Rows[4].Cells[k].Runs.Values[1]; math.Abs(avg-sum/4) > 1e-9 || acc.Rows[4].Cells[k].Shown()[1] < 20 {
			t.Errorf("column %d: average %v, want %v, as percentages", k, avg, sum/4)
		}
	}
	if whole, other := acc.Rows[4].Cells[0], acc.Rows[0].Cells[1]; whole.Metric.Scale.Decimals != 0 || other.Metric.Scale.Decimals != 2 {
		t.Errorf("%d digits of whole numbers, %d of others", whole.Metric.Scale.Decimals, other.Metric.Scale.Decimals)
	}
	if acc.Rows[0].Cells[0].Runs.Values[0] != acc.Rows[1].Cells[0].Runs.Values[0] {
		t.Error("a flat method has another value at another rank")
	}
	over := panelOf(t, table, "over")
	if len(over.Rows) != 2 || over.Rows[0].Label != "iris" {
		t.Fatalf("rows %+v", over.Rows)
	}
	two, three := acc.Rows[0].Cells[1].Runs.Values, acc.Rows[1].Cells[1].Runs.Values
	if got, want := over.Rows[0].Cells[0].Runs.Values[0], (two[0]+three[0])/2; math.Abs(got-want) > 1e-12 {
		t.Errorf("mean over the ranks %v, want %v", got, want)
	}
	if got, want := stat.Mean(over.Rows[0].Cells[1].Runs.Values), max(stat.Mean(two), stat.Mean(three)); math.Abs(got-want) > 1e-12 {
		t.Errorf("best of the ranks %v, want %v", got, want)
	}
	ratio := panelOf(t, table, "ratio")
	if got := stat.Mean(ratio.Rows[0].Cells[0].Runs.Values); math.Abs(got-1) > 1e-12 {
		t.Errorf("ratio of NMF to itself %v", got)
	}
	firsts := panelOf(t, table, "firsts").Rows[0]
	if n := firsts.Cells[0].Runs.Values[0] + firsts.Cells[1].Runs.Values[0]; n < 2 || n > 4 || firsts.Cells[0].State.Note != "of 2 contests" {
		t.Errorf("first places %v (%s)", n, firsts.Cells[0].State.Note)
	}
}

// Experiments that are like each other share their runs; a profile may leave cells out and says so.
func TestLikeAndProfiles(t *testing.T) {
	lib := sweepLibrary(t)
	sweep, plots := planOf(t, lib, "demo/sweep", "quick"), planOf(t, lib, "demo/plots", "quick")
	for i, r := range sweep.Runs {
		if plots.Runs[i].Key != r.Key {
			t.Fatalf("unit %d has two keys", i)
		}
	}
	smoke := planOf(t, lib, "demo/sweep", "smoke")
	if len(smoke.Runs) != 2*2*6 || !strings.Contains(strings.Join(smoke.Deviations, ";"), "rank=2") {
		t.Errorf("%d units of the smoke profile, deviations %q", len(smoke.Runs), smoke.Deviations)
	}
	only, err := spec.ParseFilter("rank=3")
	if err != nil {
		t.Fatal(err)
	}
	p, err := run.NewPlan(lib.Find("demo/sweep"), run.Request{Profile: "smoke", Only: only})
	if err == nil && len(p.Runs) != 2*2*6 {
		t.Errorf("%d units of rank 3, want those of the flat method too", len(p.Runs))
	}
	if err != nil || p.Runs[len(p.Runs)-1].ID.Rank != 3 {
		t.Errorf("a request for rank 3 does not have its way over the profile: %v", err)
	}
	if _, err := run.NewPlan(lib.Find("demo/sweep"), run.Request{Profile: "smoke", Only: spec.Filter{"stabilize": {"none"}}}); err == nil || !strings.Contains(err.Error(), `did you mean "stabilise"`) {
		t.Errorf("unknown axis: %v", err)
	}
}

// Options of one data set go over those of all, and stand in the units.
func TestOptionsOnDataset(t *testing.T) {
	for _, r := range planOf(t, sweepLibrary(t), "demo/sweep", "quick").Runs {
		want := map[string]string{"iris": "h-first", "wine": "w-first"}[r.ID.Dataset]
		if r.ID.Method == "nmf" && fmt.Sprint(r.ID.Options["order"]) != want {
			t.Errorf("%s: order %v, want %s", r.ID.Dataset, r.ID.Options["order"], want)
		}
	}
}

func TestFigures(t *testing.T) {
	lib, st := sweepRun(t)
	f := Gather(lib, planOf(t, lib, "demo/plots", "quick"), store.NewRecords(st)).Figure()
	var titles []string
	for _, p := range f.Plots {
		if p.Status != result.OK {
			t.Errorf("%s: %s %s", p.Title, p.Status, p.Note)
		}
		titles = append(titles, p.Title)
	}
	if len(titles) != 2+1+1+2+2+2+1 || titles[0] != "iris" || titles[1] != "wine" {
		t.Fatalf("plots %q", titles)
	}
	ranks := f.Plots[0]
	if len(ranks.Series) != 2 || len(ranks.Series[1].X) != 2 || ranks.Series[1].X[1] != 3 || len(ranks.Marks) != 1 || len(f.Plots[1].Marks) != 0 {
		t.Errorf("lines over ranks: %+v", ranks)
	}
	if s := f.Plots[2].Series; len(s) != 2 || len(s[0].X) != 2 || s[0].X[0] != 150 || s[1].Label != "NMF, r = 3" {
		t.Errorf("lines over sizes: %+v", s)
	}
	if s := f.Plots[3].Series[0]; s.Y[0] != 1 || s.Y[len(s.Y)-1] >= 1 {
		t.Errorf("relative trace: %v", s.Y)
	}
	if s := f.Plots[4].Series; len(s) != 3 || len(s[0].X) != 50 {
		t.Errorf("scatter of classes: %d series", len(s))
	}
	if image := f.Plots[6].Image; image.Cols != 178 || image.Rows != 2 {
		t.Errorf("factor image %d×%d", image.Rows, image.Cols)
	}
	if image := f.Plots[8].Image; len(image.X) != 178 || len(image.Y) != 2 || image.Y[1] != 2 {
		t.Errorf("a factor on axes has the places %v and %v", image.X, image.Y)
	}
	average := f.Plots[10].Series
	if len(average) != 2 || len(average[1].X) != 2 || average[1].Label != "NMF" {
		t.Fatalf("average over the data sets: %+v", average)
	}
	if got, want := average[1].Y[1], (ranks.Series[1].Y[1]+f.Plots[1].Series[1].Y[1])/2; math.Abs(got-want) > 1e-12 {
		t.Errorf("average %v, want %v", got, want)
	}
}

// Surfaces that share a scale have the range of both.
func TestSharedScale(t *testing.T) {
	surface := func(values ...float64) []result.Plot {
		return []result.Plot{{Picture: result.Picture{Image: &result.Image{Rows: 1, Cols: len(values), Values: values, Scale: &result.ColourScale{Label: "msl"}}}}, {Status: result.Pending}}
	}
	shared := scales{}
	a, b, c := surface(2, 3), surface(1, 2.5), surface(9)
	shared.join("msl", a)
	shared.join("msl", b)
	shared.join("md", c)
	if s := a[0].Image.Scale; s.Low != 1 || s.High != 3 || s.Label != "msl" || s != b[0].Image.Scale || c[0].Image.Scale.Low != 9 {
		t.Errorf("scales %+v, %+v, %+v", a[0].Image.Scale, b[0].Image.Scale, c[0].Image.Scale)
	}
}

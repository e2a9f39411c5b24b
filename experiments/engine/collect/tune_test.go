package collect

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/spec/spectest"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// tunedSpec has a tuned method on four rows; SCOPE, GRID and BY are put in.
const tunedSpec = `title: tuned
seed: 3
replicates: 6
datasets:
  - {key: iris, source: iris, ranks: [2, 3]}
  - {key: wine, source: wine, ranks: [2, 3]}
stop: {iterations: 3, every: 1}
clusters: [{name: h, from: h, method: argmax}]
methods:
  - {key: nmf, solver: nmf}
  - {key: gnmf, solver: gnmf, tune: {grid: {GRID}, by: BY, per: SCOPE, stated: section 1}}
metrics: [acc, rel-error]
panels:
  - {key: acc, title: ACC, metric: acc, times: 100, average: Avg.}
  - {key: error, title: error, metric: rel-error}
  - {key: all, title: points, metric: acc, columns: [{method: gnmf, at: {lambda: 1}, label: one}, {method: gnmf, worst: true, label: worst}]}
plots: [{key: p, metric: acc, over: lambda}]
`

// made is a set of records whose scores a test makes up: by data set, rank, value of λ and replicate.
func made(t *testing.T, p *run.Plan, metrics func(id store.Identity) map[string]float64) *store.Records {
	t.Helper()
	set := store.NewRecords(store.Open(t.TempDir(), func(w string) { t.Error(w) }))
	for _, r := range p.Runs {
		rec := &store.Record{Key: r.Key, Run: r.ID, Status: result.OK, Metrics: metrics(r.ID)}
		if rec.Metrics == nil {
			rec.Status, rec.Reason = result.Failed, "it broke"
		}
		set.Put(rec)
	}
	return set
}

func tunedLibrary(t *testing.T, scope, grid, by string) *spec.Library {
	t.Helper()
	text := strings.NewReplacer("SCOPE", scope, "GRID", grid, "BY", by).Replace(tunedSpec)
	lib, err := spec.Load(spectest.Folder(map[string]string{"tuned.yaml": text}), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

// On rows of rank 2 λ = 1 is better by 0.1, on those of rank 3 λ = 2 by 0.2, but for replicates 0 and 1, where λ = 3 is.
func ladder(id store.Identity) map[string]float64 {
	v := map[string]float64{"": 0.5, "1": 0.6, "2": 0.5, "3": 0.1}[id.Vary["lambda"]]
	if id.Rank == 3 {
		v = map[string]float64{"": 0.5, "1": 0.5, "2": 0.7, "3": 0.1}[id.Vary["lambda"]]
		if id.Replicate < 2 && id.Vary["lambda"] == "3" {
			v = 0.8
		}
	}
	return map[string]float64{"acc": v, "rel-error": 1 - v/2}
}

// Each scope has a choice of its own, and every metric is read at it.
func TestChoiceByScope(t *testing.T) {
	for scope, want := range map[string][4]string{
		"experiment": {"lambda=2", "lambda=2", "lambda=2", "lambda=2"},
		"dataset":    {"lambda=2", "lambda=2", "lambda=2", "lambda=2"},
		"row":        {"lambda=1", "lambda=2", "lambda=1", "lambda=2"},
		"draw":       {"lambda=1", "lambda=2 (4 of 6), lambda=3 (2 of 6)", "lambda=1", "lambda=2 (4 of 6), lambda=3 (2 of 6)"},
	} {
		lib := tunedLibrary(t, scope, "lambda: [1, 2, 3]", "acc")
		p := planOf(t, lib, "demo/tuned", "quick")
		if want := 4 * 6 * (1 + 3); len(p.Runs) != want {
			t.Fatalf("%d units, want %d", len(p.Runs), want)
		}
		table := Gather(lib, p, made(t, p, ladder)).Table()
		acc, losses := panelOf(t, table, "acc"), panelOf(t, table, "error")
		for i, want := range want {
			c := acc.Rows[i].Cells[1]
			if c.State.Status != result.OK || c.Runs.Tuned == nil || c.Runs.Tuned.Choice() != want || len(c.Runs.Values) != 6 {
				t.Fatalf("%s, row %d: %s, %v, %d values, want %s", scope, i, c.State.Status, c.Runs.Tuned, len(c.Runs.Values), want)
			}
			for k, v := range losses.Rows[i].Cells[1].Runs.Values {
				if math.Abs(v-(1-c.Runs.Values[k]/2)) > 1e-15 {
					t.Errorf("%s, row %d: the error %v is not that of the choice by accuracy, %v", scope, i, v, c.Runs.Values[k])
				}
			}
			if acc.Rows[i].Cells[0].Runs.Tuned != nil {
				t.Error("NMF is tuned")
			}
		}
		if got := acc.Rows[1].Cells[1].Runs.Values[0]; (scope == "draw") != (got == 0.8) {
			t.Errorf("%s: replicate 0 of rank 3 has %v", scope, got)
		}
		if avg := acc.Rows[4].Cells[1]; avg.Runs.Tuned == nil || len(avg.Runs.Tuned.Honest) != 6 {
			t.Errorf("%s: the average says nothing of the choice: %+v", scope, avg.Runs.Tuned)
		}
		if notes := strings.Join(table.Notes, "\n"); !strings.Contains(notes, "(section 1): gnmf") {
			t.Errorf("%s: no note on the choice in\n%s", scope, notes)
		}
	}
}

// Of equals the first is taken; a metric that is better lower chooses the lowest; a column may show a point, or the worst.
func TestChoiceOfEquals(t *testing.T) {
	lib := tunedLibrary(t, "experiment", "lambda: [3, 1, 2]", "rel-error")
	p := planOf(t, lib, "demo/tuned", "quick")
	table := Gather(lib, p, made(t, p, func(id store.Identity) map[string]float64 {
		return map[string]float64{"rel-error": map[string]float64{"": 1, "1": 0.25, "2": 0.25, "3": 0.5}[id.Vary["lambda"]],
			"acc": map[string]float64{"": 0.5, "1": 0.4, "2": 0.9, "3": 0.2}[id.Vary["lambda"]]}
	})).Table()
	c := panelOf(t, table, "acc").Rows[0].Cells[1]
	if c.Runs.Tuned.Choice() != "lambda=1" || c.Runs.Values[0] != 0.4 || !slices.Equal(c.Runs.Tuned.Edges(), []string{"lambda"}) {
		t.Errorf("chosen %s, edges %v, values %v", c.Runs.Tuned.Choice(), c.Runs.Tuned.Edges(), c.Runs.Values)
	}
	if s := Selection(c); s == nil || s.Bias != 0 || s.Honest != 0.4 {
		t.Errorf("bias of a choice that nothing moves: %+v", s)
	}
	row := panelOf(t, table, "all").Rows[0]
	if row.Cells[0].Runs.Values[0] != 0.4 || row.Cells[0].Runs.Tuned != nil || row.Cells[1].Runs.Values[0] != 0.2 {
		t.Errorf("at λ = 1 %v, worst %v", row.Cells[0].Runs.Values, row.Cells[1].Runs.Values)
	}
}

// A point that fails on one row is left out of the choice and named; where all fail, the cell says why; where some have not run,
// nothing is chosen yet.
func TestPointsThatFail(t *testing.T) {
	lib := tunedLibrary(t, "experiment", "lambda: [1, 2]", "acc")
	p := planOf(t, lib, "demo/tuned", "quick")
	fails := func(values ...string) result.Cell {
		return panelOf(t, Gather(lib, p, made(t, p, func(id store.Identity) map[string]float64 {
			if id.Dataset == "wine" && id.Replicate == 4 && slices.Contains(values, id.Vary["lambda"]) {
				return nil
			}
			return ladder(id)
		})).Table(), "acc").Rows[0].Cells[1]
	}
	if c := fails("2"); c.Runs.Tuned.Choice() != "lambda=1" || !slices.Equal(c.Runs.Tuned.LeftOut, []string{"lambda=2"}) || !strings.Contains(c.Runs.Tuned.Sentence(), "without lambda=2 (failed: it broke)") {
		t.Errorf("%s", c.Runs.Tuned.Sentence())
	}
	if c := fails("1", "2"); c.Runs.Tuned != nil || len(c.Runs.Values) > 0 {
		t.Errorf("chosen although every point fails: %+v", c)
	}
	for values, says := range map[string]string{"2": "of 2 points", "1 2": ""} { // runs that ended well, without the score that chooses
		c := panelOf(t, Gather(lib, p, made(t, p, func(id store.Identity) map[string]float64 {
			if id.Dataset == "wine" && id.Replicate == 4 && strings.Contains(values, id.Vary["lambda"]) {
				return map[string]float64{"nmi-max": 1}
			}
			return ladder(id)
		})).Table(), "acc").Rows[0].Cells[1]
		switch {
		case says == "" && (len(c.Runs.Values) > 0 || !strings.Contains(c.State.Note, "no point of the grid could be chosen: acc has no value")):
			t.Errorf("%d values, %q, where no point has the score", len(c.Runs.Values), c.State.Note)
		case says != "" && !strings.Contains(c.Runs.Tuned.Sentence(), "without lambda=2 (acc has no value: it was not scored)"):
			t.Errorf("%s", c.Runs.Tuned.Sentence())
		}
	}
	half := *p
	half.Runs = slices.DeleteFunc(slices.Clone(p.Runs), func(r *run.Run) bool { return r.ID.Vary["lambda"] == "2" && r.ID.Replicate > 1 })
	set := made(t, &half, ladder)
	if c := panelOf(t, Gather(lib, p, set).Table(), "acc").Rows[0].Cells[1]; len(c.Runs.Values) != 2 || c.Runs.Tuned.Replicates != 2 {
		t.Errorf("%d values, chosen on %d replicates, want the two that have every point", len(c.Runs.Values), c.Runs.Tuned.Replicates)
	}
	half.Runs = slices.DeleteFunc(slices.Clone(p.Runs), func(r *run.Run) bool { return r.ID.Vary["lambda"] == "2" })
	if c := panelOf(t, Gather(lib, p, made(t, &half, ladder)).Table(), "acc").Rows[0].Cells[1]; c.State.Status != result.Pending || c.Runs.Tuned != nil {
		t.Errorf("status %s before every point has run", c.State.Status)
	}
}

// A request for one row has all that the choice rests on and shows that row; an option in the address pins the points.
func TestChoiceOfARow(t *testing.T) {
	lib := tunedLibrary(t, "experiment", "lambda: [1, 2, 3]", "acc")
	request := func(only string) (*run.Plan, result.Panel) {
		f, err := spec.ParseFilter(only)
		if err != nil {
			t.Fatal(err)
		}
		p, err := run.NewPlan(lib.Find("demo/tuned"), run.Request{Profile: "quick", Only: f})
		if err != nil {
			t.Fatal(err)
		}
		return p, panelOf(t, Gather(lib, p, made(t, p, ladder)).Table(), "acc")
	}
	if p, panel := request("dataset=iris,rank=2,method=gnmf"); len(p.Runs) != 4*6*3 || len(panel.Rows) != 1 || panel.Rows[0].Cells[0].Runs.Tuned.Choice() != "lambda=2" {
		t.Errorf("%d units, %d rows", len(p.Runs), len(panel.Rows))
	}
	if p, panel := request("dataset=iris,rank=2,method=gnmf,lambda=1|3"); len(p.Runs) != 12 || len(panel.Columns) != 2 || panel.Rows[0].Cells[0].Runs.Values[0] != 0.6 || panel.Columns[1].Label != "gnmf, lambda 3" {
		t.Errorf("%d units, columns %+v", len(p.Runs), panel.Columns)
	}
}

// A figure over a tuned option has the whole grid.
func TestFigureOverTheGrid(t *testing.T) {
	lib := tunedLibrary(t, "experiment", "lambda: [1, 2, 3]", "acc")
	p := planOf(t, lib, "demo/tuned", "quick")
	f := Gather(lib, p, made(t, p, ladder)).Figure()
	if len(f.Plots[0].Series) != 4 || !slices.Equal(f.Plots[0].Series[0].X, []float64{1, 2, 3}) {
		t.Errorf("%+v", f.Plots[0].Series)
	}
}

// Real runs: every point of a grid is run as a run of its own, and the first point of equal scores shown.
func TestTunedRuns(t *testing.T) {
	lib := tunedLibrary(t, "row", "lambda: [1, 10]", "acc")
	p, st := planOf(t, lib, "demo/tuned", "smoke"), store.Open(t.TempDir(), func(w string) { t.Error(w) })
	r := run.Runner{Store: st, Workers: 2}
	if err := r.Run(context.Background(), p.Runs); err != nil {
		t.Fatal(err)
	}
	g := Gather(lib, p, store.NewRecords(st))
	for _, row := range panelOf(t, g.Table(), "acc").Rows[:4] {
		c := row.Cells[1]
		best := float64(max(c.Runs.Tuned.Points[0].Score, c.Runs.Tuned.Points[1].Score))
		if got := stat.Mean(c.Runs.Values); math.Abs(got-best) > 1e-12 || len(c.Runs.Origins) == 0 {
			t.Errorf("%s: %v, want the best mean %v", row.Label, got, best)
		}
	}
	shown := 0
	for _, planned := range p.Runs {
		if t, ok := g.Tuning(planned); ok && t != nil {
			shown++
		}
	}
	if shown != 4*2 {
		t.Errorf("%d units behind the numbers of four rows with two replicates", shown)
	}
}

// Of points that are all the same, the best on all replicates is too good, and the honest number is right: simulated papers with
// scores of mean 0.5. The intervals of 95 % hold the bias as often, or more.
func TestHonestNumberIsUnbiased(t *testing.T) {
	const papers = 400
	lib := tunedLibrary(t, "experiment", "lambda: [1, 2, 3, 4, 5, 6, 7]", "acc")
	s := lib.Find("demo/tuned")
	p, err := run.NewPlan(s, run.Request{Profile: "quick", Replicates: 20})
	if err != nil {
		t.Fatal(err)
	}
	for _, spread := range []float64{0, 0.02} {
		rng := rand.New(rand.NewPCG(1, uint64(spread*100)))
		var honest, bias, truth []float64
		var intervals [][2]float64
		for range papers {
			c := simulated(p, s, rng, spread)
			row := run.KeyOf(s.Datasets[0], 2, s.Methods[1].Variants()[0])
			cell := result.Cell{Runs: result.Sample{Tuned: c.tuned(row, "acc")}}
			var expected float64
			for i, k := range c.picked {
				cell.Runs.Values = append(cell.Runs.Values, c.records[0][k][i].Metrics["acc"])
				for point, share := range c.honest[i] { // of all halvings
					expected += share / halvings * (0.5 + spread*float64(point)) / float64(len(c.picked))
				}
			}
			got := Selection(cell)
			if got == nil {
				t.Fatal("no selection bias")
			}
			honest, bias, truth = append(honest, got.Honest), append(bias, got.Bias), append(truth, expected)
			intervals = append(intervals, [2]float64{got.Low, got.High})
		}
		off := make([]float64, papers)
		for i := range off {
			off[i] = honest[i] - truth[i]
		}
		if se := stat.SD(off) / math.Sqrt(papers); math.Abs(stat.Mean(off)) > 3*se {
			t.Errorf("spread %v: the honest number is off by %v±%v", spread, stat.Mean(off), se)
		}
		if se := stat.SD(bias) / math.Sqrt(papers); spread == 0 && stat.Mean(bias) < 5*se {
			t.Errorf("choosing among equals adds %v±%v", stat.Mean(bias), se)
		}
		covered, mean := 0, stat.Mean(bias)
		for _, at := range intervals {
			if at[0] <= mean && mean <= at[1] {
				covered++
			}
		}
		if covered < papers*92/100 {
			t.Errorf("spread %v: %d of %d intervals hold the bias", spread, covered, papers)
		}
	}
}

// simulated is a choice by scores that are drawn: replicates have a draw of their own that all points share.
func simulated(p *run.Plan, s *spec.Experiment, rng *rand.Rand, spread float64) *choice {
	c := &choice{tune: s.Methods[1].Tune, points: s.Methods[1].Points(), rows: []rowAt{{s.Datasets[0], 2}}}
	byPoint := make(map[string][]*store.Record)
	for rep := range p.Replicates {
		draw := 0.05 * rng.NormFloat64()
		for k, v := range c.points {
			score := 0.5 + spread*float64(k) + draw + 0.03*rng.NormFloat64()
			byPoint[v.Name()] = append(byPoint[v.Name()], &store.Record{Run: store.Identity{Replicate: rep}, Status: result.OK, Metrics: map[string]float64{"acc": score}})
		}
	}
	c.gather(func(_ rowAt, v spec.Variant) []*store.Record { return byPoint[v.Name()] })
	c.pick()
	return c
}

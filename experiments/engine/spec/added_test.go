package spec

import (
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"nmfrepro/experiments/engine/spec/spectest"
)

var embedded = sync.OnceValues(func() (*Library, error) { return Embedded() })

// besideCarried loads one spec, mine/more.yaml, beside the experiments of the program.
func besideCarried(t *testing.T, text string) (*Experiment, error) {
	t.Helper()
	carried, err := embedded()
	if err != nil {
		t.Fatal(err)
	}
	own, err := carried.LoadBeside(fstest.MapFS{"mine/more.yaml": {Data: []byte(text)}}, "", nil)
	return own.Find("mine/more"), err
}

// Every table of every paper but those that count first places takes another method, which has a column in each panel.
func TestAddedColumnInEveryTable(t *testing.T) {
	carried, err := embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, base := range carried.Specs {
		counts := len(base.Panels) > 0
		for _, p := range base.Panels {
			counts = counts && len(p.Firsts) > 0
		}
		if len(base.Panels) == 0 || counts {
			continue
		}
		if len(base.Added) > 0 { // it is itself like another, which takes the method
			continue
		}
		s, err := besideCarried(t, "title: t\nlike: "+base.Address+"\nmethods:\n  - {key: mine, label: Mine, solver: nmf}\n")
		if base.Address == "pnmf/table5" { // whose rows are two data sets each, one for each kind of method
			if err == nil || !strings.Contains(err.Error(), "name its data sets") {
				t.Errorf("%s: got %v, want the advice to name data sets", base.Address, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", base.Address, err)
			continue
		}
		for i, p := range s.Panels {
			var theirs, mine []Column
			for _, c := range p.Columns {
				if c.Method == "mine" {
					mine = append(mine, c)
				} else {
					theirs = append(theirs, c)
				}
			}
			if len(mine) == 0 && len(p.Firsts) == 0 {
				t.Errorf("%s, panel %s: no column", base.Address, p.Key)
			}
			for _, c := range mine {
				if c.Reported != Nothing {
					t.Errorf("%s, panel %s: the added column is compared with %q", base.Address, p.Key, c.Reported)
				}
			}
			if !reflect.DeepEqual(base.Columns(base.Panels[i]), theirs) {
				t.Errorf("%s, panel %s: the other columns are %v, want %v", base.Address, p.Key, theirs, base.Columns(base.Panels[i]))
			}
		}
	}
}

// Columns follow those of a method like the added one: one for each factor, under its heading; one for each variant.
func TestAddedColumns(t *testing.T) {
	s, err := besideCarried(t, `title: t
like: pnmf/table3
methods:
  - {key: a, label: A, solver: nmf}
  - {key: b, label: B, solver: nmf, vary: {order: [w-first, h-first]}}
`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range s.Panels[2].Columns {
		if c.Method == "a" || c.Method == "b" {
			got = append(got, s.ColumnName(c)+": "+s.MetricOf(s.Panels[2], c))
		}
	}
	want := []string{
		"A W: sparseness-scaled-h", "A H: sparseness-scaled-w",
		"B B, order w-first: sparseness-scaled-h", "B B, order h-first: sparseness-scaled-h",
		"B B, order w-first: sparseness-scaled-w", "B B, order h-first: sparseness-scaled-w",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if s.Original != "pnmf/table3" || s.Base != "pnmf/table3" {
		t.Errorf("published %s, units %s", s.Original, s.Base)
	}
}

func TestAddedMistakes(t *testing.T) {
	const panel = "panels: [{key: p, title: p, metric: purity, methods: [nmf]}]\n"
	for _, test := range []struct{ text, want string }{
		{"like: pnmf/table3\nmethods: [{key: mine, solver: nmf}]\n" + panel, `mine/more.yaml:3:17: methods[0].key: method mine is in no panel and no plot`},
		{"like: pnmf/table3\nmethods: [{key: nmf, solver: nmf}]\n", `pnmf/table3 has a method "nmf" already`},
		{"like: pnmf/table999\nmethods: [{key: mine, solver: nmf}]\n", `no other experiment "pnmf/table999"`},
		{"like: dsp/table4\nmethods: [{key: mine, solver: nmf}]\n", "method mine is in no panel"},
		{"like: ornmf/fig4\nmethods: [{key: mine, solver: nmf}]\n", "method mine is in no panel and no plot"}, // which runs over alpha
		{"like: pnmf/table3\nseed: 3\nmethods: [{key: mine, solver: nmf}]\n", "seed: leave it out: it is taken from pnmf/table3"},
		{"like: pnmf/table3\nmetrics: [ari]\nmethods: [{key: mine, solver: nmf}]\n", "metrics: leave it out: the runs of pnmf/table3 are shared, and keep scores, no factors; want a panel with one of purity"},
		{"like: pnmf/table3\nstop: {iterations: 3}\nmethods: [{key: mine, solver: nmf}]\n", "stop: leave it out"},
		{"like: pnmf/table3\nmethods: [{key: mine, solver: nmff}]\n", `did you mean "nmf"`},
		{"like: pnmf/table3\nmethods: [{key: mine, solver: nmf, options: {order: up}}]\n", `order = "up"`},
	} {
		if _, err := besideCarried(t, "title: t\n"+test.text); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s\ngot %v, want %q", test.text, err, test.want)
		}
	}
}

// What no table shows is not computed: in a whole spec, too, a method needs a panel, a plot or a method that starts from it.
func TestMethodWithoutPanel(t *testing.T) {
	const text = `title: t
seed: 1
profiles: {smoke: {replicates: 1}, quick: {replicates: 1}, paper: {replicates: 1}}
datasets: [{key: iris, source: iris, ranks: [3]}]
stop: {iterations: 4}
methods:
  - {key: shown, solver: nmf}
  - {key: hidden, solver: hals}
metrics: [rel-error]
panels: [{key: a, title: a, metric: rel-error, methods: [shown]}]
`
	const like = "title: t\nlike: whole\npanels: [{key: b, title: b, metric: rel-error, methods: [hidden]}]\n"
	folder := map[string]string{"whole.yaml": text}
	if _, err := Load(spectest.Folder(folder), "", nil); err == nil || !strings.Contains(err.Error(), "demo/whole.yaml:8:11: methods[1].key: method hidden is in no panel and no plot") {
		t.Errorf("got %v, want the hidden method", err)
	}
	folder["other.yaml"] = like
	if _, err := Load(spectest.Folder(folder), "", nil); err != nil {
		t.Errorf("shown by another experiment of the same units: %v", err)
	}
}

// A spec like one with draws of a third has these draws, and by tune-by another choice from the same runs; both specs may come in any order.
func TestTuneByOfTheSameRuns(t *testing.T) {
	const tuned = `title: tuned
seed: 3
draws: first
replicates: 2
datasets: [{key: iris, source: iris, ranks: [3]}]
stop: {iterations: 5}
clusters: [{name: h, from: h, method: argmax}]
methods: [{key: gnmf, solver: gnmf, tune: {by: msl, grid: {lambda: [1, 10]}}}]
metrics: [ari, msl]
panels: [{key: a, title: a, metric: ari}]
`
	first := strings.ReplaceAll(strings.Replace(tuned, "draws: first\n", "", 1), ", tune: {by: msl, grid: {lambda: [1, 10]}}", "")
	load := func(like string) (*Library, error) {
		fsys := fstest.MapFS{}
		for name, text := range map[string]string{"first": first, "tuned": tuned, "all": like} {
			fsys["demo/"+name+".yaml"] = &fstest.MapFile{Data: []byte(text)}
		}
		fsys["demo/paper.yaml"] = &fstest.MapFile{Data: []byte(spectest.Paper)}
		return Load(fsys, "", nil)
	}
	lib, err := load("title: all\nlike: tuned\ntune-by: ari\npanels: [{key: a, title: a, metric: ari}]\n")
	if err != nil {
		t.Fatal(err)
	}
	all, base := lib.Find("demo/all"), lib.Find("demo/tuned")
	if all.Methods[0].Tune.By != "ari" || base.Methods[0].Tune.By != "msl" || all.Base != base.Base || all.DrawsOf != "demo/first" {
		t.Errorf("by %s and %s, runs of %s and %s, draws of %s", all.Methods[0].Tune.By, base.Methods[0].Tune.By, all.Base, base.Base, all.DrawsOf)
	}
	for text, want := range map[string]string{
		"title: t\nlike: first\ntune-by: ari\npanels: [{key: a, title: a, metric: ari}]\n":  "tune-by: first tunes no method",
		"title: t\nlike: tuned\ntune-by: arii\npanels: [{key: a, title: a, metric: ari}]\n": `tune-by: unknown metric that is computed "arii"`,
		"tune-by: ari\n" + first: "tune-by goes with like",
	} {
		if _, err := load(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngot %v, want %q", text, err, want)
		}
	}
}

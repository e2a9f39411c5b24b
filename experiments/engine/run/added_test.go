package run

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/experiments/engine/spec"
	"nmfrepro/solvers"
)

// draws has draws of classes, of samples and of their order.
const draws = `title: t
seed: 5
profiles: {smoke: {replicates: 1}, quick: {replicates: 2}, paper: {replicates: 2}}
datasets:
  - {key: iris, source: iris, ranks: [2], classes: 2, hold-samples: 0.2, shuffle: true}
stop: {iterations: 4}
methods: [{key: nmf, solver: nmf}]
metrics: [rel-error]
panels: [{key: a, title: a, metric: rel-error}]
`

// A method that is added to an experiment of a paper leaves the runs of the others as they are, keys included, and shares their
// draw and start.
func TestAddedMethodsShareDrawAndStart(t *testing.T) {
	carried, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	own, err := carried.LoadBeside(fstest.MapFS{
		"mine/more.yaml":  {Data: []byte("title: t\nlike: pnmf/table3\nmethods:\n  - {key: mine, solver: hals}\n")},
		"mine/other.yaml": {Data: []byte("title: t\nlike: draws\nmethods:\n  - {key: mine, solver: hals}\n")},
		"mine/draws.yaml": {Data: []byte(draws)},
	}, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ like, added string }{{"pnmf/table3", "mine/more"}, {"mine/draws", "mine/other"}} {
		base, more := planOf(t, own, c.like, "quick"), planOf(t, own, c.added, "quick")
		keys := map[string]bool{}
		for _, r := range base.Runs {
			keys[r.Key] = true
		}
		kept, mine := 0, map[comparison]*Run{}
		for _, r := range more.Runs {
			switch {
			case r.ID.Method == "mine" && keys[r.Key]:
				t.Errorf("%s: the added method has a key of %s", c.added, c.like)
			case r.ID.Method == "mine":
				mine[r.comparison()] = r
			case !keys[r.Key]:
				t.Errorf("%s: %s %s %d has another key than in %s", c.added, r.ID.Dataset, r.ID.Method, r.ID.Replicate, c.like)
			default:
				kept++
			}
		}
		if kept != len(base.Runs) || len(mine) == 0 {
			t.Fatalf("%s: %d units of %s and %d of the added method, want %d and some", c.added, kept, c.like, len(mine), len(base.Runs))
		}
		compared := 0
		for _, r := range base.Runs {
			if r.ID.Dataset != "iris" || r.ID.Solver != "nmf" || r.ID.Replicate > 1 {
				continue
			}
			other := mine[r.comparison()]
			if other == nil {
				t.Errorf("%s: no unit of the added method beside %s, replicate %d", c.added, r.ID.Method, r.ID.Replicate)
				continue
			}
			compared++
			theirs, err := r.sample()
			if err != nil {
				t.Fatal(err)
			}
			ours, err := other.sample()
			if err != nil {
				t.Fatal(err)
			}
			if !mat.Equal(theirs.X, ours.X) || !cmp.Equal(theirs.Labels, ours.Labels) {
				t.Errorf("%s: replicate %d works on another draw", c.added, r.ID.Replicate)
			}
			f, err := r.startDrawn(theirs.Data, solvers.InitRandom)
			if err != nil {
				t.Fatal(err)
			}
			g, err := other.startDrawn(ours.Data, solvers.InitRandom)
			if err != nil {
				t.Fatal(err)
			}
			if !mat.Equal(f.W, g.W) || !mat.Equal(f.Ht, g.Ht) {
				t.Errorf("%s: replicate %d begins elsewhere", c.added, r.ID.Replicate)
			}
		}
		if compared == 0 {
			t.Errorf("%s: nothing was compared", c.added)
		}
	}
}

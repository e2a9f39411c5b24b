package audit

import (
	"testing"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
)

// TestEveryReadingIsRecomputed checks that whoever draws records to compute them again asks for what publish packs: the records of the
// protocol, of its alternatives, and of alternatives that hold together.
func TestEveryReadingIsRecomputed(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	from, err := RecordsOf(lib, []string{"ornmf"}, store.NewShelf(nil), nil, "")
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	for _, r := range list.FlatMap(from[0].Plans, func(p *run.Plan) []*run.Run { return p.Runs }) {
		asked[r.Key] = true
	}
	a, err := store.NewShelf(nil).Committed("ornmf")
	if err != nil {
		t.Fatal(err)
	}
	left := list.Filter(a.Keys(), func(key string) bool { return !asked[key] })
	if len(left) > 0 || a.Len() == 0 {
		t.Errorf("%d of %d records are asked for by no reading, the first %s", len(left), a.Len(), left[0])
	}
}

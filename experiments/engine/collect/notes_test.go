package collect

import (
	"strings"
	"testing"

	"nmfrepro/datasets"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// Doubts are of what is shown: a figure like a table does not repeat those of methods that it leaves out.
func TestDoubtsOfWhatIsShown(t *testing.T) {
	rec := &store.Record{Warnings: []string{"the graph falls apart"}}
	g := Results{records: map[result.Address][]*store.Record{
		{Dataset: "iris", Rank: 3, Method: "lle"}: {rec, rec}, {Dataset: "iris", Rank: 3, Method: "umap"}: {rec},
	}}
	all := g.doubts(func(string) bool { return true })
	some := g.doubts(func(method string) bool { return method == "lle" })
	if len(all) != 2 || len(some) != 1 || some[0] != "Doubt: lle on iris: the graph falls apart (2 replicates)." {
		t.Errorf("%q of all, %q of lle", all, some)
	}
	g.records[result.Address{Dataset: "digits", Rank: 2, Method: "lle"}] = []*store.Record{rec}
	if all = g.doubts(func(string) bool { return true }); len(all) != 2 || all[0] != "Doubt: lle on iris, digits: the graph falls apart (3 replicates)." {
		t.Errorf("%q, want one line a method", all)
	}
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	p, err := run.NewPlan(lib.Find("dsp/fig3"), run.Request{Profile: "smoke", Data: t.TempDir()}) // draws no LLE
	if err != nil {
		t.Fatal(err)
	}
	st := store.Open(t.TempDir(), nil)
	for _, r := range p.Runs {
		rec := r.Blank()
		rec.Warnings = []string{"of " + r.ID.Method + "!"}
		if err := st.Put(rec); err != nil {
			t.Fatal(err)
		}
	}
	notes := strings.Join(Gather(lib, p, store.NewRecords(st)).Figure().Notes, "\n")
	if !strings.Contains(notes, "of gnmf!") || strings.Contains(notes, "of lle!") || strings.Contains(notes, "of umap!") {
		t.Errorf("notes of dsp/fig3: %s", notes)
	}
}

// A figure names the methods that it lacks beside those that it draws.
func TestUndrawn(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	p, err := run.NewPlan(lib.Find("rpr/fig2"), run.Request{Profile: "smoke", Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	st := store.Open(t.TempDir(), nil)
	if notes := strings.Join(Gather(lib, p, store.NewRecords(st)).Figure().Notes, "\n"); strings.Contains(notes, "Not drawn") {
		t.Errorf("an empty figure says so by itself: %s", notes)
	}
	for _, r := range p.Runs {
		if r.ID.Method == "lcnmf" {
			if err := st.Put(r.Blank()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if notes := strings.Join(Gather(lib, p, store.NewRecords(st)).Figure().Notes, "\n"); !strings.Contains(notes, "Not drawn, because not run yet:") || !strings.Contains(notes, "GNMF") || strings.Contains(notes, "run yet: LCNMF") {
		t.Errorf("notes of rpr/fig2 with LCNMF alone: %s", notes)
	}
}

// Where nothing is computed, missing data is told from what has not been run, at a glance.
func TestMissingDataIsNotPending(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	p, err := run.NewPlan(lib.Find("pnmf/table3"), run.Request{Profile: "quick", Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]result.Status{"iris": result.Pending, "digit": result.Pending, "orl": result.MissingData} // iris and digit are embedded
	if entry, _ := datasets.Find("iris"); !entry.Embedded {
		t.Fatal("iris is not embedded")
	}
	table := Gather(lib, p, store.NewRecords(store.Open(t.TempDir(), nil))).Table()
	for _, row := range table.Panels[0].Rows {
		for _, c := range row.Cells {
			if c.State.Status != want[c.At.Dataset] {
				t.Errorf("%s: %s (%s), want %s", c.Address, c.State.Status, c.State.Note, want[c.At.Dataset])
			}
			if c.State.Status == result.MissingData && !strings.Contains(c.State.Note, "nmfrepro data get") {
				t.Errorf("%s does not say how to get it: %s", c.Address, c.State.Note)
			}
		}
	}
}

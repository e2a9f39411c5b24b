package audit

import (
	"slices"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/collect"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/whatif"
	"nmfrepro/reports/result"
)

// Committed results decode, and what of them no experiment asks for any more is counted: such results are no mistake, they
// wait to be computed again.
func TestCommitted(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, p := range lib.Papers {
		a, err := store.Committed(p.Key)
		if err != nil {
			t.Error(err)
			continue
		}
		if a.Paper != p.Key {
			t.Errorf("%s has the archive of %s", p.Key, a.Paper)
		}
		for _, e := range a.Experiments {
			if lib.Find(e.Address) == nil {
				t.Errorf("%s: results of %s, of which there is no experiment", p.Key, e.Address)
			}
		}
		stale, all, err := countStale(lib, a)
		if err != nil {
			t.Error(err)
		}
		t.Logf("%s: %d of %d committed records are stale", p.Key, stale, all)
		found += all
	}
	if found == 0 {
		t.Error("no paper has committed results")
	}
}

// Committed results are behind a store that is asked to look there, and never behind another.
func TestWithCommitted(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range lib.Papers {
		a, err := store.Committed(p.Key)
		if err != nil || a.Len() == 0 {
			continue
		}
		rec, _ := a.Get(store.Ref{Key: a.Keys()[0]})
		st := store.Open(t.TempDir(), func(w string) { t.Error(w) })
		if _, ok := st.Get(store.Ref{Experiment: rec.Run.Experiment, Key: rec.Key}); ok {
			t.Errorf("%s: an empty store has %s", p.Key, rec.Key)
		}
		got, ok := store.NewRecords(st, store.NewShelf(nil)).Get(store.Ref{Experiment: rec.Run.Experiment, Key: rec.Key})
		if !ok || got.Key != rec.Key {
			t.Errorf("%s: the committed %s is not found", p.Key, rec.Key)
		}
		own := &store.Record{Key: rec.Key, Run: rec.Run, Status: result.Failed, Reason: "ours"}
		if err := st.Put(own); err != nil {
			t.Fatal(err)
		}
		if got, _ := store.NewRecords(st, store.NewShelf(nil)).Get(store.Ref{Experiment: rec.Run.Experiment, Key: rec.Key}); got.Reason != "ours" {
			t.Errorf("%s: the results folder does not come first", p.Key)
		}
	}
}

// What is gathered of a store is what the tables need: a plan shows the same from the archive as from the folder.
func TestGather(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	s := lib.Find("pnmf/table3")
	only, err := spec.ParseFilter("dataset=iris,method=nmf|pnmf")
	if err != nil {
		t.Fatal(err)
	}
	p, err := run.NewPlan(s, run.Request{Profile: "smoke", Only: only})
	if err != nil {
		t.Fatal(err)
	}
	st := store.Open(t.TempDir(), func(w string) { t.Error(w) })
	if _, _, err := gather("pnmf", []*run.Plan{p}, nil, store.NewRecords(st)); err == nil {
		t.Error("an empty folder makes an archive")
	}
	for i, r := range p.Runs[1:] { // the first has not run
		rec := r.Blank()
		rec.Metrics = map[string]float64{"purity": 1 / float64(i+3)}
		if err := st.Put(rec); err != nil {
			t.Fatal(err)
		}
	}
	altered, err := lib.Alter(s, "init = k-means")
	if err != nil {
		t.Fatal(err)
	}
	other, err := run.NewPlan(altered, run.Request{Profile: "smoke", Only: only})
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Put(other.Runs[0].Blank()); err != nil {
		t.Fatal(err)
	}
	data, absent, err := gather("pnmf", []*run.Plan{p, p}, []*run.Plan{p, other}, store.NewRecords(st))
	if err != nil || absent != 2 {
		t.Fatalf("%d units absent (%v), want the one of both plans", absent, err)
	}
	a := mustDecode(t, data)
	if got, replicates := a.ProfileOf(s.Base); got != "smoke" || replicates != p.Replicates || a.Len() != len(p.Runs) { // without the first, with one of the alternative
		t.Errorf("profile %q, %d records", got, a.Len())
	}
	if stale, all, err := countStale(lib, a); stale != 0 || all != a.Len() || err != nil {
		t.Errorf("%d of %d stale (%v), want none", stale, all, err)
	}
	records, err := a.Records()
	if err != nil {
		t.Fatal(err)
	}
	records[0].Key = "gone"
	gone, _, err := store.NewArchive("pnmf", a.Experiments, records)
	if err != nil {
		t.Fatal(err)
	}
	if stale, _, _ := countStale(lib, gone); stale != 1 {
		t.Errorf("%d stale, want the one whose key no plan has", stale)
	}
	own := collect.Gather(lib, p, store.NewRecords(st)).Table()
	kept := collect.Gather(lib, p, store.NewRecords(mustDecode(t, data))).Table()
	for i, b := range own.Panels {
		for k, row := range b.Rows {
			for c, cell := range row.Cells {
				other := kept.Panels[i].Rows[k].Cells[c]
				if len(cell.Runs.Values) != len(other.Runs.Values) || !slices.Equal(cell.Runs.Values, other.Runs.Values) && len(cell.Runs.Values) > 0 {
					t.Errorf("%s: %v from the folder, %v from the archive", cell.Address, cell.Runs.Values, other.Runs.Values)
				}
			}
		}
	}
	wrong := p.Runs[0].Blank()
	wrong.Metrics = map[string]float64{"purity": -5}
	if err := st.Put(wrong); err != nil {
		t.Fatal(err)
	}
	if _, _, err := gather("pnmf", []*run.Plan{p}, nil, store.NewRecords(st)); err == nil || !strings.Contains(err.Error(), "1 record that no run can have left") {
		t.Errorf("a purity of -5 is packed: %v", err)
	}
}

func mustDecode(t *testing.T, data []byte) *store.Archive {
	t.Helper()
	a, err := store.DecodeArchive(data)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// countStale counts the records of a paper's archive that no experiment asks for any more, under its protocol or an alternative
// of the open settings, because options, versions, data, seeds or the numbers that this build computes have changed since; and those in all.
func countStale(lib *spec.Library, a *store.Archive) (stale, all int, err error) {
	left := map[string]bool{}
	for _, key := range a.Keys() {
		left[key] = true
	}
	take := func(s, made *spec.Experiment) error {
		profile, replicates := a.ProfileOf(made.Base)
		p, err := run.NewPlan(s, run.Request{Profile: profile, Replicates: replicates})
		if err != nil {
			return err
		}
		for _, r := range p.Runs {
			if _, ok := a.Get(r); ok {
				delete(left, r.Key)
			}
		}
		return nil
	}
	var asked []*spec.Experiment
	for _, s := range lib.Specs {
		if profile, _ := a.ProfileOf(s.Base); strings.HasPrefix(s.Address, a.Paper+"/") && profile != "" {
			asked = append(asked, s)
			if err := take(s, s); err != nil {
				return 0, 0, err
			}
		}
	}
	for _, s := range asked {
		if len(left) == 0 {
			break
		}
		for _, altered := range whatif.Readings(lib, s) {
			if err := take(altered, s); err != nil {
				return 0, 0, err
			}
		}
	}
	return len(left), a.Len(), nil
}

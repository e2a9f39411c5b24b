package collect

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/spec/spectest"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// startRun computes the quick profile of spectest.Start.
func startRun(t *testing.T) (*spec.Library, *run.Plan, *store.Store) {
	t.Helper()
	lib, err := spec.Load(fstest.MapFS{
		"demo/paper.yaml": {Data: []byte("title: t\ncite: c\nshort: s\n")},
		"demo/start.yaml": {Data: []byte(spectest.Start)},
	}, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	p, st := planOf(t, lib, "demo/start", "quick"), store.Open(t.TempDir(), func(w string) { t.Error(w) })
	r := run.Runner{Store: st, Workers: 2}
	if err := r.Run(context.Background(), p.Runs); err != nil {
		t.Fatal(err)
	}
	return lib, p, st
}

// Data sets of one label share a row; held-out samples are scored where the method leaves a basis.
func TestSharedRowsAndUnseenSamples(t *testing.T) {
	lib, p, st := startRun(t)
	table := Gather(lib, p, store.NewRecords(st)).Table()
	a := panelOf(t, table, "a")
	if len(a.Rows) != 1 || a.Rows[0].Label != "made" {
		t.Fatalf("rows %+v, want one", a.Rows)
	}
	for i, want := range []string{"signed", "positive"} {
		if c := a.Rows[0].Cells[i]; c.At.Dataset != want || len(c.Runs.Values) != 2 || !strings.Contains(c.Address, "dataset="+want) {
			t.Errorf("column %d: %s of %s has %d values (%s)", i, c.Address, c.At.Dataset, len(c.Runs.Values), c.State.Note)
		}
	}
	b := panelOf(t, table, "b").Rows[0]
	for _, c := range b.Cells[:2] {
		if len(c.Runs.Values) != 2 || !(c.Runs.Values[0] > 0 && c.Runs.Values[0] < 1) {
			t.Errorf("%s: %v (%s)", c.Address, c.Runs.Values, c.State.Note)
		}
	}
	if c := b.Cells[2]; c.State.Status != result.Skipped || !strings.Contains(c.State.Note, "no coefficients for new samples") {
		t.Errorf("clusters alone: %s %s", c.State.Status, c.State.Note)
	}
	if notes := strings.Join(table.Notes, " "); !strings.Contains(notes, "signed (pnmf-projection, 30×500)") || !strings.Contains(notes, "positive (pnmf-projection, 20×500)") {
		t.Errorf("notes %q, want the sizes of the data", notes)
	}
	f := Gather(lib, p, store.NewRecords(st)).Figure()
	gap, errors, entropy := f.Plots[0], f.Plots[1], f.Plots[2]
	if len(gap.Series) != 2 || !gap.Series[0].Bars || !slices.Equal(gap.X.Names, []string{"iris"}) || gap.Series[1].X[0] != 1 {
		t.Errorf("columns: %+v", gap)
	}
	if len(errors.Series) != 2 || !slices.Equal(errors.Series[0].X, []float64{1, 2}) || !slices.Equal(errors.Series[1].X, []float64{3}) {
		t.Errorf("columns of three data sets: %+v", errors)
	}
	if len(entropy.Series) != 1 || len(entropy.Series[0].X) != 81 {
		t.Errorf("curve: %+v", entropy)
	}
}

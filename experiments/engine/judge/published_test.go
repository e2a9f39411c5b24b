package judge

import (
	"testing"

	"nmfrepro/experiments/engine/collect"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
)

// nothing is a reader without records.
type nothing struct{}

func (nothing) Get(store.Wanted) (*store.Record, bool) { return nil, false }

// Every cell that a rendered table compares with print is found again under the address of the reported cell.
func TestBesidePublished(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, s := range lib.Specs {
		paper, table := lib.PaperOf(s)
		if table == nil || len(s.Panels) == 0 {
			continue
		}
		plan, err := run.NewPlan(s, run.Request{Profile: "smoke", Data: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		comparable := paper.Comparable(func(_, _ string) bool { return false })
		collected := Table(collect.Gather(lib, plan, store.NewRecords()))
		cells := besideReported(s, collected)
		for ref, c := range cells {
			got := reported.Cell{Value: c.Reported.Value, SD: c.Reported.SD, Bold: c.Reported.Bold}
			want := comparable.CellOf(ref)
			if want = (reported.Cell{Value: want.Value, SD: want.SD, Bold: want.Bold}); got != want {
				t.Errorf("%s: %s is %+v in print, the cell has %+v", s.Address, ref, want, got)
			}
		}
		for _, j := range collected.Judged() {
			if want := max(s.Profiles.Paper.Replicates, 0); table.Runs != nil && j.Verdict.Runs != table.Runs.Value || table.Runs == nil && j.Verdict.Runs != want {
				t.Errorf("%s: %d runs of the paper are counted", j.Address, j.Verdict.Runs)
			}
		}
		want := 0
		for _, b := range collected.Panels {
			for _, row := range b.Rows {
				for _, c := range row.Cells {
					if c.Reported.Value != "" {
						want++
					}
				}
			}
		}
		have := 0
		for _, c := range cells {
			if c.Reported.Value != "" {
				have++
			}
		}
		if have != want {
			t.Errorf("%s: %d printed cells are found again, the table has %d", s.Address, have, want)
		}
		compared += have
	}
	s := lib.Find("rpr/table2") // its accuracies are percentages
	plan, err := run.NewPlan(s, run.Request{Profile: "quick", Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	ref := reported.Ref{Table: "table2", Panel: "acc", Row: "orl r=5", Column: "NMF Euclidean"}
	table := collect.Gather(lib, plan, store.NewRecords()).Table()
	for _, b := range table.Panels {
		if b.Key == ref.Panel {
			b.Rows[0].Cells[0].Runs.Values = []float64{0.8}
		}
	}
	if got := besideReported(s, table)[ref]; len(got.Runs.Values) != 1 || got.Runs.Values[0] != 0.8 || got.Shown()[0] != 80 {
		t.Errorf("0.8 is %+v, want 80 in the unit of the table", got)
	}
	if compared < 51 { // those of Table III of PNMF
		t.Errorf("%d printed cells in all experiments, want at least 51", compared)
	}
}

package transcript

import "testing"

func TestCompareTables(t *testing.T) {
	table := func(value string) []Table {
		return []Table{{Panels: []Panel{{Key: "a", Columns: []string{"NMF", "PNMF"}, Rows: []Row{{Name: "iris", Cells: []string{"1", value}, Lines: []int{1, 1}}}}}}}
	}
	if all, cells, notes := CompareTables(table("2"), table("2")); len(all)+len(notes) != 0 || cells != 2 {
		t.Errorf("%v in %d cells, %v; want none in 2", all, cells, notes)
	}
	if all, _, _ := CompareTables(table("2"), table("3")); len(all) != 1 || all[0].First != "2" || all[0].Other != "3" {
		t.Errorf("%v, want 2 and 3", all)
	}
}

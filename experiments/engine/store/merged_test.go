package store

import "testing"

func TestMergedAdd(t *testing.T) {
	var all Merged
	all.Add(Merged{New: 2, Equal: 1, Unequal: []string{"a"}})
	all.Add(Merged{New: 1, Damaged: []string{"b", "c"}})
	if all.New != 3 || all.Equal != 1 || len(all.Unequal) != 1 || len(all.Damaged) != 2 || all.Found() != 7 || (Merged{}).Found() != 0 {
		t.Errorf("%+v, %d found; want 3 new, 1 equal, 1 unequal, 2 damaged, 7 found", all, all.Found())
	}
}

package workflow

import (
	"testing"

	"nmfrepro/experiments/engine/spec"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// committed opens a pass on the results that the program carries.
func committed(t *testing.T, address string) *Pass {
	t.Helper()
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	shelf := store.NewShelf(nil)
	p, err := Open(lib, store.NewRecords(store.Open(t.TempDir(), nil), shelf), Request{Addresses: []string{address}, Kind: Either,
		Amount: Amount{Profile: spec.DefaultProfile}, Lookup: Lookup{Cached: true, Shelf: shelf, Blind: true, Data: t.TempDir()}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A cell has one address, and one verdict whatever else of its table is shown.
func TestOneVerdictACell(t *testing.T) {
	for whole, parts := range map[string][]string{
		"rpr/table2":   {"rank=40,method=rpr", "panel=acc,method=rpr|nmf"},
		"pnmf/table3":  {"method=pnmf", "dataset=iris,metric=purity"},
		"dsp/table1":   {"dataset=coil20,method=dsp", "panel=all,average,method=dsp,column=DSP-NMF max"},
		"ornmf/table2": {"method=ornmf"},
		"mcnmf/table1": {"dataset=orl"},
	} {
		p := committed(t, whole)
		want := map[string]result.Cell{}
		for _, c := range p.Tables()[0].Judged() {
			if _, twice := want[c.Address]; twice {
				t.Errorf("two cells are %s", c.Address)
			}
			want[c.Address] = c
		}
		for _, part := range parts {
			cells := committed(t, whole+":"+part).Tables()[0].Judged()
			if len(cells) == 0 || len(cells) >= len(want) {
				t.Errorf("%s:%s has %d of %d cells", whole, part, len(cells), len(want))
			}
			for _, c := range cells {
				w, known := want[c.Address]
				if !known {
					t.Errorf("%s: no such cell in the whole table", c.Address)
				} else if c.State.Partial == w.State.Partial &&
					(c.Verdict.Kind != w.Verdict.Kind || result.Known(c.Verdict.Tolerance).Exact() != result.Known(w.Verdict.Tolerance).Exact()) {
					t.Errorf("%s: %s with margin %g of a part, %s with %g of the whole", c.Address, c.Verdict.Kind, c.Verdict.Tolerance, w.Verdict.Kind,
						w.Verdict.Tolerance)
				}
			}
		}
	}
}

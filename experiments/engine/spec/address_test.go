package spec

import "testing"

// A paper loaded alone is whole and leans on no other; an address that names none gets all.
func TestEmbeddedPapers(t *testing.T) {
	all, err := embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all.Papers {
		alone, err := Embedded(p.Key+"/table9:rank=2", p.Key)
		if err != nil || len(alone.Papers) != 1 || alone.Paper(p.Key) == nil || len(alone.Specs) != len(all.Of(p.Key)) {
			t.Errorf("%s alone: %d papers, %d experiments of %d, %v", p.Key, len(alone.Papers), len(alone.Specs), len(all.Of(p.Key)), err)
		}
	}
	for _, addresses := range [][]string{nil, {"rpr", "nobody"}, {"RPR"}, {""}} {
		if lib, err := Embedded(addresses...); err != nil || len(lib.Specs) != len(all.Specs) {
			t.Errorf("%q: %d experiments, want all %d; %v", addresses, len(lib.Specs), len(all.Specs), err)
		}
	}
}

func TestTidyAddresses(t *testing.T) {
	lib, err := embedded()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"rpr/table2": "rpr/table2", "RPR/Table2": "rpr/table2", "rpr/tab2": "rpr/table2", "rpr/2": "rpr/table2", "Rpr/Fig. 5": "rpr/fig5",
		"rpr/5": "rpr/fig5", "rpr/figure1": "rpr/fig1", "PNMF": "pnmf", "pnmf/Control": "pnmf/control",
		"rpr/table9": "rpr/table9", "rpr/fig": "rpr/fig", "nobody/table1": "nobody/table1", "": "",
	} {
		if got := lib.tidy(text); got != want {
			t.Errorf("tidy(%q) = %q, want %q", text, got, want)
		}
	}
	a, err := lib.ParseAddress("RPR/Table2:rank=40")
	if err != nil || a.Paper != "rpr" || a.Table != "table2" || len(a.Only) == 0 {
		t.Errorf("%+v, %v", a, err)
	}
}

package spec

import "testing"

func TestTidyAddresses(t *testing.T) {
	lib, err := Embedded()
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

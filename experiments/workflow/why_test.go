package workflow

import (
	"testing"

	"nmfrepro/experiments/published"
)

func TestNames(t *testing.T) {
	for _, test := range []struct {
		text, name string
		want       bool
	}{
		{"NMF on ORL.", "nmf", true}, {"RPR-NMF on it", "NMF", false}, {"(NMF)", "NMF", true}, {"GNMF", "NMF", false}, {"Table III.", "Table II", false},
		{"on ORL", "", false}, {"GNMF's loss", "GNMF", true}, {"Figure 2", "Figure 2", true},
	} {
		if got := names(test.text, test.name); got != test.want {
			t.Errorf("%q in %q: %v", test.name, test.text, got)
		}
	}
}

func TestNotesOn(t *testing.T) {
	paper := &published.Paper{}
	notes := "Lead.\n\n- **ORL.** PNMF is slow\n  there.\n- **Iris.** PNMF too.\n- On ORL NMF is not.\n"
	got := notesOn(notes, paper, []published.Ref{{Table: "table3", Panel: "a", Row: "orl r=40", Column: "PNMF W"}})
	if len(got) != 1 || got[0] != "**ORL.** PNMF is slow\n  there." {
		t.Errorf("%q", got)
	}
	if got = notesOn(notes, paper, []published.Ref{{Row: published.AverageRow, Column: "PNMF"}}); len(got) != 2 {
		t.Errorf("of the average: %q", got)
	}
}

package cli

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestChanges(t *testing.T) {
	x, near, far := 0.5, 0.5*(1+1e-12), 0.5001
	was := baseline{Addresses: []string{"p"}, Cells: map[string]baselineCell{
		"p/a": {"agrees", &x}, "p/b": {"agrees", &x}, "p/c": {"close", &x}, "p/d": {"missing", nil}, "p/e": {"agrees", &x},
	}, Claims: map[string]string{"p/1": "holds", "p/2": "undecided"}}
	is := baseline{Addresses: []string{"p"}, Cells: map[string]baselineCell{
		"p/a": {"agrees", &near}, "p/b": {"agrees", &far}, "p/c": {"differs", &x}, "p/d": {"missing", nil}, "p/f": {"close", &x},
	}, Claims: map[string]string{"p/1": "holds", "p/2": "does not hold"}}
	want := []change{
		{"mean of p/b", "0.5", "0.5001"}, {"verdict of p/c", "close", "differs"}, {"verdict of p/e", "agrees", "not there"},
		{"verdict of p/f", "not there", "close"}, {"claim p/2", "undecided", "does not hold"},
	}
	if d := cmp.Diff(want, was.changes(is)); d != "" {
		t.Error(d)
	}
	table := [][]string{
		{"cell or claim", "old mean", "new mean", "change", "verdict"}, {"p/b", "0.5", "0.5001", "+0.0001", ""}, {"p/c", "", "", "", "close, now differs"},
		{"p/e", "", "", "", "agrees, now not there"}, {"p/f", "", "", "", "not there, now close"}, {"claim p/2", "", "", "", "undecided, now does not hold"},
	}
	if d := cmp.Diff(table, was.table(is)); d != "" {
		t.Error(d)
	}
	is.Addresses = []string{"p/a"} // only a part is looked at again
	delete(is.Claims, "p/1")
	for _, c := range was.changes(is) {
		if c.Is == "not there" {
			t.Errorf("%s is gone, though only a part was verified", c.What)
		}
	}
	if all := was.changes(was); len(all) > 0 {
		t.Errorf("from itself: %v", all)
	}
}

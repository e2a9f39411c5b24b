package cli

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestChanges(t *testing.T) {
	x, near, far := 0.5, 0.5*(1+1e-12), 0.5001
	was := baseline{Addresses: []string{"p"}, Cells: map[string]baselineCell{
		"p/a": {Verdict: "agrees", Mean: &x}, "p/b": {Verdict: "agrees", Mean: &x}, "p/c": {Verdict: "close", Mean: &x}, "p/d": {Verdict: "missing", Mean: nil}, "p/e": {Verdict: "agrees", Mean: &x},
	}, Claims: map[string]string{"p/1": "holds", "p/2": "undecided"}}
	is := baseline{Addresses: []string{"p"}, Cells: map[string]baselineCell{
		"p/a": {Verdict: "agrees", Mean: &near}, "p/b": {Verdict: "agrees", Mean: &far}, "p/c": {Verdict: "differs", Mean: &x}, "p/d": {Verdict: "missing", Mean: nil}, "p/f": {Verdict: "close", Mean: &x},
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
	is = baseline{Addresses: []string{"p"}, Settings: map[string]baselineSetting{"p/t": {"quick", 10, 1}}, Cells: map[string]baselineCell{"p/own": {Mean: &far, SD: &x, N: 3}, "p/sd": {Mean: &x, SD: &far, N: 3}}}
	was = baseline{Addresses: []string{"p"}, Settings: map[string]baselineSetting{"p/t": {"smoke", 2, 1}}, Cells: map[string]baselineCell{"p/own": {Mean: &x, SD: &x, N: 3}, "p/sd": {Mean: &x, SD: &x, N: 3}, "p/gone": {Mean: &x, N: 1}}}
	want = []change{{"number of p/gone", "0.5", "not there"}, {"mean of p/own", "0.5", "0.5001"}, {"deviation of p/sd", "0.5", "0.5001"}}
	if d := cmp.Diff(want, was.changes(is)); d != "" {
		t.Error(d)
	}
	if n := changed(was.changes(is)); n != 3 {
		t.Errorf("%d changed", n)
	}
	if lines := was.otherSettings(is); len(lines) != 1 {
		t.Errorf("settings: %q", lines)
	}
	if n := (baseline{Cells: map[string]baselineCell{"p/a": {Verdict: "missing"}}}).guarded(); n != 0 {
		t.Errorf("a baseline of nothing guards %d", n)
	}
}

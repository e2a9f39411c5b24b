package result

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestChanges(t *testing.T) {
	x, near, far := 0.5, 0.5*(1+1e-12), 0.5001
	was := Baseline{Addresses: []string{"p"}, Cells: map[string]BaselineCell{
		"p/a": {Verdict: "agrees", Mean: &x}, "p/b": {Verdict: "agrees", Mean: &x}, "p/c": {Verdict: "close", Mean: &x}, "p/d": {Verdict: "missing", Mean: nil}, "p/e": {Verdict: "agrees", Mean: &x},
	}, Claims: map[string]string{"p/1": "holds", "p/2": "undecided"}}
	is := Baseline{Addresses: []string{"p"}, Cells: map[string]BaselineCell{
		"p/a": {Verdict: "agrees", Mean: &near}, "p/b": {Verdict: "agrees", Mean: &far}, "p/c": {Verdict: "differs", Mean: &x}, "p/d": {Verdict: "missing", Mean: nil}, "p/f": {Verdict: "close", Mean: &x},
	}, Claims: map[string]string{"p/1": "holds", "p/2": "does not hold"}}
	want := []BaselineChange{
		changeOf(MeanChange, "p/b", "0.5", "0.5001"), changeOf(VerdictChange, "p/c", "close", "differs"), changeOf(VerdictChange, "p/e", "agrees", "not there"),
		changeOf(VerdictChange, "p/f", "not there", "close"), changeOf(ClaimChange, "p/2", "undecided", "does not hold"),
	}
	if d := cmp.Diff(want, was.Changes(is)); d != "" {
		t.Error(d)
	}
	is.Addresses = []string{"p/a"} // only a part is looked at again
	delete(is.Claims, "p/1")
	for _, c := range was.Changes(is) {
		if c.Is == "not there" {
			t.Errorf("%s is gone, though only a part was verified", c.What)
		}
	}
	if all := was.Changes(was); len(all) > 0 {
		t.Errorf("from itself: %v", all)
	}
	is = Baseline{Addresses: []string{"p"}, Settings: map[string]BaselineSetting{"p/t": {"quick", 10, 1}}, Cells: map[string]BaselineCell{"p/own": {Mean: &far, SD: &x, N: 3}, "p/sd": {Mean: &x, SD: &far, N: 3}}}
	was = Baseline{Addresses: []string{"p"}, Settings: map[string]BaselineSetting{"p/t": {"smoke", 2, 1}}, Cells: map[string]BaselineCell{"p/own": {Mean: &x, SD: &x, N: 3}, "p/sd": {Mean: &x, SD: &x, N: 3}, "p/gone": {Mean: &x, N: 1}}}
	want = []BaselineChange{changeOf(NumberChange, "p/gone", "0.5", "not there"), changeOf(MeanChange, "p/own", "0.5", "0.5001"), changeOf(DeviationChange, "p/sd", "0.5", "0.5001")}
	if d := cmp.Diff(want, was.Changes(is)); d != "" {
		t.Error(d)
	}
	if n := Changed(was.Changes(is)); n != 3 {
		t.Errorf("%d changed", n)
	}
	if lines := was.OtherSettings(is); len(lines) != 1 {
		t.Errorf("settings: %q", lines)
	}
	if n := (Baseline{Cells: map[string]BaselineCell{"p/a": {Verdict: "missing"}}}).Guarded(); n != 0 {
		t.Errorf("a baseline of nothing guards %d", n)
	}
}

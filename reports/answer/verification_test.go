package answer

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"nmfrepro/reports/result"
)

func TestChangeLines(t *testing.T) {
	x, near, far := 0.5, 0.5*(1+1e-12), 0.5001
	was := result.Baseline{Addresses: []string{"p"}, Cells: map[string]result.BaselineCell{
		"p/a": {Verdict: "agrees", Mean: &x}, "p/b": {Verdict: "agrees", Mean: &x}, "p/c": {Verdict: "close", Mean: &x}, "p/d": {Verdict: "missing", Mean: nil}, "p/e": {Verdict: "agrees", Mean: &x},
	}, Claims: map[string]string{"p/1": "holds", "p/2": "undecided"}}
	is := result.Baseline{Addresses: []string{"p"}, Cells: map[string]result.BaselineCell{
		"p/a": {Verdict: "agrees", Mean: &near}, "p/b": {Verdict: "agrees", Mean: &far}, "p/c": {Verdict: "differs", Mean: &x}, "p/d": {Verdict: "missing", Mean: nil}, "p/f": {Verdict: "close", Mean: &x},
	}, Claims: map[string]string{"p/1": "holds", "p/2": "does not hold"}}
	table := [][]string{
		{"cell or claim", "old mean", "new mean", "change", "verdict"}, {"p/b", "0.5", "0.5001", "+0.0001", ""}, {"p/c", "", "", "", "close, now differs"},
		{"p/e", "", "", "", "agrees, now not there"}, {"p/f", "", "", "", "not there, now close"}, {"claim p/2", "", "", "", "undecided, now does not hold"},
	}
	if d := cmp.Diff(table, changeLines(was, is)); d != "" {
		t.Error(d)
	}
}

package audit

import (
	"strings"
	"testing"

	"nmfrepro/experiments/engine/store"
	"nmfrepro/experiments/engine/workflow"
)

func TestPublishAmounts(t *testing.T) {
	lib, err := workflow.Library("", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	papers, err := workflow.PapersOf(lib, []string{"pnmf"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		at         string
		profile    string
		replicates int
		complaint  string
	}{
		{"table3=paper", "paper", 0, ""},
		{"table3=quick:4", "quick", 4, ""},
		{"table3=quik:4", "", 0, `did you mean "quick"`},
		{"table3=quick:0", "", 0, `replicates = "0"`},
		{"table3=quick:", "", 0, `replicates = ""`},
		{"table999=quick", "", 0, "no experiment pnmf/table999"},
	} {
		x := Publication{Profile: "smoke", At: []string{c.at}}
		of, err := x.amounts(lib, papers[0], &store.Archive{})
		if c.complaint != "" {
			if err == nil || !strings.Contains(err.Error(), c.complaint) {
				t.Errorf("--at %s: %v, want %s", c.at, err, c.complaint)
			}
			continue
		}
		if got := of["pnmf/table3"]; err != nil || got.Profile != c.profile || got.Replicates != c.replicates || of["pnmf/table4"].Profile != "smoke" {
			t.Errorf("--at %s: %+v, %v", c.at, got, err)
		}
	}
}

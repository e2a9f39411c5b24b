package judge

import (
	"testing"

	"nmfrepro/experiments/judge/errata"
	"nmfrepro/experiments/spec"
)

// Errata and verdicts take the same number of runs behind the numbers of a table.
func TestRunsOfErrataAndVerdicts(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, p := range lib.Papers {
		for ref, errataRuns := range errata.Runs(p) {
			s := lib.Find(p.Key + "/" + ref.Table)
			if s == nil || errataRuns == 0 {
				continue
			}
			verdictRuns := s.Profiles.Paper.Replicates
			if table, ok := p.Tables.Get(ref.Table); ok && table.Runs != nil {
				verdictRuns = table.Runs.Value
			}
			if compared++; verdictRuns != errataRuns {
				t.Errorf("%s/%s: %d runs for errata, %d for verdicts", p.Key, ref, errataRuns, verdictRuns)
			}
		}
	}
	if compared < 8 {
		t.Errorf("%d panels compared, want 8 or more", compared)
	}
}

package errata

import (
	"testing"

	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/spec"
)

// Errata and verdicts take the same number of runs behind the numbers of a table.
func TestRunsOfErrataAndVerdicts(t *testing.T) {
	lib, err := spec.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, p := range lib.Papers {
		for ref, errataRuns := range runsBehind(p) {
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

// runsBehind is how many runs the numbers of each panel of shares are means over, by what the detectors take: as the grid says,
// else one if most are shares of a single run, else as stated; 0 if nothing tells.
func runsBehind(p *reported.Paper) map[reported.Ref]int {
	behind := map[reported.Ref]int{}
	for _, b := range tablesOf(p).blocks {
		if b.Counts == nil {
			continue
		}
		shares := b.shares()
		runs, _, _, _ := b.fewestRuns(shares)
		switch {
		case runs > 0:
			behind[b.Ref] = runs
		case len(b.single(shares)) > 0:
			behind[b.Ref] = 1
		default:
			behind[b.Ref] = b.Counts.Runs
		}
	}
	return behind
}

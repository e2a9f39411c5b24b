package cli

import (
	"fmt"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/run"
)

// Runs that run one at a time are not divided among the cores.
func TestPlanOfUnitsThatRunAlone(t *testing.T) {
	cores := float64(run.Workers())
	for _, c := range []struct{ core, alone, wall float64 }{{60 * cores, 0, 60}, {90, 90, 90}, {30 + 60*cores, 30, 90}} {
		got := toRun(run.Estimate{Counts: run.Counts{ToRun: 3, CoreSeconds: c.core}, AloneSeconds: c.alone})
		want := fmt.Sprintf("%s with -j %d", about(c.wall), run.Workers())
		if !strings.Contains(got, want) || strings.Contains(got, "one run at a time") != (c.alone > 0) {
			t.Errorf("%v s, of which %v alone: %s; want %s", c.core, c.alone, got, want)
		}
	}
}

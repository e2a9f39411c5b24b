package judge

import (
	"testing"

	"nmfrepro/experiments/engine/run"
	"nmfrepro/experiments/engine/spec"
	"nmfrepro/reports/result"
)

func TestSmokeIsNotJudged(t *testing.T) {
	c := result.Cell{
		At:       result.Address{Metric: "acc"},
		Runs:     result.Sample{Values: []float64{0.8, 0.8, 0.8, 0.8, 0.8}},
		Reported: result.Reported{Value: "0.80"},
	}
	for profile, want := range map[string]bool{"smoke": true, "quick": false} {
		if got := compared(&run.Plan{Spec: &spec.Experiment{}, Profile: profile}, c); got.Smoke != want {
			t.Errorf("%s: %t, want %t", profile, got.Smoke, want)
		}
	}
}

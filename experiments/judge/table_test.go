package judge

import (
	"testing"

	"nmfrepro/experiments/run"
	"nmfrepro/experiments/spec"
	"nmfrepro/reports"
)

// A claim of a small gap narrows the margin of its cells; a wider one than the metric's does not widen it.
func TestNarrowerMargin(t *testing.T) {
	p := &run.Plan{Spec: &spec.Experiment{}, Profile: "paper"}
	c := reports.Cell{Metric: "acc@mean", Values: []float64{0.8, 0.82}}
	half := func(value float64) []Margins {
		return []Margins{func(reports.Cell) (spec.Margin, bool) {
			return spec.Margin{Value: value, Reason: "half the gap that the text claims"}, value > 0
		}}
	}
	for claimed, want := range map[float64]float64{0: 0.05, 0.01: 0.01, 0.2: 0.05} {
		if got := compared(p, c, half(claimed)); got.Margin.Value != want || (got.Margin.Reason == "half the gap that the text claims") != (want == claimed) {
			t.Errorf("claimed %g: margin %+v, want %g", claimed, got.Margin, want)
		}
	}
	c.Metric = "msl" // five per cent of 0.81
	if got := compared(p, c, half(0.03)); got.Margin.Value != 0.03 {
		t.Errorf("beside a relative margin: %+v", got.Margin)
	}
	if got := compared(p, c, half(0.05)); !got.Margin.Relative {
		t.Errorf("beside a smaller relative margin: %+v", got.Margin)
	}
}

func TestSmokeIsNotJudged(t *testing.T) {
	c := reports.Cell{Metric: "acc", Values: []float64{0.8, 0.8, 0.8, 0.8, 0.8}, Published: reports.Published{Value: "0.80"}}
	for profile, want := range map[string]bool{"smoke": true, "quick": false} {
		if got := compared(&run.Plan{Spec: &spec.Experiment{}, Profile: profile}, c, nil); got.Smoke != want {
			t.Errorf("%s: %t, want %t", profile, got.Smoke, want)
		}
	}
}

package claims

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/collect"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/experiments/engine/store"
	"nmfrepro/reports/result"
)

// drawn are curves of three replicates by method, each with its points at 1, 2, 3 on the sets a and b; NaN is a hole.
func drawn(curves map[string][2][]float64) func(*reported.Paper) Numbers {
	return func(p *reported.Paper) Numbers {
		n := Replicated(p, func(reported.Ref) Sample {
			return Sample{Missing: result.Missing{Lack: result.LackRuns, Why: "no table"}}
		})
		n.Curves = func(f reported.Shown) ([]collect.Curve, error) {
			both, there := curves[f.Method]
			if !there {
				return nil, fmt.Errorf("unknown method %q", f.Method)
			}
			var all []collect.Curve
			for i, where := range []string{"a", "b"} {
				c := collect.Curve{Where: where, Lower: f.Metric == "loss"}
				for k, y := range both[i] {
					cell := result.Cell{State: result.State{Status: result.Pending, Note: "not run"}}
					if !math.IsNaN(y) {
						cell = result.Cell{
							State: result.State{Status: result.OK},
							Runs:  result.Sample{Values: []float64{y - 0.01, y, y + 0.01}, Replicates: []int{0, 1, 2}},
						}
					}
					c.X, c.Cells = append(c.X, float64(k+1)), append(c.Cells, cell)
				}
				if len(both[i]) == 1 {
					c.X[0] = math.NaN()
				}
				all = append(all, c)
			}
			return all, nil
		}
		n.Traces = func(reported.Traced) ([]collect.Trace, error) {
			course := func(objectives ...float64) (points []store.Point) {
				for i, at := range []int{0, 1, 5, 10, 20} {
					points = append(points, store.Point{Iteration: at, Objective: objectives[i]})
				}
				return points
			}
			return []collect.Trace{{Where: "a", Points: course(100, 20, 12, 10.05, 10)}, {Where: "b", Points: course(100, 30, 11, 11.2, 10)}}, nil
		}
		return n
	}
}

func TestFigures(t *testing.T) {
	nan := math.NaN()
	ours := drawn(map[string][2][]float64{
		"up":     {{0.5, 0.6, 0.7}, {0.4, 0.6, 0.9}},
		"down":   {{0.6, 0.5, 0.4}, {0.8, 0.5, 0.3}},
		"mixed":  {{0.5, 0.9, 0.7}, {0.6, 0.5, 0.8}},
		"flat":   {{0.55}, {0.55}},
		"level":  {{0.5, 0.5, 0.53}, {0.5, 0.49, 0.51}},
		"broken": {{0.5, nan, 0.7}, {0.5, 0.6, 0.7}},
	})
	tests := []struct {
		claim     string
		verdict   Verdict
		tolerance float64
	}{
		{"method: up, metric: acc, over: x, ends: higher", Holds, 0.2},
		{"method: up, metric: acc, over: x, ends: lower", Fails, -0.5},
		{"method: up, metric: acc, over: x, ends: higher, to: 1", NotTestable, nan}, // one point
		{"method: up, metric: acc, over: x, above: [down], from: 2", Holds, 0.1},
		{"method: up, metric: acc, over: x, above: [down]", Fails, -0.4},
		{"method: up, metric: loss, over: x, above: [down], to: 1", Holds, 0.1}, // less is better
		{"method: up, metric: acc, over: x, above: [down], mean: true", Holds, 0.1},
		{"method: up, metric: acc, over: x, above: [flat], from: 2", Holds, 0.05}, // one place stands for all
		{"method: flat, metric: acc, over: x, above: [up]", NotTestable, nan},
		{"method: up, metric: acc, over: x, above: [dwon]", NotTestable, nan},
		{"method: up, metric: acc, over: x, to: 1, extreme: worst", Holds, 0.1},
		{"method: mixed, metric: acc, over: x, to: 1, extreme: worst", Fails, -0.1},
		{"method: mixed, metric: acc, over: x, to: 1, extreme: worst, least: 1", Holds, 0},
		{"method: mixed, metric: acc, over: x, extreme: best, from: 2, to: 2", Fails, -0.3},
		{"method: mixed, metric: acc, over: x, extreme: best, from: 2", Holds, 0.2},
		{"method: level, metric: acc, over: x, within: 0.05", Holds, 0.02},
		{"method: level, metric: acc, over: x, within: 0.01", Fails, -0.02},
		{"method: up, metric: acc, over: x, at-least: 0.3", Holds, 0.1},
		{"method: up, metric: acc, over: x, at-least: 0.6", Fails, -0.2},
		{"method: up, metric: acc, over: x, at-most: 0.8, to: 2", Holds, 0.2},
		{"method: up, metric: acc, over: x, at-most: 0.8", Fails, -0.1},
		{"method: up, metric: acc, over: x, at-most: 0.71, from: 3, least: 1", Undecided, -1}, // 0.7 ± 0.025 is not shown to lie below
		{"method: broken, metric: acc, over: x, at-least: 0.3", NotTestable, nan},
		{"method: broken, metric: acc, over: x, above: [down], from: 3", Holds, 0.3},
		{"method: broken, metric: acc, over: x, to: 1, extreme: worst", NotTestable, nan},
		{"method: broken, metric: acc, over: x, extreme: best, to: 1", Fails, -0.2}, // a hole saves nothing
	}
	for _, test := range tests {
		o := one(t, "untestable: u, figures: [{experiment: e, "+test.claim+"}]", ours)
		same := math.Abs(float64(o.Difference)-test.tolerance) < 1e-9 || math.IsNaN(float64(o.Difference)) && math.IsNaN(test.tolerance)
		if o.ClaimVerdict != test.verdict || !same || o.Detail == "" || strings.Contains(o.Detail, "%!") {
			t.Errorf("%s: %s, margin %v, want %s, %v: %s", test.claim, o.ClaimVerdict, o.Difference, test.verdict, test.tolerance, o.Detail)
		}
		if reported := one(t, "untestable: u, figures: [{experiment: e, "+test.claim+"}]", Reported); reported.ClaimVerdict != NotTestable || reported.Detail != "u" {
			t.Errorf("%s in print: %+v", test.claim, reported)
		}
	}
}

func TestTraces(t *testing.T) {
	tests := []struct {
		claim   string
		verdict Verdict
	}{
		{"never-rises: true", Fails}, // b rises from 11 to 11.2
		{"by: 5, share: 0.9", Holds},
		{"by: 1, share: 0.9", Fails},
		{"by: 3, share: 0.9", NotTestable}, // not observed
		{"by: 10, still: 0.2", Holds},
		{"by: 10, still: 0.01", Fails},
		{"by: 30, still: 0.01", NotTestable},
	}
	for _, test := range tests {
		o := one(t, "untestable: u, traces: [{experiment: e, method: m, "+test.claim+"}]", drawn(nil))
		if o.ClaimVerdict != test.verdict || strings.Contains(o.Detail, "%!") {
			t.Errorf("%s: %s, want %s: %s", test.claim, o.ClaimVerdict, test.verdict, o.Detail)
		}
	}
}

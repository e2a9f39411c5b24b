package result

import (
	"math"
	"testing"
)

// curve is f at the iterations 0 to n.
func curve(n int, f func(x float64) float64) Plot {
	var s Series
	for x := range n + 1 {
		s.X, s.Y = append(s.X, float64(x)), append(s.Y, f(float64(x)))
	}
	return Plot{X: Axis{Label: "iteration"}, Series: []Series{s}}
}

// Axes are logarithmic where the objective spans decades, and where it falls within the first of many iterations.
func TestLogOfObjectives(t *testing.T) {
	for name, c := range map[string]struct {
		n    int
		f    func(float64) float64
		x, y bool
	}{
		"a drop and a flat line":    {1000, func(x float64) float64 { return 2 + 5*math.Exp(-x/5) }, true, false},
		"over decades, early":       {1000, func(x float64) float64 { return 1e-3 + 5*math.Exp(-x/5) }, true, true},
		"over decades, all along":   {1000, func(x float64) float64 { return math.Exp(-x / 100) }, false, true},
		"a steady fall":             {1000, func(x float64) float64 { return 2000 - x }, false, false},
		"few iterations":            {50, func(x float64) float64 { return 2 + 5*math.Exp(-x) }, false, false},
		"a negative objective":      {1000, func(x float64) float64 { return -2 + 500*math.Exp(-x/5) }, true, false},
		"one that rises":            {1000, func(x float64) float64 { return 1 + x }, false, true},
		"nothing but initialised":   {0, func(x float64) float64 { return 1 }, false, false},
		"nothing that ever changes": {1000, func(x float64) float64 { return 1 }, false, false},
	} {
		p := curve(c.n, c.f)
		p.LogIterations()
		p.LogObjective()
		if p.X.Log != c.x || p.Y.Log != c.y {
			t.Errorf("%s: logarithmic x %t, y %t, want %t, %t", name, p.X.Log, p.Y.Log, c.x, c.y)
		}
		if first := p.Series[0].X[0]; p.X.Log && (first != 1 || p.X.Label != "iteration (from 1)" || len(p.Series[0].Y) != c.n) {
			t.Errorf("%s: begins at %v, label %q", name, first, p.X.Label)
		}
	}
}

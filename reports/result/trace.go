package result

import "slices"

// A curve of objectives gets logarithmic axes where linear ones would show a drop and a flat line.
const (
	decade   = 10  // ratio of the largest to the smallest objective from which on the y axis is logarithmic
	early    = 0.1 // share of the iterations
	mostOfIt = 0.9 // share of the fall that lies within them, from which on the x axis is logarithmic
)

// LogObjective makes the y axis logarithmic where the objectives span a decade. Negative ones leave it as it is.
func (p *Plot) LogObjective() {
	low, high := 0., 0.
	for i, s := range p.Series {
		for k, y := range s.Y {
			if i == 0 && k == 0 {
				low, high = y, y
			}
			low, high = min(low, y), max(high, y)
		}
	}
	p.Y.Log = p.Y.Log || low > 0 && high >= decade*low
}

// LogIterations makes the x axis logarithmic where nearly all of the fall lies within the first iterations. Iteration 0, which such an axis
// has no place for, is drawn at no place, and the label says so.
func (p *Plot) LogIterations() {
	for _, s := range p.Series {
		n := len(s.X)
		if n < 3 || s.X[n-1] < 10/early {
			return
		}
		first := slices.IndexFunc(s.X, func(x float64) bool { return x > 0 })
		at, _ := slices.BinarySearch(s.X, early*s.X[n-1])
		if fall := s.Y[first] - s.Y[n-1]; fall <= 0 || s.Y[first]-s.Y[at] < mostOfIt*fall {
			return
		}
	}
	for i, s := range p.Series {
		first := slices.IndexFunc(s.X, func(x float64) bool { return x > 0 })
		p.Series[i].X, p.Series[i].Y = s.X[first:], s.Y[first:]
	}
	p.X.Log, p.X.Label = true, p.X.Label+" (from 1)"
}

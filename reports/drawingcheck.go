package reports

import (
	"fmt"
	"math"
)

// Check tells whether the lengths within f agree.
func (f Figure) Check() error {
	for i, p := range f.Plots {
		for _, check := range []func(Plot) error{checkSeries, checkAxes, checkImage, checkRanking, checkForest, checkCurve} {
			if err := check(p); err != nil {
				return fmt.Errorf("figure: %s: plot %d: %w", f.Address, i+1, err)
			}
		}
	}
	return nil
}

func checkSeries(p Plot) error {
	for _, s := range p.Series {
		switch n := len(s.X); {
		case len(s.Y) != n:
			return fmt.Errorf("series %q has %d values of x and %d of y, want as many", s.Label, n, len(s.Y))
		case len(s.Z) != 0 && len(s.Z) != n:
			return fmt.Errorf("series %q has %d values of z, want none or %d", s.Label, len(s.Z), n)
		case len(s.Names) != 0 && len(s.Names) != n:
			return fmt.Errorf("series %q has %d names, want none or %d", s.Label, len(s.Names), n)
		case len(s.Low) != len(s.High) || len(s.Low) != 0 && len(s.Low) != n:
			return fmt.Errorf("series %q has %d values of low and %d of high, want none or %d", s.Label, len(s.Low), len(s.High), n)
		}
	}
	return nil
}

// largestPlace keeps the edges of an image's cells finite.
const largestPlace = 1e300

func checkAxes(p Plot) error {
	for _, l := range p.Links {
		points := 0
		if l.Series >= 0 && l.Series < len(p.Series) {
			points = len(p.Series[l.Series].X)
		}
		if min(l.From, l.To) < 0 || max(l.From, l.To) >= points {
			return fmt.Errorf("link from point %d to %d of series %d, which has %d points; want indices", l.From, l.To, l.Series, points)
		}
	}
	for _, a := range []struct {
		name string
		Axis
	}{{"x", p.X}, {"y", p.Y}, {"z", p.Z}} {
		if p.Equal && (a.Log || len(a.Names) > 0) {
			return fmt.Errorf("%s axis of logarithms or names in a plot with equal axes", a.name)
		}
		if a.Low != nil && a.High != nil && !(*a.Low < *a.High) {
			return fmt.Errorf("%s axis of values from %g to %g, want the smaller first", a.name, *a.Low, *a.High)
		}
	}
	return nil
}

func checkImage(p Plot) error {
	m := p.Image
	switch {
	case m == nil:
		return nil
	case m.Rows < 1 || m.Cols < 1 || len(m.Values)/m.Rows != m.Cols || len(m.Values)%m.Rows != 0:
		return fmt.Errorf("image of %d rows and %d columns has %d values, want rows × columns > 0", m.Rows, m.Cols, len(m.Values))
	case len(m.X) == 0 && len(m.Y) == 0:
		return nil
	case len(m.X) != m.Cols || len(m.Y) != m.Rows:
		return fmt.Errorf("image of %d rows and %d columns has %d places along y and %d along x, want as many or none", m.Rows, m.Cols, len(m.Y), len(m.X))
	}
	if err := checkPlaces("x", m.X, p.X.Log); err != nil {
		return err
	}
	return checkPlaces("y", m.Y, p.Y.Log)
}

func checkPlaces(axis string, places []float64, log bool) error {
	rising := len(places) < 2 || places[1] > places[0]
	for i, v := range places {
		bad := !(math.Abs(v) <= largestPlace) || log && v <= 0
		if i > 0 {
			bad = bad || v == places[i-1] || (v > places[i-1]) != rising
		}
		if bad {
			return fmt.Errorf("image with place %g along %s, want finite numbers that rise or fall throughout, above zero on a logarithmic axis", v, axis)
		}
	}
	return nil
}

func checkRanking(p Plot) error {
	r := p.Ranking
	if r == nil {
		return nil
	}
	n := len(r.Ranks)
	if len(r.Methods) != n || n == 0 {
		return fmt.Errorf("ranking of %d methods has %d ranks, want as many, at least one", len(r.Methods), n)
	}
	for i, v := range r.Ranks {
		if !(v >= 1 && v <= float64(n)) {
			return fmt.Errorf("mean rank of %q is %g, want 1 to %d", r.Methods[i], v, n)
		}
	}
	for _, group := range r.Groups {
		for _, i := range group {
			if i < 0 || i >= n {
				return fmt.Errorf("ranking of %d methods has a group with index %d, want 0 to %d", n, i, n-1)
			}
		}
	}
	if !(r.Critical >= 0) || math.IsInf(r.Critical, 0) {
		return fmt.Errorf("critical difference is %g, want a number of at least 0", r.Critical)
	}
	return nil
}

func checkForest(p Plot) error {
	if p.Forest == nil {
		return nil
	}
	if len(p.Forest.Rows) == 0 || !(p.Forest.Tolerance >= 0) || math.IsInf(p.Forest.Tolerance, 0) {
		return fmt.Errorf("forest of %s with a tolerance of %g, want one at least and a number of at least 0", Count(len(p.Forest.Rows), "row"), p.Forest.Tolerance)
	}
	for _, r := range p.Forest.Rows {
		if !(r.Low <= r.Mid && r.Mid <= r.High) || math.IsInf(r.Low, 0) || math.IsInf(r.High, 0) {
			return fmt.Errorf("forest with %q at %g, %g to %g: want numbers within their intervals", r.Label, r.Mid, r.Low, r.High)
		}
	}
	return nil
}

func checkCurve(p Plot) error {
	if p.Curve == nil {
		return nil
	}
	if len(p.Curve.Readings) == 0 || !(p.Curve.Tolerance >= 0) || math.IsInf(p.Curve.Tolerance, 0) {
		return fmt.Errorf("curve of %s with a tolerance of %g, want one at least and a number of at least 0", Count(len(p.Curve.Readings), "reading"), p.Curve.Tolerance)
	}
	last := Known(math.Inf(-1))
	for _, r := range p.Curve.Readings {
		if !(r.Low <= r.Effect && r.Effect <= r.High && last <= r.Effect) || math.IsInf(float64(r.Low), 0) || math.IsInf(float64(r.High), 0) {
			return fmt.Errorf("curve with %q at %g, %g to %g: want numbers within their intervals, the smallest first", r, float64(r.Effect), float64(r.Low), float64(r.High))
		}
		last = r.Effect
	}
	return nil
}

package result

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
)

// Figure is a figure of a paper before drawing: plots with the points that were computed and the paper's own numbers as
// reference marks.
type Figure struct {
	Address  string // paper/figure
	Paper    string
	Key      string
	Title    string
	Cite     string
	Columns  int // plots side by side; 0 lets the renderer choose
	Plots    []Plot
	Looks    map[string]int // by the label of a series: the number of its colour and marker; others have the next free one
	Profile  string         // of the runs behind it
	Reported string         // what the paper's figure shows, in words
	Notes    []string       // profile, replicates, data used, deviations, what is missing
}

// Undrawn says why no part of a figure is drawn, each reason once; "" where some part is.
func (f Figure) Undrawn() string {
	var reasons []string
	for _, p := range f.Plots {
		if p.Status == "" || p.Status == OK {
			return ""
		}
		reasons = list.AppendUnique(reasons, cmp.Or(p.Note, string(p.Status)))
	}
	return strings.Join(reasons, "; ")
}

// Plot is one pair of axes, or one image, one ranking, one forest or one curve. Series with Z make it a picture of space.
type Plot struct {
	Title   string
	X, Y, Z Axis
	Equal   bool // one unit is as long on all axes, for pictures of distances; not for logarithmic axes
	Series  []Series
	Links   []Link
	Marks   []Mark
	Places  bool // marks are places that have names, not numbers that the paper reports
	Picture
	Bands  string // what bands and bars are; mean ± deviation if empty
	Status Status // ok, or why there is nothing to draw
	Note   string // reason of a status other than ok
}

// Picture is the content of a plot without series; at most one field is set.
type Picture struct {
	Slope   *Slope   // instead of series
	Image   *Image   // instead of series, with or without axes
	Ranking *Ranking // instead of series
	Forest  *Forest  // instead of series
	Curve   *Curve   // instead of series
}

// Axis is one axis of a plot.
type Axis struct {
	Label     string
	Log       bool
	Names     []string // of the places 1, 2, … of an axis that has names in place of numbers
	Low, High *float64 // the smallest and the greatest possible value, where bands end; nil where there is none
}

// Series is one curve: Y over X, with a band from Low to High where both are given (see Plot.Bands).
type Series struct {
	Label     string
	X, Y      []float64
	Z         []float64 // for points in space; nil in the plane
	Low, High []float64
	Names     []string // of the points, written beside them; nil for none
	Points    bool     // markers without a line
	Bars      bool     // bars from zero; those of several series stand side by side
}

// Link is a dotted line between two points of a series, with a label such as their distance.
type Link struct {
	Series   int // by index
	From, To int // points of the series, by index
	Label    string
}

// Mark is a number that the paper reports: a point, or a line across the plot where one coordinate is NaN. One with the label
// of a series of bars belongs to that series' bar.
type Mark struct {
	Label string
	X, Y  float64
}

// Image is a matrix, row by row from the top. Without a scale it is drawn in grey from the smallest value (white) to the
// greatest (black), or the other way round where Light is true, as photographs are.
type Image struct {
	Rows, Cols int
	Values     []float64
	Light      bool
	Frame      string       // group that the image belongs to: a frame of its colour, named in the legend
	Scale      *ColourScale // a heat map with a scale bar
	X, Y       []float64    // places of the columns and rows on axes, both rising or falling, or neither given
}

// ColourScale makes an image a heat map, from light (low) to dark; or, where it is even, from one colour over white at zero to another.
type ColourScale struct {
	Label     string
	Low, High float64 // ends of the bar; equal: those of the values. Cells with values beyond bear a triangle
	Even      bool    // -Low is High
}

// Ranking is a critical-difference diagram: methods by their mean rank over data sets, 1 the best.
type Ranking struct {
	Methods  []string
	Ranks    []float64
	Critical float64 // ranks that differ by less are not significantly different; 0 if not known
	Groups   [][]int // methods, by index, that a bar joins
}

// Forest is rows as intervals around zero, and the tolerance within which a difference counts as none.
type Forest struct {
	Rows      []ForestRow
	Heads     []string // of the difference of each row, and of what stands beside it; nil for none
	Tolerance float64
	Above     bool // names stand above their intervals and not beside them, for a narrow page
}

// ForestRow is a difference with its interval, for instance of a method by a metric, ours less the reported number. Neighbours of
// one group share a heading.
type ForestRow struct {
	Group, Label   string
	Low, Mid, High float64
	Verdict        string   // one of Kinds
	Beside         []string // below the further heads
	Pale           bool     // it is a bound, and no equal of the others
}

// Slope is two orders of methods side by side, a line from the place of each in one to its place in the other.
type Slope struct {
	Sides [2]string // what the two are
	Lines []SlopeLine
}

// SlopeLine is a method with its mean rank in either order, the best first.
type SlopeLine struct {
	Label string
	Ranks [2]float64
}

// Curve is a specification curve: what a conclusion is under each reading of a protocol, from the smallest effect to the largest, and which
// choices each reading has in place of those that were chosen.
type Curve struct {
	Readings  []Reading
	Tolerance float64 // shaded around zero; 0 for none
}

// Choices returns the choices of all readings, each once: the lines below the curve.
func (c Curve) Choices() (all []Instead) {
	for _, r := range c.Readings {
		all = list.AppendUnique(all, r.Choices...)
	}
	slices.SortFunc(all, func(a, b Instead) int { return cmp.Compare(a.String(), b.String()) })
	return all
}

// Sign returns the sign of the row's verdict.
func (r ForestRow) Sign() string { return KindOf(r.Verdict).Sign }

// Check tells whether the lengths within f agree.
func (f Figure) Check() error {
	for i, p := range f.Plots {
		for _, check := range []func(Plot) error{checkSeries, checkAxes, checkImage, checkRanking, checkForest, checkSlope, checkCurve} {
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
		return fmt.Errorf("image of %d rows and %d columns has %d places along y and %d along x, want as many or none", m.Rows, m.Cols, len(m.Y),
			len(m.X))
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
			return fmt.Errorf("image with place %g along %s, want finite numbers that rise or fall throughout, above zero on a logarithmic axis", v,
				axis)
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

func checkSlope(p Plot) error {
	if p.Slope != nil && (len(p.Slope.Lines) == 0 || slices.ContainsFunc(p.Slope.Lines, func(l SlopeLine) bool { return math.IsNaN(l.Ranks[0] + l.Ranks[1]) })) {
		return fmt.Errorf("slope chart of %s, want one at least, with ranks on both sides", Count(len(p.Slope.Lines), "line"))
	}
	return nil
}

func checkForest(p Plot) error {
	if p.Forest == nil {
		return nil
	}
	if len(p.Forest.Rows) == 0 || !(p.Forest.Tolerance >= 0) || math.IsInf(p.Forest.Tolerance, 0) {
		return fmt.Errorf("forest of %s with a tolerance of %g, want one at least and a number of at least 0", Count(len(p.Forest.Rows), "row"),
			p.Forest.Tolerance)
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
		return fmt.Errorf("curve of %s with a tolerance of %g, want one at least and a number of at least 0",
			Count(len(p.Curve.Readings), "reading"), p.Curve.Tolerance)
	}
	last := Known(math.Inf(-1))
	for _, r := range p.Curve.Readings {
		if !(r.Low <= r.Effect && r.Effect <= r.High && last <= r.Effect) || math.IsInf(float64(r.Low), 0) || math.IsInf(float64(r.High), 0) {
			return fmt.Errorf("curve with %q at %g, %g to %g: want numbers within their intervals, the smallest first", r, float64(r.Effect),
				float64(r.Low), float64(r.High))
		}
		last = r.Effect
	}
	return nil
}

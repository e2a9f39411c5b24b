package figure

import (
	"testing"

	"fmt"
	"math"
	"math/rand/v2"

	"nmfrepro/reports/result"
)

// scatter is classes in the plane and in space, and four points with names.
func scatter() result.Figure {
	rng := rand.New(rand.NewPCG(4, 4))
	plane := result.Plot{Title: "(a) DSP-NMF, two components", X: result.Axis{Label: "component 1"}, Y: result.Axis{Label: "component 2"}}
	box := result.Plot{Title: "(b) three components", X: result.Axis{Label: "component 1"}, Y: result.Axis{Label: "component 2"}, Z: result.Axis{Label: "component 3"}}
	for k, class := range []string{"setosa", "versicolor", "virginica"} {
		s := result.Series{Label: class, Points: true}
		for range 20 {
			s.X = append(s.X, float64(k)+0.35*rng.NormFloat64())
			s.Y = append(s.Y, 2-math.Abs(float64(k)-1)+0.3*rng.NormFloat64())
		}
		plane.Series = append(plane.Series, s)
		for i := range s.X {
			s.Z = append(s.Z, s.X[i]*s.Y[i]/2+0.2*rng.NormFloat64())
		}
		box.Series = append(box.Series, s)
	}
	named := result.Plot{Title: "(c) four points", X: result.Axis{Label: "x"}, Y: result.Axis{Label: "y"}, Z: result.Axis{Label: "z"}, Series: []result.Series{
		{Label: "points", X: []float64{1, 4, 2, 5}, Y: []float64{5, 1, 2, 4}, Z: []float64{3, 0, 5, 1}, Names: []string{"1", "2", "3", "4"}},
	}}
	f := figureOf("figure8", "Figure 8. Points", plane, box, named)
	f.Columns = 3
	return f
}

// bars is groups of bars with names, deviations and the paper's numbers, and column sums.
func bars() result.Figure {
	names := []string{"Iris", "Wine", "Glass", "Ionosphere", "Digits"}
	groups := result.Plot{Title: "(a) SVM accuracy", X: result.Axis{Names: names}, Y: result.Axis{Label: "Accuracy (%)"}}
	for i, method := range []string{"NMF", "GNMF", "ONMF", "Convex NMF", "DSP-NMF"} {
		s := result.Series{Label: method, Bars: true}
		for k := range names {
			y := 60 + 5*float64(i) + 3*math.Sin(float64(3*k+i))
			s.X, s.Y, s.Low, s.High = append(s.X, float64(k+1)), append(s.Y, y), append(s.Low, y-2), append(s.High, y+2)
		}
		groups.Series = append(groups.Series, s)
		groups.Marks = append(groups.Marks, result.Mark{Label: method, X: 1, Y: 62 + 5*float64(i)})
	}
	sums := result.Plot{Title: "(b) Column sums", X: result.Axis{Label: "column"}, Y: result.Axis{Label: "sum"}}
	s := result.Series{Label: "sum", Bars: true}
	for k := range 12 {
		s.X, s.Y = append(s.X, float64(k+1)), append(s.Y, math.Cos(float64(k))*float64(k))
	}
	sums.Series = []result.Series{s}
	long := result.Plot{Title: "(c) Long names", X: result.Axis{Names: []string{"Hyperspectral scene of a city", "MovieLens", "HDM05 motions", "COIL20", "a", "b"}},
		Y: result.Axis{Label: "seconds", Log: true}, Series: []result.Series{{Label: "NMF", Bars: true, X: []float64{1, 2, 3, 4, 5, 6}, Y: []float64{1, 20, 300, 4, 0.5, 60}}}}
	f := figureOf("figure9", "Figure 9. Bars", groups, sums, long)
	f.Columns = 2
	return f
}

// heat is a surface, one over a logarithmic axis with a gap, and a matrix with a scale bar.
func heat() result.Figure {
	surface := &result.Image{Rows: 9, Cols: 9, Scale: &result.ColourScale{Label: "MSL/MD"}}
	for i := range 9 {
		surface.X, surface.Y = append(surface.X, 0.4+0.2*float64(i)), append(surface.Y, 20+10*float64(i))
		for j := range 9 {
			surface.Values = append(surface.Values, math.Exp(-(math.Pow(float64(i)-4.5, 2)+math.Pow(float64(j)-3, 2))/20))
		}
	}
	decades := &result.Image{Rows: 4, Cols: 5, X: []float64{1e-3, 1e-2, 0.1, 1, 10}, Y: []float64{2, 5, 10, 20}, Scale: &result.ColourScale{Label: "NMI"}}
	for i := range 20 {
		decades.Values = append(decades.Values, 0.3+0.02*float64(i%5)*float64(i/5))
	}
	decades.Values[7] = nan
	matrix := &result.Image{Rows: 6, Cols: 24, Scale: &result.ColourScale{Label: "coefficient", Low: 0, High: 1}}
	for i := range 6 * 24 {
		matrix.Values = append(matrix.Values, math.Pow(math.Cos(float64(i/24)-float64(i%24)/4), 2))
	}
	f := figureOf("figure10", "Figure 10. Surfaces and matrices",
		result.Plot{Title: "(a) Penalties", X: result.Axis{Label: "coefficient of W"}, Y: result.Axis{Label: "coefficient of H"}, Picture: result.Picture{Image: surface},
			Marks: []result.Mark{{Label: "optimum", X: 1, Y: 60}}},
		result.Plot{Title: "(b) Parameters", X: result.Axis{Label: "α", Log: true}, Y: result.Axis{Label: "V"}, Picture: result.Picture{Image: decades}},
		result.Plot{Title: "(c) H", Picture: result.Picture{Image: matrix}},
	)
	f.Columns = 2
	return f
}

// groups is images in the frames of their groups.
func groups() result.Figure {
	f := faces()
	f.Key, f.Address, f.Title = "figure11", "mcnmf/figure11", "Figure 11. Clusters"
	for i := range f.Plots {
		if m := f.Plots[i].Image; m != nil {
			m.Frame = []string{"scene 1", "scene 2", "outlier"}[i/4]
			f.Plots[i].Title = fmt.Sprint("frame ", 20*i+1)
		}
	}
	return f
}

// ranks is two critical-difference diagrams.
func ranks() result.Figure {
	f := figureOf("figure12", "Figure 12. Mean ranks over 14 data sets",
		result.Plot{Title: "Accuracy", Picture: result.Picture{Ranking: &result.Ranking{
			Methods: []string{"NMF", "PNMF", "Convex NMF", "ONMF", "DSP-NMF", "GNMF", "k-means"}, Ranks: []float64{5.4, 2.1, 3.6, 4.9, 1.6, 4.2, 6.2},
			Critical: 2.4, Groups: [][]int{{4, 1, 2}, {1, 2, 5}, {2, 5, 3, 0}, {5, 3, 0, 6}},
		}}},
		result.Plot{Title: "Two methods", Picture: result.Picture{Ranking: &result.Ranking{Methods: []string{"A", "B"}, Ranks: []float64{1.25, 1.75}, Critical: 0.7}}})
	f.Columns = 1
	return f
}

// A plot of points below a heat map of the same quantity ends where the map ends; one that reaches further keeps its own range.
func TestAlignColumns(t *testing.T) {
	x := result.Axis{Label: "sample"}
	m := &result.Image{Rows: 1, Cols: 3, Values: []float64{1, 2, 3}, X: []float64{1, 2, 3}, Y: []float64{1}}
	points := func(x ...float64) []result.Series {
		return []result.Series{{X: x, Y: make([]float64, len(x)), Points: true}}
	}
	p := newPage(result.Figure{Columns: 1, Plots: []result.Plot{{X: x, Picture: result.Picture{Image: m}}, {X: x, Series: points(1, 3)}, {X: x, Series: points(1, 9)}}})
	if a, b, c := p.charts[0].x, p.charts[1].x, p.charts[2].x; a.Lo != 0.5 || a.Hi != 3.5 || b.Lo != a.Lo || b.Hi != a.Hi || c.Hi <= 9 {
		t.Errorf("axes from %g to %g, %g to %g, %g to %g", a.Lo, a.Hi, b.Lo, b.Hi, c.Lo, c.Hi)
	}
}

// In a figure of diagrams an empty frame is no higher than they are.
func TestEmptyBesideDiagram(t *testing.T) {
	r := &result.Ranking{Methods: []string{"a", "b"}, Ranks: []float64{1, 2}}
	p := newPage(result.Figure{Columns: 2, Plots: []result.Plot{{Picture: result.Picture{Ranking: r}}, {Status: "not reported"}}})
	if a, b := p.charts[0].data.Size().Y, p.charts[1].data.Size().Y; b > a || p.charts[1].reason != "not reported" {
		t.Errorf("heights %g and %g, reason %q", a, b, p.charts[1].reason)
	}
}

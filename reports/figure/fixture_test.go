package figure

import (
	"fmt"
	"math"
	"math/rand/v2"

	"nmfrepro/reports/result"
)

var nan = math.NaN()

// The figures below have every kind of content. The numbers are invented.

func figureOf(key, title string, plots ...result.Plot) result.Figure {
	return result.Figure{
		Address: "rpr/" + key, Paper: "rpr", Key: key, Title: title, Cite: "A. Author and B. Author, IEEE Trans. Cybernetics, 2020",
		Plots: plots,
		Notes: []string{
			"Profile quick: 3 replicates; seed 20200101.",
			"† pie: stand-in for CMU PIE, drawn from the ORL faces; its numbers cannot be compared with the paper's.",
		},
	}
}

// curves is one plot of five methods with bands and the paper's averages, one of them with a gap.
func curves() result.Figure {
	rng := rand.New(rand.NewPCG(1, 1))
	p := result.Plot{
		X: result.Axis{Label: "Number of clusters K"}, Y: result.Axis{Label: "Accuracy"}, Status: result.OK,
	}
	for i, method := range []string{"NMF", "GNMF", "LCNMF", "RPR-NMF (exponential)", "RPR-NMF (hinge)"} {
		s := result.Series{Label: method}
		for k := 5.0; k <= 40; k += 5 {
			y := 0.9 - 0.006*k + 0.03*float64(i) + 0.01*rng.NormFloat64()
			d := 0.01 + 0.01*rng.Float64()
			s.X, s.Y, s.Low, s.High = append(s.X, k), append(s.Y, y), append(s.Low, y-d), append(s.High, y+d)
		}
		p.Series = append(p.Series, s)
		p.Marks = append(p.Marks, result.Mark{Label: method, X: 25, Y: 0.74 + 0.035*float64(i)})
	}
	p.Series[1].Y[4] = nan
	return figureOf("figure1", "Figure 1. Accuracy on ORL against the number of clusters", p)
}

// convergence is three plots of three methods with logarithmic axes.
func convergence() result.Figure {
	var plots []result.Plot
	for j, data := range []string{"(a) Iris", "(b) Wine", "(c) Digits"} {
		p := result.Plot{
			Title: data, Status: result.OK,
			X: result.Axis{Label: "Iteration", Log: true}, Y: result.Axis{Label: "Relative objective", Log: true},
		}
		for i, method := range []string{"MU", "HALS", "ANLS-BPP"} {
			s := result.Series{Label: method}
			for k := 1.0; k <= 3000; k = math.Ceil(k * 1.09) {
				s.X = append(s.X, k)
				s.Y = append(s.Y, math.Pow(10, float64(-j))*(math.Pow(k, -0.6-0.5*float64(i))+1e-5*float64(3-i)))
			}
			p.Series = append(p.Series, s)
		}
		plots = append(plots, p)
	}
	plots[1].Series[0].Y[3] = 0
	return figureOf("figure2", "Figure 2. Convergence", plots...)
}

// faces is ten images, the last of which is missing.
func faces() result.Figure {
	var plots []result.Plot
	for k := range 10 {
		m := &result.Image{Rows: 32, Cols: 32, Light: true}
		for y := range 32 {
			for x := range 32 {
				dx, dy := float64(x)-15.5, float64(y)-15.5
				m.Values = append(m.Values, math.Exp(-(dx*dx+dy*dy)/150)*(1+math.Cos(float64(k+1)*math.Atan2(dy, dx))))
			}
		}
		plots = append(plots, result.Plot{Title: fmt.Sprint("Component ", k+1), Picture: result.Picture{Image: m}, Status: result.OK})
	}
	plots[2].Image.Values[100] = nan
	plots[9] = result.Plot{Title: "Component 10", Status: result.MissingData, Note: "orl-full/faces.npy is not there"}
	f := figureOf("figure3", "Figure 3. Basis images", plots...)
	f.Columns = 5
	return f
}

// entropy is one curve with three of the paper's numbers as vertical lines.
func entropy() result.Figure {
	s := result.Series{Label: "entropy of the basis"}
	for k := 2.0; k <= 400; k++ {
		s.X = append(s.X, k)
		s.Y = append(s.Y, 3+math.Log(k)*0.3+0.8*math.Exp(-math.Pow((k-120)/40, 2))+0.15*math.Sin(k/9))
	}
	return figureOf("figure4", "Figure 4. Entropy of the segmentation", result.Plot{
		X: result.Axis{Label: "Frame"}, Y: result.Axis{Label: "Entropy (bits)"}, Status: result.OK,
		Series: []result.Series{s},
		Marks:  []result.Mark{{Label: "walk to run", X: 96, Y: nan}, {Label: "run to jump", X: 118, Y: nan}, {Label: "end", X: 310, Y: nan}},
	})
}

// mixed is a grid with an image, an empty frame, points with bars, a level line and a long name.
func mixed() result.Figure {
	points := result.Series{Label: "measured", X: []float64{1, 2, 3, 4}, Y: []float64{2e6, 3e6, 2.5e6, 5e6},
		Low: []float64{1.5e6, 2.8e6, 2e6, 4e6}, High: []float64{2.5e6, 3.2e6, 3e6, 6e6}, Points: true}
	image := &result.Image{Rows: 2, Cols: 5, Values: []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}
	return figureOf("figure5", "Figure 5. A title that is long enough to need more than one line even on a page that is as wide as four plots beside each other are",
		result.Plot{Title: "Points", Series: []result.Series{points}, Y: result.Axis{Label: "Objective"}, X: result.Axis{Label: "Replicate"},
			Marks: []result.Mark{{X: nan, Y: 4e6, Label: "limit"}, {X: nan, Y: 4.1e6, Label: "bound"}, {X: 2, Y: 3.5e6, Label: "optimum"}}},
		result.Plot{Title: "Weights", Picture: result.Picture{Image: image}},
		result.Plot{Title: "ψ, λ ≥ ½, 中文", Status: result.Failed, Note: "3 of 3 failed: solvers: gnmf: diverged after 17 iterations, and then a reason that goes on and on until there is no room left for it in a frame of this size, and further still, as errors do, with <tags> & \"quotes\""},
		result.Plot{Title: "Nothing", Y: result.Axis{Log: true}, Series: []result.Series{{Label: "zero", X: []float64{1, 2}, Y: []float64{0, -1}}}},
		result.Plot{Title: "One point", Series: []result.Series{{Label: "one", X: []float64{3}, Y: []float64{7}}}},
		result.Plot{Title: "Constant", Y: result.Axis{Label: "A label that is longer than its axis is high, and thus breaks"},
			Series: []result.Series{{Label: "measured", X: []float64{1, 2, 3}, Y: []float64{5, 5, 5}}}},
	)
}

// canned lists the figures whose bytes are known.
var canned = []func() result.Figure{curves, convergence, faces, entropy, mixed, scatter, bars, heat, groups, ranks, rowsAroundZero, readings, methods, orders}

// extreme has numbers from the ends of their range.
func extreme(log bool) result.Figure {
	return figureOf("figure6", "Figure 6. Extremes", result.Plot{
		X: result.Axis{Label: "x", Log: log}, Y: result.Axis{Label: "y", Log: log},
		Series: []result.Series{
			{Label: "all", X: []float64{1e-300, 1e-3, 1, 1e300}, Y: []float64{1e300, 1, 1e-300, 5e-324}},
			{Label: "largest", X: []float64{1, 2}, Y: []float64{math.MaxFloat64, -math.MaxFloat64}},
			{Label: "infinite", X: []float64{1, 2, 3}, Y: []float64{math.Inf(1), math.Inf(-1), nan}, Low: []float64{nan, 1, 2}, High: []float64{1, nan, math.Inf(1)}},
		},
		Marks: []result.Mark{{X: nan, Y: nan}, {X: math.Inf(1), Y: 1}, {X: -1, Y: nan}, {X: 1e-300, Y: 1e300}},
	})
}

// many has n plots of m series each.
func many(n, m int) result.Figure {
	f := figureOf("figure7", "Figure 7. Many")
	for k := range n {
		p := result.Plot{Title: fmt.Sprint("K = ", k+1), X: result.Axis{Label: "λ", Log: k%2 == 1}, Y: result.Axis{Label: "RMSE"}}
		for i := range m {
			s := result.Series{Label: fmt.Sprint("method ", i+1)}
			for x := 1.0; x < 12; x++ {
				s.X, s.Y = append(s.X, x), append(s.Y, float64(i)+math.Sin(x+float64(k)))
			}
			p.Series = append(p.Series, s)
		}
		f.Plots = append(f.Plots, p)
	}
	return f
}

// newPage lays a figure out as wide as it needs to be.
func newPage(f result.Figure) *page { return layOut(f, Options{}, f.Columns, 1) }

package own

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/figure"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

const (
	mostPlaces = 1000 // of features or samples in a heat map; of more, means of neighbours are drawn
	mostNames  = 60   // that an axis has room for
	fewNames   = 20   // that an axis half as wide has room for
	wide       = 620  // points of a page whose plots stand below each other, for many names
)

// checkPlots reads --picture and tells whether it fits X.
func (f *Fit) checkPlots(x matrix.Matrix) error {
	if f.Picture == "" {
		return nil
	}
	size, order, ordered := strings.Cut(f.Picture, ":")
	f.byColumns = order == "columns"
	high, wide, _ := strings.Cut(size, "x")
	var errHigh, errWide error
	m, _ := x.Dims()
	f.height, errHigh = strconv.Atoi(high)
	f.width, errWide = strconv.Atoi(wide)
	switch {
	case f.Plots == "":
		return fmt.Errorf("--picture %s: want --plots with it, which draws the pictures", f.Picture)
	case errHigh != nil || errWide != nil || f.height < 1 || f.width < 1 || ordered && !f.byColumns:
		return fmt.Errorf("--picture %s: want HEIGHTxWIDTH, as 32x32, or 32x32:columns as MATLAB writes pictures", f.Picture)
	case f.height*f.width != m:
		return fmt.Errorf("--picture %s is %s, but X has %s", f.Picture, result.Count(f.height*f.width, "pixel"), result.Count(m, "feature"))
	}
	return nil
}

// figure draws the objective, the basis (as pictures if --picture says so) and H. Samples and features stand in the order of the
// components that they belong to most, the first component on top.
func (f *Fit) figure(res solvers.Result, trace []solvers.Point) (result.Figure, figure.Options) {
	fig := result.Figure{Title: fmt.Sprintf("%s of %s, rank %d", f.Solver, filepath.Base(f.Input), f.Rank), Columns: 2}
	var line result.Series
	for _, p := range trace {
		line.X, line.Y = append(line.X, float64(p.Iteration)), append(line.Y, p.Objective)
	}
	plot := result.Plot{Title: "Objective", X: result.Axis{Label: "iteration"}, Y: result.Axis{Label: "objective"},
		Series: []result.Series{line}, Status: result.OK}
	if len(trace) > 0 {
		plot.LogIterations()
		plot.LogObjective()
		fig.Plots = append(fig.Plots, plot)
	}
	var o figure.Options
	heat := func(title, what string, a *mat.Dense, names []string, order []int) {
		if n := len(order); n > fewNames && n <= mostNames && f.height == 0 {
			fig.Columns, o.Width = 1, wide
		}
		fig.Plots = append(fig.Plots, heatMap(title, what, a, names, order))
	}
	switch w := cmp.Or(res.Basis, res.W); {
	case w != nil && f.height > 0:
		fig.Columns = 6
		for k := range w.RawMatrix().Cols {
			values := mat.Col(nil, k, w)
			if f.byColumns {
				values = mat.DenseCopyOf(mat.NewDense(f.width, f.height, values).T()).RawMatrix().Data
			}
			fig.Plots = append(fig.Plots, result.Plot{
				Title: fmt.Sprintf("Component %d", k+1), Status: result.OK,
				Picture: result.Picture{Image: &result.Image{Rows: f.height, Cols: f.width, Light: true, Values: values}},
			})
		}
	case w != nil:
		title, order := "W", byComponent(w)
		if len(order) > mostNames {
			title = "W: features of the largest weights"
			order = list.AppendUnique(nil, slices.Concat(largest(w, max(1, mostNames/w.RawMatrix().Cols))...)...)
		}
		heat(title, "feature", w, f.Read.Features, order)
	}
	if res.Ht != nil {
		title, h, order := "H", res.Ht, byComponent(res.Ht)
		marks, names := f.classes.marks(mat.Max(h))
		if marks != nil {
			title = "H, and below it the classes of " + filepath.Base(f.Labels)
			h = new(mat.Dense)
			h.Augment(res.Ht, marks)
		}
		heat(title, "sample", h, f.Read.Samples, order)
		copy(fig.Plots[len(fig.Plots)-1].Y.Names, names)
	}
	return fig, o
}

// classes are those of the samples, by number, -1 where unknown.
type classes struct {
	labels []int
	names  []string // nil where the numbers are their own names
}

// marks has a column for each class, dark where a sample is of it, and the names of the classes from the last on; nil where there are
// none, or too many to be drawn.
func (c classes) marks(dark float64) (*mat.Dense, []string) {
	present := slices.Compact(slices.Sorted(slices.Values(c.labels)))
	present = slices.DeleteFunc(present, func(label int) bool { return label < 0 })
	if len(present) == 0 || len(present) > mostNames {
		return nil, nil
	}
	a := mat.NewDense(len(c.labels), len(present), nil)
	names := make([]string, len(present))
	for k, class := range present {
		names[k] = strconv.Itoa(class)
		if c.names != nil {
			names[k] = c.names[class]
		}
		for i, label := range c.labels {
			if label == class {
				a.Set(i, k, dark)
			}
		}
	}
	slices.Reverse(names)
	return a, names
}

// byComponent orders points by the component with their largest coefficient, those of one by falling coefficient.
func byComponent(a *mat.Dense) []int {
	n, _ := a.Dims()
	order, of := make([]int, n), make([]int, n)
	for i := range order {
		order[i], of[i] = i, floats.MaxIdx(a.RawRowView(i))
	}
	slices.SortStableFunc(order, func(i, k int) int {
		return cmp.Or(cmp.Compare(of[i], of[k]), cmp.Compare(a.At(k, of[k]), a.At(i, of[i])))
	})
	return order
}

// heatMap lays a factor flat: what its rows are runs along x in this order, its components down y.
func heatMap(title, what string, a *mat.Dense, names []string, order []int) result.Plot {
	_, r := a.Dims()
	n := len(order)
	places := min(n, mostPlaces)
	p := result.Plot{Title: title, X: result.Axis{Label: what}, Y: result.Axis{Label: "component"}, Status: result.OK}
	switch {
	case places < n:
		p.X.Label += fmt.Sprintf("s by component, means of up to %d neighbours", (n+places-1)/places)
	case n <= mostNames:
		p.X.Names = list.Map(order, func(i int) string { return nameOrNumber(i, names) })
	default:
		p.X.Label += "s by component"
	}
	m := &result.Image{Rows: r, Cols: places, Values: make([]float64, r*places), Scale: &result.ColourScale{Label: "weight"}}
	for k := range r {
		m.Y = append(m.Y, float64(r-k))
		p.Y.Names = append(p.Y.Names, strconv.Itoa(r-k))
	}
	for j := range places {
		from, to := j*n/places, (j+1)*n/places
		m.X = append(m.X, float64(from+1))
		for _, i := range order[from:to] {
			for k, v := range a.RawRowView(i) {
				m.Values[k*places+j] += v / float64(to-from)
			}
		}
	}
	p.Image = m
	return p
}

// drawn returns the file of --plots.
func (f *Fit) drawn(res solvers.Result, trace []solvers.Point) ([]File, error) {
	if f.Plots == "" {
		return nil, nil
	}
	var b bytes.Buffer
	fig, options := f.figure(res, trace)
	err := options.Render(&b, fig, f.Plots)
	return []File{{Name: "plots." + f.Plots, Data: b.Bytes()}}, err
}

package ranks

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/rank"
	"nmfrepro/reports/result"
	"nmfrepro/solvers"
	"nmfrepro/solvers/matrix"
)

// Consensus is what all starts of one method at one rank have in common, as cNMF makes it.
type Consensus struct {
	*rank.Pooled
	Rank     int
	Starts   []int      // those that are pooled, from 0
	Features []int      // by which components are compared
	Spectra  *mat.Dense // the pooled components in these features, as the starts left them
	Basis    *mat.Dense // features × rank: the medians, or, where features are more than those, refitted for the usages
	Ht       *mat.Dense // samples × rank, refitted for the basis
	Usages   *mat.Dense // samples × rank, refitted for the medians
	Squared  float64    // ‖X - WH‖² of medians and usages
	Error    float64    // its root over ‖X‖
}

// clusterStream draws the starts of k-means.
const clusterStream = math.MaxUint64 - 1

// Consensus pools the starts that there are; see rank.Pool. Usages are refitted by the rule of the method for new samples.
func (s *Study) Consensus(ctx context.Context, records Records, method Method, r int, threshold, share float64) (*Consensus, error) {
	c := &Consensus{Rank: r, Features: s.telling()}
	var bases []*mat.Dense
	failed := ""
	for k := range s.Starts {
		left, ok := records(s.at[place{cell{method.Entry.Name, r}, kindStart, 0, k}])
		if !ok || left.Failed != "" {
			if ok {
				failed = ": " + left.Failed
			}
			continue
		}
		c.Starts = append(c.Starts, k)
		bases = append(bases, left.Outputs[outputBasis])
	}
	if len(bases) < 2 {
		return c, fmt.Errorf("rank %d: %s of %d have a result, want at least 2%s", r, result.Count(len(bases), "start"), s.Starts, failed)
	}
	var err error
	c.Pooled, err = rank.Pool(bases, threshold, share, rand.New(rand.NewPCG(s.Seed, clusterStream)))
	if err != nil {
		return c, fmt.Errorf("rank %d: %w", r, err)
	}
	c.Spectra = rank.Columns(bases)
	x := s.x
	m, _ := x.Dims()
	if len(c.Features) < m {
		x = matrix.Rows(x, c.Features)
	}
	if c.Usages, err = project(ctx, method, x, c.Medians); err != nil {
		return c, err
	}
	c.sort()
	c.Squared = matrix.NewEntrywise(x).Sum(c.Medians, c.Usages, matrix.Squared)
	c.Error = math.Sqrt(c.Squared / matrix.SumOfSquares(x))
	c.Basis, c.Ht = c.Medians, c.Usages
	if len(c.Features) < m {
		if c.Basis, err = Refit(ctx, method, s.x, c.Usages); err == nil {
			c.Ht, err = project(ctx, method, s.x, c.Basis)
		}
	}
	return c, err
}

func project(ctx context.Context, method Method, x matrix.Matrix, basis *mat.Dense) (*mat.Dense, error) {
	found, err := solvers.Project(ctx, method.Entry.Name, method.Solver(), x, basis, solvers.ProjectionSettings{})
	return found.Ht, err
}

// Refit finds the basis of x, which may have other features than that of the runs, for usages that stay as they are, each sample over its
// sum: by the loss of the method, or, where its rule for new samples is no minimum over H alone, by least squares.
func Refit(ctx context.Context, method Method, x matrix.Matrix, usages *mat.Dense) (*mat.Dense, error) {
	shares := mat.DenseCopyOf(rank.Shares(mat.DenseCopyOf(usages.T())).T())
	if rule := solvers.ProjectionOf(method.Solver()); rule.Scaled || !rule.Least {
		method.Entry, _ = solvers.Find("hals")
		method.Solver = method.Entry.New
	}
	return project(ctx, method, x.Trans(), shares)
}

// sort brings components into the order of their total shares, each sample over its sum, the largest first.
func (c *Consensus) sort() {
	shares := rank.Shares(mat.DenseCopyOf(c.Usages.T()))
	order := make([]int, c.Rank)
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(mat.Sum(shares.RowView(b)), mat.Sum(shares.RowView(a))) })
	medians, usages := mat.DenseCopyOf(c.Medians), mat.DenseCopyOf(c.Usages)
	for to, from := range order {
		c.Medians.SetCol(to, mat.Col(nil, from, medians))
		c.Usages.SetCol(to, mat.Col(nil, from, usages))
	}
	for i, k := range c.Cluster {
		if k >= 0 {
			c.Cluster[i] = slices.Index(order, k)
		}
	}
}

// AtRank holds the stability of the components at a rank and the error of their medians, none left out; an unknown number is nil.
type AtRank struct {
	Rank         int      `json:"rank"`
	Starts       int      `json:"starts"`
	Stability    *float64 `json:"stability" jsonschema:"oneof_type=number;null"`     // silhouette of the clusters of components
	SquaredError *float64 `json:"squared_error" jsonschema:"oneof_type=number;null"` // ‖X - WH‖² of medians and refitted usages
	Error        *float64 `json:"relative_error" jsonschema:"oneof_type=number;null"`
	Reason       string   `json:"reason,omitempty"` // why something is not known
}

// Note tells the numbers of AtRank for a consensus without a threshold.
func (c *Consensus) Note(err error) AtRank {
	at := AtRank{Rank: c.Rank, Starts: len(c.Starts)}
	if c.Pooled != nil {
		at.Stability = result.Finite(c.Silhouette)
	}
	if err != nil {
		at.Reason = err.Error()
		return at
	}
	at.SquaredError, at.Error = result.Finite(c.Squared), result.Finite(c.Error)
	return at
}

// LeftOut says how many components are in no cluster.
func (c *Consensus) LeftOut() int {
	return len(list.Filter(c.Cluster, func(k int) bool { return k < 0 }))
}

const (
	bins      = 50  // of the histogram, up to a distance of 1
	mostDrawn = 400 // components in the clustergram
)

// Figure draws how near components are to others, with the threshold, the distances of those in clusters, and, of several ranks,
// stability and error.
func (c *Consensus) Figure(title string, threshold float64, ranks []AtRank) result.Figure {
	f := result.Figure{Title: title, Columns: 2}
	bars := result.Series{Label: "components", Bars: true}
	width := max(1, slices.MaxFunc(c.Distance, func(a, b float64) int { return cmp.Compare(a, b) })) / bins // NaN is less than any
	for k := range bins {
		bars.X, bars.Y = append(bars.X, (float64(k)+0.5)*width), append(bars.Y, 0)
	}
	for _, d := range c.Distance {
		if !math.IsNaN(d) {
			bars.Y[min(int(d/width), bins-1)]++
		}
	}
	histogram := result.Plot{
		Title: fmt.Sprintf("%d of %d components left out", c.LeftOut(), len(c.Cluster)), Status: result.OK, Series: []result.Series{bars},
		X: result.Axis{Label: fmt.Sprintf("mean distance to the nearest %d", c.Near)}, Y: result.Axis{Label: "components"},
	}
	if threshold <= width*bins {
		histogram.Series = append(histogram.Series,
			result.Series{Label: fmt.Sprintf("threshold %v", threshold), X: []float64{threshold, threshold}, Y: []float64{0, slices.Max(bars.Y)}})
	}
	f.Plots = append(f.Plots, histogram, c.clustergram())
	if len(ranks) < 2 {
		return f
	}
	for _, line := range []struct {
		title, label string
		of           func(AtRank) *float64
	}{
		{"Stability", "silhouette", func(r AtRank) *float64 { return r.Stability }},
		{"Error", "relative error", func(r AtRank) *float64 { return r.Error }},
	} {
		var s result.Series
		for _, r := range ranks {
			if v := line.of(r); v != nil {
				s.X, s.Y = append(s.X, float64(r.Rank)), append(s.Y, *v)
			}
		}
		p := result.Plot{Title: line.title, X: result.Axis{Label: "rank"}, Y: result.Axis{Label: line.label}, Series: []result.Series{s},
			Status: result.OK}
		if len(s.X) == 0 {
			p.Status, p.Note = result.Skipped, "no rank has this number"
		}
		f.Plots = append(f.Plots, p)
	}
	return f
}

// clustergram has the distances of the components in clusters, cluster by cluster, those in the middle of each first.
func (c *Consensus) clustergram() result.Plot {
	var order []int
	for i, k := range c.Cluster {
		if k >= 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(c.Cluster[i], c.Cluster[j]), cmp.Compare(c.Distance[i], c.Distance[j]))
	})
	drawn := min(len(order), mostDrawn)
	p := result.Plot{Title: "Distances of the components in clusters", X: result.Axis{Label: "component, by cluster"},
		Y: result.Axis{Label: "component, by cluster"}, Status: result.OK}
	image := &result.Image{Rows: drawn, Cols: drawn, Values: make([]float64, 0, drawn*drawn), Scale: &result.ColourScale{Label: "distance"}}
	at := func(k int) int { return order[k*len(order)/drawn] }
	for k := range drawn {
		place := float64(k*len(order)/drawn + 1)
		image.X, image.Y = append(image.X, place), append(image.Y, place)
		for l := range drawn {
			image.Values = append(image.Values, c.Between.At(at(k), at(l)))
		}
	}
	slices.Reverse(image.Y) // the first cluster on top
	p.Image = image
	return p
}

package ranks

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/eval/rank"
	"nmfrepro/experiments/store"
	"nmfrepro/reports"
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
func (s *Study) Consensus(ctx context.Context, set *store.Set, method Method, r int, threshold, share float64) (*Consensus, error) {
	c := &Consensus{Rank: r, Features: s.telling()}
	var bases []*mat.Dense
	failed := ""
	for k := range s.Starts {
		rec, ok := set.Get(s.units[place{method.Entry.Name, r, kindStart, k}])
		if !ok || rec.Status != reports.OK {
			if ok {
				failed = ": " + rec.Reason
			}
			continue
		}
		c.Starts = append(c.Starts, k)
		bases = append(bases, dense(rec.Outputs[outputBasis]))
	}
	if len(bases) < 2 {
		return c, fmt.Errorf("rank %d: %s of %d have a result, want at least 2%s", r, reports.Count(len(bases), "start"), s.Starts, failed)
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
	if rule := solvers.ProjectionOf(method.Solver()); rule.Scaled || !strings.HasPrefix(rule.Formula, "min ") {
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

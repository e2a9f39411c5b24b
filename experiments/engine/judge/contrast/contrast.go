// Package contrast estimates every weighted sum of cells that the program speaks of: a row, a panel, a lead, a pair of methods, an
// ablation, an alternative, a claim. One function, [Estimate], says how large the sum is and how sure that is:
//
//  1. Cells are sorted into blocks by what their replicates share: the experiment, the draw and the numbers of the replicates.
//  2. In a block the weighted values are summed up replicate by replicate, A_r = Σ w·x_r, so that the variance s² of the A_r holds what
//     the cells have in common. What methods share cancels in a lead.
//  3. Blocks of different draws are independent parts (Welch and Satterthwaite). Their sum is raised to the variance of the whole sum,
//     replicate by replicate, where that is greater.
//  4. The reported numbers are means of R runs of the same protocol, which share as much: their sum has the variance s²/R, or as much as
//     the reported deviations give where all have one, with the correlations of ours. Rounding adds Σ w²u²/12, u being the unit of the
//     last reported place.
//  5. Where the paper may have drawn its classes once, for all R runs, there is a second estimate of the difference: what the draw
//     adds is not divided by R. A verdict needs both.
//
// A contrast speaks for the rows that it is made of, or takes them for a sample of rows like these (Demšar, JMLR 7, 2006): then the rows
// take the place of the replicates. No other code makes an interval of a difference of cells.
package contrast

import (
	"math"
	"slices"

	"nmfrepro/eval/stat"
	"nmfrepro/reports/result"
)

// Rows says which rows a contrast speaks for.
type Rows int

// The two questions that a sum over rows may ask.
const (
	These     Rows = iota // the rows at hand
	LikeThese             // rows of which those at hand are a sample
)

// String returns what stands beside an interval.
func (r Rows) String() string {
	if r == LikeThese {
		return "on rows like these"
	}
	return result.OnTheseRows
}

// FewestRows is how many rows say something of rows like them.
const FewestRows = 5

// Term is a cell with its weights in a sum.
type Term struct {
	Cell string // its address
	Row  string
	TermOurs

	TermReported

	Ours, Theirs float64 // weights of our number and of the reported one
}

// TermOurs is our number, replicate by replicate.
type TermOurs struct {
	Values     []float64 // one a replicate
	Replicates []int     // which those are; nil for values that pair up with no others
	Source     string    // the experiment whose runs those are
	Draw       string    // what the replicates of cells of the source share besides their number
	Grid       float64   // step of a metric that counts, 0 of another or where nothing is drawn
	Deviation  bool      // the number is the deviation of the values, not their mean
}

// TermReported is the number beside it.
type TermReported struct {
	Reported  float64 // the number beside it
	SD        float64 // its deviation, NaN where none is reported
	Unit      float64 // one in the last reported place
	Runs      int     // runs behind it, taken as one where nothing says so
	OneDraw   bool    // the classes are drawn, and the runs of the paper may share one draw
	Tolerance float64
}

// Contrast is a weighted sum of cells. [Estimate] fills in its value and error.
type Contrast struct {
	Terms []Term
	Rows  Rows

	Ours      stat.Estimate // Σ w·ours
	Gap       stat.Estimate // Σ w·ours - Σ w·reported, of reported runs that draw their classes anew
	OneDraw   stat.Mixture  // the same of reported runs that share one draw; Gap where that cannot be
	Reported  float64       // Σ w·reported
	Tolerance float64       // Σ |w|·tolerance
	N, Runs   int           // replicates, the fewest, or rows; reported runs, the fewest
	Paired    bool          // all terms are of one block, so that what they share cancels
	Effect    float64       // Cohen's d, of the pairs if paired; NaN where there is none
	Sums      []float64     // of a paired contrast, replicate by replicate; of rows like these, row by row

	blocks []*block
}

// FewestRuns is how many runs a reported deviation takes to say something.
const FewestRuns = 5

// Estimate fills in value and error of a contrast. The error is unknown where each cell has a single value.
func Estimate(c *Contrast) {
	c.Reported, c.Tolerance, c.Effect = 0, 0, math.NaN()
	c.N, c.Runs = math.MaxInt, math.MaxInt
	value, rounding := 0.0, 0.0
	for _, t := range c.Terms {
		value += t.Ours * t.number()
		c.Reported += t.Theirs * t.Reported
		c.Tolerance += math.Abs(t.Ours) * t.Tolerance
		rounding += math.Pow(t.Theirs*t.Unit, 2) / 12
		c.N, c.Runs = min(c.N, len(t.Values)), min(c.Runs, max(1, t.Runs))
	}
	if c.Rows == LikeThese {
		c.overRows(value)
		return
	}
	c.sort()
	ours, gap := []stat.Part{}, []stat.Part{{Variance: rounding, DF: math.Inf(1)}}
	for _, b := range c.blocks {
		ours = append(ours, stat.Part{Variance: b.variance / b.n(), DF: b.n() - 1})
		gap = append(gap, b.parts()...)
	}
	for _, t := range c.Terms {
		if t.Deviation { // var(s) is about s²/2(n-1), of a normal sample
			df := float64(len(t.Values) - 1)
			ours = append(ours, stat.Part{Variance: math.Pow(t.Ours*stat.SD(t.Values), 2) / (2 * df), DF: df})
		}
	}
	c.Ours = stat.Combine(value, ours...)
	c.Gap = stat.Combine(value-c.Reported, gap...)
	c.OneDraw = c.oneDraw(value-c.Reported, rounding)
	c.pair()
}

// number returns the mean of a term's values, or their deviation.
func (t Term) number() float64 {
	if t.Deviation {
		return stat.SD(t.Values)
	}
	return stat.Mean(t.Values)
}

// P returns the p-value of no difference from the reported numbers, whether their runs share a draw or not.
func (c *Contrast) P() float64 { return max(c.Gap.P(0), c.OneDraw.P(0)) }

// Within returns the p-value of a difference as large as the tolerance, whether the reported runs share a draw or not: where it is small,
// the difference is shown to be within the tolerance.
func (c *Contrast) Within() float64 {
	return max(c.Gap.Equivalence(c.Tolerance), c.OneDraw.Equivalence(c.Tolerance))
}

// overRows takes the rows for a sample: each is one value, its part of the sum as if it stood for all.
func (c *Contrast) overRows(value float64) {
	var rows []string
	ours, gap := map[string]float64{}, map[string]float64{}
	for _, t := range c.Terms {
		if !slices.Contains(rows, t.Row) {
			rows = append(rows, t.Row)
		}
		ours[t.Row] += t.Ours * t.number()
		gap[t.Row] += t.Ours*t.number() - t.Theirs*t.Reported
	}
	k := float64(len(rows))
	c.N, c.Paired, c.Sums = len(rows), true, nil
	differences := make([]float64, len(rows))
	for i, row := range rows {
		c.Sums, differences[i] = append(c.Sums, k*ours[row]), k*gap[row]
	}
	over := func(values []float64) stat.Part {
		return stat.Part{Variance: math.Pow(stat.SD(values), 2) / k, DF: k - 1}
	}
	c.Ours, c.Gap = stat.Combine(value, over(c.Sums)), stat.Combine(value-c.Reported, over(differences))
	c.OneDraw = stat.Sure(c.Gap)
	c.Effect = value / stat.SD(c.Sums)
}

// pair notes what only pairs have: the sums of the replicates and the size of the effect in their deviations. Two cells that share
// nothing have Cohen's d.
func (c *Contrast) pair() {
	c.Paired = len(c.blocks) == 1 && len(c.Terms) > 1 && !slices.ContainsFunc(c.Terms, func(t Term) bool { return t.Deviation })
	switch {
	case c.Paired:
		c.Sums, c.Effect = c.blocks[0].sum, ratio(c.Ours.Value, math.Sqrt(c.blocks[0].variance))
	case len(c.blocks) == 2 && len(c.Terms) == 2:
		a, b := c.blocks[0], c.blocks[1]
		pooled := ((a.n()-1)*a.variance + (b.n()-1)*b.variance) / (a.n() + b.n() - 2)
		c.Effect = ratio(c.Ours.Value, math.Sqrt(pooled))
	}
}

// ratio returns a value in units of a deviation; no value is no effect, whatever the deviation.
func ratio(value, deviation float64) float64 {
	if value == 0 {
		return 0
	}
	return value / deviation
}

// MayBeOneDraw tells whether the reported runs may share one draw of the classes.
func (c *Contrast) MayBeOneDraw() bool {
	return slices.ContainsFunc(c.blocks, func(b *block) bool { return b.drawn })
}

package result

import (
	"math"
	"slices"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
)

// MethodGroup is the methods that compete in a panel: its columns of one metric, with their numbers in each row.
type MethodGroup struct {
	Panel   string // key
	Title   string
	Metric  string
	Measure string // objective measure or kind of summary that the columns share, "" for none
	Lower   bool   // lower is better
	Neutral bool   // neither is
	Scale   Scale  // how the table reports differences
	Methods []Method
	Rows    []Scores
}

// Method is one competitor.
type Method struct {
	Key  string // of the spec
	Name string // of its column
}

// Scores is a row of a field: the score of each method, in the order of the field.
type Scores struct {
	Label string
	Cells []Score
}

// Score is one number of ours and of the paper.
type Score struct {
	Cell     Cell
	Reported float64 // NaN for none
}

// Pair is one method against another in a row, or over the rows.
type Pair struct {
	Row  string // "" over the rows
	On   string // for which rows the interval speaks: "on these rows", or "on rows like these"
	A, B int    // places in the field
	stat.Difference
	Holm float64 // P adjusted for all pairs of the row, or of those over the rows
}

// Ranks is the methods of a field by their mean rank over its rows.
type Ranks struct {
	Methods  []int // places in the field
	Rows     []string
	Left     []string // rows that lack a number of one of the methods
	Friedman stat.Friedman
	Critical float64 // difference of mean ranks that Nemenyi's test tells apart, at 5 %
	Groups   [][]int // methods that it does not find significantly different, as places in Methods
}

// Agreement is how well the order of the methods in a row agrees with the reported one.
type Agreement struct {
	Row     string // "" over the rows: of the mean ranks
	Kendall stat.Kendall
}

// Comparison is a field of methods with the outcomes of all comparisons between them.
type Comparison struct {
	Address string // paper/table
	Profile string
	MethodGroup
	Against    int // place of the method that is compared with the others, -1 for none
	Pairs      []Pair
	Ours       Ranks
	OursErr    error // why there are no ranks of ours
	Papers     Ranks // by the reported numbers
	PapersErr  error
	Agreements []Agreement
}

// Alpha is the level of the tests between methods.
const Alpha = 0.05

// Find returns the place of a method by its key or the name of its column, -1 if there is none.
func (f MethodGroup) Find(name string) int {
	i := slices.IndexFunc(f.Methods, func(m Method) bool { return m.Name == name })
	if i < 0 {
		i = slices.IndexFunc(f.Methods, func(m Method) bool { return m.Key == name })
	}
	return i
}

// Better tells whether the pair's difference is in favour of A.
func (f MethodGroup) Better(p Pair) bool {
	return p.Estimate.Value != 0 && (p.Estimate.Value < 0) == f.Lower
}

// The outcomes of a pair, seen from A.
const (
	PairEqual = "equal"
	PairOpen  = "not significant"
	PairMore  = "more" // of a metric of which neither more nor less is better
	PairLess  = "less"
	PairAhead = "better"
	PairBack  = "worse"
)

// Outcome returns what the p of a pair, adjusted for all pairs beside it, comes to.
func (f MethodGroup) Outcome(p Pair) string {
	switch {
	case p.Estimate.Value == 0 && p.Ranks.N == 0 && p.Paired:
		return PairEqual
	case !(p.Holm < Alpha):
		return PairOpen
	case f.Neutral && p.Estimate.Value > 0:
		return PairMore
	case f.Neutral:
		return PairLess
	case f.Better(p):
		return PairAhead
	}
	return PairBack
}

// HasReported tells whether a paper has numbers for any of the methods.
func (f MethodGroup) HasReported() bool {
	return slices.ContainsFunc(f.Rows, func(r Scores) bool {
		return slices.ContainsFunc(r.Cells, func(s Score) bool { return !math.IsNaN(s.Reported) })
	})
}

// fewRows is the number of rows below which Friedman's statistic is far from its limit distribution: Demšar (2006) wants more
// than ten sets and five methods for χ², and the F form is fair from about five sets on.
const fewRows = 5

// Rough tells whether there are so few rows that the p-values are rough.
func (r Ranks) Rough() bool { return r.Friedman.Sets < fewRows }

// Significant tells whether the ranks of ours or the reported ones differ significantly anywhere.
func (c Comparison) Significant() bool {
	apart := func(r Ranks, err error) bool {
		return err == nil && !slices.ContainsFunc(r.Groups, func(g []int) bool { return len(g) == len(r.Methods) })
	}
	return apart(c.Ours, c.OursErr) || apart(c.Papers, c.PapersErr)
}

// Ranked returns the comparisons of a table in which our methods have ranks.
func (t Table) Ranked() []Comparison {
	return list.Filter(t.Comparisons, func(c Comparison) bool { return c.OursErr == nil })
}

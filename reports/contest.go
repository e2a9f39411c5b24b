package reports

import (
	"math"
	"slices"

	"nmfrepro/eval/stat"
)

// Field is methods that compete: the columns of a panel that show one metric.
type Field struct {
	Panel   string // key
	Title   string
	Metric  string
	Measure string // objective measure or kind of summary that the columns share, "" for none
	Lower   bool   // lower is better
	Scale   Scale  // how the table prints differences
	Methods []Rival
	Rows    []Scores
}

// Rival is one competitor.
type Rival struct {
	Key  string // of the spec
	Name string // of its column
}

// Scores is what the methods reached in a row, in their order.
type Scores struct {
	Label string
	Cells []Score
}

// Score is one number of ours and of the paper.
type Score struct {
	Values    []float64 // one a replicate; nil if there are none, or on stand-in data where the paper's are compared
	Whole     bool      // every replicate that was asked for is there, so that values pair up
	StandIn   bool
	Published float64 // NaN for none
}

// Pair is one method against another in a row, or over the rows.
type Pair struct {
	Row      string // "" over the rows
	A, B     int    // places in the field
	N        int    // replicates, or rows
	Paired   bool   // by replicates that share data and start, or by rows; else independent samples
	Estimate stat.Estimate
	Interval stat.Interval // of the difference A - B, 95 %
	P        float64       // of no difference: Wilcoxon's signed ranks if paired, else Welch's t
	Holm     float64       // P adjusted for the comparisons of the row
	Effect   float64       // matched-pairs rank-biserial correlation if paired, else Cohen's d; positive if A is larger
}

// Ranks is the methods of a field by their mean rank over its rows.
type Ranks struct {
	Methods  []int // places in the field
	Rows     []string
	Left     []string // rows that lack a number of one of the methods
	Friedman stat.Friedman
	Critical float64 // difference of mean ranks that Nemenyi's test tells apart, at 5 %
	Groups   [][]int // methods that it does not tell apart, as places in Methods
}

// Agreement is how well the order of the methods in a row agrees with the printed one.
type Agreement struct {
	Row     string // "" over the rows: of the mean ranks
	Kendall stat.Kendall
}

// Contest is a field of methods with what came of comparing them.
type Contest struct {
	Address string // paper/table
	Profile string
	Field
	Against    int // place of the method that is compared with the others, -1 for none
	Pairs      []Pair
	Ours       Ranks
	OursErr    error // why there are no ranks of ours
	Papers     Ranks // by the published numbers
	PapersErr  error
	Agreements []Agreement
}

// Alpha is the level of the tests between methods.
const Alpha = 0.05

// Find is the place of a method by its key or the name of its column, -1 if there is none.
func (f Field) Find(name string) int {
	i := slices.IndexFunc(f.Methods, func(m Rival) bool { return m.Name == name })
	if i < 0 {
		i = slices.IndexFunc(f.Methods, func(m Rival) bool { return m.Key == name })
	}
	return i
}

// Better tells whether the pair's difference is in favour of A.
func (f Field) Better(p Pair) bool { return p.Estimate.Value != 0 && (p.Estimate.Value < 0) == f.Lower }

// LeastP is the smallest p-value that Wilcoxon's test can give for n untied pairs: below it nothing can be shown.
func LeastP(n int) float64 { return math.Min(1, math.Exp2(float64(1-n))) }

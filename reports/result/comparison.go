package result

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/eval/stat"
)

// MethodGroup is the methods that compete in a panel: its columns of one metric, with their numbers in each row.
type MethodGroup struct {
	Panel   string // key
	Title   string
	Metric  string
	Reading string // of the clusters, as in metric@reading; "" for the first
	Measure string // objective measure or kind of summary that the columns share, "" for none
	Lower   bool   // lower is better
	Neutral bool   // neither is
	Scale   Scale  // how the table reports differences
	Unit    string // points where it is a score, else that of the table
	Twin    bool   // another panel has the same metric
	Again   bool   // one before it has the same reading of it, too
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
	Label  string
	Set    string // where its samples come from, "" if nobody says
	Family string // kind of data of the set, "" if nobody says
	Cells  []Score
}

// Score is one number of ours and of the paper.
type Score struct {
	Cell      Cell    // with the honest values of a tuned method, and a score for each run that failed or collapsed
	Reported  float64 // NaN for none
	Tuned     bool    // options of the method were chosen from a grid
	Honest    bool    // the values are at choices that were made without them
	Labelled  bool    // the options were chosen by labels, which nobody has who wants clusters
	Failed    int     // runs that failed
	Alone     bool    // all of them did
	Collapsed int     // runs that collapsed to one cluster, which the table leaves out
}

// Witness is the rows whose samples come from one place.
type Witness struct {
	Set    string
	Family string
	Rows   []int // places in the field
}

// Pair is one method against another in a row, or over the rows.
type Pair struct {
	Row  string // "" over the rows
	On   string // for which rows the interval speaks: "on these rows", or "on rows like these"
	A, B int    // places in the field
	stat.Difference
	Holm float64 // P adjusted for the pairs that were asked for: those of the row, or those over the rows
}

// Versus is one method against another over data sets. No third method changes it. Differences in favour of A are positive.
type Versus struct {
	A, B               int // places in the field
	Mean               float64
	Wins, Ties, Losses int       // data sets on which A is ahead by more than the tolerance, within it, behind
	Signed             []float64 // difference on each data set that has both; on each row where all rows are of one set
	Within             []float64 // tolerance of each
	Tested             bool      // there are two data sets or more
	Wilcoxon           stat.SignedRank
}

// Standing is the place of a method among all methods, and against the reference method.
type Standing struct {
	Method    int              // place in the field
	Rank      float64          // mean rank
	Spread    *stat.RankSpread // when data sets are drawn again; nil where all rows are of one
	Versus                     // against that one, seen from the method; zero for the one itself
	Over      *Pair            // the difference with its interval: on rows like these where they are enough, else on these rows
	Holm      float64          // Wilcoxon's p, adjusted for all methods that are compared with that one; NaN where nothing is tested
	Posterior *stat.Posterior  // nil where nothing is tested
}

// Ranks is the methods of a field by their mean rank over its rows.
type Ranks struct {
	Methods  []int // places in the field
	Rows     []string
	Left     []string // rows that lack a number of one of the methods
	OneSet   bool     // all rows are of one data set: ranks are of rows, and nothing is tested
	Friedman stat.Friedman
	Critical float64 // difference of mean ranks from which on two methods differ significantly, at 5 %; +Inf if there is none
	Groups   [][]int // methods that are not significantly different, as places in Methods
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
	Of         int // methods of the whole table, where the address leaves some of them; 0 where it does not
	Witnesses  []Witness
	Matrix     []Versus   // every two methods over the data sets
	Standings  []Standing // the best first
	Notes      []string   // what to know of them, in a sentence each
	Pairs      []Pair
	Ours       Ranks
	OursErr    error // why there are no ranks of ours
	Papers     Ranks // by the reported numbers
	PapersErr  error
	Agreements []Agreement
}

// Alpha is the level of the tests between methods.
const Alpha = 0.05

// Labelled tells whether options of a method were chosen by the labels of other runs.
func (f MethodGroup) Labelled(method int) bool {
	return slices.ContainsFunc(f.Rows, func(r Scores) bool { return r.Cells[method].Labelled })
}

// Find returns the place of a method by its key or the name of its column, -1 if there is none.
func (f MethodGroup) Find(name string) int {
	i := slices.IndexFunc(f.Methods, func(m Method) bool { return m.Name == name })
	if i < 0 {
		i = slices.IndexFunc(f.Methods, func(m Method) bool { return m.Key == name })
	}
	return i
}

// Words names what methods are compared by: the metric, with the reading of the clusters where another has the same, or its panel.
func (f MethodGroup) Words() string {
	words, of := MetricWords(f.Metric), []string{}
	if measure := MetricWords(f.Measure); measure != "" && !strings.HasSuffix(words, measure) {
		of = append(of, measure)
	}
	switch {
	case f.Twin && f.Again:
		of = append(of, "panel "+f.Panel)
	case f.Twin && f.Reading != "":
		of = append(of, f.Reading)
	}
	if len(of) == 0 {
		return words
	}
	return words + " (" + strings.Join(of, ", ") + ")"
}

// Seeds counts the runs of each data set of which every method has a number, in words; briefly, data sets without are left out.
func (f MethodGroup) Seeds(brief bool) string {
	var names []string
	var counts []int
	for _, r := range f.Rows {
		if n := slices.Min(list.Map(r.Cells, func(s Score) int { return len(s.Cell.Runs.Values) })); n > 0 || !brief {
			names, counts = append(names, r.Label), append(counts, n)
		}
	}
	return SeedsText(names, counts, brief)
}

// SeedsText says how many seeds there are of each data set, the most first: 20 of iris, wine; 1 of pie. Briefly, three sets or more are counted.
func SeedsText(names []string, counts []int, brief bool) string {
	of := map[int][]string{}
	for i, n := range counts {
		of[n] = append(of[n], names[i])
	}
	ns := slices.Sorted(maps.Keys(of))
	slices.Reverse(ns)
	if len(ns) == 1 && brief {
		return fmt.Sprintf("%d of each", ns[0])
	}
	return list.Join(ns, "; ", func(n int) string {
		who := strings.Join(of[n], ", ")
		if brief && len(of[n]) > 2 {
			who = fmt.Sprintf("%d sets", len(of[n]))
		}
		if n == 0 {
			return "none of " + who
		}
		return fmt.Sprintf("%d of %s", n, who)
	})
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

// Outcome returns the outcome of a pair by its p, which is adjusted for all pairs beside it.
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

// Significant tells whether any two ranks, ours or the reported ones, differ significantly.
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

// Orders tells how far the orders of methods in several comparisons agree, and the shares of variance of the scores.
type Orders struct {
	Pairs  []OrderPair // those that agree least first
	Shares []Shares    // by metric
}

// OrderPair is two comparisons with methods and data sets in common.
type OrderPair struct {
	A, B    Place
	Differ  string // what differs: metric, labelling, scale of H, stop, scale, tuning, or experiment
	Methods []string
	Sets    int
	Left    []LeftOut // data sets and methods of both that are in no order
	Seeds   string    // how many there are of the data sets
	Tau     stat.Kendall
	Spread  stat.Interval // of τ when data sets are drawn again, 95 %; NaN of one set
	Ranks   [2][]float64  // mean ranks of the methods over the sets in common
}

// LeftOut is a data set or a method that lacks numbers, with the reason.
type LeftOut struct{ Name, Lacks string }

// Place names a comparison.
type Place struct{ Address, Panel, Metric string }

// Shares are parts of the variance of the scores by one metric: sums of squares over their total.
type Shares struct {
	Metric                  string
	Methods, Sets, Settings int
	Of                      []VariancePart
}

// VariancePart is the share of one factor.
type VariancePart struct {
	Factor string
	Part   float64
}

package reports

import (
	"fmt"
	"slices"

	"nmfrepro/eval/stat"
)

// Field is the methods that compete in a panel: its columns of one metric, with their numbers in each row.
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

// Scores is a row of a field: the score of each method, in the order of the field.
type Scores struct {
	Label string
	Cells []Score
}

// Score is one number of ours and of the paper.
type Score struct {
	stat.Sample         // empty if there are no values
	Grid        float64 // step of a metric that counts samples, 0 if it has none
	StandIn     bool
	Published   float64 // NaN for none
}

// Pair is one method against another in a row, or over the rows.
type Pair struct {
	Row  string // "" over the rows
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
	Groups   [][]int // methods that it does not tell apart, as places in Methods
}

// Agreement is how well the order of the methods in a row agrees with the printed one.
type Agreement struct {
	Row     string // "" over the rows: of the mean ranks
	Kendall stat.Kendall
}

// Contest is a field of methods with the outcomes of all comparisons between them.
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

// name tells a contest among those of an experiment.
func (c Contest) name() string {
	name := c.Panel + ", " + c.Metric
	if c.Measure != "" {
		name += " (" + c.Measure + ")"
	}
	return name
}

// Diagrams are the critical-difference diagrams of contests, ours and the paper's side by side.
func Diagrams(all []Contest) Figure {
	f := Figure{Address: all[0].Address, Title: "Mean ranks over the rows", Columns: 2}
	for _, c := range all {
		f.Plots = appendDiagram(f.Plots, c, "ours", c.Ours, c.OursErr)
		f.Plots = appendDiagram(f.Plots, c, "paper", c.Papers, c.PapersErr)
	}
	f.Notes = []string{"1 is the best. Bars join methods that Nemenyi's test does not tell apart at 5 %."}
	return f
}

func appendDiagram(plots []Plot, c Contest, whose string, r Ranks, err error) []Plot {
	if err != nil {
		return plots
	}
	drawn := Ranking{Ranks: r.Friedman.Ranks, Critical: r.Critical, Groups: r.Groups}
	drawn.Methods = Mapped(r.Methods, func(i int) string { return c.Methods[i].Name })
	title := fmt.Sprintf("%s %s: %s", c.Address, c.name(), whose)
	return append(plots, Plot{Title: title, Ranking: &drawn, Status: OK})
}

// Heading names a contest under the title of its panel.
func (c Contest) Heading() string {
	if c.Measure != "" {
		return c.Title + " (" + c.Measure + ")"
	}
	return c.Title
}

// Diagram is the contest's critical-difference diagrams.
func (c Contest) Diagram() Figure {
	f := Diagrams([]Contest{c})
	f.Title = c.Heading()
	return f
}

// Ranked are the contests of a table in which our methods have ranks.
func (t Table) Ranked() []Contest {
	return slices.DeleteFunc(slices.Clone(t.Contests), func(c Contest) bool { return c.OursErr != nil })
}

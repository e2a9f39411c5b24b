package reports

import (
	"fmt"
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
	Measure string // objective measure or kind of summary that the columns share, "" for none
	Lower   bool   // lower is better
	Neutral bool   // neither is
	Scale   Scale  // how the table prints differences
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

// Comparison is a field of methods with the outcomes of all comparisons between them.
type Comparison struct {
	Address string // paper/table
	Profile string
	MethodGroup
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

// name tells a comparison among those of an experiment.
func (c Comparison) name() string {
	name := c.Panel + ", " + c.Metric
	if c.Measure != "" {
		name += " (" + c.Measure + ")"
	}
	return name
}

// Diagrams are the critical-difference diagrams of comparisons, ours and the paper's side by side.
func Diagrams(all []Comparison) Figure {
	f := Figure{Address: all[0].Address, Title: "Mean ranks over the rows", Columns: 2}
	for _, c := range all {
		if c.OursErr == nil || c.PapersErr == nil {
			f.Plots = append(f.Plots, c.diagram("ours", c.Ours, c.OursErr), c.diagram("reported", c.Papers, c.PapersErr))
		}
	}
	f.Notes = []string{"1 is the best. Bars join methods without a significant difference by Nemenyi's test at 5 %."}
	return f
}

// diagram is one of the two diagrams, or says why there is none: each stands in its own column.
func (c Comparison) diagram(whose string, r Ranks, err error) Plot {
	p := Plot{Title: fmt.Sprintf("%s %s: %s", c.Address, c.name(), whose), Status: OK}
	switch {
	case err != nil && whose == "reported" && !c.reported():
		p.Status = "not reported"
		return p
	case err != nil:
		p.Status, p.Note = "no ranks", strings.TrimPrefix(err.Error(), "stat: friedman: ")
		return p
	}
	p.Ranking = &Ranking{Ranks: r.Friedman.Ranks, Critical: r.Critical, Groups: r.Groups}
	p.Ranking.Methods = list.Map(r.Methods, func(i int) string { return c.Methods[i].Name })
	return p
}

// Heading names a comparison under the title of its panel.
func (c Comparison) Heading() string {
	if c.Measure != "" {
		return c.Title + " (" + c.Measure + ")"
	}
	return c.Title
}

// Diagram is the comparison's critical-difference diagrams.
func (c Comparison) Diagram() Figure {
	f := Diagrams([]Comparison{c})
	f.Title = c.Heading()
	return f
}

// Significant tells whether the ranks of ours or the reported ones differ significantly anywhere.
func (c Comparison) Significant() bool {
	apart := func(r Ranks, err error) bool {
		return err == nil && !slices.ContainsFunc(r.Groups, func(g []int) bool { return len(g) == len(r.Methods) })
	}
	return apart(c.Ours, c.OursErr) || apart(c.Papers, c.PapersErr)
}

// Ranked are the comparisons of a table in which our methods have ranks.
func (t Table) Ranked() []Comparison {
	return list.Filter(t.Comparisons, func(c Comparison) bool { return c.OursErr == nil })
}

type comparisonJSON struct {
	Address    string          `json:"address"`
	Profile    string          `json:"profile"`
	Panel      string          `json:"panel"`
	Metric     string          `json:"metric"`
	Measure    string          `json:"measure,omitempty"`
	Lower      bool            `json:"lower_is_better"`
	Pairs      []pairJSON      `json:"pairs"`
	Ours       *ranksJSON      `json:"ranks_ours"`
	Paper      *ranksJSON      `json:"ranks_paper"`
	Agreements []agreementJSON `json:"agreement"`
}

type pairJSON struct {
	Row        string `json:"row"` // "" over the rows
	Method     string `json:"method"`
	Against    string `json:"against"`
	N          int    `json:"n"`
	Paired     bool   `json:"paired"`
	Difference Known  `json:"difference"`
	Low        Known  `json:"low"`
	High       Known  `json:"high"`
	P          Known  `json:"p"`
	Holm       Known  `json:"p_holm"`
	Effect     Known  `json:"effect"`         // Cohen's d, of the pairs if paired
	Ranks      Known  `json:"p_signed_ranks"` // Wilcoxon's; null unless paired
	Outcome    string `json:"outcome"`
}

type ranksJSON struct {
	Methods  []string   `json:"methods"`
	Ranks    []float64  `json:"mean_ranks"`
	Rows     []string   `json:"rows"`
	Left     []string   `json:"rows_left_out"`
	ChiSq    Known      `json:"chi_squared"`
	P        Known      `json:"p"`
	F        Known      `json:"f"`
	PF       Known      `json:"p_f"`
	Critical Known      `json:"critical_difference"`
	Groups   [][]string `json:"not_told_apart"`
}

type agreementJSON struct {
	Row string `json:"row"` // "" for the mean ranks over the rows
	N   int    `json:"methods"`
	Tau Known  `json:"tau"`
	P   Known  `json:"p"`
}

// ComparisonsJSON are comparisons as scripts read them: an array of objects.
func ComparisonsJSON(all []Comparison) any {
	var out []comparisonJSON
	for _, c := range all {
		x := comparisonJSON{
			Address: c.Address, Profile: c.Profile, Panel: c.Panel, Metric: c.Metric, Measure: c.Measure, Lower: c.Lower,
			Pairs: []pairJSON{}, Agreements: []agreementJSON{}, Ours: c.ranksJSON(c.Ours, c.OursErr), Paper: c.ranksJSON(c.Papers, c.PapersErr),
		}
		for _, p := range c.Pairs {
			x.Pairs = append(x.Pairs, pairJSON{
				p.Row, c.Methods[p.A].Name, c.Methods[p.B].Name, p.N, p.Paired, Known(c.Scale.Of(p.Estimate.Value)), Known(c.Scale.Of(p.Interval.Low)),
				Known(c.Scale.Of(p.Interval.High)), Known(p.P), Known(p.Holm), Known(p.Effect), p.signedRanks(), c.wording(p),
			})
		}
		for _, a := range c.Agreements {
			x.Agreements = append(x.Agreements, agreementJSON{a.Row, a.Kendall.N, Known(a.Kendall.Tau), Known(a.Kendall.P)})
		}
		out = append(out, x)
	}
	return out
}

func (c Comparison) ranksJSON(r Ranks, err error) *ranksJSON {
	if err != nil {
		return nil
	}
	f := r.Friedman
	x := &ranksJSON{
		Ranks: f.Ranks, Rows: r.Rows, Left: r.Left, ChiSq: Known(f.ChiSq), P: Known(f.P), F: Known(f.F), PF: Known(f.PF),
		Critical: Known(r.Critical), Groups: [][]string{},
	}
	x.Methods = list.Map(r.Methods, func(i int) string { return c.Methods[i].Name })
	for _, g := range r.Groups {
		x.Groups = append(x.Groups, list.Map(g, func(i int) string { return x.Methods[i] }))
	}
	return x
}

// signedRanks is the p-value of Wilcoxon's test, not known of samples that do not pair up.
func (p Pair) signedRanks() Known {
	if !p.Paired {
		return Known(math.NaN())
	}
	return Known(p.Ranks.TwoSided)
}

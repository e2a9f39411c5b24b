package reports

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// comparisonName tells a comparison among those of an experiment.
func comparisonName(c result.Comparison) string {
	name := c.Panel + ", " + c.Metric
	if c.Measure != "" {
		name += " (" + c.Measure + ")"
	}
	return name
}

// Diagrams returns the critical-difference diagrams of comparisons, ours and the paper's side by side.
func Diagrams(all []result.Comparison) result.Figure {
	f := result.Figure{Address: all[0].Address, Title: "Mean ranks over the rows", Columns: 2}
	for _, c := range all {
		if c.OursErr == nil || c.PapersErr == nil {
			f.Plots = append(f.Plots, diagram(c, "ours", c.Ours, c.OursErr), diagram(c, "reported", c.Papers, c.PapersErr))
		}
	}
	f.Notes = []string{"1 is the best. Bars join methods without a significant difference at 5 %."}
	return f
}

// diagram returns one of the two diagrams, or says why there is none: each stands in its own column.
func diagram(c result.Comparison, whose string, r result.Ranks, err error) result.Plot {
	p := result.Plot{Title: fmt.Sprintf("%s %s: %s", c.Address, comparisonName(c), whose), Status: result.OK}
	switch {
	case err != nil && whose == "reported" && !c.HasReported():
		p.Status = "not reported"
		return p
	case err != nil:
		p.Status, p.Note = "no ranks", strings.TrimPrefix(err.Error(), "stat: friedman: ")
		return p
	}
	p.Ranking = &result.Ranking{Ranks: r.Friedman.Ranks, Critical: r.Critical, Groups: r.Groups}
	if math.IsInf(r.Critical, 1) { // no difference is significant
		p.Ranking.Critical = 0
	}
	p.Ranking.Methods = list.Map(r.Methods, func(i int) string { return c.Methods[i].Name })
	return p
}

// ComparisonHeading names a comparison under the title of its panel.
func ComparisonHeading(c result.Comparison) string {
	if c.Measure != "" {
		return c.Title + " (" + c.Measure + ")"
	}
	return c.Title
}

// ComparisonDiagram returns the comparison's critical-difference diagrams.
func ComparisonDiagram(c result.Comparison) result.Figure {
	f := Diagrams([]result.Comparison{c})
	f.Title = ComparisonHeading(c)
	return f
}

type comparisonJSON struct {
	Address    string          `json:"address"`
	Profile    string          `json:"profile"`
	Panel      string          `json:"panel"`
	Metric     string          `json:"metric"`
	Measure    string          `json:"measure,omitempty"`
	Lower      bool            `json:"lower_is_better"`
	Against    string          `json:"against"` // method that the others are compared with, "" for none
	Notes      []string        `json:"notes"`
	Methods    []standingJSON  `json:"methods"` // by mean rank, the best first
	Matrix     []versusJSON    `json:"matrix"`  // every two methods over the data sets
	Pairs      []pairJSON      `json:"pairs"`
	Ours       *ranksJSON      `json:"ranks_ours"`
	Paper      *ranksJSON      `json:"ranks_paper"`
	Agreements []agreementJSON `json:"agreement"`
}

// standingJSON is a line of the screen. Differences are in favour of the method, in the unit of the table.
type standingJSON struct {
	Method     string       `json:"method"`
	Rank       float64      `json:"mean_rank"`
	RankLow    result.Known `json:"rank_low"` // of 95 %, when families, data sets and seeds are drawn again
	RankHigh   result.Known `json:"rank_high"`
	PlaceLow   int          `json:"place_low,omitempty"`
	PlaceHigh  int          `json:"place_high,omitempty"`
	First      result.Known `json:"p_first"` // share of the draws in which no method has a better mean rank
	MayBeFirst bool         `json:"may_be_first"`
	Against    string       `json:"against"`
	Ahead      result.Known `json:"ahead"` // mean over the data sets
	Low        result.Known `json:"ahead_low"`
	High       result.Known `json:"ahead_high"`
	On         string       `json:"on,omitempty"`
	Wins       int          `json:"wins"` // data sets on which it is ahead by more than the tolerance
	Ties       int          `json:"ties"`
	Losses     int          `json:"losses"`
	Wilcoxon   result.Known `json:"wilcoxon_p"`
	Holm       result.Known `json:"holm_p"`
	Worse      result.Known `json:"p_worse"`
	Equal      result.Known `json:"p_equal"`
	Better     result.Known `json:"p_better"`
	Honest     bool         `json:"honest"` // its numbers are at options that other runs chose
	Tuned      bool         `json:"tuned"`  // its options were chosen from a grid
	Failed     int          `json:"failed_runs"`
}

// versusJSON is one of every two methods against the other.
type versusJSON struct {
	Method   string       `json:"method"`
	Against  string       `json:"against"`
	Ahead    result.Known `json:"ahead"`
	Wins     int          `json:"wins"`
	Ties     int          `json:"ties"`
	Losses   int          `json:"losses"`
	Wilcoxon result.Known `json:"wilcoxon_p"`
}

type pairJSON struct {
	Row        string       `json:"row"` // "" over the rows
	On         string       `json:"on"`  // for which rows the interval speaks: on these rows, or on rows like these
	Method     string       `json:"method"`
	Against    string       `json:"against"`
	N          int          `json:"n"`
	Paired     bool         `json:"paired"`
	Difference result.Known `json:"difference"`
	Low        result.Known `json:"low"`
	High       result.Known `json:"high"`
	P          result.Known `json:"p"`
	Holm       result.Known `json:"p_holm"`
	Effect     result.Known `json:"effect"`         // Cohen's d, of the pairs if paired
	Ranks      result.Known `json:"p_signed_ranks"` // Wilcoxon's; null unless paired
	Outcome    string       `json:"outcome"`
}

type ranksJSON struct {
	Methods  []string     `json:"methods"`
	Ranks    []float64    `json:"mean_ranks"`
	Rows     []string     `json:"rows"`
	Left     []string     `json:"rows_left_out"`
	ChiSq    result.Known `json:"chi_squared"`
	P        result.Known `json:"p"`
	F        result.Known `json:"f"`
	By       string       `json:"p_by"` // exact, by permutations, or limit; "" where nothing is tested
	Critical result.Known `json:"critical_difference"`
	Groups   [][]string   `json:"not_significantly_different"`
}

type agreementJSON struct {
	Row string       `json:"row"` // "" for the mean ranks over the rows
	N   int          `json:"methods"`
	Tau result.Known `json:"tau"`
	P   result.Known `json:"p"`
}

// ComparisonsJSON returns comparisons as scripts read them: an array of objects.
func ComparisonsJSON(all []result.Comparison) any {
	var out []comparisonJSON
	for _, c := range all {
		x := comparisonJSON{
			Address: c.Address, Profile: c.Profile, Panel: c.Panel, Metric: c.Metric, Measure: c.Measure, Lower: c.Lower,
			Pairs: []pairJSON{}, Agreements: []agreementJSON{}, Ours: ranksOf(c, c.Ours, c.OursErr), Paper: ranksOf(c, c.Papers, c.PapersErr),
			Notes: append([]string{}, comparisonNotes(c)...), Methods: standings(c), Matrix: []versusJSON{},
		}
		if c.Against >= 0 {
			x.Against = c.Methods[c.Against].Name
		}
		for _, v := range c.Matrix {
			x.Matrix = append(x.Matrix, versusJSON{c.Methods[v.A].Name, c.Methods[v.B].Name, result.Known(c.Scale.Of(v.Mean)), v.Wins, v.Ties, v.Losses,
				wilcoxonOf(v)})
		}
		for _, p := range c.Pairs {
			x.Pairs = append(x.Pairs, pairJSON{
				Row: p.Row, On: p.On, Method: c.Methods[p.A].Name, Against: c.Methods[p.B].Name, N: p.N, Paired: p.Paired,
				Difference: result.Known(c.Scale.Of(p.Estimate.Value)),
				Low:        result.Known(c.Scale.Of(p.Interval.Low)),
				High:       result.Known(c.Scale.Of(p.Interval.High)), P: result.Known(p.P), Holm: result.Known(p.Holm),
				Effect: result.Known(p.Effect), Ranks: signedRanks(p), Outcome: c.Outcome(p),
			})
		}
		for _, a := range c.Agreements {
			x.Agreements = append(x.Agreements, agreementJSON{a.Row, a.Kendall.N, result.Known(a.Kendall.Tau), result.Known(a.Kendall.P)})
		}
		out = append(out, x)
	}
	return out
}

// standings returns the lines of a comparison.
func standings(c result.Comparison) []standingJSON {
	all := []standingJSON{}
	none := result.Known(math.NaN())
	for _, s := range c.Standings {
		x := standingJSON{Method: c.Methods[s.Method].Name, Rank: s.Rank, RankLow: none, RankHigh: none, First: none, Ahead: none, Low: none,
			High: none, Wilcoxon: none, Holm: result.Known(s.Holm), Worse: none, Equal: none, Better: none}
		if r := s.Spread; r != nil {
			x.RankLow, x.RankHigh, x.First = result.Known(r.Rank.Low), result.Known(r.Rank.High), result.Known(r.First)
			x.PlaceLow, x.PlaceHigh, x.MayBeFirst = r.Best, r.Worst, r.Best == 1
		}
		for _, r := range c.Rows {
			cell := r.Cells[s.Method]
			x.Honest, x.Tuned, x.Failed = x.Honest || cell.Honest, x.Tuned || cell.Tuned, x.Failed+cell.Failed
		}
		if len(s.Signed) > 0 {
			x.Against = c.Methods[c.Against].Name
			x.Ahead, x.Wins, x.Ties, x.Losses, x.Wilcoxon = result.Known(c.Scale.Of(s.Mean)), s.Wins, s.Ties, s.Losses, wilcoxonOf(s.Versus)
		}
		if s.Over != nil {
			d := s.Over.Difference
			if c.Lower {
				d = d.Turned()
			}
			x.Low, x.High, x.On = result.Known(c.Scale.Of(d.Interval.Low)), result.Known(c.Scale.Of(d.Interval.High)), s.Over.On
		}
		if p := s.Posterior; p != nil {
			x.Worse, x.Equal, x.Better = result.Known(p.Worse), result.Known(p.Equal), result.Known(p.Better)
		}
		all = append(all, x)
	}
	return all
}

// ComparisonsCSV writes a line for each method of each comparison, with all that JSON has of it.
func ComparisonsCSV(all []result.Comparison, w io.Writer) error {
	lines := [][]string{{"address", "panel", "metric", "measure", "method", "mean_rank", "rank_low", "rank_high", "place_low", "place_high", "p_first",
		"may_be_first", "against", "ahead", "ahead_low", "ahead_high", "on", "wins", "ties", "losses", "wilcoxon_p", "holm_p", "p_worse", "p_equal",
		"p_better", "honest", "tuned", "failed_runs"}}
	for _, c := range all {
		for _, s := range standings(c) {
			lines = append(lines, []string{c.Address, c.Panel, c.Metric, c.Measure, s.Method, result.Known(s.Rank).Exact(), s.RankLow.Exact(),
				s.RankHigh.Exact(), strconv.Itoa(s.PlaceLow), strconv.Itoa(s.PlaceHigh), s.First.Exact(), strconv.FormatBool(s.MayBeFirst), s.Against,
				s.Ahead.Exact(), s.Low.Exact(), s.High.Exact(), s.On, strconv.Itoa(s.Wins), strconv.Itoa(s.Ties), strconv.Itoa(s.Losses),
				s.Wilcoxon.Exact(), s.Holm.Exact(), s.Worse.Exact(), s.Equal.Exact(), s.Better.Exact(), strconv.FormatBool(s.Honest),
				strconv.FormatBool(s.Tuned), strconv.Itoa(s.Failed)})
		}
	}
	return csv.NewWriter(w).WriteAll(lines)
}

func wilcoxonOf(v result.Versus) result.Known {
	if !v.Tested {
		return result.Known(math.NaN())
	}
	return result.Known(v.Wilcoxon.TwoSided)
}

func ranksOf(c result.Comparison, r result.Ranks, err error) *ranksJSON {
	if err != nil {
		return nil
	}
	f := r.Friedman
	x := &ranksJSON{
		Ranks: f.Ranks, Rows: r.Rows, Left: r.Left, ChiSq: result.Known(f.ChiSq), P: result.Known(f.P), F: result.Known(f.F),
		By: f.By, Critical: result.Known(r.Critical), Groups: [][]string{},
	}
	x.Methods = list.Map(r.Methods, func(i int) string { return c.Methods[i].Name })
	for _, g := range r.Groups {
		x.Groups = append(x.Groups, list.Map(g, func(i int) string { return x.Methods[i] }))
	}
	return x
}

// signedRanks returns the p-value of Wilcoxon's test, not known of samples that do not pair up.
func signedRanks(p result.Pair) result.Known {
	if !p.Paired {
		return result.Known(math.NaN())
	}
	return result.Known(p.Ranks.TwoSided)
}

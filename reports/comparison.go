package reports

import (
	"fmt"
	"math"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/result"
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
	f.Notes = []string{"1 is the best. Bars join methods without a significant difference by Nemenyi's test at 5 %."}
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
	Pairs      []pairJSON      `json:"pairs"`
	Ours       *ranksJSON      `json:"ranks_ours"`
	Paper      *ranksJSON      `json:"ranks_paper"`
	Agreements []agreementJSON `json:"agreement"`
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
	PF       result.Known `json:"p_f"`
	Critical result.Known `json:"critical_difference"`
	Groups   [][]string   `json:"not_told_apart"`
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

func ranksOf(c result.Comparison, r result.Ranks, err error) *ranksJSON {
	if err != nil {
		return nil
	}
	f := r.Friedman
	x := &ranksJSON{
		Ranks: f.Ranks, Rows: r.Rows, Left: r.Left, ChiSq: result.Known(f.ChiSq), P: result.Known(f.P), F: result.Known(f.F),
		PF:       result.Known(f.PF),
		Critical: result.Known(r.Critical), Groups: [][]string{},
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

package reports

import (
	"math"

	"nmfrepro/reports/list"
)

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
		names := list.Map(g, func(i int) string { return x.Methods[i] })
		x.Groups = append(x.Groups, names)
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

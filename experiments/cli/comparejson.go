package cli

import (
	"nmfrepro/experiments/judge"
)

type contestJSON struct {
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
	Row        string   `json:"row"` // "" over the rows
	Method     string   `json:"method"`
	Against    string   `json:"against"`
	N          int      `json:"n"`
	Paired     bool     `json:"paired"`
	Difference *float64 `json:"difference"`
	Low        *float64 `json:"low"`
	High       *float64 `json:"high"`
	P          *float64 `json:"p"`
	Holm       *float64 `json:"p_holm"`
	Effect     *float64 `json:"effect"` // rank-biserial correlation if paired, else Cohen's d
	Outcome    string   `json:"outcome"`
}

type ranksJSON struct {
	Methods  []string   `json:"methods"`
	Ranks    []float64  `json:"mean_ranks"`
	Rows     []string   `json:"rows"`
	Left     []string   `json:"rows_left_out"`
	ChiSq    *float64   `json:"chi_squared"`
	P        *float64   `json:"p"`
	F        *float64   `json:"f"`
	PF       *float64   `json:"p_f"`
	Critical *float64   `json:"critical_difference"`
	Groups   [][]string `json:"not_told_apart"`
}

type agreementJSON struct {
	Row string   `json:"row"` // "" for the mean ranks over the rows
	N   int      `json:"methods"`
	Tau *float64 `json:"tau"`
	P   *float64 `json:"p"`
}

func contestsJSON(all []contest) []contestJSON {
	var out []contestJSON
	for _, c := range all {
		x := contestJSON{
			Address: c.address, Profile: c.profile, Panel: c.Panel, Metric: c.Metric, Measure: c.Measure, Lower: c.Lower,
			Pairs: []pairJSON{}, Agreements: []agreementJSON{}, Ours: c.ranksJSON(c.ours, c.oursErr), Paper: c.ranksJSON(c.papers, c.papersErr),
		}
		for _, p := range c.pairs {
			x.Pairs = append(x.Pairs, pairJSON{
				p.Row, c.Methods[p.A].Name, c.Methods[p.B].Name, p.N, p.Paired, number(p.Estimate.Value), number(p.Interval.Low),
				number(p.Interval.High), number(p.P), number(p.Holm), number(p.Effect), c.wording(p),
			})
		}
		for _, a := range c.agreements {
			x.Agreements = append(x.Agreements, agreementJSON{a.Row, a.Kendall.N, number(a.Kendall.Tau), number(a.Kendall.P)})
		}
		out = append(out, x)
	}
	return out
}

func (c contest) ranksJSON(r judge.Ranks, err error) *ranksJSON {
	if err != nil {
		return nil
	}
	f := r.Friedman
	x := &ranksJSON{
		Ranks: f.Ranks, Rows: r.Rows, Left: r.Left, ChiSq: number(f.ChiSq), P: number(f.P), F: number(f.F), PF: number(f.PF),
		Critical: number(r.Critical), Groups: [][]string{},
	}
	for _, i := range r.Methods {
		x.Methods = append(x.Methods, c.Methods[i].Name)
	}
	for _, g := range r.Groups {
		var names []string
		for _, i := range g {
			names = append(names, x.Methods[i])
		}
		x.Groups = append(x.Groups, names)
	}
	return x
}

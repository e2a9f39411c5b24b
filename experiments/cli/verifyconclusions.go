package cli

import (
	"cmp"
	"slices"
	"strings"

	"nmfrepro/reports"
	"nmfrepro/reports/list"
)

// conclusionJSON is what the cells of a row, of a panel or of a paper say together.
type conclusionJSON struct {
	Paper      string              `json:"paper"`
	Table      string              `json:"table"`
	Metric     string              `json:"metric"`
	Measure    string              `json:"measure"`
	Method     string              `json:"method"`
	Name       string              `json:"name"` // of the method's column
	Cells      int                 `json:"cells"`
	Addresses  []string            `json:"addresses"` // of the cells; of a lead, own and rival in turn
	Unit       string              `json:"unit"`      // points or percent
	Difference reports.Known       `json:"difference"`
	Low        reports.Known       `json:"low"` // 95 %
	High       reports.Known       `json:"high"`
	Margin     reports.Known       `json:"margin"`
	P          reports.Known       `json:"p"` // of no difference, adjusted over the paper
	Verdict    string              `json:"verdict"`
	N          int                 `json:"n"`
	Runs       int                 `json:"paper_runs"`
	LeftOut    int                 `json:"fitted_left_out"`
	Fitted     bool                `json:"fitted"`
	Unless     []string            `json:"unless"`                         // starts of k-means under which it does not differ, so that it is inconclusive
	Readings   *reports.Robustness `json:"readings" jsonschema:"nullable"` // null where none but the one chosen was computed
}

// leadJSON is by how much a paper's own method is ahead of a rival.
type leadJSON struct {
	conclusionJSON
	Rival    string        `json:"rival"`
	Best     bool          `json:"best_rival"`
	Printed  reports.Known `json:"printed"`
	Ours     reports.Known `json:"ours"`
	OursLow  reports.Known `json:"ours_low"`
	OursHigh reports.Known `json:"ours_high"`
	Answer   string        `json:"answer"`
}

func conclusionOf(c reports.Conclusion) conclusionJSON {
	return conclusionJSON{
		c.Paper, c.Table, c.Metric, c.Measure, c.Method, c.Name, len(c.Cells), c.Cells, c.Unit, reports.Known(c.Difference), reports.Known(c.Low), reports.Known(c.High),
		reports.Known(c.Margin), reports.Known(c.P), c.Kind, c.N, c.Runs, c.LeftOut, c.Fitted, append([]string{}, c.Unless...), c.Readings,
	}
}

func leadOf(l reports.Lead) leadJSON {
	return leadJSON{
		conclusionOf(l.Conclusion), l.Rival, l.Best, reports.Known(l.Reported), reports.Known(l.Ours), reports.Known(l.OursLow), reports.Known(l.OursHigh), l.Answer,
	}
}

// readingsJSON tells of a conclusion or a claim how many readings of the protocol agree.
type readingsJSON struct {
	What string `json:"what"` // row, panel or lead with its key, or claim with its key
	reports.Robustness
}

// conclude fills in what the cells of whole papers say together.
func (v *verifyJSON) conclude(papers []reports.Paper) {
	for _, p := range papers {
		v.Rows, v.Panels = append(v.Rows, list.Map(p.Says.Rows, conclusionOf)...), append(v.Panels, list.Map(p.Says.Panels, conclusionOf)...)
		v.Leads, v.NotRun = append(v.Leads, list.Map(p.Says.Leads, leadOf)...), append(v.NotRun, p.Says.NotRun...)
		for kind, all := range map[string][]reports.Conclusion{"row": p.Says.Rows, "panel": p.Says.Panels} {
			for _, c := range all {
				v.reading(kind, c.Paper, c.Key(), c.Readings)
			}
		}
		for _, l := range p.Says.Leads {
			v.reading("lead", l.Paper, l.Key(), l.Readings)
		}
		for _, c := range p.Claims {
			if r := c.Readings; r != nil {
				agree := map[reports.ClaimVerdict]int{reports.Holds: r.Holds, reports.Undecided: r.Undecided, reports.Fails: r.Of - r.Holds - r.Undecided}[c.Ours.ClaimVerdict]
				v.reading("claim", p.Key, c.Key, &reports.Robustness{Agree: agree, Of: r.Of, Otherwise: append([]string{}, r.Otherwise...), Each: []reports.Reading{}})
			}
		}
		slices.SortStableFunc(v.Readings, func(a, b readingsJSON) int { return cmp.Compare(a.What, b.What) })
		if p.Says.Paper != nil {
			v.reading("paper", p.Key, "", p.Says.Paper.Readings)
		}
		if p.Says.Paper != nil && len(papers) == 1 {
			paper := conclusionOf(*p.Says.Paper)
			v.Paper = &paper
		}
	}
}

// reading adds how many readings agree in a conclusion for which some were computed.
func (v *verifyJSON) reading(kind, paper, key string, a *reports.Robustness) {
	if a != nil {
		v.Readings = append(v.Readings, readingsJSON{strings.TrimSuffix(kind+" "+paper+"/"+key, "/"), *a})
	}
}

package render

import (
	"nmfrepro/reports"
	"nmfrepro/reports/term"
)

// flat is a cell as scripts read it: the fields of CSV and JSON, in this order. Names and order are a promise.
type flat struct {
	Address       string        `json:"address"`
	Paper         string        `json:"paper"`
	Table         string        `json:"table"`
	Row           string        `json:"row"`
	Dataset       string        `json:"dataset"`
	Rank          int           `json:"rank"`
	Method        string        `json:"method"`
	Measure       string        `json:"measure"`
	Metric        string        `json:"metric"`
	OursMean      reports.Known `json:"ours_mean"` // null if there is none
	OursSD        reports.Known `json:"ours_sd"`   // null for fewer than two replicates
	N             int           `json:"n"`
	Published     string        `json:"published"` // as printed
	PublishedSD   string        `json:"published_sd"`
	PublishedBold bool          `json:"published_bold"`
	Status        string        `json:"status"`
	StandIn       string        `json:"standin"`
	Note          string        `json:"note"`
}

func (m model) flat() []flat {
	cells := []flat{}
	for _, p := range m.panels {
		for _, r := range p.rows {
			for _, c := range r.cells {
				s := c.src
				cells = append(cells, flat{
					Address: s.Address, Paper: m.paper, Table: m.key, Row: s.Row, Dataset: s.Dataset, Rank: s.Rank,
					Method: s.Method, Measure: s.Measure, Metric: s.Metric,
					OursMean: reports.Known(c.mean), OursSD: reports.Known(c.sd), N: c.n,
					Published: s.Published.Value, PublishedSD: s.Published.SD, PublishedBold: s.Published.Bold,
					Status: string(s.Status), StandIn: term.OneLine(s.StandIn), Note: term.OneLine(s.Note),
				})
			}
		}
	}
	return cells
}

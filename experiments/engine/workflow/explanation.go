package workflow

import (
	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports"
	"nmfrepro/reports/answer"
	"nmfrepro/reports/result"
)

// ExplainSchema names what explain --format json writes: fields may be added, none is renamed.
const ExplainSchema = "nmfrepro/explain/2"

// Explanation is what explain writes as JSON. It begins with the verdicts; claims, misprints and settings that concern the cells follow,
// and last the sources of their numbers.
type Explanation struct {
	answer.Envelope
	Findings     map[string]result.Finding `json:"findings,omitempty"` // of papers that were named as a whole
	Cells        []answer.VerifyCell       `json:"cells"`
	Reasons      []result.Reason           `json:"reasons,omitempty"` // why cells differ, that of the largest differences first
	Notes        []string                  `json:"notes,omitempty"`
	Errata       []result.Erratum          `json:"errata,omitempty"`
	Claims       []result.Claim            `json:"claims,omitempty"`
	Alternatives []alternativeJSON         `json:"alternatives,omitempty"`
	Units        []Behind                  `json:"units"`
}

// alternativeJSON is a cell under another value of an open setting, in the unit of its table.
type alternativeJSON struct {
	Address    string       `json:"address"`
	Choice     string       `json:"choice"`
	Value      string       `json:"value"`
	Nearer     result.Known `json:"nearer"` // by how much it is nearer to the reported number
	Mean       string       `json:"mean"`   // as tables print it
	Difference result.Known `json:"difference"`
	Low        result.Known `json:"low"` // 95 %
	High       result.Known `json:"high"`
	On         string       `json:"on"` // for which rows the interval speaks
}

// NewExplanation returns an empty explanation.
func NewExplanation(head answer.Envelope) *Explanation {
	return &Explanation{Envelope: head, Cells: []answer.VerifyCell{}, Units: []Behind{}}
}

// Add adds the reasons and origins of the cells of a plan.
func (x *Explanation) Add(why Why) {
	x.Cells = append(x.Cells, list.Map(why.Cells, answer.VerifyCellOf)...)
	x.Notes = append(x.Notes, list.Map(why.Notes, func(n reported.Note) string { return n.Says })...)
	x.Reasons, x.Errata, x.Claims = append(x.Reasons, why.Reasons...), append(x.Errata, why.Errata...), append(x.Claims, why.Claims...)
	for _, a := range why.Other {
		of := func(v float64) result.Known { return result.Known(a.Cell.Metric.Scale.Of(v)) }
		x.Alternatives = append(x.Alternatives, alternativeJSON{
			Address: a.Cell.Address, Choice: a.Subject, Value: a.Value, Nearer: of(a.Nearer),
			Mean: reports.MeanText(a.Moved.Other), Difference: of(a.Difference.Value), Low: of(a.Interval.Low),
			High: of(a.Interval.High), On: a.On,
		})
	}
}

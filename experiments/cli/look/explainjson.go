package look

import (
	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/pass"
	"nmfrepro/reports"
)

// explainSchema names what explain --format json writes: fields may be added, none is renamed.
const explainSchema = "nmfrepro/explain/1"

// explainJSON begins with the verdicts; then comes all that touches these cells, and last where their numbers come from.
type explainJSON struct {
	console.Envelope
	Cells        []verifyCell      `json:"cells"`
	Notes        []string          `json:"notes,omitempty"`
	Errata       []reports.Erratum `json:"errata,omitempty"`
	Claims       []reports.Claim   `json:"claims,omitempty"`
	Alternatives []alternativeJSON `json:"alternatives,omitempty"`
	Units        []Units           `json:"units"`
}

// alternativeJSON is a cell under another choice of the protocol, in the unit of its table.
type alternativeJSON struct {
	Address    string        `json:"address"`
	Choice     string        `json:"choice"`
	Value      string        `json:"value"`
	Instead    string        `json:"instead_of"`
	Mean       string        `json:"mean"` // as tables print it
	Difference reports.Known `json:"difference"`
	Low        reports.Known `json:"low"` // 95 %
	High       reports.Known `json:"high"`
}

func (x *explainJSON) add(why pass.Why) {
	for _, c := range why.Cells {
		x.Cells = append(x.Cells, verifyCellOf(c))
	}
	x.Notes, x.Errata, x.Claims = append(x.Notes, why.Notes...), append(x.Errata, why.Errata...), append(x.Claims, why.Claims...)
	for _, a := range why.Other {
		of := func(v float64) reports.Known { return reports.Known(a.Cell.Scale.Of(v)) }
		x.Alternatives = append(x.Alternatives, alternativeJSON{
			a.Cell.Address, a.Subject, a.Value, a.Instead, reports.MeanText(a.Moved.Other), of(a.Difference.Value), of(a.Interval.Low), of(a.Interval.High),
		})
	}
}

package look

import (
	"io"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/cli/console"
	"nmfrepro/reports"
)

// verifySchema names what verify --format json writes: fields may be added, none is renamed.
const verifySchema = "nmfrepro/verify/1"

// verifyCell is a judged cell, in the unit of its table.
type verifyCell struct {
	Address    string         `json:"address"`
	Verdict    string         `json:"verdict"`
	Reason     string         `json:"reason"`
	Published  string         `json:"published"`
	Mean       reports.Known  `json:"ours_mean"`
	N          int            `json:"n"`
	Runs       int            `json:"paper_runs"`
	Difference reports.Known  `json:"difference"`
	Low        reports.Known  `json:"low"`
	High       reports.Known  `json:"high"`
	Margin     reports.Known  `json:"margin"`
	Why        string         `json:"margin_reason"`
	Floor      reports.Known  `json:"resolution_floor"`
	More       int            `json:"more_replicates"`
	Lack       string         `json:"lack,omitempty"`
	Fitted     string         `json:"fitted,omitempty"` // choices of the protocol that were made by this number
	DrawLow    reports.Known  `json:"plausible_low"`
	DrawHigh   reports.Known  `json:"plausible_high"`
	P          reports.Known  `json:"p"` // of so implausible a number, adjusted for the table
	Detectable reports.Known  `json:"detectable"`
	Reached    *int           `json:"runs_that_reach_it" jsonschema:"nullable"`
	Contrasts  []contrastJSON `json:"contrasts,omitempty"`
}

type verifyTotals struct {
	Cells     int            `json:"cells"`
	Verdicts  map[string]int `json:"verdicts"`
	Missing   map[string]int `json:"missing,omitempty"` // by what they lack
	Contrasts struct {
		Hold     int `json:"hold"`
		Reversed int `json:"reversed"`
		Open     int `json:"not_told_apart"`
	} `json:"contrasts"`
}

func totals(cells []reports.Cell) verifyTotals {
	lacks := reports.Counted(cells, func(c reports.Cell) string { return c.Verdict.Lack })
	delete(lacks, "")
	t := verifyTotals{Cells: len(cells), Verdicts: reports.KindCounts(cells), Missing: lacks}
	contrasts := reports.ContrastCounts(cells)
	t.Contrasts.Hold, t.Contrasts.Reversed, t.Contrasts.Open = contrasts.Hold, contrasts.Reversed, contrasts.Open
	return t
}

func verifyCellOf(c reports.Cell) verifyCell {
	d := c.Verdict
	of := func(v float64) reports.Known { return reports.Known(c.Scale.Of(v)) }
	return verifyCell{
		c.Address, d.Kind, d.Reason, c.Published.Value, reports.Known(stat.Mean(c.Shown())), len(c.Values), d.Runs, of(d.Difference), of(d.Low), of(d.High),
		of(d.Margin), d.MarginReason, of(d.Floor), d.More, d.Lack, d.Fitted, of(d.DrawLow), of(d.DrawHigh), reports.Known(d.P), of(d.Detectable),
		reachedJSON(d.Reached), contrastsJSON(c),
	}
}

// verifyJSON is what verify --format json writes.
type verifyJSON struct {
	console.Envelope
	Totals   verifyTotals               `json:"totals"`
	Papers   map[string]paperTotals     `json:"papers,omitempty"`   // those that were named as a whole
	Findings map[string]reports.Finding `json:"findings,omitempty"` // of these
	Changes  []change                   `json:"changes,omitempty"`  // from the baseline
	Cells    []verifyCell               `json:"cells"`
}

// paperTotals count all numbers that a paper prints.
type paperTotals struct {
	Numbers int               `json:"printed_numbers"`
	Lacking []reports.Lacking `json:"lacking"` // those that are MISSING, by table and reason
	Fitted  map[string]int    `json:"fitted"`  // verdicts on numbers that a choice of the protocol was made by
}

// json writes all cells in an envelope.
func (v *verification) json(w io.Writer, profile string) error {
	out := verifyJSON{console.NewEnvelope(verifySchema, profile), totals(v.cells()), map[string]paperTotals{}, map[string]reports.Finding{}, v.changes, []verifyCell{}}
	for _, p := range v.whole {
		out.Papers[p.Key] = paperTotals{p.Numbers(), p.Lacking(), reports.KindCounts(p.Fitted())}
		if p.Finding.Answer != "" {
			out.Findings[p.Key] = p.Finding
		}
	}
	out.Cells = append(out.Cells, reports.Mapped(v.cells(), verifyCellOf)...)
	return console.WriteJSON(w, out)
}

// contrastJSON is "this cell is better than that one" of the paper.
type contrastJSON struct {
	With       string        `json:"better_than"`
	Outcome    string        `json:"outcome"`
	Gap        reports.Known `json:"published_gap"`
	Difference reports.Known `json:"difference"`
	Low        reports.Known `json:"low"` // 95 %
	High       reports.Known `json:"high"`
	N          int           `json:"n"`
	Paired     bool          `json:"paired"`
	P          reports.Known `json:"p_holm"`
	Effect     reports.Known `json:"effect"` // Cohen's d, of the pairs if paired
	Ratio      *float64      `json:"ratio,omitempty"`
}

func contrastsJSON(c reports.Cell) (all []contrastJSON) {
	of := func(v float64) reports.Known { return reports.Known(c.Scale.Of(v)) }
	for _, x := range c.Verdict.Against {
		all = append(all, contrastJSON{
			x.With, x.Outcome, of(x.Gap), of(x.Estimate.Value), of(x.Interval.Low), of(x.Interval.High), x.N, x.Paired, reports.Known(x.Holm), reports.Known(x.Effect),
			reports.Finite(x.Ratio),
		})
	}
	return all
}

func reachedJSON(n int) *int {
	if n < 0 {
		return nil
	}
	return &n
}

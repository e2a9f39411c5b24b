package cli

import (
	"io"
	"math"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/cli/console"
	"nmfrepro/experiments/run"
	"nmfrepro/reports"
)

// envelope heads what is written for machines.
type envelope struct {
	Schema  string `json:"schema"`
	Program string `json:"program"`
	Profile string `json:"profile"`
}

func newEnvelope(schema, profile string) envelope {
	return envelope{schema, run.Here().Program, profile}
}

// verifySchema names what verify --format json writes: fields may be added, none is renamed.
const verifySchema = "nmfrepro/verify/1"

// verifyCell is a judged cell, in the unit of its table.
type verifyCell struct {
	Address    string         `json:"address"`
	Verdict    string         `json:"verdict"`
	Reason     string         `json:"reason"`
	Published  string         `json:"published"`
	Mean       *float64       `json:"ours_mean"`
	N          int            `json:"n"`
	Runs       int            `json:"paper_runs"`
	Difference *float64       `json:"difference"`
	Low        *float64       `json:"low"`
	High       *float64       `json:"high"`
	Margin     *float64       `json:"margin"`
	Why        string         `json:"margin_reason"`
	Floor      *float64       `json:"resolution_floor"`
	More       int            `json:"more_replicates"`
	Lack       string         `json:"lack,omitempty"`
	DrawLow    *float64       `json:"plausible_low"`
	DrawHigh   *float64       `json:"plausible_high"`
	P          *float64       `json:"p"` // of so implausible a number, adjusted for the table
	Detectable *float64       `json:"detectable"`
	Reached    *int           `json:"runs_that_reach_it"`
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
	t := verifyTotals{Cells: len(cells), Verdicts: reports.KindCounts(cells), Missing: map[string]int{}}
	var contrasts reports.Contrasts
	for _, c := range cells {
		contrasts = contrasts.Add(c.Verdict.Contrasts)
		if c.Verdict.Lack != "" {
			t.Missing[c.Verdict.Lack]++
		}
	}
	t.Contrasts.Hold, t.Contrasts.Reversed, t.Contrasts.Open = contrasts.Hold, contrasts.Reversed, contrasts.Open
	return t
}

// json writes all cells in an envelope.
func (v *verification) json(w io.Writer, profile string) error {
	findings := map[string]reports.Finding{}
	for _, p := range v.whole {
		if p.finding.Answer != "" {
			findings[p.Key] = p.finding
		}
	}
	cells := []verifyCell{}
	for _, c := range v.cells() {
		d, of := c.Verdict, c.Scale.Of
		cells = append(cells, verifyCell{
			c.Address, d.Kind, d.Reason, c.Published.Value, number(stat.Mean(c.Shown())), len(c.Values), d.Runs,
			number(of(d.Difference)), number(of(d.Low)), number(of(d.High)), number(of(d.Margin)), d.MarginReason, number(of(d.Floor)), d.More,
			d.Lack, number(of(d.DrawLow)), number(of(d.DrawHigh)), number(d.P), number(of(d.Detectable)), reachedJSON(d.Reached), contrastsJSON(c),
		})
	}
	return console.WriteJSON(w, struct {
		envelope
		Totals   verifyTotals               `json:"totals"`
		Findings map[string]reports.Finding `json:"findings,omitempty"` // of the papers that were named as a whole
		Changes  []change                   `json:"changes,omitempty"`  // from the baseline
		Cells    []verifyCell               `json:"cells"`
	}{newEnvelope(verifySchema, profile), totals(v.cells()), findings, v.changes, cells})
}

// contrastJSON is "this cell is better than that one" of the paper.
type contrastJSON struct {
	With       string   `json:"better_than"`
	Outcome    string   `json:"outcome"`
	Gap        *float64 `json:"published_gap"`
	Difference *float64 `json:"difference"`
	Low        *float64 `json:"low"` // 95 %
	High       *float64 `json:"high"`
	N          int      `json:"n"`
	Paired     bool     `json:"paired"`
	P          *float64 `json:"p_holm"`
	Effect     *float64 `json:"effect"` // Cohen's d, of the pairs if paired
	Ratio      *float64 `json:"ratio,omitempty"`
}

func contrastsJSON(c reports.Cell) (all []contrastJSON) {
	of := c.Scale.Of
	for _, x := range c.Verdict.Against {
		all = append(all, contrastJSON{
			x.With, x.Outcome, number(of(x.Gap)), number(of(x.Estimate.Value)), number(of(x.Interval.Low)), number(of(x.Interval.High)),
			x.N, x.Paired, number(x.Holm), number(x.Effect), number(x.Ratio),
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

// number is nil for what is not known.
func number(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

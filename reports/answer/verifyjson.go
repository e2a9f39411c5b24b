package answer

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// VerifySchema names what verify --format json writes: fields may be added, none is renamed.
const VerifySchema = "nmfrepro/verify/2"

// VerifyCell is a judged cell, in the unit of its table.
type VerifyCell struct {
	Address    string         `json:"address"`
	Verdict    string         `json:"verdict"`
	Reason     string         `json:"reason"`
	Reported   string         `json:"reported"`
	Mean       result.Known   `json:"ours_mean"`
	N          int            `json:"n"`
	Runs       int            `json:"paper_runs"`
	Difference result.Known   `json:"difference"`
	Low        result.Known   `json:"low"`
	High       result.Known   `json:"high"`
	Tolerance  result.Known   `json:"tolerance"`
	Why        string         `json:"tolerance_reason"`
	Floor      result.Known   `json:"resolution_floor"`
	More       int            `json:"more_replicates"`
	Noise      string         `json:"noise,omitempty"`      // whose noise keeps an inconclusive cell open: ours, theirs, nobody's
	Hours      float64        `json:"core_hours,omitempty"` // that the further replicates take
	Lack       string         `json:"lack,omitempty"`
	Fitted     string         `json:"fitted,omitempty"` // values of open settings that were made by this number
	DrawLow    result.Known   `json:"plausible_low"`
	DrawHigh   result.Known   `json:"plausible_high"`
	Level      result.Known   `json:"plausible_level"` // share of our draws that lies outside of these
	P          result.Known   `json:"p"`               // of so implausible a number, adjusted for the table
	Detectable result.Known   `json:"detectable"`
	Reached    *int           `json:"runs_that_reach_it" jsonschema:"nullable"`
	Once       bool           `json:"unless_once,omitempty"` // it differs, unless the paper, which does not say, ran it once
	Derived    string         `json:"derived,omitempty"`     // how, of a number that the paper does not report and that others of it determine
	Contrasts  []contrastJSON `json:"contrasts,omitempty"`
	Tuned      *tunedJSON     `json:"tuned,omitempty"`
}

// tunedJSON says what was chosen, and what choosing on the runs that are scored adds to the number.
type tunedJSON struct {
	*result.Tuned
	Chosen string       `json:"chosen"`
	Edges  []string     `json:"at_the_edge,omitempty"` // options of which the choice is the least or greatest of the grid
	Honest result.Known `json:"honest_mean"`           // at choices that the other half of the replicates made
	Bias   result.Known `json:"selection_bias"`        // ours_mean - honest_mean
	Low    result.Known `json:"selection_low"`         // 95 %
	High   result.Known `json:"selection_high"`
}

func tunedJSONOf(c result.Cell) *tunedJSON {
	if c.Runs.Tuned == nil {
		return nil
	}
	t := tunedJSON{Tuned: c.Runs.Tuned, Chosen: c.Runs.Tuned.Choice(), Edges: c.Runs.Tuned.Edges(),
		Honest: result.Known(math.NaN()), Bias: result.Known(math.NaN()),
		Low: result.Known(math.NaN()), High: result.Known(math.NaN())}
	if s := c.Verdict.Selection; s != nil {
		of := func(v float64) result.Known { return result.Known(c.Metric.Scale.Of(v)) }
		t.Honest, t.Bias, t.Low, t.High = of(s.Honest), of(s.Bias), of(s.Low), of(s.High)
	}
	return &t
}

type verifyTotals struct {
	Cells     int            `json:"cells"`
	Verdicts  map[string]int `json:"verdicts"`
	Missing   map[string]int `json:"missing,omitempty"` // by what they lack
	Contrasts struct {
		Hold     int `json:"hold"`
		Reversed int `json:"reversed"`
		Open     int `json:"not_significantly_different"`
	} `json:"contrasts"`
}

func totals(cells []result.Cell) verifyTotals {
	t := verifyTotals{Cells: len(cells), Verdicts: result.KindCounts(cells), Missing: result.LackCounts(cells)}
	contrasts := result.ContrastCounts(cells)
	t.Contrasts.Hold, t.Contrasts.Reversed, t.Contrasts.Open = contrasts.Hold, contrasts.Reversed, contrasts.Open
	return t
}

// VerifyCellOf returns the JSON of a judged cell.
func VerifyCellOf(c result.Cell) VerifyCell {
	d := c.Verdict
	of := func(v float64) result.Known { return result.Known(c.Metric.Scale.Of(v)) }
	reached := &d.Reached
	if d.Reached < 0 {
		reached = nil
	}
	return VerifyCell{
		Address: c.Address, Verdict: d.Kind, Reason: d.Reason, Reported: c.Reported.Value,
		Mean: result.Known(c.Mean()), N: len(c.Runs.Values), Runs: d.Runs,
		Difference: of(d.Difference),
		Low:        of(d.Low), High: of(d.High),
		Tolerance: of(d.Tolerance), Why: d.ToleranceReason, Floor: of(d.Floor),
		More: d.More, Noise: d.Noise, Hours: d.Hours,
		Lack: d.Lack, Fitted: d.Fitted,
		DrawLow: of(d.DrawLow), DrawHigh: of(d.DrawHigh),
		Level: result.Known(d.Level), P: result.Known(d.P), Detectable: of(d.Detectable),
		Reached: reached,
		Once:    d.UnlessOnce, Derived: c.DerivedHow(),
		Contrasts: contrastsJSON(c), Tuned: tunedJSONOf(c),
	}
}

// verifyJSON is what verify --format json writes.
type verifyJSON struct {
	Envelope
	Totals   verifyTotals              `json:"totals"`
	Papers   map[string]paperTotals    `json:"papers,omitempty"`             // those that were named as a whole
	Findings map[string]result.Finding `json:"findings,omitempty"`           // of these
	Changes  []result.BaselineChange   `json:"changes,omitempty"`            // from the baseline
	Rows     []conclusionJSON          `json:"rows"`                         // of papers and whole tables: each method by a metric
	Panels   []conclusionJSON          `json:"panels"`                       // all methods by a metric
	Leads    []leadJSON                `json:"leads"`                        // of the paper's own method over each rival
	Beyond   *result.Beyond            `json:"beyond" jsonschema:"nullable"` // scores beyond their intervals, if one whole paper was named
	Readings []readingsJSON            `json:"readings"`                     // of conclusions and claims: how many readings of the protocol agree
	NotRun   []result.Unread           `json:"not_run"`                      // readings that the text admits and of which there are no results
	Cells    []VerifyCell              `json:"cells"`
}

// paperTotals count all numbers that a paper reports.
type paperTotals struct {
	Numbers int              `json:"reported_numbers"`
	Lacking []result.Lacking `json:"lacking"` // those that are missing, by table and reason
	Fitted  map[string]int   `json:"fitted"`  // verdicts on numbers that a value of an open setting was made by
	Facts   []factJSON       `json:"facts"`   // independent ones among the cells that differ
}

// factJSON is cells that differ for what may be one reason.
type factJSON struct {
	Cells  []string `json:"cells"`
	Shares []string `json:"shares"` // set of runs, draw, misprint; none of a single cell
	What   string   `json:"what"`
}

// JSON returns the JSON of verify: all cells below an envelope.
func (v *Verification) JSON(head Envelope) any {
	out := verifyJSON{
		Envelope: head, Totals: totals(v.Cells()), Papers: map[string]paperTotals{}, Findings: Findings(v.Papers),
		Changes: v.Changes, Rows: []conclusionJSON{}, Panels: []conclusionJSON{}, Leads: []leadJSON{}, Readings: []readingsJSON{},
		NotRun: []result.Unread{}, Cells: []VerifyCell{},
	}
	for _, p := range v.Papers {
		out.Papers[p.Key] = paperTotals{p.Numbers(), p.Lacking(), result.KindCounts(p.Fitted()), list.Map(p.Facts, func(f result.Fact) factJSON {
			return factJSON{f.Cells, f.Shares, f.String()}
		})}
	}
	said := v.Papers
	if len(said) == 0 {
		said = list.Map(v.Tables, func(t result.Table) result.Paper { return result.Paper{Says: t.Says} })
	}
	out.conclude(said)
	out.Cells = append(out.Cells, list.Map(v.Cells(), VerifyCellOf)...)
	return out
}

// Findings returns the findings of papers by their keys.
func Findings(papers []result.Paper) map[string]result.Finding {
	all := map[string]result.Finding{}
	for _, p := range papers {
		if p.Finding.Answer != "" {
			all[p.Key] = p.Finding
		}
	}
	return all
}

// contrastJSON is "this cell is better than that one" of the paper.
type contrastJSON struct {
	With       string       `json:"better_than"`
	Outcome    string       `json:"outcome"`
	Gap        result.Known `json:"reported_gap"`
	Difference result.Known `json:"difference"`
	Low        result.Known `json:"low"` // 95 %
	High       result.Known `json:"high"`
	On         string       `json:"on"` // for which rows the interval speaks
	N          int          `json:"n"`
	Paired     bool         `json:"paired"`
	P          result.Known `json:"p_holm"`
	Effect     result.Known `json:"effect"` // Cohen's d, of the pairs if paired
	Ratio      *float64     `json:"ratio,omitempty"`
}

func contrastsJSON(c result.Cell) (all []contrastJSON) {
	of := func(v float64) result.Known { return result.Known(c.Metric.Scale.Of(v)) }
	for _, x := range c.Verdict.Against {
		all = append(all, contrastJSON{
			With: x.With, Outcome: x.Outcome, Gap: of(x.Gap), Difference: of(x.Estimate.Value), Low: of(x.Interval.Low),
			High: of(x.Interval.High), On: x.On, N: x.N, Paired: x.Paired, P: result.Known(x.Holm),
			Effect: result.Known(x.Effect),
			Ratio:  result.Finite(x.Ratio),
		})
	}
	return all
}

// conclusionJSON is what the cells of a row, of a panel or of a paper say together.
type conclusionJSON struct {
	Paper      string             `json:"paper"`
	Table      string             `json:"table"`
	Metric     string             `json:"metric"`
	Measure    string             `json:"measure"`
	Method     string             `json:"method"`
	Name       string             `json:"name"` // of the method's column
	Cells      int                `json:"cells"`
	Addresses  []string           `json:"addresses"` // of the cells; of a lead, own and rival in turn
	Unit       string             `json:"unit"`      // points or percent
	Difference result.Known       `json:"difference"`
	Low        result.Known       `json:"low"` // 95 %
	High       result.Known       `json:"high"`
	On         string             `json:"on"`                             // for which rows the interval speaks
	OneDraw    *result.Range      `json:"one_draw" jsonschema:"nullable"` // the interval if the reported runs share one draw of the classes; null where that cannot be
	Tolerance  result.Known       `json:"tolerance"`
	P          result.Known       `json:"p"` // of no difference, adjusted over the paper
	Verdict    string             `json:"verdict"`
	N          int                `json:"n"`
	Runs       int                `json:"paper_runs"`
	LeftOut    int                `json:"fitted_left_out"`
	Fitted     bool               `json:"fitted"`
	Apart      int                `json:"cells_that_differ"`              // each by itself
	Once       bool               `json:"unless_once"`                    // it differs, unless the paper, which does not say, ran each number once
	Unless     []string           `json:"unless"`                         // starts of k-means under which it does not differ, so that it is inconclusive
	Readings   *result.Robustness `json:"readings" jsonschema:"nullable"` // null where none but the one chosen was computed
}

// leadJSON is by how much a paper's own method is ahead of a rival.
type leadJSON struct {
	conclusionJSON
	Rival    string       `json:"rival"`
	Best     bool         `json:"best_rival"`
	Reported result.Known `json:"reported"`
	Ours     result.Known `json:"ours"`
	OursLow  result.Known `json:"ours_low"`
	OursHigh result.Known `json:"ours_high"`
	Answer   string       `json:"answer"`
}

func conclusionOf(c result.Conclusion) conclusionJSON {
	return conclusionJSON{
		Paper: c.Paper, Table: c.Table, Metric: c.Metric, Measure: c.Measure, Method: c.Method, Name: c.Name,
		Cells: len(c.Cells), Addresses: c.Cells,
		Unit: c.Unit, Difference: result.Known(c.Difference),
		Low:  result.Known(c.Low),
		High: result.Known(c.High),
		On:   c.On, OneDraw: c.OneDraw, Tolerance: result.Known(c.Tolerance), P: result.Known(c.P),
		Verdict: c.Kind, N: c.N,
		Runs: c.Runs, LeftOut: c.LeftOut, Fitted: c.Fitted, Apart: c.CellsApart, Once: c.UnlessOnce, Unless: append([]string{},
			c.Unless...), Readings: c.Readings,
	}
}

func leadOf(l result.Lead) leadJSON {
	return leadJSON{
		conclusionJSON: conclusionOf(l.Conclusion), Rival: l.Rival, Best: l.Best, Reported: result.Known(l.Reported),
		Ours: result.Known(l.Ours), OursLow: result.Known(l.OursLow),
		OursHigh: result.Known(l.OursHigh), Answer: l.Answer,
	}
}

// readingsJSON tells of a conclusion or a claim how many readings of the protocol agree.
type readingsJSON struct {
	What string `json:"what"` // row, panel or lead with its key, or claim with its key
	result.Robustness
	HangsOn []result.Hang `json:"hangs_on"` // settings under which it is another conclusion, the one that decides most first
}

// conclude fills in what the cells of whole papers say together.
func (v *verifyJSON) conclude(papers []result.Paper) {
	for _, p := range papers {
		v.Rows, v.Panels = append(v.Rows, list.Map(p.Says.Rows, conclusionOf)...), append(v.Panels, list.Map(p.Says.Panels, conclusionOf)...)
		v.Leads, v.NotRun = append(v.Leads, list.Map(p.Says.Leads, leadOf)...), append(v.NotRun, p.Says.NotRun...)
		for kind, all := range map[string][]result.Conclusion{"row": p.Says.Rows, "panel": p.Says.Panels} {
			for _, c := range all {
				v.reading(kind, c.Paper, c.Key(), c.Readings)
			}
		}
		for _, l := range p.Says.Leads {
			v.reading("lead", l.Paper, l.Key(), l.Readings)
		}
		for _, c := range p.Claims {
			if r := c.Readings; r != nil {
				v.reading("claim", p.Key, c.Key, &result.Robustness{Agree: r.Same(c.Ours.ClaimVerdict), Of: r.Of,
					Otherwise: append([]string{}, r.Otherwise...), Each: []result.Reading{}})
			}
		}
		slices.SortStableFunc(v.Readings, func(a, b readingsJSON) int { return cmp.Compare(a.What, b.What) })
		if p.Says.Beyond != nil && len(papers) == 1 {
			v.Beyond = p.Says.Beyond
		}
	}
}

// reading adds how many readings agree in a conclusion for which some were computed.
func (v *verifyJSON) reading(kind, paper, key string, a *result.Robustness) {
	if a != nil {
		v.Readings = append(v.Readings, readingsJSON{strings.TrimSuffix(kind+" "+paper+"/"+key, "/"), *a,
			append([]result.Hang{}, a.Hangs()...)})
	}
}

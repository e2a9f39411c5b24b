package judge

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"nmfrepro/datasets/list"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports/result"
)

// Absent is the outcome of a conclusion that a finding names and that does not exist.
const Absent = "not there"

// outcome is a conclusion on which a point rests, as it came out.
type outcome struct {
	got, weaker                  string
	bears                        []string
	of, reported, ours, readings string
	claim                        *result.Readings
	evidence                     *result.Evidence
	downgrades                   []result.Downgrade
}

// evidence is what findings rest on, by key.
type evidence struct {
	paper     string
	cells     map[string]result.Cell // by address
	rows      map[string]result.Conclusion
	leads     map[string]result.Lead
	claims    map[string]result.Claim
	evaluated bool // claims were
}

// Finding returns the finding of a paper as paper.yaml states it, with the outcome of every conclusion that it rests on. evaluated are the
// claims of the paper, nil if they were not evaluated; tables are all that it has, and says what they say together.
func Finding(p *reported.Paper, evaluated []result.Claim, tables []result.Table, says result.Conclusions) result.Finding {
	if p.Finding == nil {
		return result.Finding{}
	}
	e := evidence{
		paper: p.Key, cells: list.ByKey(list.FlatMap(tables, result.Table.Cells), func(c result.Cell) string { return c.Address }),
		rows:   list.ByKey(append(append([]result.Conclusion{}, says.Rows...), says.Panels...), result.Conclusion.Key),
		leads:  list.ByKey(says.Leads, result.Lead.Key),
		claims: list.ByKey(evaluated, func(c result.Claim) string { return c.Key }), evaluated: evaluated != nil,
	}
	f := result.Finding{Answer: p.Finding.Answer, Headline: p.Finding.Headline}
	for _, said := range p.Finding.Points {
		point := result.Point{Claim: said.Claim, Sign: said.Sign, Says: said.Says}
		for i, rest := range said.Rests() {
			o := e.outcome(rest)
			if i == 0 {
				point.Of, point.Reported, point.Ours, point.Readings = o.of, o.reported, o.ours, o.readings
			}
			kind, key := rest.Named()
			point.Rests = append(point.Rests, result.Rest{
				What: what(p.Key, rest), Want: said.Sign, Got: o.got, Bears: append([]string{}, o.bears...), Weaker: o.weaker, Readings: o.claim,
				Kind: kind, Key: key, With: cmp.Or(rest.With, rest.Without), Evidence: o.evidence,
				Downgrades: append([]result.Downgrade{}, o.downgrades...),
			})
		}
		f.Points = append(f.Points, point)
	}
	return f.Filled()
}

// what names the conclusion of a rest in a sentence.
func what(paper string, r reported.Rest) string {
	kind, key := r.Named()
	switch {
	case kind == "cell":
		key = paper + "/" + key
	case r.Without != "":
		key = "of " + key + " without " + r.Without
	case r.With != "":
		key += " with " + r.With
	}
	return kind + " " + key
}

// outcome looks a conclusion up.
func (e evidence) outcome(r reported.Rest) outcome {
	o := outcome{got: Absent}
	switch kind, key := r.Named(); kind {
	case "row":
		if row, there := e.rows[key]; there {
			o = e.row(row, r.Average)
			o.with(r.With, row.Readings)
		}
	case "lead":
		if lead, there := e.leads[key]; there {
			o = leadOutcome(lead)
			o.with(r.With, lead.Readings)
		}
	case "cell":
		if c, there := e.cells[e.paper+"/"+key]; there {
			o = cellOutcome(c)
		}
	case "claim":
		if c, there := e.claims[key]; there {
			o = claimOutcome(c)
		} else if !e.evaluated {
			o.got = ""
		}
	case "ablation":
		for _, a := range e.claims[key].Ablations {
			if r.Cites(a.Removes) {
				o = ablationOutcome(a)
				break
			}
		}
		if !e.evaluated {
			o.got = ""
		}
	}
	return o
}

// signOf is the sign that a verdict, an answer or the standing of a claim is strong enough for.
var signOf = map[string]string{
	SameRun: reported.ComesOut, Agrees: reported.ComesOut, Close: reported.ComesOut, Differs: reported.DoesNot, Failed: reported.DoesNot,
	Inconclusive: reported.Open,
	Missing:      reported.NoData, Substitute: reported.NoData,
	result.AsReported: reported.ComesOut, result.LeadLarger: reported.ComesOut, result.LeadSmaller: reported.DoesNot,
	result.LeadTurned:    reported.DoesNot,
	string(result.Holds): reported.ComesOut, string(result.Fails): reported.DoesNot, string(result.Undecided): reported.Open,
	string(result.NotTestable): reported.NoData,
	Supported:                  reported.ComesOut, NotSupported: reported.DoesNot, NotRun: reported.NoData, NoTest: reported.Open,
}

// borne lists what an outcome bears, after what has taken it back: a setting that was fitted to it makes agreement no evidence, and of
// readings more than half have to say the same.
func (o *outcome) borne(sign string) {
	agree, of := o.evidence.Agree, o.evidence.Of
	decided := sign == reported.ComesOut || sign == reported.DoesNot
	few := fmt.Sprintf("in %d of %d readings", agree, of)
	if o.evidence.Fitted {
		o.downgraded(result.ByFitted, "a setting was fitted to the reported numbers")
	}
	if decided && of > 0 && 2*agree <= of {
		o.downgraded(result.ByReadings, few)
	}
	by := func(what string) bool {
		return slices.ContainsFunc(o.downgrades, func(d result.Downgrade) bool { return d.By == what })
	}
	switch {
	case sign == reported.ComesOut && by(result.ByCells), sign == reported.DoesNot && by(result.ByOnce):
		sign = reported.Open
	case sign == reported.ComesOut && o.evidence.Fitted:
		sign, o.weaker = reported.Open, "fitted"
	case decided && of > 0 && 2*agree <= of:
		sign, o.weaker = reported.Open, few
	case sign == reported.ComesOut && o.evidence.PartOtherwise > 0:
		sign, o.weaker = reported.Open, fmt.Sprintf("%s otherwise", result.Count(o.evidence.PartOtherwise, "reading that was run in part says",
			"readings that were run in part say"))
		o.downgraded(result.ByReadings, o.weaker)
	}
	o.bear(sign)
}

// bear sets what is borne by a sign: a cause as well where something is decided.
func (o *outcome) bear(sign string) {
	if o.bears = nil; sign != "" {
		o.bears = []string{sign}
	}
	if sign == reported.ComesOut || sign == reported.DoesNot {
		o.bears = append(o.bears, reported.Why)
	}
}

// once takes back what a single reported run would undo.
func (o *outcome) once(undone bool) {
	if undone {
		o.downgraded(result.ByOnce, result.UnlessOnce)
		o.weaker = result.UnlessOnce
	}
}

func (o *outcome) downgraded(by, says string) {
	o.downgrades = append(o.downgrades, result.Downgrade{By: by, Says: says})
}

// with looks at another reading in place of the one chosen.
func (o *outcome) with(choice string, r *result.Robustness) {
	if choice == "" {
		return
	}
	found := outcome{got: Absent, of: o.of, reported: o.reported, evidence: &result.Evidence{Unless: []string{}}}
	if r != nil {
		for _, x := range r.Each {
			if len(x.Choices) == 1 && x.Choices[0].String() == choice {
				found.got, found.ours = x.Says, fmt.Sprintf("%s (%s)", result.Tenth(float64(x.Effect)), result.Tenths(float64(x.Low), float64(x.High)))
				found.evidence = readingEvidence(*o.evidence, x)
				if o.evidence.Answer == "" { // of a row; its effect is ours less the reported number
					found.ours = "difference " + found.ours
					if v, err := strconv.ParseFloat(o.reported, 64); err == nil {
						found.ours = fmt.Sprintf("%.1f; %s", v+float64(x.Effect), found.ours)
					}
				}
				sign := cmp.Or(signOf[x.Says], reported.Open)
				if found.evidence.Fitted && sign == reported.ComesOut {
					sign, found.weaker = reported.Open, "fitted"
				}
				found.bear(sign)
			}
		}
	}
	*o = found
}

func (e evidence) row(c result.Conclusion, average bool) outcome {
	o := outcome{got: c.Kind, of: c.What() + ", " + c.Unit, ours: c.Text()}
	o.concluded(c)
	if len(c.Unless) > 0 {
		o.weaker = "not under every initialisation of k-means"
	}
	o.once(c.UnlessOnce)
	if o.got != Differs && c.CellsApart > 0 && !average {
		apart := fmt.Sprintf("%d of its %d cells differ", c.CellsApart, len(c.Cells))
		o.downgraded(result.ByCells, apart)
		o.weaker = cmp.Or(o.weaker, apart)
	}
	o.borne(signOf[o.got])
	var ours, reported float64
	for _, address := range c.Cells {
		cell := e.cells[address]
		value, err := strconv.ParseFloat(cell.Reported.Value, 64)
		if err != nil {
			return o
		}
		reported += value / cmp.Or(cell.Metric.Scale.Times, 1) / float64(len(c.Cells))
		for _, v := range cell.Runs.Values {
			ours += v / float64(len(cell.Runs.Values)) / float64(len(c.Cells))
		}
	}
	if c.Unit == result.Points {
		o.reported, o.ours = fmt.Sprintf("%.1f", 100*reported), fmt.Sprintf("%.1f; difference %s", 100*ours, c.Text())
	}
	return o
}

func leadOutcome(l result.Lead) outcome {
	of := fmt.Sprintf("%s, %s over %s", l.In(), l.Name, l.RivalName)
	if l.Unit == result.Points {
		of += ", points"
	}
	o := outcome{got: l.Answer, of: of, reported: result.Tenth(l.Reported), ours: fmt.Sprintf("%s (%s)", result.Tenth(l.Ours), result.Tenths(l.OursLow, l.OursHigh))}
	o.concluded(l.Conclusion)
	o.evidence.Answer, o.evidence.Ours = l.Answer, &result.Range{Low: l.OursLow, High: l.OursHigh}
	if l.Kind == Inconclusive {
		o.got = Inconclusive
	}
	sign := signOf[o.got]
	if l.Kind == Close && l.Answer == result.LeadSmaller { // by less than the tolerance
		sign = reported.ComesOut
	}
	o.once(l.UnlessOnce)
	o.borne(sign)
	return o
}

func cellOutcome(c result.Cell) outcome {
	o := outcome{got: c.Verdict.Kind, of: cellOf(c), reported: c.Reported.Number().Text("±"), ours: meanText(c), evidence: cellEvidence(c)}
	o.once(c.Verdict.UnlessOnce)
	o.borne(signOf[o.got])
	if o.got == "" { // nothing is reported beside it
		o.got, o.bears = "a number of ours", []string{reported.Why}
	}
	return o
}

// cellOf names the number in a cell with its unit.
func cellOf(c result.Cell) string {
	of := result.MetricWords(c.At.Metric) + " of " + cmp.Or(c.At.Column, c.At.Method)
	if c.Metric.Scale.Times == 100 {
		of += ", %"
	}
	return of
}

// meanText returns our number with the runs behind it and how far it is from the reported one, "" without any.
func meanText(c result.Cell) string {
	if len(c.Runs.Values) == 0 {
		return ""
	}
	text := fmt.Sprintf("%s (%d)", c.Ours().Text("±"), len(c.Runs.Values))
	if v := c.Verdict; c.Reported.Value != "" && !math.IsNaN(v.Low) && !math.IsNaN(v.High) {
		of := c.Metric.Scale.Of
		text += fmt.Sprintf("; difference %s (%s, 90 %%)", result.Signed(of(v.Difference)), result.IntervalText(of(v.Low), of(v.High)))
	}
	return text
}

func claimOutcome(c result.Claim) outcome {
	o := outcome{got: string(c.Ours.ClaimVerdict), of: "claim " + c.Key, reported: string(c.Own.ClaimVerdict), ours: string(c.Ours.ClaimVerdict), claim: c.Readings}
	o.evidence = &result.Evidence{Verdict: o.got, Unless: []string{}}
	if c.Own.ClaimVerdict == result.NotTestable { // a picture, or what the text says of it
		o.reported = "no number"
	}
	if r := c.Readings; r != nil {
		o.evidence.Of = r.Of
		o.evidence.Agree = map[string]int{string(result.Holds): r.Holds, string(result.Undecided): r.Undecided,
			string(result.Fails): r.Of - r.Holds - r.Undecided}[o.got]
		o.readings = fmt.Sprintf("%d of %d", o.evidence.Agree, r.Of)
	}
	o.borne(signOf[o.got])
	if c.Own.ClaimVerdict == result.NotTestable && o.got == string(result.Holds) { // nothing that is reported can come out
		o.bears = slices.DeleteFunc(o.bears, func(sign string) bool { return sign == reported.ComesOut })
	}
	return o
}

func ablationOutcome(a result.Ablation) outcome {
	o := outcome{got: a.Verdict, of: a.Of, evidence: ablationEvidence(a)}
	if !math.IsNaN(float64(a.Difference)) {
		of := func(v result.Known) float64 { return cmp.Or(a.Points, 1) * float64(v) }
		o.ours = fmt.Sprintf("%s (%s)", result.Tenth(of(a.Difference)), result.Tenths(of(a.Low), of(a.High)))
	}
	o.borne(signOf[o.got])
	return o
}

package workflow

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nmfrepro/reports/answer"
	"nmfrepro/reports/result"
)

// saidJSON is what a stranger reads out of verify PAPER --format json and verify claims PAPER --format json about a finding.
type saidJSON struct {
	Findings map[string]struct {
		Answer, Headline string
		Points           []pointJSON
	}
	Rows, Panels, Leads []boundJSON
	Cells               []struct {
		Address, Verdict, Fitted string
		Difference, Low, High    *float64
		Runs                     int     `json:"paper_runs"`
		P                        float64 `json:"p"`
		Reach                    int     `json:"runs_that_reach_it"`
		Once                     bool    `json:"unless_once"`
	}
	Claims []claimJSON
}

// claimJSON is a claim with its ablations.
type claimJSON struct {
	Key       string
	Own, Ours struct {
		Verdict string
	}
	Readings  *struct{ Holds, Undecided, Of int }
	Ablations []struct {
		Removes, Verdict           string
		Difference, Low, Tolerance *float64
	} `json:"controls"`
}

type pointJSON struct {
	Sign, Says, Ours string
	Rests            []restJSON `json:"rests_on"`
}

type restJSON struct {
	Want, Got, Kind, Key, With string
	Bears                      []string
	Downgrades                 []struct{ By, Says string }
	Evidence                   *struct {
		Verdict, Answer string
		Fitted          bool
		Agree, Of       int
		Gap             *struct{ Difference, Low, High *float64 }
		Ours            *struct{ Low, High float64 }
	}
}

// boundJSON is a row, panel or lead.
type boundJSON struct {
	Table, Metric, Measure, Method, Rival, Verdict, Answer string
	Fitted                                                 bool
	Apart                                                  int  `json:"cells_that_differ"`
	Once                                                   bool `json:"unless_once"`
	Unless                                                 []string
	Difference, Low, High, P                               *float64
	OneDraw                                                *struct{ Low, High float64 } `json:"one_draw"`
	Reported, Ours                                         float64
	OursLow                                                float64 `json:"ours_low"`
	OursHigh                                               float64 `json:"ours_high"`
	Readings                                               *struct {
		Agree, Of     int
		PartOtherwise int `json:"in_part_otherwise"`
		Each          []struct {
			Choices []string
			Says    string
			Agrees  bool
			WhatIf  bool `json:"what_if"`
			Low     float64
			High    float64
		}
	}
}

func (b boundJSON) key() string {
	keys := slices.DeleteFunc([]string{b.Table, b.Metric, b.Measure, b.Method, b.Rival}, func(s string) bool { return s == "" })
	return strings.Join(keys, "/")
}

// strength is the strongest sign that a conclusion bears: what it shows, less all that takes it back.
type strength struct {
	sign string
	took []string // reasons why it is no stronger
}

const (
	comesOut, doesNot, open, noDataHere = "comes-out", "does-not", "open", "no-data"
)

// takenBack is what remains of a sign after fitted settings and readings.
func takenBack(sign string, fitted bool, agree, of int) strength {
	s := strength{sign: sign}
	decided := sign == comesOut || sign == doesNot
	if fitted {
		s.took = append(s.took, result.ByFitted)
	}
	if decided && of > 0 && 2*agree <= of {
		s.sign, s.took = open, append(s.took, result.ByReadings)
	}
	if fitted && sign == comesOut {
		s.sign = open
	}
	return s
}

// strengthOf works out what a row, panel or lead bears from its numbers, and complains where its verdict is stronger than these.
func strengthOf(b boundJSON) (s strength, wrong string) {
	apart := func(low, high float64) bool { return low > 0 || high < 0 }
	shown := *b.P < 0.05 && apart(*b.Low, *b.High) && (b.OneDraw == nil || apart(b.OneDraw.Low, b.OneDraw.High))
	sign := map[string]string{"agrees": comesOut, "close": comesOut, "differs": doesNot, "inconclusive": open}[b.Verdict]
	if (b.Verdict == "differs" || b.Verdict == "close") && !shown {
		wrong = fmt.Sprintf("%s, although p %.3g, interval %.3g to %.3g, one draw %v show nothing", b.Verdict, *b.P, *b.Low, *b.High, b.OneDraw)
	}
	if b.Rival != "" {
		sign = map[string]string{"as reported": comesOut, "larger": comesOut, "smaller": doesNot, "turned": doesNot, "inconclusive": open}[b.Answer]
		switch {
		case b.Verdict == "inconclusive":
			sign = open
		case b.Answer == "smaller" && b.Verdict == "close":
			sign = comesOut
		case b.Answer == "smaller" && *b.Difference >= 0, b.Answer == "larger" && *b.Difference <= 0:
			wrong = b.Answer + ", although the difference has the other sign"
		case b.Answer == "turned" && !(b.Reported > 0 && b.OursHigh < 0 || b.Reported < 0 && b.OursLow > 0):
			wrong = "turned, although the interval of ours holds zero"
		}
	}
	agree, of := 0, 0
	if r := b.Readings; r != nil {
		for _, x := range r.Each {
			if !x.WhatIf {
				of++
			}
			if x.Agrees && !x.WhatIf {
				agree++
			}
		}
		if agree != r.Agree || of != r.Of {
			wrong = fmt.Sprintf("%d of %d readings, and each of them makes %d of %d", r.Agree, r.Of, agree, of)
		}
	}
	if s = takenBack(sign, b.Fitted, agree, of); s.sign == comesOut && b.Readings != nil && b.Readings.PartOtherwise > 0 {
		s.sign, s.took = open, append(s.took, result.ByReadings)
	}
	if len(b.Unless) > 0 {
		s.sign, s.took = open, append(s.took, result.ByStarts)
	} else if (b.Verdict == "agrees" || b.Verdict == "inconclusive") && apart(*b.Low, *b.High) {
		by := result.ByCorrection
		if b.OneDraw != nil && !apart(b.OneDraw.Low, b.OneDraw.High) {
			by = result.ByDraws
		}
		s.took = append(s.took, by)
	}
	return s, wrong
}

// underReading is what a row or lead bears under another reading, with the interval of that reading.
func underReading(b boundJSON, with string) (s strength, wrong string) {
	if b.Readings == nil {
		return s, "no readings"
	}
	for _, x := range b.Readings.Each {
		if len(x.Choices) != 1 || x.Choices[0] != with {
			continue
		}
		s.sign = map[string]string{"agrees": comesOut, "close": comesOut, "as reported": comesOut, "larger": comesOut, "differs": doesNot,
			"smaller": doesNot, "turned": doesNot}[x.Says]
		switch {
		case x.Says == "turned" && !(b.Reported > 0 && x.High < 0 || b.Reported < 0 && x.Low > 0), x.Says == "differs" && x.Low <= 0 && x.High >= 0:
			wrong = fmt.Sprintf("%s under %s, although the interval is %.3g to %.3g", x.Says, with, x.Low, x.High)
		case s.sign == "":
			s.sign = open
		}
		return s, wrong
	}
	return s, "no reading " + with
}

// find works out what the conclusion of a rest bears.
func (d saidJSON) find(paper, says string, r restJSON) (s strength, wrong string) {
	switch r.Kind {
	case "row", "lead":
		all := append(slices.Clone(d.Rows), d.Panels...)
		if r.Kind == "lead" {
			all = d.Leads
		}
		for _, b := range all {
			if b.key() == r.Key && r.With != "" {
				return underReading(b, r.With)
			} else if b.key() == r.Key {
				if g := r.Evidence.Gap; *g.Low != *b.Low || *g.High != *b.High || r.Evidence.Verdict != b.Verdict || r.Evidence.Fitted != b.Fitted {
					return s, "the evidence of the point is another than that of the conclusion"
				}
				s, wrong = strengthOf(b)
				switch average := strings.Contains(says, "verage") || strings.Contains(says, "mean"); {
				case b.Rival == "" && b.Verdict != "differs" && b.Apart > 0 && !average:
					s.took = append(s.took, result.ByCells)
					if s.sign == comesOut {
						s.sign = open
					}
				case b.Once:
					s.took = append(s.took, result.ByOnce)
					if s.sign == doesNot {
						s.sign = open
					}
				}
				return s, wrong
			}
		}
	case "cell":
		for _, c := range d.Cells {
			if c.Address != paper+"/"+r.Key {
				continue
			}
			beyondAll := c.Runs == 1 && c.Reach == 0 && c.P < 0.05 // a single run is judged by its rank
			if c.Verdict == "differs" && *c.Low <= 0 && *c.High >= 0 && !beyondAll {
				wrong = "differs, although the interval holds zero"
			}
			sign := map[string]string{"same run": comesOut, "agrees": comesOut, "close": comesOut, "differs": doesNot, "failed": doesNot, "inconclusive": open,
				"missing": noDataHere, "substitute": noDataHere}[c.Verdict]
			s := takenBack(sign, c.Fitted != "", 0, 0)
			if c.Once {
				s.sign, s.took = open, append(s.took, result.ByOnce)
			}
			return s, wrong
		}
	case "claim", "ablation":
		for _, c := range d.Claims {
			if c.Key == r.Key {
				return ofClaim(c, r)
			}
		}
	}
	return s, "there is no such conclusion"
}

func ofClaim(c claimJSON, r restJSON) (s strength, wrong string) {
	if r.Kind == "claim" {
		agree, of := 0, 0
		if x := c.Readings; x != nil {
			of = x.Of
			agree = map[string]int{"holds": x.Holds, "undecided": x.Undecided, "does not hold": x.Of - x.Holds - x.Undecided}[c.Ours.Verdict]
		}
		sign := map[string]string{"holds": comesOut, "does not hold": doesNot, "undecided": open, "not testable": noDataHere}[c.Ours.Verdict]
		if sign == comesOut && c.Own.Verdict == "not testable" { // nothing that is reported can come out
			sign = "why"
		}
		return takenBack(sign, false, agree, of), ""
	}
	for _, a := range c.Ablations {
		if !strings.HasPrefix(a.Removes, r.With) {
			continue
		}
		s.sign = map[string]string{"supported": comesOut, "not supported": doesNot, "undecided": open, "without effect": open, "not run": noDataHere}[a.Verdict]
		switch {
		case a.Verdict == "supported" && !(*a.Low > 0):
			wrong = "supported, although the interval holds zero"
		case a.Verdict == "not supported" && *a.Difference > *a.Tolerance:
			wrong = "not supported, although the difference is larger than the tolerance"
		}
		return s, wrong
	}
	return s, "there is no such ablation"
}

// check compares every point of a finding with the conclusions that it rests on, out of the JSON alone.
func (d saidJSON) check(t *testing.T, paper string) (points int) {
	t.Helper()
	f, there := d.Findings[paper]
	if !there {
		t.Errorf("%s: no finding in JSON", paper)
	}
	short := func(s string, most int) {
		if n := len(strings.Fields(s)); n > most || strings.ContainsAny(s, "()[]{}") {
			t.Errorf("%s: %d words, want at most %d without a bracket: %q", paper, n, most, s)
		}
	}
	short(f.Headline, 25)
	for _, p := range f.Points {
		points++
		short(p.Says, 20)
		if len(p.Rests) == 0 {
			t.Errorf("%s: %q rests on nothing", paper, p.Says)
		}
		for _, r := range p.Rests {
			s, wrong := d.find(paper, p.Says, r)
			borne := p.Sign == s.sign || p.Sign == "why" && (s.sign == comesOut || s.sign == doesNot)
			if wrong != "" || !borne || r.Want != p.Sign || r.Evidence == nil || !slices.Contains(r.Bears, p.Sign) {
				t.Errorf("%s: %q with the sign %s rests on %s %s %s, which bears %q: %s", paper, p.Says, p.Sign, r.Kind, r.Key, r.With, s.sign, wrong)
			}
			if word := wordTooStrong(p.Says, r); word != "" {
				t.Errorf("%s: %q says %q, which %s %s does not show", paper, p.Says, word, r.Kind, r.Key)
			}
			var took []string
			for _, x := range r.Downgrades {
				took = append(took, x.By)
			}
			slices.Sort(took)
			slices.Sort(s.took)
			if !slices.Equal(took, s.took) {
				t.Errorf("%s: %s %s: JSON has the downgrades %v, its numbers have %v", paper, r.Kind, r.Key, took, s.took)
			}
		}
	}
	return points
}

// wordTooStrong returns a word about a lead that its evidence does not bear.
func wordTooStrong(says string, r restJSON) string {
	e := r.Evidence
	switch {
	case e == nil || r.Kind != "lead":
	case strings.Contains(says, "as reported") && e.Answer != "as reported":
		return "as reported"
	case strings.Contains(says, "gone") && (e.Ours == nil || e.Ours.Low > 0):
		return "gone"
	case strings.Contains(says, "leads") && r.Want == comesOut && e.Answer == "turned":
		return "leads"
	}
	return ""
}

// jsonOf returns what the two commands write of a paper.
func jsonOf(t *testing.T, p result.Paper) (d saidJSON) {
	t.Helper()
	for _, v := range []any{
		(&answer.Verification{Papers: []result.Paper{p}, Tables: p.Tables}).JSON(answer.Envelope{}), answer.Claims(answer.Envelope{}, []result.Paper{p}),
	} {
		text, err := json.Marshal(v)
		if err == nil {
			err = json.Unmarshal(text, &d)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// A point that is stronger than its conclusion is found: each way of taking a lead back is tried on one that bears its point.
func TestStrongerPointIsFound(t *testing.T) {
	f := func(v float64) *float64 { return &v }
	lead := boundJSON{Table: "t", Metric: "acc", Method: "a", Rival: "b", Verdict: "differs", Answer: "turned", Difference: f(-9), Low: f(-12), High: f(-6),
		P: f(0.001), Reported: 4, Ours: -5, OursLow: -7, OursHigh: -3}
	if s, wrong := strengthOf(lead); s.sign != doesNot || wrong != "" {
		t.Errorf("%v, %q of a lead that is turned", s, wrong)
	}
	for name, weaken := range map[string]func(*boundJSON){
		"p":        func(b *boundJSON) { b.P = f(0.06) },
		"draw":     func(b *boundJSON) { b.OneDraw = &struct{ Low, High float64 }{-12, 1} },
		"interval": func(b *boundJSON) { b.High = f(0.5) },
		"turned":   func(b *boundJSON) { b.OursHigh = 0.5 },
		"verdict":  func(b *boundJSON) { b.Verdict = "inconclusive" },
		"k-means":  func(b *boundJSON) { b.Unless = []string{"greedy"} },
	} {
		b := lead
		weaken(&b)
		if s, wrong := strengthOf(b); s.sign == doesNot && wrong == "" {
			t.Errorf("%s: still %v", name, s)
		}
	}
	for _, x := range []struct {
		sign      string
		fitted    bool
		agree, of int
		want      string
	}{{comesOut, true, 0, 0, open}, {doesNot, true, 0, 0, doesNot}, {doesNot, false, 2, 4, open}, {comesOut, false, 3, 4, comesOut}} {
		if got := takenBack(x.sign, x.fitted, x.agree, x.of); got.sign != x.want {
			t.Errorf("%+v: %v", x, got)
		}
	}
}

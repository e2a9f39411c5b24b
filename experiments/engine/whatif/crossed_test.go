package whatif

import (
	"fmt"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports/result"
)

// A product joins two settings or more, leaves out what the text excludes and what undoes itself, and is thinned evenly.
func TestCrossed(t *testing.T) {
	alt := func(key string, n int) (all []reported.Alternative) {
		for i := range n {
			all = append(all, reported.Alternative{Value: fmt.Sprint(key, i+1), Set: fmt.Sprintf("%s = %d", key, i+1)})
		}
		return all
	}
	p := &reported.Paper{Protocol: []reported.Choice{
		{Key: "a", Value: "a0", Status: "assumed", Alternatives: alt("a", 2)},
		{Key: "b", Value: "b0", Status: "inferred", Alternatives: append(alt("b", 1), reported.Alternative{Value: "no", Set: "b = 9", Excluded: "the text says so"})},
		{Key: "c", Value: "c0", Status: reported.Followed, Alternatives: alt("c", 3)}, // what is stated has no other reading
		{Key: "d", Value: "d0", Status: "assumed", Alternatives: []reported.Alternative{{Value: "d1", Set: "a = 5, d = 1"}}},
	}}
	all, left := crossed(p, reported.Cross{Settings: []string{"a", "b", "c"}})
	if len(all) != 2 || left != 0 || strings.Join(all[0].sets, "; ") != "a = 1; b = 1" || result.JoinInstead(all[1].choices) != "a: a2; b: b1" {
		t.Errorf("%v, %d left", all, left)
	}
	if all, _ := crossed(p, reported.Cross{Settings: []string{"a", "d"}}); len(all) != 0 {
		t.Errorf("%v set one key twice", all)
	}
	for i, c := range p.Protocol {
		p.Protocol[i].Status, p.Protocol[i].Alternatives = "assumed", alt(c.Key, 2+i%2)
	}
	all, left = crossed(p, reported.Cross{Settings: []string{"a", "b", "c", "d"}, Most: 30}) // 3·4·3·4 = 144, every fifth
	seen := map[result.Instead]int{}
	for _, j := range all {
		for _, choice := range j.choices {
			seen[choice]++
		}
	}
	if len(all) > 30 || len(all)+left != 144-1-10 || len(seen) != 10 {
		t.Errorf("%d combinations, %d left, levels %v", len(all), left, seen)
	}
}

// A conclusion counts the readings that give it the same direction, where all of its cells are there and something moved.
func TestUnder(t *testing.T) {
	row := func(kind string, difference float64, cells ...string) result.Conclusions {
		return result.Conclusions{Rows: []result.Conclusion{{Subject: result.Subject{Table: "t", Metric: "acc", Method: "m", Cells: cells}, Kind: kind, Distance: result.Distance{Difference: difference}}}}
	}
	c := row(result.KindDiffers, 5, "a", "b")
	all := func(string) bool { return true }
	r := NewCounted(&c, nil)
	for i, other := range []result.Conclusions{row(result.KindDiffers, 4, "a", "b"), row(result.KindDiffers, -4, "a", "b"), row(result.KindClose, 3, "a", "b"), row(result.KindAgrees, 1, "a"), row(result.KindDiffers, 5, "a", "b")} {
		r.under(other, nil, []result.Instead{{Setting: "s", Value: fmt.Sprint(i)}}, false, all)
	}
	r.under(row(result.KindAgrees, 0, "a", "b"), nil, []result.Instead{{Setting: "s", Value: "another table"}}, false, func(string) bool { return false })
	r.under(row(result.KindDiffers, -9, "a", "b"), nil, []result.Instead{{Setting: "s", Value: "what the text excludes"}}, true, all)
	r.under(result.Conclusions{}, nil, []result.Instead{{Setting: "s", Value: "not run"}}, false, all)
	got := c.Rows[0].Readings
	if got == nil || got.Agree != 2 || got.Of != 4 || strings.Join(got.Otherwise, ",") != "s: 1,s: 2" || got.NotRun != 1 || got.InPart != 1 || got.WhatIfs != 1 {
		t.Errorf("%+v", got)
	}
}

// A level that differs as chosen is inconclusive where one start of k-means that the text admits says otherwise; other settings and
// combinations name the reading and change no verdict, nor do starts under which it differs as well.
func TestLevelUnderEveryStart(t *testing.T) {
	row := func(kind string, difference float64) result.Conclusions {
		return result.Conclusions{Rows: []result.Conclusion{{Subject: result.Subject{Table: "t", Metric: "acc", Method: "m", Cells: []string{"a"}}, Kind: kind, Distance: result.Distance{Difference: difference}}}}
	}
	for _, c := range []struct {
		other   result.Conclusions
		choices []result.Instead
		want    string
	}{
		{row(result.KindInconclusive, 4), []result.Instead{{Setting: "k-means", Value: "ten starts"}}, result.KindInconclusive},
		{row(result.KindDiffers, -4), []result.Instead{{Setting: "k-means", Value: "ten starts"}}, result.KindInconclusive},
		{row(result.KindDiffers, 9), []result.Instead{{Setting: "k-means", Value: "ten starts"}}, result.KindDiffers},
		{row(result.KindAgrees, 0), []result.Instead{{Setting: "stop", Value: "later"}}, result.KindDiffers},
		{row(result.KindAgrees, 0), []result.Instead{{Setting: "k-means", Value: "ten starts"}, {Setting: "stop", Value: "later"}}, result.KindDiffers},
	} {
		says := row(result.KindDiffers, 5)
		NewCounted(&says, nil).under(c.other, nil, c.choices, false, func(string) bool { return true })
		Settle(&says)
		x := says.Rows[0]
		if x.Kind != c.want || (len(x.Unless) > 0) != (c.want == result.KindInconclusive) || len(x.Readings.Each) != 2 {
			t.Errorf("%v: %s unless %v, want %s", c.choices, x.Kind, x.Unless, c.want)
		}
	}
}

// A lead is fitted by settings that were fitted to other scores of its runs, unless it is the same with each other value of each of them.
func TestFittedLead(t *testing.T) {
	with := func(agrees bool, setting string) result.Reading {
		return result.Reading{Choices: []result.Instead{{Setting: setting, Value: "another"}}, Says: result.AsReported, Agrees: agrees}
	}
	for _, c := range []struct {
		same []string
		each []result.Reading
		want bool
	}{
		{nil, nil, true}, // fitted to its own numbers
		{nil, []result.Reading{with(true, "scale")}, true},
		{[]string{"scale"}, nil, true},
		{[]string{"scale"}, []result.Reading{with(true, "scale")}, false},
		{[]string{"scale"}, []result.Reading{with(true, "scale"), with(false, "scale")}, true},
		{[]string{"scale"}, []result.Reading{with(true, "stop")}, true},
		{[]string{"scale", "stop"}, []result.Reading{with(true, "scale")}, true},
		{[]string{"scale", "stop"}, []result.Reading{with(true, "scale"), with(true, "stop")}, false},
		{[]string{"scale"}, []result.Reading{{Choices: []result.Instead{{Setting: "scale", Value: "a"}, {Setting: "stop", Value: "b"}}, Agrees: true}}, true},
	} {
		x := result.Conclusion{Fitted: true, FittedBySame: c.same}
		if c.each != nil {
			x.Readings = &result.Robustness{Agree: 1, Of: 1 + len(c.each), Each: append([]result.Reading{{Says: result.AsReported, Agrees: true}}, c.each...)}
		}
		says := result.Conclusions{Leads: []result.Lead{{Conclusion: x}}}
		for range 2 { // again is the same
			if Settle(&says); says.Leads[0].Fitted != c.want {
				t.Errorf("by %v with %+v: fitted %v, want %v", c.same, c.each, !c.want, c.want)
			}
		}
	}
}

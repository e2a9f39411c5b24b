package reports

import (
	"slices"
	"testing"

	"nmfrepro/reports/result"
)

// The first word of a row and of a lead is what most readings say, whatever is said as chosen; what-ifs have no voice.
func TestMajority(t *testing.T) {
	each := func(chosen string, others ...string) (all []result.Reading) {
		all = []result.Reading{{Says: chosen, Agrees: true}}
		for _, says := range others {
			all = append(all, result.Reading{Says: says, Agrees: says == chosen})
		}
		return all
	}
	told := func(kind string, notRun int, each []result.Reading) result.Conclusion {
		agree := len(slices.DeleteFunc(slices.Clone(each), func(r result.Reading) bool { return !r.Agrees }))
		return result.Conclusion{Kind: kind, Readings: &result.Robustness{Agree: agree, Of: len(each), NotRun: notRun, Each: each}}
	}
	const agrees, differs, open = result.KindAgrees, result.KindDiffers, result.KindInconclusive
	idle := told(agrees, 0, each(agrees, agrees))
	for range 3 {
		idle.Readings.Each = append(idle.Readings.Each, result.Reading{Says: differs, WhatIf: true})
	}
	back := told(differs, 0, each(differs, differs, agrees))
	back.Kind, back.Unless = open, []string{"k-means: greedy"}
	for _, c := range []struct {
		row  result.Conclusion
		want string
	}{
		{result.Conclusion{Kind: agrees}, "= agrees"},
		{told(agrees, 0, each(agrees, agrees)), "= agrees"},
		{told(agrees, 1, each(agrees, agrees)), "= agrees in all 2 readings; 1 not run"},
		{told(agrees, 0, each(agrees, agrees, differs)), "= agrees in 2 of 3 readings; 1 says otherwise"},
		{told(agrees, 3, each(agrees, differs)), "? open: agrees in 1 of 2 readings; 3 not run"},
		{told(agrees, 0, each(agrees, differs, open)), "? open: agrees in 1 of 3 readings"},
		{told(agrees, 0, each(agrees, differs, differs)), "≠ differs in 2 of 3 readings; agrees as chosen"},
		{told(differs, 0, each(differs, agrees, agrees, agrees, open)), "= agrees in 3 of 5 readings; differs as chosen"},
		{idle, "= agrees"},
		{back, "≈ inconclusive: differs in 2 of 3 readings, not different under every initialisation of k-means"},
	} {
		if got := VerdictText(c.row); got != c.want {
			t.Errorf("%+v: %q, want %q", c.row.Readings, got, c.want)
		}
	}
	lead := result.Lead{Conclusion: told(result.KindClose, 0, each(result.LeadLarger, result.LeadTurned, result.LeadTurned)), Answer: result.LeadLarger}
	if got, want := leadAnswer(lead), "turned in 2 of 3 readings; larger as chosen"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	lead.Conclusion = told(result.KindClose, 0, each(result.LeadLarger, result.LeadLarger))
	if got, want := leadAnswer(lead), "larger, within the tolerance"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

package judge

import (
	"slices"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports/result"
)

// A point may be no stronger than its conclusion, after all that has taken it back: readings, starts of k-means, fitted settings.
func TestBorne(t *testing.T) {
	readings := func(agree, of int, each ...result.Reading) *result.Robustness {
		return &result.Robustness{Agree: agree, Of: of, Each: each}
	}
	row := func(kind, method string) reported.Rest { return reported.Rest{Row: "t/" + kind + "/" + method} }
	says, other := result.Conclusions{}, result.Reading{Choices: []result.Instead{{Setting: "k-means", Value: "greedy"}}, Effect: 1, Low: 0, High: 2, Says: Differs}
	for _, kind := range []string{Agrees, Close, Inconclusive, Differs} {
		for _, fitted := range []bool{false, true} {
			for _, split := range []bool{false, true} {
				c := result.Conclusion{Subject: result.Subject{Table: "t", Metric: kind, Method: "free"}, Kind: kind, Fitted: fitted, Readings: readings(3, 5, other)}
				if fitted {
					c.Method = "fitted"
				}
				if split {
					c.Method, c.Readings = c.Method+"-split", readings(2, 5, other)
				}
				says.Rows = append(says.Rows, c)
			}
		}
	}
	says.Rows = append(says.Rows, result.Conclusion{Subject: result.Subject{Table: "t", Metric: "taken-back", Method: "a"}, Kind: Inconclusive, Unless: []string{"k-means: greedy"}})
	for _, answer := range []string{result.AsReported, result.LeadLarger, result.LeadSmaller, result.LeadTurned} {
		says.Leads = append(says.Leads, result.Lead{Conclusion: result.Conclusion{Subject: result.Subject{Table: "t", Metric: strings.ReplaceAll(answer, " ", "-"), Method: "a"}, Kind: Agrees}, Rival: "b", Answer: answer})
	}
	says.Leads = append(says.Leads, result.Lead{Conclusion: result.Conclusion{Subject: result.Subject{Table: "t", Metric: "noisy", Method: "a"}, Kind: Inconclusive}, Rival: "b", Answer: result.AsReported})
	says.Leads = append(says.Leads, result.Lead{Conclusion: result.Conclusion{Subject: result.Subject{Table: "t", Metric: "nearly", Method: "a"}, Kind: Close}, Rival: "b", Answer: result.LeadSmaller})
	says.Leads = append(says.Leads, result.Lead{Conclusion: result.Conclusion{Subject: result.Subject{Table: "t", Metric: "fitted", Method: "a"}, Kind: Agrees, Fitted: true,
		Readings: readings(2, 2, result.Reading{Choices: other.Choices, Says: result.AsReported, Agrees: true})}, Rival: "b", Answer: result.AsReported})
	claims := []result.Claim{
		{Key: "holds", Ours: result.Outcome{ClaimVerdict: result.Holds}, Readings: &result.Readings{Holds: 3, Of: 4},
			Ablations: []result.Ablation{{Removes: "the penalty", Verdict: Supported}, {Removes: "the order", Verdict: NotSupported}, {Removes: "the rank", Verdict: Open}, {Removes: "the stack", Verdict: NotRun}}},
		{Key: "split", Ours: result.Outcome{ClaimVerdict: result.Holds}, Readings: &result.Readings{Holds: 1, Of: 4}},
		{Key: "fails", Ours: result.Outcome{ClaimVerdict: result.Fails}, Readings: &result.Readings{Holds: 1, Of: 4}},
		{Key: "untestable", Ours: result.Outcome{ClaimVerdict: result.NotTestable}},
	}
	const out, not, open, none, why = reported.ComesOut, reported.DoesNot, reported.Open, reported.NoData, reported.Why
	for _, c := range []struct {
		rest reported.Rest
		want []string
	}{
		{row(Agrees, "free"), []string{out, why}},
		{row(Close, "free"), []string{out, why}},
		{row(Agrees, "free-split"), []string{open}},
		{row(Agrees, "fitted"), []string{open}},
		{row(Inconclusive, "free"), []string{open}},
		{row(Differs, "free"), []string{not, why}},
		{row(Differs, "fitted"), []string{not, why}},
		{row(Differs, "free-split"), []string{open}},
		{reported.Rest{Row: "t/taken-back/a"}, []string{open}},
		{reported.Rest{Row: "t/agrees/free", With: "k-means: greedy"}, []string{not, why}},
		{reported.Rest{Row: "t/agrees/free", With: "k-means: random"}, nil},
		{reported.Rest{Row: "t/nothing"}, nil},
		{reported.Rest{Lead: "t/as-reported/a/b"}, []string{out, why}},
		{reported.Rest{Lead: "t/larger/a/b"}, []string{out, why}},
		{reported.Rest{Lead: "t/smaller/a/b"}, []string{not, why}},
		{reported.Rest{Lead: "t/turned/a/b"}, []string{not, why}},
		{reported.Rest{Lead: "t/noisy/a/b"}, []string{open}},
		{reported.Rest{Lead: "t/nearly/a/b"}, []string{out, why}}, // smaller by less than the tolerance
		{reported.Rest{Lead: "t/fitted/a/b"}, []string{open}},
		{reported.Rest{Lead: "t/fitted/a/b", With: "k-means: greedy"}, []string{open}},
		{reported.Rest{Claim: "holds"}, []string{out, why}},
		{reported.Rest{Claim: "split"}, []string{open}},
		{reported.Rest{Claim: "fails"}, []string{not, why}},
		{reported.Rest{Claim: "untestable"}, []string{none}},
		{reported.Rest{Ablation: "holds", Without: "the penalty"}, []string{out, why}},
		{reported.Rest{Ablation: "holds", Without: "the order"}, []string{not, why}},
		{reported.Rest{Ablation: "holds", Without: "the rank"}, []string{open}},
		{reported.Rest{Ablation: "holds", Without: "the stack"}, []string{none}},
		{reported.Rest{Ablation: "holds", Without: "the mask"}, nil},
	} {
		for _, sign := range []string{out, not, open, none, why} {
			p := &reported.Paper{Key: "p", Finding: &reported.Finding{Answer: "open", Points: []reported.Point{{Sign: sign, RestsOn: c.rest}}}}
			f := Finding(p, claims, nil, says)
			if got, want := len(f.Otherwise()) == 0, slices.Contains(c.want, sign); got != want {
				t.Errorf("%+v with sign %s: borne %v, want %v: %v", c.rest, sign, got, want, f.Points[0].Rests)
			}
		}
	}
}

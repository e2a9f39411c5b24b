package claims

import (
	"errors"
	"math"
	"strings"
	"testing"

	"nmfrepro/eval/stat"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports/result"
)

// How a method stands is decided by the probability of what is said, in all data sets and without each family; too few sets decide nothing.
func TestStands(t *testing.T) {
	sets := func(without string, n int, p stat.Posterior) Standing {
		return Standing{Without: without, Of: n, Versus: result.Versus{Signed: make([]float64, n)}, Posterior: p}
	}
	better, open, equal := stat.Posterior{Better: 0.97, Worse: 0.03}, stat.Posterior{Worse: 0.3, Equal: 0.4, Better: 0.3}, stat.Posterior{Equal: 0.96, Better: 0.04}
	for _, tt := range []struct {
		is   string
		all  []Standing
		want Verdict
		says string
	}{
		{reported.Better, []Standing{sets("", 15, better)}, Holds, "over 15 data sets"},
		{reported.Better, []Standing{sets("", 15, open)}, Undecided, "P(better) 0.300"},
		{reported.Better, []Standing{sets("", 15, equal)}, Fails, "P(equal) 0.960"},
		{reported.Equal, []Standing{sets("", 15, equal)}, Holds, ""},
		{reported.Worse, []Standing{sets("", 15, better)}, Fails, ""},
		{reported.NotBetter, []Standing{sets("", 15, equal)}, Holds, ""},
		{reported.NotBetter, []Standing{sets("", 15, better)}, Fails, ""},
		{reported.Better, []Standing{sets("", 15, better), sets("faces", 12, open)}, Undecided, "without faces"},
		{reported.Better, []Standing{sets("", 5, better)}, NotTestable, "want 6 or more"},
		{reported.Better, []Standing{{Of: 15, Versus: result.Versus{Signed: make([]float64, 13)}, Posterior: better}}, Holds, "13 of 15"},
	} {
		n := Numbers{Replicated: true, Stands: func(reported.Stand) ([]Standing, error) { return tt.all, nil }}
		o := Evaluate(&reported.Paper{}, reported.Claim{Stands: []reported.Stand{{Method: "a", Against: "b", Is: tt.is}}}, n)
		if o.ClaimVerdict != tt.want || !strings.Contains(o.Detail, tt.says) {
			t.Errorf("%s of %v: %s, want %s: %s", tt.is, tt.all, o.ClaimVerdict, tt.want, o.Detail)
		}
	}
	n := Numbers{Replicated: true, Stands: func(reported.Stand) ([]Standing, error) { return nil, errors.New("no method c") }}
	o := Evaluate(&reported.Paper{}, reported.Claim{Stands: []reported.Stand{{Is: reported.Better}}}, n)
	if o.ClaimVerdict != NotTestable || o.Detail != "no method c" {
		t.Errorf("%s: %s", o.ClaimVerdict, o.Detail)
	}
}

// Orders agree if the whole interval of τ lies where the claim has it.
func TestOrdersAgree(t *testing.T) {
	half, most := 0.5, 0.9
	for _, tt := range []struct {
		least, most *float64
		low, high   float64
		want        Verdict
	}{
		{&half, nil, 0.6, 0.9, Holds}, {&half, nil, 0.4, 0.9, Undecided}, {&half, nil, 0.1, 0.4, Fails},
		{nil, &half, 0.1, 0.4, Holds}, {nil, &half, 0.1, 0.6, Undecided}, {nil, &half, 0.6, 0.9, Fails},
		{&half, &most, 0.6, 0.8, Holds}, {&half, &most, 0.6, 0.95, Undecided}, {&half, &most, 0.92, 0.95, Fails},
		{&half, nil, math.NaN(), math.NaN(), Undecided},
	} {
		n := Numbers{Replicated: true, Tau: func(_, _ string) (result.OrderPair, error) {
			return result.OrderPair{Tau: stat.Kendall{Tau: (tt.low + tt.high) / 2}, Spread: stat.Interval{Low: tt.low, High: tt.high}}, nil
		}}
		o := Evaluate(&reported.Paper{}, reported.Claim{Agree: []reported.Agree{{Of: []string{"t/a", "t/b"}, Least: tt.least, Most: tt.most}}}, n)
		if o.ClaimVerdict != tt.want {
			t.Errorf("τ from %v to %v: %s, want %s: %s", tt.low, tt.high, o.ClaimVerdict, tt.want, o.Detail)
		}
	}
}

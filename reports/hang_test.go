package reports

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"nmfrepro/reports/result"
)

// The setting that decides stands first, with what the conclusion would be; one that only travels with it in a cross is left out.
func TestHangs(t *testing.T) {
	a := &result.Robustness{Agree: 3, Of: 6, NotRun: 1}
	for _, r := range []result.Reading{
		{Says: "agrees", Agrees: true},
		{Choices: []result.Instead{{Setting: "stop", Value: "early"}}, Says: "agrees", Agrees: true},
		{Choices: []result.Instead{{Setting: "scale", Value: "unit"}}, Effect: -2, Low: -3, High: -1, Says: "differs"},
		{Choices: []result.Instead{{Setting: "scale", Value: "unit"}, {Setting: "stop", Value: "early"}}, Says: "inconclusive"},
		{Choices: []result.Instead{{Setting: "scale", Value: "unit"}, {Setting: "start", Value: "k-means"}}, Says: "inconclusive"},
		{Choices: []result.Instead{{Setting: "start", Value: "k-means"}}, Says: "close", Agrees: true},
	} {
		a.Each = append(a.Each, r)
	}
	c := result.Conclusions{
		Rows: []result.Conclusion{{Subject: result.Subject{Table: "t1", Metric: "acc", Method: "own", Name: "OWN"}, Readings: a}, {Subject: result.Subject{Table: "t1", Metric: "acc", Method: "rival", Name: "RIVAL"}, Readings: a}},
	}
	want := [][]string{
		{"conclusion", "same in", "setting", "value", "otherwise in", "would be", "ours, 95 % on these rows"},
		{"t1, accuracy of OWN", "3 of 6 readings, 1 not run", "scale", "unit", "3 of 3", "inconclusive", "-2.0 (-3.0 to -1.0)"},
	}
	if d := cmp.Diff(want, HangLines(c, "OWN")); d != "" {
		t.Error(d)
	}
	if lines := HangLines(result.Conclusions{Rows: []result.Conclusion{{Subject: result.Subject{Name: "OWN"}, Readings: &result.Robustness{Agree: 2, Of: 2}}}}, "OWN"); lines != nil {
		t.Errorf("a conclusion that is the same under all readings hangs on %v", lines)
	}
}

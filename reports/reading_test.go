package reports

import (
	"strings"
	"testing"

	"nmfrepro/reports/result"
)

// The curves of a table are those of the paper's own method: its rows, and its leads over the best reported rivals, where other readings were
// computed. Readings are sorted by effect, and those that were not run are named. Under the table stand the readings that say otherwise.
func TestCurves(t *testing.T) {
	row := func(name, method, kind string, difference float64) result.Conclusion {
		return result.Conclusion{Subject: result.Subject{Table: "t", Metric: "acc", Method: method, Name: name, Cells: []string{"a", "b"}}, Distance: result.Distance{Unit: result.Points, Difference: difference, Low: difference - 1, High: difference + 1, Tolerance: 5}, Kind: kind}
	}
	says := func(own, rival, lead float64, kind, answer string) result.Conclusions {
		return result.Conclusions{
			Rows:   []result.Conclusion{row("PNMF", "pnmf", kind, own), row("NMF", "nmf", result.KindAgrees, rival)},
			Leads:  []result.Lead{{Conclusion: row("PNMF", "pnmf", kind, lead-3), Rival: "nmf", RivalName: "NMF", Best: true, Reported: 3, Ours: lead, OursLow: lead - 1, OursHigh: lead + 1, Answer: answer}},
			NotRun: []result.Unread{{Table: "t", Reading: "stop: later"}, {Table: "u", Reading: "another table's"}},
		}
	}
	c := says(7, 1, 3, result.KindDiffers, result.AsReported)
	under := func(o result.Conclusions, choices ...result.Instead) {
		add := func(x *result.Conclusion, chosen, other result.Reading) {
			if other.Agrees = other.Says == chosen.Says; x.Readings == nil {
				chosen.Agrees = true
				x.Readings = &result.Robustness{Agree: 1, Of: 1, Each: []result.Reading{chosen}}
			}
			if x.Readings.Of, x.Readings.Each = x.Readings.Of+1, append(x.Readings.Each, other); other.Agrees {
				x.Readings.Agree++
			} else {
				x.Readings.Otherwise = append(x.Readings.Otherwise, other.String())
			}
		}
		for i := range c.Rows {
			add(&c.Rows[i], c.Rows[i].Reading(), o.Rows[i].Reading(choices...))
		}
		for i := range c.Leads {
			add(&c.Leads[i].Conclusion, c.Leads[i].Reading(), o.Leads[i].Reading(choices...))
		}
	}
	under(says(-2, 1, -4, result.KindAgrees, result.LeadTurned), result.Instead{Setting: "scale", Value: "none"})
	under(says(8, 1, 3.5, result.KindDiffers, result.AsReported), result.Instead{Setting: "scale", Value: "none"}, result.Instead{Setting: "start", Value: "k-means"})
	f := CurvesOf(c.Of("t"), "PNMF")
	if len(f.Plots) != 2 || f.Check() != nil {
		t.Fatalf("%d plots, %v", len(f.Plots), f.Check())
	}
	var got []string
	for _, p := range f.Plots {
		for _, r := range p.Curve.Readings {
			got = append(got, p.Title+" | "+r.String()+" | "+result.Tenth(float64(r.Effect))+" "+r.Says)
		}
	}
	want := []string{
		"accuracy of PNMF | scale: none | -2.0 agrees", "accuracy of PNMF | as chosen | +7.0 differs", "accuracy of PNMF | scale: none; start: k-means | +8.0 differs",
		"accuracy of PNMF: lead over NMF | scale: none | -4.0 turned", "accuracy of PNMF: lead over NMF | as chosen | +3.0 as reported", "accuracy of PNMF: lead over NMF | scale: none; start: k-means | +3.5 as reported",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if notes := strings.Join(f.Notes, ""); !strings.Contains(notes, "stop: later") || strings.Contains(notes, "another") {
		t.Errorf("notes %q", notes)
	}
	sections := Sections(c)
	last := sections[len(sections)-1].Lines
	if len(last) != 3 || strings.Join(last[1], "|") != "t, accuracy of PNMF|2 of 3 readings|scale|none|1 of 2|agrees|-2.0 (-3.0 to -1.0)" || last[2][5] != result.LeadTurned {
		t.Errorf("%q", last)
	}
	if len(CurvesOf((result.Conclusions{}), "PNMF").Plots) != 0 {
		t.Error("a curve without readings")
	}
}

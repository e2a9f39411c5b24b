package answer

import (
	"encoding/json"
	"strings"
	"testing"

	"nmfrepro/experiments/engine/result"
)

// bare walks JSON and counts the objects that hold an end of an interval; it reports those which do not say, nor the object around them,
// for which rows it speaks.
func bare(t *testing.T, at string, x any, around bool) (intervals int) {
	switch x := x.(type) {
	case []any:
		for _, v := range x {
			intervals += bare(t, at+"[]", v, around)
		}
	case map[string]any:
		_, said := x["on"]
		for key, v := range x {
			if end := key == "low" || strings.HasSuffix(key, "_low"); end && v != nil {
				if intervals++; !said && !around {
					t.Errorf("%s.%s says not for which rows it speaks", at, key)
				}
			}
			intervals += bare(t, at+"."+key, v, said)
		}
	}
	return intervals
}

// Readings, settings on which a conclusion hangs, and parts of leads come from files that do not say for which rows an interval speaks: what
// is written says so of each.
func TestIntervalsSayOn(t *testing.T) {
	share := result.Share{Share: 0.5, Low: 0.1, High: 0.9}
	change := result.Change{ChangeTakes: result.ChangeTakes{Takes: 1, Low: 0, High: 2, Share: share}}
	lead := result.LeadSource{LeadPair: result.LeadPair{On: result.OnTheseRows}, LeadSize: result.LeadSize{Low: 1, High: 2},
		LeadAnswer: result.LeadAnswer{Deciding: &change, Model: &share, Changes: []result.Change{change}}, Path: []result.LeadStep{{Low: 1, High: 2}}}
	choices := []result.Instead{{Setting: "scale", Value: "unit"}}
	row := result.Conclusion{Distance: result.Distance{On: result.OnTheseRows}, Readings: &result.Robustness{Agree: 1, Of: 2,
		Each: []result.Reading{{Low: 1, High: 2, Agrees: true}, {Choices: choices, Low: 3, High: 4}}}}
	v := verifyJSON{}
	v.conclude([]result.Paper{{Says: result.Conclusions{Rows: []result.Conclusion{row}}}})
	for what, of := range map[string]any{"lead": Leads("", []result.LeadTable{{Sources: []result.LeadSource{lead}}}), "verify": v,
		"cell": VerifyCellOf(result.Cell{})} {
		text, err := json.Marshal(of)
		if err != nil {
			t.Fatal(err)
		}
		var x any
		if err := json.Unmarshal(text, &x); err != nil {
			t.Fatal(err)
		}
		if n := bare(t, what, x, false); n < 2 {
			t.Errorf("%s: %d intervals", what, n)
		}
	}
	if lead.Changes[0].On || row.Readings.Each[0].On {
		t.Error("what is kept was changed")
	}
}

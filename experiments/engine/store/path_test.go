package store

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func walked() *Record {
	rec := sample()[0]
	residual, change := 0.1+0.2, 1e-9
	rec.Path = []Checkpoint{
		{Iteration: 10, Objective: 1. / 3, Residual: &residual, Metrics: map[string]float64{"acc": 0.1 + 0.7}},
		{Iteration: 99, Objective: 1. / 7, Change: &change, Metrics: map[string]float64{"acc": 1. / 3}, Unavailable: map[string]string{"ari": "no"}},
	}
	return rec
}

// A path keeps every bit in logs and archives, of replicates that are not drawn too, and records without one have no word of it.
func TestPathRoundTrip(t *testing.T) {
	rec, plain := walked(), sample()[0]
	st := Open(t.TempDir(), func(w string) { t.Error(w) })
	if err := st.Put(rec); err != nil {
		t.Fatal(err)
	}
	a, _, err := NewArchive("p", nil, []*Record{rec})
	if err != nil {
		t.Fatal(err)
	}
	logged, _ := st.Get(Ref{rec.Run.Experiment, rec.Key})
	archived, _ := a.Get(Ref{Key: rec.Key})
	for name, got := range map[string]*Record{"log": logged, "archive": archived} {
		if got == nil || !cmp.Equal(got.Path, rec.Path) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	if enc.Encode(plain) != nil || enc.Encode(newLine(plain, 0)) != nil || strings.Contains(text.String(), "path") {
		t.Errorf("a record without a path: %s", text.String())
	}
}

// Two paths that differ in one number are told apart by it, and a path that cannot be is damage.
func TestPathDifference(t *testing.T) {
	for want, change := range map[string]func(*Record){
		"":                                  func(*Record) {},
		"residual after 10 iterations = 0.": func(r *Record) { *r.Path[0].Residual /= 2 },
		"residual after 10 iterations is in one alone":    func(r *Record) { r.Path[0].Residual = nil },
		"change of the objective after 99 iterations":     func(r *Record) { *r.Path[1].Change *= 2 },
		"objective after 99 iterations":                   func(r *Record) { r.Path[1].Objective = 1 },
		"after 10 iterations: acc = 0.":                   func(r *Record) { r.Path[0].Metrics = map[string]float64{"acc": 0.5} },
		"2 points of the path, not 1":                     func(r *Record) { r.Path = r.Path[:1] },
		"a point of the path after 10 iterations, not 11": func(r *Record) { r.Path[0].Iteration = 11 },
	} {
		other := walked()
		change(other)
		if got := Difference(walked(), other); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for _, at := range []int{0, 99, 100} {
		rec := walked()
		rec.Path[0].Iteration = at
		if possible(rec, rec.Run.Experiment) == nil {
			t.Errorf("a path from %d to 99 is possible", at)
		}
	}
	text, _ := json.Marshal(walked())
	if name := without(bytes.Replace(text, []byte(`"acc":0.8`), []byte(`"acc":null`), 1)); name != "acc" {
		t.Errorf("a score of the path that is null: %q", name)
	}
}

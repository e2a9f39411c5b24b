package store

import (
	"bytes"
	"compress/gzip"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nmfrepro/reports/result"
)

func sample() []*Record {
	made := Provenance{DataSHA256: "ab", SolverVersion: 2, MetricVersion: map[string]int{"acc": 1}, Program: "v1", Go: "go1.26", CPU: "a", Kernel: "k"}
	later := made
	made.Finished = time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC)
	later.Finished = time.Date(2026, 5, 4, 23, 2, 1, 0, time.UTC) // the same day: the same origin
	other := later
	other.CPU, other.Substitute = "b", "frames"
	var trace []Point
	for i := range 100 {
		trace = append(trace, Point{Iteration: i, Objective: 1 / float64(i+3)})
	}
	unit := func(replicate int, vary map[string]string) Identity {
		return Identity{Experiment: "p/t", Dataset: "iris", Rank: 3, Method: "nmf", Replicate: replicate, Seed: 7, Vary: vary, Metrics: []string{"acc"}}
	}
	return []*Record{
		{
			Key: "k1", Run: unit(1, nil), Status: result.OK, Metrics: map[string]float64{"acc": 1.0 / 3}, Trace: trace, Iterations: 99,
			Stopped: "tolerance", Seconds: 1.23456789, Provenance: later,
		},
		{
			Key: "k0", Run: unit(0, nil), Status: result.OK, Metrics: map[string]float64{"acc": math.Nextafter(0.1, 1)}, Trace: trace,
			Outputs: map[string]Array{
				"basis": {Rows: 1, Cols: 2, Values: []float64{0, 1.0 / 3}},
				"large": {Rows: 200, Cols: 200, Values: make([]float64, 40000)},
			},
			Picture: [2]int{2, 1}, Samples: []string{"Star Wars", "Titanic"}, Warnings: []string{"doubt"}, Provenance: made,
		},
		{Key: "k2", Run: unit(0, map[string]string{"a": "1"}), Status: result.Failed, Reason: "diverged", Provenance: other},
	}
}

func TestRoundTrip(t *testing.T) {
	records := sample()
	a, data, err := NewArchive("p", []Experiment{{"p/t", "quick", 2}}, records)
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]Experiment{"p/t": {"p/t", "quick", 2}, "p/other": {"p/other", "", 0}} {
		if profile, replicates := a.ProfileOf(address); profile != want.Profile || replicates != want.Replicates {
			t.Errorf("%s: profile %q, %d replicates, want %q, %d", address, profile, replicates, want.Profile, want.Replicates)
		}
	}
	for _, want := range records {
		got, ok := a.Get(Ref{Key: want.Key})
		if !ok {
			t.Fatalf("no record %s", want.Key)
		}
		if diff := cmp.Diff(want.Metrics, got.Metrics); diff != "" { // to the last bit
			t.Errorf("%s: %s", want.Key, diff)
		}
		if got.Status != want.Status || got.Reason != want.Reason || got.Run.Replicate != want.Run.Replicate || got.Run.Seed != 7 ||
			!cmp.Equal(got.Run.Vary, want.Run.Vary) || got.Provenance.CPU != want.Provenance.CPU || got.Provenance.Substitute != want.Provenance.Substitute {
			t.Errorf("%s: got %+v", want.Key, got)
		}
	}
	if _, ok := a.Get(Ref{Key: "k3"}); ok {
		t.Error("found a record that is not there")
	}
	decoded, err := a.Records()
	if n := len(Origins(decoded)); n != 2 || err != nil {
		t.Errorf("%d origins, want the two machines", n)
	}
	slices.Reverse(records)
	if _, again, _ := NewArchive("p", []Experiment{{"p/t", "quick", 2}}, records); !bytes.Equal(data, again) {
		t.Error("another order of the same records gives other bytes")
	}
	if _, again, _ := NewArchive("p", a.Experiments, decoded); !bytes.Equal(data, again) {
		t.Error("encoding what was decoded gives other bytes")
	}
}

func TestThinned(t *testing.T) {
	a, _, err := NewArchive("p", nil, sample())
	if err != nil {
		t.Fatal(err)
	}
	first, _ := a.Get(Ref{Key: "k0"})
	if n := len(first.Trace); n < 12 || n > traceFirst+tracePoints+1 || first.Trace[5].Iteration != 5 || first.Trace[n-1].Iteration != 99 || first.Trace[0].Objective != 0.333333 {
		t.Errorf("trace %v, want the first and about %d points of six digits that end at 99", first.Trace, tracePoints)
	}
	if len(first.Samples) != 2 || first.Samples[1] != "Titanic" {
		t.Errorf("names of samples %q, without which a figure of them says nothing", first.Samples)
	}
	if got := first.Outputs["basis"].Values[1]; got != 0.3333 {
		t.Errorf("output %v, want 0.3333", got)
	}
	if _, there := first.Outputs["large"]; there || !strings.Contains(first.Unavailable["large"], "200×200") {
		t.Errorf("a large output is left out and its place says so; got %v", first.Unavailable)
	}
	if second, _ := a.Get(Ref{Key: "k1"}); len(second.Trace) != 0 || second.Seconds != 1.235 {
		t.Errorf("replicate 1 keeps no trace and four digits of its seconds; got %d points, %v s", len(second.Trace), second.Seconds)
	}
}

func TestDamaged(t *testing.T) {
	_, data, err := NewArchive("p", nil, sample())
	if err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string][]byte{"empty": nil, "cut": data[:len(data)/2], "no gzip": []byte("{}"), "changed": changed(data)} {
		if _, err := DecodeArchive(bad); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, _, err := NewArchive("p", nil, append(sample(), sample()[0])); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("one key twice: %v", err)
	}
}

// A record that cannot be decoded has failed, and says why; the others can be had.
func TestDamagedRecord(t *testing.T) {
	_, data, err := NewArchive("p", nil, sample())
	if err != nil {
		t.Fatal(err)
	}
	plain, err := expand(data)
	if err != nil {
		t.Fatal(err)
	}
	for what, damage := range map[string][2]string{
		"record 2": {`"status":"ok","metrics":{"acc":0.3`, `"status":"ok","metrics":{"acc":x.3`},
		"origin 9": {`"origin":1`, `"origin":9`},
	} {
		bad := bytes.Replace(plain, []byte(damage[0]), []byte(damage[1]), 1)
		if bytes.Equal(bad, plain) {
			t.Fatalf("%s: the damage does nothing", what)
		}
		a, err := DecodeArchive(compressed(t, bad))
		if err != nil {
			t.Fatal(err)
		}
		failed := 0
		for _, key := range a.Keys() {
			if rec, ok := a.Get(Ref{Key: key}); ok && strings.Contains(rec.Reason, what) && rec.Status == result.Failed {
				failed++
			}
		}
		if all, err := a.Records(); failed != 1 || all != nil || err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %d records failed, %d of all, %v", what, failed, len(all), err)
		}
	}
	if _, err := DecodeArchive(compressed(t, bytes.Replace(plain, []byte(`{"key":"k1",`), []byte(`{`), 1))); err == nil {
		t.Error("a record without a key is taken")
	}
}

func compressed(t *testing.T, plain []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(plain); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func changed(data []byte) []byte {
	bad := slices.Clone(data)
	bad[len(bad)/2] ^= 0xff
	return bad
}

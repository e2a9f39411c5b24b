package archive

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"nmfrepro/experiments/result"
)

// head is the first line.
type head struct {
	Format      int                 `json:"format"`
	Paper       string              `json:"paper"`
	Experiments []Experiment        `json:"experiments"`
	Records     int                 `json:"records"`
	Origins     []result.Provenance `json:"origins"` // by day
}

// line is a record. Of its unit it has what tells it from the others; options and stopping rules are in its key and in the
// spec.
type line struct {
	Key         string                  `json:"key"`
	Experiment  string                  `json:"experiment"`
	Dataset     string                  `json:"dataset"`
	Subset      string                  `json:"subset,omitempty"`
	Rank        int                     `json:"rank"`
	Method      string                  `json:"method"`
	Vary        map[string]string       `json:"vary,omitempty"`
	Replicate   int                     `json:"replicate"`
	Seed        uint64                  `json:"seed"`
	Origin      int                     `json:"origin"` // in the head, from 0
	Status      result.Status           `json:"status"`
	Reason      string                  `json:"reason,omitempty"`
	Metrics     map[string]float64      `json:"metrics,omitempty"`
	Unavailable map[string]string       `json:"unavailable,omitempty"`
	Iterations  int                     `json:"iterations"`
	Stopped     string                  `json:"stopped,omitempty"`
	Seconds     float64                 `json:"seconds"`
	Warnings    []string                `json:"warnings,omitempty"`
	Trace       []result.Point          `json:"trace,omitempty"`
	Outputs     map[string]result.Array `json:"outputs,omitempty"`
	Picture     [2]int                  `json:"picture,omitzero"`
	Samples     []string                `json:"samples,omitempty"`
}

func newLine(rec result.Record, origin int) line {
	u := rec.Unit
	l := line{
		Key: rec.Key, Experiment: u.Experiment, Dataset: u.Dataset, Subset: u.Subset, Rank: u.Rank, Method: u.Method, Vary: u.Vary,
		Replicate: u.Replicate, Seed: u.Seed, Origin: origin, Status: rec.Status, Reason: rec.Reason, Metrics: rec.Metrics,
		Unavailable: maps.Clone(rec.Unavailable), Iterations: rec.Iterations, Stopped: rec.Stopped, Seconds: rounded(rec.Seconds, 4), Warnings: rec.Warnings,
	}
	if u.Replicate == 0 { // the others' are never drawn
		l.thin(rec)
	}
	return l
}

func (l line) record(origins []result.Provenance) result.Record {
	return result.Record{
		Key: l.Key,
		Unit: result.Unit{
			Experiment: l.Experiment, Dataset: l.Dataset, Subset: l.Subset, Rank: l.Rank, Method: l.Method, Vary: l.Vary,
			Replicate: l.Replicate, Seed: l.Seed,
		},
		Status: l.Status, Reason: l.Reason, Metrics: l.Metrics, Unavailable: l.Unavailable, Trace: l.Trace, Outputs: l.Outputs,
		Picture: l.Picture, Samples: l.Samples, Iterations: l.Iterations, Stopped: l.Stopped, Seconds: l.Seconds, Warnings: l.Warnings,
		Provenance: origins[l.Origin],
	}
}

// originOf is a record's provenance to the day, so that many share it.
func originOf(rec result.Record) result.Provenance {
	p := rec.Provenance
	p.Finished = p.Finished.UTC().Truncate(24 * time.Hour)
	return p
}

// text is canonical: Go writes the keys of maps sorted.
func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic("archive: " + err.Error()) // records came from JSON
	}
	return string(b)
}

// before orders records for a reader: as the tables have them as far as names tell, replicates together.
func before(a, b result.Record) int {
	u, v := a.Unit, b.Unit
	return cmp.Or(
		strings.Compare(u.Experiment, v.Experiment), strings.Compare(u.Dataset, v.Dataset), cmp.Compare(u.Rank, v.Rank),
		strings.Compare(u.Method, v.Method), strings.Compare(text(u.Vary), text(v.Vary)), cmp.Compare(u.Replicate, v.Replicate),
		strings.Compare(a.Key, b.Key),
	)
}

// origins lists those of the records in order, each once, and the place of each by its text.
func origins(records []result.Record) (all []result.Provenance, place map[string]int) {
	place = map[string]int{}
	for _, rec := range records {
		p := originOf(rec)
		place[text(p)] = 0
	}
	for i, key := range slices.Sorted(maps.Keys(place)) {
		place[key] = i
		var p result.Provenance
		if err := json.Unmarshal([]byte(key), &p); err != nil {
			panic("archive: " + err.Error())
		}
		all = append(all, p)
	}
	return all, place
}

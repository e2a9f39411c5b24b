package store

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"nmfrepro/reports"
)

// head is the first line.
type head struct {
	Format      int          `json:"format"`
	Paper       string       `json:"paper"`
	Experiments []Experiment `json:"experiments"`
	Records     int          `json:"records"`
	Origins     []Provenance `json:"origins"` // by day
}

// line is a record. Of its unit it has what tells it from the others; options and stopping rules are in its key and in the
// spec.
type line struct {
	Key         string             `json:"key"`
	Experiment  string             `json:"experiment"`
	Dataset     string             `json:"dataset"`
	Subset      string             `json:"subset,omitempty"`
	Rank        int                `json:"rank"`
	Method      string             `json:"method"`
	Vary        map[string]string  `json:"vary,omitempty"`
	Replicate   int                `json:"replicate"`
	Seed        uint64             `json:"seed"`
	Origin      int                `json:"origin"` // in the head, from 0
	Status      reports.Status     `json:"status"`
	Reason      string             `json:"reason,omitempty"`
	Metrics     map[string]float64 `json:"metrics,omitempty"`
	Unavailable map[string]string  `json:"unavailable,omitempty"`
	Iterations  int                `json:"iterations"`
	Stopped     string             `json:"stopped,omitempty"`
	Seconds     float64            `json:"seconds"`
	CoreSeconds float64            `json:"core_seconds,omitempty"`
	Warnings    []string           `json:"warnings,omitempty"`
	Trace       []Point            `json:"trace,omitempty"`
	Outputs     map[string]Array   `json:"outputs,omitempty"`
	Picture     [2]int             `json:"picture,omitzero"`
	Samples     []string           `json:"samples,omitempty"`
}

func newLine(rec *Record, origin int) line {
	u := rec.Unit
	l := line{
		Key: rec.Key, Experiment: u.Experiment, Dataset: u.Dataset, Subset: u.Subset, Rank: u.Rank, Method: u.Method, Vary: u.Vary,
		Replicate: u.Replicate, Seed: u.Seed, Origin: origin, Status: rec.Status, Reason: rec.Reason, Metrics: rec.Metrics,
		Unavailable: maps.Clone(rec.Unavailable), Iterations: rec.Iterations, Stopped: rec.Stopped, Seconds: rounded(rec.Seconds, 4), CoreSeconds: rounded(rec.CoreSeconds, 4), Warnings: rec.Warnings,
	}
	if u.Replicate == 0 { // the others' are never drawn
		l.thin(rec)
	}
	return l
}

func (l *line) record(origins []Provenance) *Record {
	return &Record{
		Key: l.Key,
		Unit: Unit{
			Experiment: l.Experiment, Dataset: l.Dataset, Subset: l.Subset, Rank: l.Rank, Method: l.Method, Vary: l.Vary,
			Replicate: l.Replicate, Seed: l.Seed,
		},
		Status: l.Status, Reason: l.Reason, Metrics: l.Metrics, Unavailable: l.Unavailable, Trace: l.Trace, Outputs: l.Outputs,
		Picture: l.Picture, Samples: l.Samples, Iterations: l.Iterations, Stopped: l.Stopped, Seconds: l.Seconds, CoreSeconds: l.CoreSeconds, Warnings: l.Warnings,
		Provenance: origins[l.Origin],
	}
}

// originOf is a record's provenance to the day and without the machine's name, so that many share it.
func originOf(rec *Record) Provenance {
	p := rec.Provenance
	p.Host, p.System = "", ""
	p.Finished = p.Finished.UTC().Truncate(24 * time.Hour)
	return p
}

// before orders records for a reader: as the tables have them as far as names tell, replicates together.
func before(a, b *Record) int {
	u, v := a.Unit, b.Unit
	return cmp.Or(
		strings.Compare(u.Experiment, v.Experiment), strings.Compare(u.Dataset, v.Dataset), cmp.Compare(u.Rank, v.Rank),
		strings.Compare(u.Method, v.Method), strings.Compare(Canonical(u.Vary), Canonical(v.Vary)), cmp.Compare(u.Replicate, v.Replicate),
		strings.Compare(a.Key, b.Key),
	)
}

// origins lists those of the records in order, each once, and the place of each by its text.
func origins(records []*Record) (all []Provenance, place map[string]int) {
	found := map[string]Provenance{}
	for _, rec := range records {
		p := originOf(rec)
		found[Canonical(p)] = p
	}
	place = map[string]int{}
	for i, key := range slices.Sorted(maps.Keys(found)) {
		place[key] = i
		all = append(all, found[key])
	}
	return all, place
}

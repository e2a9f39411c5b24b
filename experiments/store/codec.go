package store

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"nmfrepro/reports"
)

// format is raised when a line changes its meaning.
const format = 1

// most bounds what is read of a file: far beyond any archive, far below what a forged one may expand to.
const most = 1 << 28

// Encode writes the archive. The order of records and experiments does not matter.
func (a *Archive) Encode() ([]byte, error) {
	records := slices.Clone(a.Records)
	slices.SortFunc(records, before)
	experiments := slices.Clone(a.Experiments)
	slices.SortFunc(experiments, func(x, y Experiment) int { return strings.Compare(x.Address, y.Address) })
	all, place := origins(records)

	var plain bytes.Buffer
	enc := json.NewEncoder(&plain)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(head{format, a.Paper, experiments, len(records), all}); err != nil {
		return nil, fmt.Errorf("archive: %w", err)
	}
	for _, rec := range records {
		if err := enc.Encode(newLine(rec, place[Canonical(originOf(rec))])); err != nil {
			return nil, fmt.Errorf("archive: %s: %w", rec.Key, err)
		}
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression) // no name and no time in its head: the same bytes again
	if err != nil {
		return nil, fmt.Errorf("archive: %w", err)
	}
	_, err = plain.WriteTo(z)
	err = errors.Join(err, z.Close()) // into memory: neither fails
	return packed.Bytes(), err
}

// DecodeArchive reads an archive, whole or not at all.
func DecodeArchive(data []byte) (*Archive, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("archive: %w", err)
	}
	plain, err := io.ReadAll(io.LimitReader(z, most))
	if err != nil {
		return nil, fmt.Errorf("archive: %w", err)
	}
	lines := bytes.Split(bytes.TrimSuffix(plain, []byte("\n")), []byte("\n"))
	var h head
	if err := json.Unmarshal(lines[0], &h); err != nil {
		return nil, fmt.Errorf("archive: head: %w", err)
	}
	lines = lines[1:]
	if h.Format != format {
		return nil, fmt.Errorf("archive: format %d, want %d", h.Format, format)
	}
	if len(lines) != h.Records {
		return nil, fmt.Errorf("archive: %s: %d records, the head says %d", h.Paper, len(lines), h.Records)
	}
	a := &Archive{Paper: h.Paper, Experiments: h.Experiments, Records: make([]Record, len(lines))}
	errs := make([]error, len(lines))
	reports.Each(len(lines), func(i int) {
		var l line
		if err := json.Unmarshal(lines[i], &l); err != nil {
			errs[i] = fmt.Errorf("archive: %s: record %d: %w", h.Paper, i+1, err)
		} else if l.Origin < 0 || l.Origin >= len(h.Origins) {
			errs[i] = fmt.Errorf("archive: %s: record %s has origin %d of %d", h.Paper, l.Key, l.Origin, len(h.Origins))
		} else {
			a.Records[i] = l.record(h.Origins)
		}
	})
	if i := slices.IndexFunc(errs, func(err error) bool { return err != nil }); i >= 0 { // the others may be its consequences
		return nil, errs[i]
	}
	return a, a.index()
}

// NewArchive makes an archive of records, as DecodeArchive(Encode) would give it.
func NewArchive(paper string, experiments []Experiment, records []Record) (*Archive, []byte, error) {
	data, err := (&Archive{Paper: paper, Experiments: experiments, Records: records}).Encode()
	if err != nil {
		return nil, nil, err
	}
	a, err := DecodeArchive(data)
	return a, data, err
}

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
	Warnings    []string           `json:"warnings,omitempty"`
	Trace       []Point            `json:"trace,omitempty"`
	Outputs     map[string]Array   `json:"outputs,omitempty"`
	Picture     [2]int             `json:"picture,omitzero"`
	Samples     []string           `json:"samples,omitempty"`
}

func newLine(rec Record, origin int) line {
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

func (l line) record(origins []Provenance) Record {
	return Record{
		Key: l.Key,
		Unit: Unit{
			Experiment: l.Experiment, Dataset: l.Dataset, Subset: l.Subset, Rank: l.Rank, Method: l.Method, Vary: l.Vary,
			Replicate: l.Replicate, Seed: l.Seed,
		},
		Status: l.Status, Reason: l.Reason, Metrics: l.Metrics, Unavailable: l.Unavailable, Trace: l.Trace, Outputs: l.Outputs,
		Picture: l.Picture, Samples: l.Samples, Iterations: l.Iterations, Stopped: l.Stopped, Seconds: l.Seconds, Warnings: l.Warnings,
		Provenance: origins[l.Origin],
	}
}

// originOf is a record's provenance to the day and without the machine's name, so that many share it.
func originOf(rec Record) Provenance {
	p := rec.Provenance
	p.Host, p.System = "", ""
	p.Finished = p.Finished.UTC().Truncate(24 * time.Hour)
	return p
}

// Canonical is a value as JSON with one text for equal values: Go writes the keys of maps sorted, and numbers so short that they
// are read back.
func Canonical(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic("store: " + err.Error()) // records came from JSON, units hold plain values
	}
	return string(b)
}

// before orders records for a reader: as the tables have them as far as names tell, replicates together.
func before(a, b Record) int {
	u, v := a.Unit, b.Unit
	return cmp.Or(
		strings.Compare(u.Experiment, v.Experiment), strings.Compare(u.Dataset, v.Dataset), cmp.Compare(u.Rank, v.Rank),
		strings.Compare(u.Method, v.Method), strings.Compare(Canonical(u.Vary), Canonical(v.Vary)), cmp.Compare(u.Replicate, v.Replicate),
		strings.Compare(a.Key, b.Key),
	)
}

// origins lists those of the records in order, each once, and the place of each by its text.
func origins(records []Record) (all []Provenance, place map[string]int) {
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

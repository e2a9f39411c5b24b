// Package store keeps records: one file a record in a results folder ([Store]), and one file a paper in the repository
// ([Archive]), small enough to commit, from which tables can be judged without running anything.
//
// An archive is gzip over lines of JSON: a head, then a line a record. Facts that many records share (machine, versions, checksum of the
// data) stand once in the head. Metrics keep every bit; traces and outputs, which only figures need, are thinned and rounded. Equal
// records give equal bytes, whatever the order in which they come.
package store

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"nmfrepro/datasets/list"
	"nmfrepro/reports/result"
)

// Archive is the committed results of a paper. A record is decoded when it is asked for first: a table shows some of thousands.
type Archive struct {
	Paper       string
	Experiments []Experiment // sorted by address

	records []archived // in the order of the file
	byKey   map[string]int
}

// archived is a record of an archive.
type archived struct {
	key    string
	decode func() (*Record, error) // once
}

// Experiment says how the records of an experiment were asked for.
type Experiment struct {
	Address    string `json:"address"` // of its runs
	Profile    string `json:"profile"`
	Replicates int    `json:"replicates"`
}

// Len returns the number of records.
func (a *Archive) Len() int { return len(a.records) }

// Keys returns the keys of all records, in the order of the archive.
func (a *Archive) Keys() []string {
	return list.Map(a.records, func(r archived) string { return r.key })
}

// Get returns the record of a run. One that cannot be read has failed, for the reason that it gives.
func (a *Archive) Get(w Wanted) (*Record, bool) {
	_, key := w.Lookup()
	i, ok := a.byKey[key]
	if !ok {
		return nil, false
	}
	rec, err := a.records[i].decode()
	if err != nil {
		return &Record{Key: key, Status: result.Failed, Reason: err.Error()}, true
	}
	if w.Stale(rec.Provenance) != "" {
		return nil, false
	}
	return rec, true
}

// Records decodes all records, in the order of the archive. With an error there are none.
func (a *Archive) Records() ([]*Record, error) {
	all, errs := make([]*Record, len(a.records)), make([]error, len(a.records))
	list.Parallel(len(all), func(i int) { all[i], errs[i] = a.records[i].decode() })
	if err := cmp.Or(errs...); err != nil { // of several, later ones may be consequences
		return nil, err
	}
	return all, nil
}

// ProfileOf tells with which profile and how many replicates an experiment's records were made, "" if there are none.
func (a *Archive) ProfileOf(address string) (profile string, replicates int) {
	e, _ := list.First(a.Experiments, func(e Experiment) bool { return e.Address == address })
	return e.Profile, e.Replicates
}

// Has tells whether there are records of an experiment.
func (a *Archive) Has(address string) bool {
	profile, _ := a.ProfileOf(address)
	return profile != ""
}

// format is raised when a line changes its meaning.
const format = 1

// most bounds what is read of a file: far beyond any archive, far below what a forged one may expand to.
const most = 1 << 28

// encode writes an archive. The order of records and experiments does not matter.
func encode(paper string, experiments []Experiment, records []*Record) ([]byte, error) {
	records = slices.SortedFunc(slices.Values(records), before)
	experiments = slices.SortedFunc(slices.Values(experiments), func(x, y Experiment) int { return strings.Compare(x.Address, y.Address) })
	all, place := origins(records)

	var plain bytes.Buffer
	enc := json.NewEncoder(&plain)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(head{format, paper, experiments, len(records), all}); err != nil {
		return nil, fmt.Errorf("archive: %w", err)
	}
	for _, rec := range records {
		if err := enc.Encode(newLine(rec, place[Canonical(originOf(rec))])); err != nil {
			return nil, fmt.Errorf("archive: %s: %w", rec.Key, err)
		}
	}
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // no name and no time in its head: the same bytes again
	_, err := plain.WriteTo(z)
	err = errors.Join(err, z.Close()) // into memory: neither fails
	return packed.Bytes(), err
}

// DecodeArchive reads an archive, whole or not at all. Its records are decoded later, each when it is asked for.
func DecodeArchive(data []byte) (*Archive, error) {
	plain, err := expand(data)
	if err != nil {
		return nil, fmt.Errorf("archive: %w", err)
	}
	first, rest, _ := bytes.Cut(plain, []byte("\n"))
	var h head
	if err := json.Unmarshal(first, &h); err != nil {
		return nil, fmt.Errorf("archive: head: %w", err)
	}
	if h.Format != format {
		return nil, fmt.Errorf("archive: format %d, want %d", h.Format, format)
	}
	lines := slices.Collect(bytes.Lines(rest))
	if len(lines) != h.Records {
		return nil, fmt.Errorf("archive: %s: %d records, the head says %d", h.Paper, len(lines), h.Records)
	}
	a := &Archive{Paper: h.Paper, Experiments: h.Experiments, records: make([]archived, 0, h.Records), byKey: make(map[string]int, h.Records)}
	for i, text := range lines {
		n := i + 1
		key, ok := keyIn(text)
		if !ok {
			return nil, fmt.Errorf("archive: %s: record %d does not begin with its key", h.Paper, n)
		}
		if _, twice := a.byKey[key]; twice {
			return nil, fmt.Errorf("archive: %s: the record %s is there twice", a.Paper, key)
		}
		a.byKey[key] = i
		a.records = append(a.records, archived{key, sync.OnceValues(func() (*Record, error) { return h.record(text, n) })})
	}
	return a, nil
}

// expand undoes the compression. The end of the file says how long the text is, which saves its growing; a forged end costs no
// more memory than such a file can hold.
func expand(data []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	const densest = 1032 // bytes for one of deflate
	size := min(int(binary.LittleEndian.Uint32(data[len(data)-4:])), densest*len(data), most)
	plain := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	_, err = plain.ReadFrom(io.LimitReader(z, most))
	return plain.Bytes(), err
}

// keyIn returns the key of a line, its first field.
func keyIn(text []byte) (key string, ok bool) {
	rest, ok := bytes.CutPrefix(text, []byte(`{"key":"`))
	value, _, ended := bytes.Cut(rest, []byte(`"`))
	return string(value), ok && ended
}

// record decodes line n of an archive.
func (h head) record(text []byte, n int) (*Record, error) {
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return nil, fmt.Errorf("archive: %s: record %d: %w", h.Paper, n, err)
	}
	if name := without(text); name != "" {
		return nil, fmt.Errorf("archive: %s: record %s: metric %s is null, want a number", h.Paper, l.Key, name)
	}
	if l.Origin < 0 || l.Origin >= len(h.Origins) {
		return nil, fmt.Errorf("archive: %s: record %s has origin %d of %d", h.Paper, l.Key, l.Origin, len(h.Origins))
	}
	return l.record(h.Origins), nil
}

// NewArchive makes an archive of records, as DecodeArchive gives it, and its file.
func NewArchive(paper string, experiments []Experiment, records []*Record) (*Archive, []byte, error) {
	data, err := encode(paper, experiments, records)
	if err != nil {
		return nil, nil, err
	}
	a, err := DecodeArchive(data)
	return a, data, err
}

// Canonical returns a value as JSON with one text for equal values: Go writes the keys of maps sorted, and numbers so short that they
// are read back.
func Canonical(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic("store: " + err.Error()) // records came from JSON, runs hold plain values
	}
	return string(b)
}

// head is the first line.
type head struct {
	Format      int          `json:"format"`
	Paper       string       `json:"paper"`
	Experiments []Experiment `json:"experiments"`
	Records     int          `json:"records"`
	Origins     []Provenance `json:"origins"` // by day
}

// line is a record. Of its run it has what tells it from the others; options and stopping rules are in its key and in the
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
	Status      result.Status      `json:"status"`
	Reason      string             `json:"reason,omitempty"`
	Metrics     map[string]float64 `json:"metrics,omitempty"`
	Unavailable map[string]string  `json:"unavailable,omitempty"`
	Iterations  int                `json:"iterations"`
	Stopped     string             `json:"stopped,omitempty"`
	Seconds     float64            `json:"seconds"`
	CoreSeconds float64            `json:"core_seconds,omitempty"`
	Warnings    []string           `json:"warnings,omitempty"`
	Trace       []Point            `json:"trace,omitempty"`
	Path        []Checkpoint       `json:"path,omitempty"`
	Outputs     map[string]Array   `json:"outputs,omitempty"`
	Picture     [2]int             `json:"picture,omitzero"`
	Samples     []string           `json:"samples,omitempty"`
}

func newLine(rec *Record, origin int) line {
	id := rec.Run
	l := line{
		Key: rec.Key, Experiment: id.Experiment, Dataset: id.Dataset, Subset: id.Subset, Rank: id.Rank, Method: id.Method, Vary: id.Vary,
		Replicate: id.Replicate, Seed: id.Seed, Origin: origin, Status: rec.Status, Reason: rec.Reason, Metrics: rec.Metrics,
		Unavailable: maps.Clone(rec.Unavailable), Iterations: rec.Iterations, Stopped: rec.Stopped, Seconds: rounded(rec.Seconds,
			4), CoreSeconds: rounded(rec.CoreSeconds, 4), Warnings: rec.Warnings,
		Path: rec.Path,
	}
	if id.Replicate == 0 { // the others' are never drawn
		l.thin(rec)
	}
	return l
}

func (l *line) record(origins []Provenance) *Record {
	return &Record{
		Key: l.Key,
		Run: Identity{
			Experiment: l.Experiment, Dataset: l.Dataset, Subset: l.Subset, Rank: l.Rank, Method: l.Method, Vary: l.Vary,
			Replicate: l.Replicate, Seed: l.Seed,
		},
		Status: l.Status, Reason: l.Reason, Metrics: l.Metrics, Unavailable: l.Unavailable, Trace: l.Trace, Path: l.Path, Outputs: l.Outputs,
		Picture: l.Picture, Samples: l.Samples, Iterations: l.Iterations, Stopped: l.Stopped, Seconds: l.Seconds, CoreSeconds: l.CoreSeconds,
		Warnings:   l.Warnings,
		Provenance: origins[l.Origin],
	}
}

// originOf returns a record's provenance to the day and without the machine's name, so that many share it.
func originOf(rec *Record) Provenance {
	p := rec.Provenance
	p.Host, p.System = "", ""
	p.Finished = p.Finished.UTC().Truncate(24 * time.Hour)
	return p
}

// before orders records for a reader: as the tables have them as far as names tell, replicates together.
func before(a, b *Record) int {
	id, v := a.Run, b.Run
	return cmp.Or(
		strings.Compare(id.Experiment, v.Experiment), strings.Compare(id.Dataset, v.Dataset), cmp.Compare(id.Rank, v.Rank),
		strings.Compare(id.Method, v.Method), strings.Compare(Canonical(id.Vary), Canonical(v.Vary)), cmp.Compare(id.Replicate, v.Replicate),
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

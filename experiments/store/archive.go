// Package store keeps records: one file a record in a results folder ([Store]), and one file a paper in the repository
// ([Archive]), small enough to commit, from which tables can be judged without running anything.
//
// An archive is gzip over lines of JSON: a head, then a line a record. What many records share (machine, versions, checksum of the
// data) stands once in the head. Metrics keep every bit; traces and outputs, which only figures need, are thinned and
// rounded. Equal records give equal bytes, whatever the order in which they come.
package store

import (
	"fmt"
	"sync"

	"nmfrepro/reports/list"

	"nmfrepro/reports"
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
	Address    string `json:"address"` // of its units
	Profile    string `json:"profile"`
	Replicates int    `json:"replicates"`
}

// Len is the number of records.
func (a *Archive) Len() int { return len(a.records) }

// Keys are those of all records, in the order of the archive.
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
		return &Record{Key: key, Status: reports.Failed, Reason: err.Error()}, true
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
	for _, err := range errs { // of several, later ones may be consequences
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Made tells with which profile and how many replicates an experiment's records were made, "" if there are none.
func (a *Archive) Made(address string) (profile string, replicates int) {
	for _, e := range a.Experiments {
		if e.Address == address {
			return e.Profile, e.Replicates
		}
	}
	return "", 0
}

// Has tells whether there are records of an experiment.
func (a *Archive) Has(address string) bool {
	profile, _ := a.Made(address)
	return profile != ""
}

// add puts a record at the end.
func (a *Archive) add(key string, decode func() (*Record, error)) error {
	if _, twice := a.byKey[key]; twice {
		return fmt.Errorf("archive: %s: the record %s is there twice", a.Paper, key)
	}
	a.byKey[key] = len(a.records)
	a.records = append(a.records, archived{key, sync.OnceValues(decode)})
	return nil
}

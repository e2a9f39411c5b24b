// Package store keeps records: one file a record in a results folder ([Store]), and one file a paper in the repository
// ([Archive]), small enough to commit, from which tables can be judged without running anything.
//
// An archive is gzip over lines of JSON: a head, then a line a record. What many records share (machine, versions, checksum of the
// data) stands once in the head. Metrics keep every bit; traces and outputs, which only figures need, are thinned and
// rounded. Equal records give equal bytes, whatever the order in which they come.
package store

import (
	"fmt"
	"slices"

	"nmfrepro/reports"
)

// Archive is the committed results of a paper.
type Archive struct {
	Paper       string
	Experiments []Experiment // sorted by address
	Records     []Record

	byKey map[string]int
}

// Experiment says how the records of an experiment were asked for.
type Experiment struct {
	Address    string `json:"address"` // of its units
	Profile    string `json:"profile"`
	Replicates int    `json:"replicates"`
}

// Get returns the record of that key.
func (a *Archive) Get(key string) (Record, bool) {
	i, ok := a.byKey[key]
	if !ok {
		return Record{}, false
	}
	return a.Records[i], true
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

// index finds records by key.
func (a *Archive) index() error {
	a.byKey = make(map[string]int, len(a.Records))
	for i, rec := range a.Records {
		if _, twice := a.byKey[rec.Key]; twice {
			return fmt.Errorf("archive: %s: the record %s is there twice", a.Paper, rec.Key)
		}
		a.byKey[rec.Key] = i
	}
	return nil
}

// Origins are the machines and versions behind the records, each once, in the order of the archive. What differs from
// data set to data set and from method to method is left empty.
func (a *Archive) Origins() (all []reports.Origin) {
	for _, rec := range a.Records {
		p := rec.Provenance
		if o := (reports.Origin{Program: p.Program, Go: p.Go, CPU: p.CPU, Kernel: p.Kernel}); !slices.Contains(all, o) {
			all = append(all, o)
		}
	}
	return all
}

package store

import (
	"sync"

	"nmfrepro/reports"
)

// Reader is where records are looked up: a results folder, the committed records of a paper, or both.
type Reader interface {
	// Get returns the record of a key; nil and false if there is none that can be trusted.
	Get(experiment, key string) (*Record, bool)
}

// Set is the records that one command looks at. It asks its Reader for each of them once, however many tables, figures and
// claims show it, and takes those that the command computes from its runner. It is safe for concurrent use.
type Set struct {
	from Reader
	mu   sync.Mutex
	have map[string]func() *Record // nil from those that are not there
}

// NewSet returns a set that asks from for what it does not have yet.
func NewSet(from Reader) *Set { return &Set{from: from, have: map[string]func() *Record{}} }

// Get returns the record of a key, which is not to be changed. Records are read beside each other.
func (s *Set) Get(experiment, key string) (*Record, bool) {
	s.mu.Lock()
	read, asked := s.have[key]
	if !asked {
		read = sync.OnceValue(func() *Record {
			rec, _ := s.from.Get(experiment, key)
			return rec
		})
		s.have[key] = read
	}
	s.mu.Unlock()
	rec := read()
	return rec, rec != nil
}

// Put adds a record that was just computed.
func (s *Set) Put(rec *Record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.have[rec.Key] = func() *Record { return rec }
}

// Forget makes the set ask for a record again: another process may have written it since.
func (s *Set) Forget(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.have, key)
}

// Usable tells whether a unit has a record that need not be computed again: a failed unit is tried again by the next run.
func (s *Set) Usable(experiment, key string) bool {
	rec, ok := s.Get(experiment, key)
	return ok && rec.Status != reports.Failed
}

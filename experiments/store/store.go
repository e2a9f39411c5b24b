package store

import (
	"errors"
	"fmt"
	"os"
	"sync"
)

// Store keeps records in files that only grow, one for each process and experiment, a record a line:
//
//	DIR/pnmf/table3/20260131T120000-4f1c2a9b.jsonl     {"sha256": …, "record": …}
//	DIR/corrupt/                                       what a repair has set aside
//	DIR/.locks, DIR/.agreed/                           of no interest once nothing runs
//
// A record appears whole or not at all: a line that a kill cut short counts as not there. So a kill loses the runs in flight and
// nothing else, and any number of processes on any number of machines may share a store. A run that two of them compute at
// once gives the same record twice: locks save work, nothing depends on them. Nothing is ever overwritten. A run whose line is
// deleted runs again.
type Store struct {
	dir   string
	warn  func(string)
	locks locks

	mu   sync.Mutex
	open map[string]*logs // by experiment
}

// Open returns the store in dir, which need not exist yet. warn is told of what cannot be used, of one thing at a time.
func Open(dir string, warn func(string)) *Store {
	if warn == nil {
		warn = func(string) {}
	}
	var mu sync.Mutex
	return &Store{dir: dir, warn: func(warning string) {
		mu.Lock()
		defer mu.Unlock()
		warn(warning)
	}}
}

// Put appends a record; it is on the disk by then.
func (s *Store) Put(rec *Record) error { return s.put(rec, true) }

func (s *Store) put(rec *Record, sync bool) error {
	if err := s.logs(rec.Unit.Experiment).append(rec, sync); err != nil {
		return fmt.Errorf("store: %w; earlier results are intact", err)
	}
	return nil
}

// CheckWritable finds out before any work is done whether results can be saved.
func (s *Store) CheckWritable() error {
	err := os.MkdirAll(s.dir, 0o777)
	if err == nil {
		var probe *os.File
		if probe, err = os.CreateTemp(s.dir, ".probe-"); err == nil {
			err = errors.Join(probe.Close(), os.Remove(probe.Name()))
		}
	}
	if err != nil {
		return fmt.Errorf("store: results cannot be saved: %w; name another folder with --results", err)
	}
	return nil
}

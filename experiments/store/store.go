package store

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"nmfrepro/experiments/store/whole"
)

// Store keeps one file per record, named by the record's key:
//
//	DIR/pnmf/table3/0123456789abcdef….json     {"sha256": …, "record": …}
//	DIR/pnmf/table3/packed/000001-….jsonl      a segment: many records in a file, by [Store.Pack]
//	DIR/corrupt/                               files that were set aside
//	DIR/.tmp/, DIR/.locks                      of no interest once nothing runs
//
// A record appears whole or not at all (write, sync, rename), so a kill loses the units in flight and nothing else, and any
// number of processes on any number of machines may share a store. A unit that two of them run at once gives the same
// record twice: locks save work, nothing depends on them. Deleting a file makes its unit run again.
type Store struct {
	dir    string
	warn   func(string)
	behind func(experiment, key string) (*Record, bool) // where else records are looked up; may be nil
	locks  locks

	segments segments
}

// Open returns the store in dir, which need not exist yet. warn is told of records that are set aside, of one at a time.
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

func (s *Store) path(experiment, key string) string {
	return filepath.Join(s.dir, filepath.FromSlash(experiment), key+".json")
}

// Put writes the record, replacing one of the same key.
func (s *Store) Put(rec *Record) error {
	data, err := encodeRecord(rec)
	if err != nil {
		return fmt.Errorf("store: %s: %w", rec.Key, err)
	}
	if len(data) > mostBytes {
		return fmt.Errorf("store: %s: a record of %d MB, want at most %d MB: keep fewer outputs", rec.Key, len(data)>>20, mostBytes>>20)
	}
	if err := s.write(s.path(rec.Unit.Experiment, rec.Key), data, true); err != nil {
		return fmt.Errorf("%w; earlier results are intact", err)
	}
	return nil
}

// write gives a file its bytes in one step; with sync they are on the disk by then.
func (s *Store) write(path string, data []byte, sync bool) error {
	tmp, err := s.temporary(path, data, sync)
	if err == nil {
		err = whole.Place(tmp, path)
	}
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// encodeRecord is the file of a record.
func encodeRecord(rec *Record) ([]byte, error) {
	e, err := sealed(rec)
	if err != nil {
		return nil, err
	}
	data, err := json.MarshalIndent(e, "", " ")
	return append(data, '\n'), err
}

// CheckWritable finds out before any work is done whether results can be saved, and clears what killed runs left in .tmp.
func (s *Store) CheckWritable() error {
	tmp := filepath.Join(s.dir, ".tmp")
	if err := os.MkdirAll(tmp, 0o777); err != nil {
		return fmt.Errorf("store: results cannot be saved: %w; name another folder with --results", err)
	}
	probe, err := os.CreateTemp(tmp, "probe")
	if err != nil {
		return fmt.Errorf("store: results cannot be saved: %w; name another folder with --results", err)
	}
	probe.Close()
	os.Remove(probe.Name())
	entries, err := os.ReadDir(tmp)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > 24*time.Hour {
			os.Remove(filepath.Join(tmp, e.Name()))
		}
	}
	return nil
}

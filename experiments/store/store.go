package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"github.com/google/renameio/v2"
)

// Store keeps one file per record, named by the record's key:
//
//	DIR/pnmf/table3/0123456789abcdef….json     {"sha256": …, "record": …}
//	DIR/corrupt/                               files that were set aside
//	DIR/.tmp/, DIR/.locks/                     of no interest once nothing runs
//
// A record appears whole or not at all (write, sync, rename), so a kill loses the units in flight and nothing else, and any
// number of processes may share a store. Deleting a file makes its unit run again.
type Store struct {
	dir    string
	warn   func(string)
	behind func(experiment, key string) (Record, bool) // where else records are looked up; may be nil
}

// OpenStore returns the store in dir, which need not exist yet. warn is told of records that are set aside.
func Open(dir string, warn func(string)) *Store {
	if warn == nil {
		warn = func(string) {}
	}
	return &Store{dir: dir, warn: warn}
}

// envelope guards a record against truncation and editing: the sum is over the record's compact JSON.
type envelope struct {
	SHA256 string          `json:"sha256"`
	Record json.RawMessage `json:"record"`
}

func sumOf(record []byte) (string, error) {
	var compact bytes.Buffer
	if err := json.Compact(&compact, record); err != nil {
		return "", err
	}
	sum := sha256.Sum256(compact.Bytes())
	return hex.EncodeToString(sum[:]), nil
}

func (s *Store) path(experiment, key string) string {
	return filepath.Join(s.dir, filepath.FromSlash(experiment), key+".json")
}

// Get returns the record of that key. A file that is not a whole record of this key is set aside with a warning and counts
// as absent.
func (s *Store) Get(experiment, key string) (Record, bool) {
	path := s.path(experiment, key)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if s.behind != nil {
			return s.behind(experiment, key)
		}
		return Record{}, false
	}
	if err != nil {
		s.warn(fmt.Sprintf("store: %v; its unit runs again", err))
		return Record{}, false
	}
	rec, err := decodeRecord(data)
	if err == nil && rec.Key != key {
		err = fmt.Errorf("holds the record of key %s", rec.Key)
	}
	if err != nil {
		s.setAside(path, err)
		return Record{}, false
	}
	return rec, true
}

func decodeRecord(data []byte) (Record, error) {
	var e envelope
	var rec Record
	if err := json.Unmarshal(data, &e); err != nil {
		return rec, fmt.Errorf("not a whole record: %w", err)
	}
	sum, err := sumOf(e.Record)
	if err != nil {
		return rec, fmt.Errorf("not a whole record: %w", err)
	}
	if sum != e.SHA256 {
		return rec, fmt.Errorf("checksum %.12s…, found %.12s…", e.SHA256, sum)
	}
	if err := json.Unmarshal(e.Record, &rec); err != nil {
		return rec, fmt.Errorf("not a record: %w", err)
	}
	return rec, nil
}

// setAside moves a file that cannot be trusted out of the way without deleting it.
func (s *Store) setAside(path string, why error) {
	dir := filepath.Join(s.dir, "corrupt")
	target := filepath.Join(dir, filepath.Base(path))
	err := os.MkdirAll(dir, 0o777)
	for n := 1; err == nil; n++ {
		if _, missing := os.Lstat(target); errors.Is(missing, fs.ErrNotExist) {
			err = os.Rename(path, target)
			break
		}
		target = filepath.Join(dir, fmt.Sprintf("%s.%d", filepath.Base(path), n))
	}
	if err != nil {
		s.warn(fmt.Sprintf("store: %s: %v; not used, and could not be set aside: %v", path, why, err))
		return
	}
	s.warn(fmt.Sprintf("store: %s: %v; set aside as %s, its unit runs again", path, why, target))
}

// Put writes the record, replacing one of the same key.
func (s *Store) Put(rec Record) error {
	body, err := json.Marshal(rec)
	if err != nil {
		return fmt.Errorf("store: %s: %w", rec.Key, err)
	}
	sum, err := sumOf(body)
	if err != nil {
		return fmt.Errorf("store: %s: %w", rec.Key, err)
	}
	data, err := json.MarshalIndent(envelope{sum, body}, "", " ")
	if err != nil {
		return fmt.Errorf("store: %s: %w", rec.Key, err)
	}
	path := s.path(rec.Unit.Experiment, rec.Key)
	tmp := filepath.Join(s.dir, ".tmp")
	for _, dir := range []string{filepath.Dir(path), tmp} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return fmt.Errorf("store: %w", err)
		}
	}
	if err := renameio.WriteFile(path, append(data, '\n'), 0o666, renameio.WithTempDir(tmp)); err != nil {
		return fmt.Errorf("store: %w; earlier results are intact", err)
	}
	return nil
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

// Lock claims a unit among the processes that share the store. ok is false while another worker holds it; with wait, Lock
// waits instead, until ctx ends. A lock ends with its process, so a kill leaves nothing locked.
func (s *Store) Lock(ctx context.Context, key string, wait bool) (unlock func(), ok bool, err error) {
	dir := filepath.Join(s.dir, ".locks")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, false, fmt.Errorf("store: %w", err)
	}
	lock := flock.New(filepath.Join(dir, key))
	if wait {
		ok, err = lock.TryLockContext(ctx, 200*time.Millisecond)
		if ctx.Err() != nil {
			err = nil
		}
	} else {
		ok, err = lock.TryLock()
	}
	if err != nil || !ok {
		lock.Close()
		if err != nil {
			err = fmt.Errorf("store: %w", err)
		}
		return nil, false, err
	}
	// Whoever still waits on the removed file finds the finished record once it gets the lock.
	return func() { os.Remove(lock.Path()); lock.Close() }, true, nil
}

// Each calls f for every whole record of an experiment, in the order of keys.
func (s *Store) Each(experiment string, f func(Record)) error {
	entries, err := os.ReadDir(filepath.Join(s.dir, filepath.FromSlash(experiment)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	for _, e := range entries {
		if key, isRecord := strings.CutSuffix(e.Name(), ".json"); isRecord {
			if rec, ok := s.Get(experiment, key); ok {
				f(rec)
			}
		}
	}
	return nil
}

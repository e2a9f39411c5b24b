package store

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"nmfrepro/reports"
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

// mostBytes bounds a record: far beyond any, far below what would exhaust memory.
const mostBytes = 128 << 20

// sumOf is the SHA-256 of a record's JSON, which guards it against damage and editing.
func sumOf(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

// Get returns the record of a run: the last one that counts, a failed one only where there is no other. A damaged record counts as
// absent.
func (s *Store) Get(w Wanted) (*Record, bool) {
	experiment, key := w.Lookup()
	var failed *Record
	for _, p := range s.logs(experiment).placesOf(key) {
		rec, err := p.read(experiment, key)
		switch {
		case err != nil:
			s.warn(fmt.Sprintf("store: %s: record %s: %v; not used, its run counts as absent; nmfrepro check results --repair sets it aside", p, key, err))
		case w.Stale(rec.Provenance) != "":
		case rec.Status == reports.Failed:
			failed = cmp.Or(failed, rec)
		default:
			return rec, true
		}
	}
	return failed, failed != nil
}

// damage is why something is no record and never will be, unlike a file that cannot be read just now.
type damage struct{ why string }

func (d *damage) Error() string { return d.why }

func damaged(format string, args ...any) error { return &damage{fmt.Sprintf(format, args...)} }

// staleReads is how often a file is opened again that another machine replaced while it was read, as NFS reports it.
const staleReads = 5

// openFile opens an ordinary file. A FIFO does not make it wait, a link is not followed.
func openFile(path string) (*os.File, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, notRegular(info)
	}
	f, err := os.OpenFile(path, os.O_RDONLY|unfollowed|atOnce, 0)
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil && !info.Mode().IsRegular() { // what was opened may be another by now
		err = notRegular(info)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func notRegular(info fs.FileInfo) error {
	kind := "a special file"
	switch mode := info.Mode(); {
	case mode.IsDir():
		kind = "a folder"
	case mode&fs.ModeSymlink != 0:
		kind = "a link"
	case mode&fs.ModeNamedPipe != 0:
		kind = "a pipe"
	}
	return damaged("%s, want an ordinary file", kind)
}

// setAside moves what cannot be trusted out of the way without deleting it.
func (s *Store) setAside(path string, why string) error {
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
	if err == nil {
		s.warn(fmt.Sprintf("store: %s: %s; set aside as %s", path, why, target))
	}
	return err
}

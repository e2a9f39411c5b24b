package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"nmfrepro/datasets/files"
	"nmfrepro/reports/result"
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

// Open returns the store in dir, which need not exist yet. warn is called for each file or record that cannot be used.
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
	if err := s.logs(rec.Run.Experiment).append(rec, sync); err != nil {
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

// sumOf returns the SHA-256 of a record's JSON, which guards it against damage and editing.
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
			s.warn(fmt.Sprintf("store: %s: record %s: %v; not used, its run counts as absent; nmfrepro check results --repair sets it aside", p,
				key, err))
		case w.Stale(rec.Provenance) != "":
		case rec.Status == result.Failed:
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
	if err == nil {
		err = notRegular(info)
	}
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|unfollowed|atOnce, 0)
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil { // what was opened may be another by now
		err = notRegular(info)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// notRegular returns an error of what is no ordinary file.
func notRegular(info fs.FileInfo) error {
	if other, is := errors.AsType[*files.Error](files.Ordinary("", info)); is {
		return damaged("%s, want an ordinary file", other.Is)
	}
	return nil
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

// locks are the claims of a process on runs. They are byte ranges of one file, DIR/.locks, which is never deleted: a run's
// is the byte that a hash of its key points to. Such locks work on local disks, NFS, Lustre and GPFS, end with their process,
// and leave no file behind. Where a file system has none, runs are run without: see [Store].
type locks struct {
	once sync.Once
	file *os.File
	off  sync.Once // warns when locks do not work
	err  error
}

// errHeld tells that another process has locked a byte.
var errHeld = errors.New("held")

// lockPoll is the time between two looks at a run that another process holds.
const lockPoll = 200 * time.Millisecond

// Lock claims a run among the processes that share the store. ok is false while another worker holds it; with wait, Lock
// waits instead, until ctx ends. A lock ends with its process, so a kill leaves nothing locked. Where locks do not work, one
// warning says so, and every run is free.
func (s *Store) Lock(ctx context.Context, key string, wait bool) (unlock func(), ok bool) {
	s.locks.once.Do(func() { s.locks.file, s.locks.err = s.openLocks() })
	err, at := s.locks.err, placeOfLock(key)
	for err == nil {
		err = byteLock(s.locks.file, true, at)
		if err == nil {
			s.lookAgain()
			return func() { _ = byteLock(s.locks.file, false, at) }, true
		}
		if !errors.Is(err, errHeld) {
			break
		}
		if !wait {
			return nil, false
		}
		select {
		case <-ctx.Done():
			return nil, false
		case <-time.After(lockPoll):
			err = nil
		}
	}
	s.locks.off.Do(func() {
		s.warn(fmt.Sprintf("store: no locks in %s: %v; runs that two processes make at the same time are computed twice, with the same result",
			s.dir, err))
	})
	return func() {}, true
}

// lookAgain has the next look into a folder find what others have put there before they gave a lock back.
func (s *Store) lookAgain() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.open {
		l.stale.Store(true)
	}
}

func (s *Store) openLocks() (*os.File, error) {
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return nil, err
	}
	path := filepath.Join(s.dir, ".locks")
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() { // before, a folder with a file a run
		path += ".bytes"
	}
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE|unfollowed, 0o666)
}

// placeOfLock says where the lock of a run lies: two of a million runs share a place once in ten million stores.
func placeOfLock(key string) int64 {
	sum := sha256.Sum256([]byte(key))
	return int64(binary.LittleEndian.Uint64(sum[:8]) >> 2)
}

// Agreed returns the content of a named file that all processes sharing the store agree upon: the first process makes it, the
// others read it. With anew it is made again and replaces what was there.
func (s *Store) Agreed(name string, anew bool, make func() ([]byte, error)) ([]byte, error) {
	dir := filepath.Join(s.dir, ".agreed")
	path := filepath.Join(dir, name)
	if !anew {
		if data, err := readSmall(path); err == nil {
			return data, nil
		}
	}
	data, err := make()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	if !anew {
		tmp, err := files.Temporary(dir, data, 0o666, false)
		if err != nil {
			return nil, fmt.Errorf("store: %w", err)
		}
		defer os.Remove(tmp)
		switch err := os.Link(tmp, path); { // unlike rename, it leaves the first where it is
		case err == nil:
			return data, nil
		case errors.Is(err, fs.ErrExist):
			return readSmall(path)
		}
	}
	return data, files.WriteFile(path, data, 0o666, "") // also on a file system without links
}

// readSmall returns what an ordinary file holds.
func readSmall(path string) ([]byte, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, mostBytes))
}

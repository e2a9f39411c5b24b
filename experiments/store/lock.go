package store

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"nmfrepro/experiments/store/whole"
)

// locks are the claims of a process on units. They are byte ranges of one file, DIR/.locks, which is never deleted: a unit's
// is the byte that a hash of its key points to. Such locks work on local disks, NFS, Lustre and GPFS, end with their process,
// and leave no file behind. Where a file system has none, units are run without: see [Store].
type locks struct {
	once sync.Once
	file *os.File
	off  sync.Once // warns when locks do not work
	err  error
}

// errHeld tells that another process has locked a byte.
var errHeld = errors.New("held")

// lockPoll is the time between two looks at a unit that another process holds.
const lockPoll = 200 * time.Millisecond

// Lock claims a unit among the processes that share the store. ok is false while another worker holds it; with wait, Lock
// waits instead, until ctx ends. A lock ends with its process, so a kill leaves nothing locked. Where locks do not work, one
// warning says so, and every unit is free.
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
		s.warn(fmt.Sprintf("store: no locks in %s: %v; runs that two processes make at the same time are computed twice, with the same result", s.dir, err))
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
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() { // before, a folder with a file a unit
		path += ".bytes"
	}
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE|unfollowed, 0o666)
}

// placeOfLock is where the lock of a unit lies: two of a million units share a place once in ten million stores.
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
		tmp, err := whole.Temporary(dir, data, 0o666, false)
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
	return data, whole.WriteFile(path, data, 0o666, "") // also on a file system without links
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

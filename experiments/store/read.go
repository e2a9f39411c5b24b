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

	"nmfrepro/reports"
)

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

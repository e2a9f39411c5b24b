package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// mostBytes bounds a record's file: far beyond any record, far below what would exhaust memory.
const mostBytes = 128 << 20

// envelope guards a record against truncation and editing: the sum is over the record's compact JSON.
type envelope struct {
	SHA256 string          `json:"sha256"`
	Record json.RawMessage `json:"record"`
}

// sumOf returns the sum of a record's JSON, and that JSON without spaces.
func sumOf(record []byte) (sum string, compact []byte, err error) {
	var b bytes.Buffer
	b.Grow(len(record))
	if err := json.Compact(&b, record); err != nil {
		return "", nil, err
	}
	h := sha256.Sum256(b.Bytes())
	return hex.EncodeToString(h[:]), b.Bytes(), nil
}

// sealed is a value in an envelope.
func sealed(v any) (envelope, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return envelope{}, err
	}
	sum, body, err := sumOf(body)
	return envelope{sum, body}, err
}

// Get returns the record of that key. Whatever stands in its place and is not a whole record of this key is set aside with a
// warning and counts as absent.
func (s *Store) Get(experiment, key string) (*Record, bool) {
	if s.behind != nil && s.nothing(experiment) {
		return s.behind(experiment, key)
	}
	rec, _, path, err := s.read(experiment, key)
	switch {
	case err == nil:
		return rec, true
	case errors.Is(err, fs.ErrNotExist):
		if s.behind != nil {
			return s.behind(experiment, key)
		}
	case errors.As(err, new(*damage)) && isSegment(path):
		s.warn(fmt.Sprintf("store: %s: record %s: %v; not used, its unit runs again; nmfrepro check --repair", path, key, err))
	case errors.As(err, new(*damage)):
		s.setAside(path, err)
	default:
		s.warn(fmt.Sprintf("store: %v; the record is left alone and counts as absent", err))
	}
	return nil, false
}

// nothing tells, at the cost of one look, that an experiment has no folder in the store.
func (s *Store) nothing(experiment string) bool {
	_, err := os.Stat(filepath.Join(s.dir, filepath.FromSlash(experiment)))
	return errors.Is(err, fs.ErrNotExist)
}

// damage is why a file is no record and never will be, unlike a file that cannot be read just now.
type damage struct{ why string }

func (d *damage) Error() string { return d.why }

func damaged(format string, args ...any) error { return &damage{fmt.Sprintf(format, args...)} }

// staleReads is how often a file is opened again that another machine replaced while it was read, as NFS reports it.
const staleReads = 5

// readFile returns what an ordinary file of bounded size holds. A FIFO does not make it wait, a link is not followed.
func readFile(path string) (data []byte, err error) {
	for range staleReads {
		if data, err = readOnce(path); !errors.Is(err, syscall.ESTALE) {
			break
		}
	}
	return data, err
}

func readOnce(path string) ([]byte, error) {
	f, size, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data := make([]byte, size)
	n, err := io.ReadFull(f, data)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		err = nil // the sum tells
	}
	return data[:n], err
}

// openFile opens an ordinary file of bounded size.
func openFile(path string) (f *os.File, size int64, err error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, notRegular(info)
	}
	if f, err = os.OpenFile(path, os.O_RDONLY|unfollowed|atOnce, 0); err != nil {
		return nil, 0, err
	}
	switch info, err = f.Stat(); { // what was opened may be another by now
	case err != nil:
	case !info.Mode().IsRegular():
		err = notRegular(info)
	case info.Size() > mostBytes:
		err = damaged("%d MB, want at most %d MB", info.Size()>>20, mostBytes>>20)
	default:
		return f, info.Size(), nil
	}
	f.Close()
	return nil, 0, err
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

// unwrap returns the compact JSON of the record in a file, once its sum is right.
func unwrap(data []byte) ([]byte, error) {
	e, plain := opened(data)
	if !plain {
		if err := json.Unmarshal(data, &e); err != nil {
			return nil, damaged("not a whole record: %v", err)
		}
	}
	sum, compact, err := sumOf(e.Record)
	if err != nil {
		return nil, damaged("not a whole record: %v", err)
	}
	if sum != e.SHA256 {
		return nil, damaged("checksum %.12s…, found %.12s…", e.SHA256, sum)
	}
	return compact, nil
}

// opened takes a file apart that is laid out as we write it, without a parser; false for another.
func opened(data []byte) (e envelope, ok bool) {
	const before, between, after = "{\n \"sha256\": \"", "\",\n \"record\": ", "\n}\n"
	rest, ok1 := bytes.CutPrefix(data, []byte(before))
	rest, ok2 := bytes.CutSuffix(rest, []byte(after))
	if !ok1 || !ok2 || len(rest) < 2*sha256.Size {
		return e, false
	}
	e.SHA256 = string(rest[:2*sha256.Size])
	e.Record, ok = bytes.CutPrefix(rest[2*sha256.Size:], []byte(between))
	return e, ok
}

func decodeRecord(data []byte) (*Record, error) {
	body, err := unwrap(data)
	if err != nil {
		return nil, err
	}
	rec := new(Record)
	if err := json.Unmarshal(body, rec); err != nil {
		return nil, damaged("not a record: %v", err)
	}
	return rec, nil
}

// setAside moves what cannot be trusted out of the way without deleting it.
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
	switch {
	case errors.Is(err, fs.ErrNotExist): // another process did
	case err != nil:
		s.warn(fmt.Sprintf("store: %s: %v; not used, and could not be set aside: %v", path, why, err))
	default:
		s.warn(fmt.Sprintf("store: %s: %v; set aside as %s, its unit runs again", path, why, target))
	}
}

package datasets

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"nmfrepro/datasets/budget"
)

// verified is the file system that loaders read from. A file of the entry is read into memory once and hashed there, so
// that the sum is of the very bytes that are parsed. Differences are kept, not refused: the content decides (see Load).
type verified struct {
	fs.FS
	listed    map[string]File
	alternate map[string]bool
	vouched   bool // the registry knows the content
	content   map[string][]byte
	differ    []FileStatus // listed files with another sum
	other     bool         // an alternate was opened
	unknown   bool         // a file was opened that nothing is known about
	unlisted  string       // a file outside the list that was opened, or ""
}

func verify(fsys fs.FS, e Entry) *verified {
	v := &verified{FS: fsys, listed: map[string]File{}, alternate: map[string]bool{}, vouched: e.Content != "", content: map[string][]byte{}}
	for _, f := range slices.Concat(e.Files, e.Alternates) {
		v.listed[f.Path] = f
	}
	for _, f := range e.Alternates {
		v.alternate[f.Path] = true
	}
	return v
}

// Variants of a file are not much larger than it; what is much larger is not read.
const (
	variantFactor = 4
	variantSlack  = 64 << 20
	unknownLimit  = 1 << 31 // of a file that we know nothing about
)

// Open implements fs.FS.
func (v *verified) Open(name string) (fs.File, error) {
	f, err := v.FS.Open(name)
	if err != nil {
		return nil, err
	}
	want, ok := v.listed[name]
	if !ok {
		if info, err := f.Stat(); err == nil && !info.IsDir() {
			v.unlisted = name
			v.unknown = v.unknown || !v.vouched
		}
		return f, nil
	}
	v.other = v.other || v.alternate[name]
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	data, seen := v.content[name]
	if !seen {
		v.unknown = v.unknown || want.SHA256 == ""
		if err := want.tooLarge(info.Size()); err != nil {
			v.differ = append(v.differ, FileStatus{File: want, State: StateWrong, Found: info.Size(), Err: err})
			return nil, err
		}
		if err := budget.Check(float64(min(info.Size(), want.limit())), "%s", name); err != nil {
			return nil, err
		}
		if data, err = readAll(f, info.Size(), want.limit()); err != nil {
			return nil, err
		}
		v.content[name] = data
		sum := sha256.Sum256(data)
		if found := hex.EncodeToString(sum[:]); want.SHA256 != "" && found != want.SHA256 {
			v.differ = append(v.differ, FileStatus{File: want, State: StateWrong, Found: info.Size(), FoundSHA256: found})
		}
	}
	return &memoryFile{bytes.NewReader(data), info}, nil
}

// limit is the largest size that a file in the place of f may have.
func (f File) limit() int64 {
	if f.SHA256 == "" {
		return unknownLimit
	}
	return variantFactor*f.Size + variantSlack
}

func (f File) tooLarge(size int64) error {
	if size <= f.limit() {
		return nil
	}
	return fmt.Errorf("%s: %d bytes, more than %d are not read", f.Path, size, f.limit())
}

// readAll reads r, which should hold size bytes, up to limit.
func readAll(r io.Reader, size, limit int64) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(min(size, limit)) + bytes.MinRead)
	_, err := b.ReadFrom(io.LimitReader(r, limit))
	return b.Bytes(), err
}

// memoryFile is an open file whose bytes are in memory; it is an io.ReaderAt, as archives need.
type memoryFile struct {
	*bytes.Reader
	info fs.FileInfo
}

func (m *memoryFile) Stat() (fs.FileInfo, error) { return m.info, nil }
func (m *memoryFile) Close() error               { return nil }

// readerAt opens a file for random access: as it is where it can do that, else from memory.
func readerAt(fsys fs.FS, name string) (r io.ReaderAt, size int64, err error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, 0, err
	}
	if m, ok := f.(*memoryFile); ok {
		return m, m.Size(), nil
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	return bytes.NewReader(data), int64(len(data)), err
}

package datasets

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"slices"

	"nmfrepro/datasets/budget"
	"nmfrepro/datasets/dataset"
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
		if err := want.TooLarge(info.Size()); err != nil {
			v.differ = append(v.differ, FileStatus{File: want, State: StateWrong, Found: info.Size(), Err: err})
			return nil, err
		}
		if err := budget.Check(float64(min(info.Size(), want.Limit())), "%s", name); err != nil {
			return nil, err
		}
		if data, err = readAll(f, info.Size(), want.Limit()); err != nil {
			return nil, err
		}
		v.content[name] = data
		sum := sha256.Sum256(data)
		if found := hex.EncodeToString(sum[:]); want.SHA256 != "" && found != want.SHA256 {
			v.differ = append(v.differ, FileStatus{File: want, State: StateWrong, Found: info.Size(), FoundSHA256: found})
		}
	}
	return dataset.InMemory(data, info), nil
}

// readAll reads r, which should hold size bytes, up to limit.
func readAll(r io.Reader, size, limit int64) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(min(size, limit)) + bytes.MinRead)
	_, err := b.ReadFrom(io.LimitReader(r, limit))
	return b.Bytes(), err
}

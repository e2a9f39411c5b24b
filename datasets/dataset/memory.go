package dataset

import (
	"bytes"
	"io"
	"io/fs"
)

// InMemory is an open file whose bytes are in memory; it is an io.ReaderAt, as archives need.
func InMemory(data []byte, info fs.FileInfo) fs.File { return &memoryFile{bytes.NewReader(data), info} }

// memoryFile is an open file whose bytes are in memory.
type memoryFile struct {
	*bytes.Reader
	info fs.FileInfo
}

func (m *memoryFile) Stat() (fs.FileInfo, error) { return m.info, nil }
func (m *memoryFile) Close() error               { return nil }

// ReaderAt opens a file for random access: as it is where it can do that, else from memory.
func ReaderAt(fsys fs.FS, name string) (r io.ReaderAt, size int64, err error) {
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

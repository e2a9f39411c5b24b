package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"nmfrepro/experiments/store/whole"
)

// Agreed returns the content of a named file that all processes sharing the store agree upon: the first process makes it, the
// others read it. With anew it is made again and replaces what was there.
func (s *Store) Agreed(name string, anew bool, make func() ([]byte, error)) ([]byte, error) {
	path := filepath.Join(s.dir, ".agreed", name)
	if !anew {
		if data, err := readFile(path); err == nil {
			return data, nil
		}
	}
	data, err := make()
	if err != nil {
		return nil, err
	}
	tmp, err := s.temporary(data)
	if err != nil {
		return nil, err
	}
	defer os.Remove(tmp)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	if anew {
		if err := os.Rename(tmp, path); err != nil {
			return nil, fmt.Errorf("store: %w", err)
		}
		return data, nil
	}
	switch err := os.Link(tmp, path); { // unlike rename, it leaves the first where it is
	case err == nil:
		return data, nil
	case errors.Is(err, fs.ErrExist):
		return readFile(path)
	}
	if err := os.Rename(tmp, path); err != nil { // a file system without links
		return nil, fmt.Errorf("store: %w", err)
	}
	return data, nil
}

// temporary writes a file under a temporary name, without waiting until it is on the disk.
func (s *Store) temporary(data []byte) (path string, err error) {
	dir := filepath.Join(s.dir, ".tmp")
	if err = os.MkdirAll(dir, 0o777); err == nil {
		path, err = whole.Temporary(dir, data, 0o666, false)
	}
	if err != nil {
		return "", fmt.Errorf("store: %w", err)
	}
	return path, nil
}

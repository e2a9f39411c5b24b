package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"nmfrepro/experiments/store/whole"
)

// temporary is a file under a temporary name that is to become the one of that path, whose folder is made.
func (s *Store) temporary(path string, data []byte, sync bool) (tmp string, err error) {
	dir := filepath.Join(s.dir, ".tmp")
	if err := errors.Join(os.MkdirAll(dir, 0o777), os.MkdirAll(filepath.Dir(path), 0o777)); err != nil {
		return "", err
	}
	return whole.Temporary(dir, data, 0o666, sync)
}

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
	if !anew {
		tmp, err := s.temporary(path, data, false)
		if err != nil {
			return nil, fmt.Errorf("store: %w", err)
		}
		defer os.Remove(tmp)
		switch err := os.Link(tmp, path); { // unlike rename, it leaves the first where it is
		case err == nil:
			return data, nil
		case errors.Is(err, fs.ErrExist):
			return readFile(path)
		}
	}
	return data, s.write(path, data, false) // also on a file system without links
}

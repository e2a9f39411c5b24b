package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"nmfrepro/experiments/store/whole"
)

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

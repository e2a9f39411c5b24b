package whole

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// leftover is the age from which on the folder of a run that was killed is removed.
const leftover = time.Hour

// WriteFolder puts files into a folder that holds only such files, all at once: they are written into a folder beside it,
// with what else it holds, and the two change places. A kill leaves the old folder whole or the new one. Where the folder
// cannot be moved, as it is the working folder, or holds other things than files with the ending of the first, each file is
// replaced on its own; see [WriteFiles].
func WriteFolder(dir string, files []File) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if target, err := filepath.EvalSymlinks(dir); err == nil {
		dir = target
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return err
	}
	others, movable, err := contents(dir, files)
	if err != nil {
		return err
	}
	if !movable {
		return WriteFiles(dir, files)
	}
	begin := "." + filepath.Base(dir) + "-"
	clear(filepath.Dir(dir), begin)
	fresh, err := unnamed(filepath.Dir(dir), begin, func(name string) error { return os.Mkdir(name, 0o777) })
	if err != nil {
		return err
	}
	defer os.RemoveAll(fresh)
	for _, name := range others {
		if os.Link(filepath.Join(dir, name), filepath.Join(fresh, name)) != nil { // a file system without links
			return WriteFiles(dir, files)
		}
	}
	if err := WriteFiles(fresh, files); err != nil {
		return err
	}
	if exchange(fresh, dir) != nil { // a mount point, a folder above that may not be written to
		return errors.Join(os.MkdirAll(dir, 0o777), WriteFiles(dir, files))
	}
	return nil
}

// contents lists what a folder holds beside the files, and tells whether the folder may be moved.
func contents(dir string, files []File) (others []string, movable bool, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, true, nil
	}
	if err != nil {
		return nil, false, err
	}
	replaced := map[string]bool{}
	for _, f := range files {
		replaced[f.Name] = true
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || filepath.Ext(e.Name()) != filepath.Ext(files[0].Name) {
			return nil, false, nil
		}
		if !replaced[e.Name()] {
			others = append(others, e.Name())
		}
	}
	here, err := os.Getwd()
	return others, err == nil && !strings.HasPrefix(here+"/", dir+"/"), nil
}

// clear removes what runs that were killed have left.
func clear(dir, begin string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		info, err := e.Info()
		if name, mine := strings.CutPrefix(e.Name(), begin); err == nil && mine && strings.Trim(name, "0123456789-") == "" && e.IsDir() && time.Since(info.ModTime()) > leftover {
			os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
}

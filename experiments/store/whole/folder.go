package whole

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// leftover is the age from which on what a run that was killed has left is removed.
const leftover = time.Hour

// WriteFolder puts files into a folder of files, all at once: they are written into a folder beside it, with what else it
// holds, and the two change places. A kill leaves the old files or the new ones, never some of both. Where the folder cannot be
// moved, as it is the working folder or holds other folders or links, and on systems other than Linux once there is a folder,
// each file is replaced on its own; see [WriteFiles].
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
	movable, err := movable(dir)
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
	if err := WriteFiles(fresh, files); err != nil {
		return err
	}
	if carry(dir, fresh, files, os.Link) != nil || exchange(fresh, dir) != nil { // no links, a mount point, a folder above that is read-only
		return errors.Join(os.MkdirAll(dir, 0o777), WriteFiles(dir, files))
	}
	return carry(fresh, dir, files, os.Rename) // what others put there meanwhile
}

// movable tells whether a folder, if there is one, may be moved.
func movable(dir string) (bool, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	irregular := func(e os.DirEntry) bool { return !e.Type().IsRegular() }
	here, unknown := os.Getwd()
	return unknown == nil && !strings.HasPrefix(here+"/", dir+"/") && !slices.ContainsFunc(entries, irregular), err
}

// carry brings what a folder holds beside the files to another that has it not or has an older one, and its mode.
func carry(from, to string, files []File, by func(file, other string) error) error {
	info, err := os.Stat(from)
	if err != nil {
		return nil // there was none
	}
	entries, err := os.ReadDir(from)
	errs := []error{err, os.Chmod(to, info.Mode())}
	for _, e := range entries {
		file, other := filepath.Join(from, e.Name()), filepath.Join(to, e.Name())
		mine, _ := os.Lstat(file)
		there, _ := os.Lstat(other)
		if !slices.ContainsFunc(files, func(f File) bool { return f.Name == e.Name() }) && (there == nil || mine.ModTime().After(there.ModTime())) {
			errs = append(errs, by(file, other))
		}
	}
	return errors.Join(errs...)
}

// cleared are the folders that this process has looked at for files of runs that were killed.
var cleared sync.Map

// clear removes what runs that were killed have left.
func clear(dir, begin string) {
	if _, done := cleared.LoadOrStore(filepath.Join(dir, begin), true); done {
		return
	}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		info, err := e.Info()
		if name, mine := strings.CutPrefix(e.Name(), begin); err == nil && mine && strings.Trim(name, "0123456789-") == "" && time.Since(info.ModTime()) > leftover {
			os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
}

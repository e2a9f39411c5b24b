package files

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// WriteFile puts data into a file, by way of a temporary file in the folder temp, "" for that of the file itself.
func WriteFile(file string, data []byte, mode fs.FileMode, temp string) error {
	if temp == "" {
		temp = filepath.Dir(file)
	}
	clear(temp, unplaced)
	name, err := Temporary(temp, data, mode, true)
	if err != nil {
		return err
	}
	return Place(name, file)
}

// File is one of several files that are written together.
type File struct {
	Name string // in the folder
	Data []byte
}

// WriteFiles puts files into a folder once all of them are on the disk: a failure or a kill before that leaves every file as it was. Only
// a kill between the renames at the end, which take microseconds, leaves some old and some new; see [WriteFolder].
func WriteFiles(dir string, files []File) error {
	aside, err := Aside(dir, files)
	if err != nil {
		return err
	}
	return aside.Place()
}

// Staged are files on the disk that have no names yet.
type Staged struct {
	dir   string
	files []File
	names []string // the temporary ones
}

// Aside writes files into a folder without their names, which [Staged.Place] gives them. After an error no file is left.
func Aside(dir string, files []File) (*Staged, error) {
	clear(dir, unplaced)
	s := &Staged{dir, files, make([]string, len(files))}
	errs := make([]error, len(files))
	var writers sync.WaitGroup
	for w := range atATime { // the disk takes several together in the time of one
		writers.Go(func() {
			for i := w; i < len(files); i += atATime {
				s.names[i], errs[i] = Temporary(dir, files[i].Data, 0o666, true)
			}
		})
	}
	writers.Wait()
	if err := cmp.Or(errs...); err != nil { // the first of many that are alike
		s.Drop()
		return nil, err
	}
	return s, nil
}

// Place gives the files their names.
func (s *Staged) Place() error {
	errs := make([]error, len(s.files))
	for i, f := range s.files {
		errs[i] = Place(s.names[i], filepath.Join(s.dir, f.Name))
	}
	return errors.Join(errs...)
}

// Drop removes the files in place of giving them names.
func (s *Staged) Drop() {
	for _, name := range s.names {
		os.Remove(name)
	}
}

// atATime is how many files are written together.
const atATime = 8

// unplaced begins the name of a file that is not whole yet.
const unplaced = ".whole-"

// named counts the temporary names of this process.
var named atomic.Int64

// unnamed makes something under a name of a folder that nothing has: after a kill, or on another machine, some are taken.
func unnamed(dir, begin string, make func(name string) error) (name string, err error) {
	for {
		name = filepath.Join(dir, fmt.Sprintf("%s%d-%d", begin, os.Getpid(), named.Add(1)))
		if err = make(name); !errors.Is(err, fs.ErrExist) {
			return name, err
		}
	}
}

// Temporary writes a file without its name into a folder and, with sync, onto the disk.
func Temporary(dir string, data []byte, mode fs.FileMode, sync bool) (name string, err error) {
	var f *os.File
	name, err = unnamed(dir, unplaced, func(name string) (err error) {
		f, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		return err
	})
	if err != nil {
		return "", err
	}
	if _, err = f.Write(data); err == nil && sync {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(name)
	}
	return name, err
}

// Place gives a temporary file its name.
func Place(name, file string) error {
	err := os.Rename(name, file)
	if err != nil {
		os.Remove(name)
	}
	return err
}

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
		if !slices.ContainsFunc(files, func(f File) bool {
			return f.Name == e.Name()
		}) && (there == nil || mine.ModTime().After(there.ModTime())) {
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
		if name, mine := strings.CutPrefix(e.Name(), begin); err == nil && mine && strings.Trim(name,
			"0123456789-") == "" && time.Since(info.ModTime()) > leftover {
			os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
}

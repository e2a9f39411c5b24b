// Package whole writes files that are there whole or not at all, whatever ends the program meanwhile: each is written under
// another name, synced and renamed. A kill may leave the other name behind, which begins with a dot, for an hour or until the next write.
package whole

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
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

// WriteFiles puts files into a folder once all of them are on the disk: what fails or is killed before leaves every one as
// it was. Only a kill between the renames at the end, which take microseconds, leaves some old and some new; see
// [WriteFolder].
func WriteFiles(dir string, files []File) error {
	clear(dir, unplaced)
	names, errs := make([]string, len(files)), make([]error, len(files))
	var writers sync.WaitGroup
	for w := range atATime { // the disk takes several together in the time of one
		writers.Go(func() {
			for i := w; i < len(files); i += atATime {
				names[i], errs[i] = Temporary(dir, files[i].Data, 0o666, true)
			}
		})
	}
	writers.Wait()
	if err := cmp.Or(errs...); err != nil { // the first of many that are alike
		for _, name := range names {
			os.Remove(name)
		}
		return err
	}
	for i, f := range files {
		errs[i] = Place(names[i], filepath.Join(dir, f.Name))
	}
	return errors.Join(errs...)
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

// Temporary writes a file of no name yet into a folder, with sync down to the disk.
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

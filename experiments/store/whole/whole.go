// Package whole writes files that are there whole or not at all, whatever ends the program meanwhile.
package whole

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// replace is how WriteFile is done where the system renames over a file in one step that a crash cannot cut; nil elsewhere.
var replace func(file string, data []byte, mode fs.FileMode, temp string) error

// WriteFile puts data into a file, by way of a temporary file in the folder temp, "" for that of the file itself.
func WriteFile(file string, data []byte, mode fs.FileMode, temp string) error {
	if replace != nil {
		return replace(file, data, mode, temp)
	}
	return rename(file, data, mode, temp)
}

// rename writes a temporary file and gives it the name. A reader sees the old file or the new one; a loss of power may leave
// the temporary one behind.
func rename(file string, data []byte, mode fs.FileMode, temp string) (err error) {
	if temp == "" {
		temp = filepath.Dir(file)
	}
	f, err := os.CreateTemp(temp, ".whole-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), file)
}

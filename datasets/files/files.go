// Package files opens the files that a user names, and writes files whole or not at all.
//
// A pipe, a device or a socket in the place of a file is refused, since it may make its reader wait for ever; a command that takes pipes
// reads them so that a signal ends it. A file is written under another name, synced and renamed, so that the program may end at any time.
// A kill may leave the other name behind, which begins with a dot, for an hour or until the next write.
package files

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Error names a path that is no ordinary file, and its kind.
type Error struct {
	Path string
	Is   string // a folder, a pipe, ...
}

func (e *Error) Error() string { return fmt.Sprintf("%s is %s, want a file", e.Path, e.Is) }

// Ordinary returns an error if what info describes is no ordinary file. It may be one that a link leads to.
func Ordinary(path string, info fs.FileInfo) error {
	is := ""
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		is = "a folder"
	case mode&fs.ModeSymlink != 0:
		is = "a link"
	case mode&fs.ModeNamedPipe != 0:
		is = "a pipe"
	case mode&fs.ModeSocket != 0:
		is = "a socket"
	case mode&fs.ModeDevice != 0:
		is = "a device, which need not end"
	default:
		is = "of an unknown kind"
	}
	return &Error{path, is}
}

// Open opens an ordinary file for reading, through links. It never waits for a pipe.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := Ordinary(path, info); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|atOnce, 0)
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil { // what was opened may be another by now
		err = Ordinary(path, info)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Dir returns the file system of a folder, as that of os.DirFS, whose files are opened by Open.
func Dir(folder string) fs.FS { return &dir{os.DirFS(folder), folder} }

type dir struct {
	fs.FS
	root string
}

// Open implements fs.FS.
func (d *dir) Open(name string) (fs.File, error) {
	info, err := fs.Stat(d.FS, name)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return d.FS.Open(name)
	}
	f, err := Open(filepath.Join(d.root, filepath.FromSlash(name)))
	if err != nil {
		return nil, err // a nil *os.File is no nil fs.File
	}
	return f, nil
}

// Stat implements fs.StatFS.
func (d *dir) Stat(name string) (fs.FileInfo, error) { return fs.Stat(d.FS, name) }

// ReadDir implements fs.ReadDirFS.
func (d *dir) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(d.FS, name) }

// Until returns what read returns, unless ctx ends first: a read from a pipe, a terminal or a network drive may wait for ever. read is then
// left behind, and the error is that of ctx.
func Until[T any](ctx context.Context, read func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		value, err := read()
		done <- answer{value, err}
	}()
	select {
	case a := <-done:
		return a.value, a.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// Same tells whether two names are of one file or folder.
func Same(a, b string) bool {
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	return errors.Join(err, err2) == nil && os.SameFile(x, y)
}

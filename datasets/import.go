package datasets

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/files"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/matfile"
)

// Imported says what a file was recognised as.
type Imported struct {
	File    string // as given
	Path    string // where it went, below the data folder
	Variant string // "" for the canonical file, else what is different about it
}

// Import copies files that were got by hand into the data folder. Each is recognised by what it holds, not by its name:
// the canonical file by its sum, a variant by its content. Nothing that is there is replaced:
// for that the error wraps ErrHave, and comes after the other files.
func Import(ctx context.Context, folder string, e Entry, files []string) (done []Imported, err error) {
	if e.Embedded || len(e.Files) == 0 {
		return nil, fmt.Errorf("datasets: %s: %s: %w", e.Name, e.HowToGet(), ErrHave)
	}
	err = locked(ctx, folder, func() error {
		var there error
		for _, f := range files {
			one, err := importOne(folder, e, f)
			switch {
			case err == nil:
				done = append(done, one)
			case errors.Is(err, ErrHave): // others of the files may be wanted
				there = errors.Join(there, fmt.Errorf("datasets: %s: %w", e.Name, err))
			default:
				return fmt.Errorf("datasets: %s: %w", e.Name, err)
			}
		}
		return there
	})
	return done, err
}

func importOne(folder string, e Entry, file string) (Imported, error) {
	waiting := filepath.Join(staging(folder, e), "import")
	defer os.RemoveAll(waiting)
	info, err := os.Stat(file)
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%s is a folder, want its files by name", file)
	}
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is no ordinary file (%v)", file, info.Mode().Type())
	}
	if err != nil {
		return Imported{}, err
	}
	var reasons []error
	for _, f := range candidates(e, file, info.Size()) {
		err := f.TooLarge(info.Size())
		if err == nil {
			err = judgeFile(e, f.Path, file)
		}
		if err == nil {
			return place(folder, f, file)
		}
		reasons = append(reasons, fmt.Errorf("not %s: %w", f.Path, err))
	}
	if len(reasons) == 0 {
		wanted := list.Join(slices.Concat(e.Files, e.Alternates), ", ", func(f File) string { return f.Path })
		return Imported{}, fmt.Errorf("%s is none of its files: want %s", file, wanted)
	}
	return Imported{}, fmt.Errorf("%s is none of its files: %w", file, errors.Join(reasons...))
}

// candidates returns the files of a set that a file could be, by its size or the ending of its name, those of the same name first.
func candidates(e Entry, file string, size int64) []File {
	var out []File
	for _, f := range slices.Concat(e.Files, e.Alternates) {
		switch {
		case path.Base(f.Path) == filepath.Base(file):
			out = slices.Insert(out, 0, f)
		case strings.EqualFold(path.Ext(f.Path), filepath.Ext(file)), f.SHA256 != "" && f.Size == size:
			out = append(out, f)
		}
	}
	return out
}

// judgeFile tells whether a file can serve as the file of a set at path: it has the sum, or what it holds is right. Of a
// set of several files with one content, only the sum of one can be judged.
func judgeFile(e Entry, at, file string) error {
	sum, err := sumFile(files.Dir(filepath.Dir(file)), filepath.Dir(file), filepath.Base(file))
	if err != nil {
		return err
	}
	listed := slices.Concat(e.Files, e.Alternates)
	i := slices.IndexFunc(listed, func(f File) bool { return f.Path == at })
	if i >= 0 && listed[i].SHA256 == sum {
		return nil
	}
	alone := single{at: at, file: file}
	if r, ok := e.New().(dataset.Recogniser); ok && e.Content == "" {
		return r.Recognise(alone, at)
	}
	if i >= 0 && i < len(e.Files) && len(e.Files) > 1 {
		return fmt.Errorf("found SHA-256 %s, want %s", sum, cmp.Or(listed[i].SHA256, "unknown"))
	}
	found, err := loadContent(alone, e)
	switch {
	case err != nil:
		return err
	case e.Content != "" && found != e.Content:
		return fmt.Errorf("found SHA-256 %s and other content, want %s", sum, cmp.Or(listed[i].SHA256, "unknown"))
	}
	return nil
}

// single is a folder with one file.
type single struct{ at, file string }

// Open implements fs.FS.
func (s single) Open(name string) (fs.File, error) {
	if name != s.at {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	f, err := files.Open(s.file)
	if err != nil {
		return nil, err // a nil *os.File is no nil fs.File
	}
	return f, nil
}

// place copies a file to its place.
func place(folder string, f File, file string) (Imported, error) {
	to := filepath.Join(folder, filepath.FromSlash(f.Path))
	if err := blocked(folder, []string{f.Path}); err != nil {
		return Imported{}, err
	}
	if _, err := os.Lstat(to); err == nil {
		return Imported{}, fmt.Errorf("%s is there already, and is not replaced: %w", to, ErrHave)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return Imported{}, err
	}
	if err := copyFile(to, file); err != nil {
		return Imported{}, err
	}
	return Imported{File: file, Path: f.Path, Variant: describe(file, f)}, nil
}

// importPrefix begins the name of a copy that is not whole yet.
const importPrefix = ".import-"

// copyFile copies through a temporary name, so that to is whole or not there.
func copyFile(to, from string) error {
	in, err := files.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	halves, _ := filepath.Glob(filepath.Join(filepath.Dir(to), importPrefix+"*")) // of an import that was killed: this one holds the lock
	for _, half := range halves {
		_ = os.Remove(half)
	}
	out, err := os.CreateTemp(filepath.Dir(to), importPrefix+"*")
	if err != nil {
		return err
	}
	defer os.Remove(out.Name())
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Chmod(0o644), out.Sync(), out.Close()); err != nil {
		return err
	}
	return os.Rename(out.Name(), to)
}

// describe says what is different about a file that was judged right, "" if nothing is.
func describe(file string, f File) string {
	if sum, err := sumFile(files.Dir(filepath.Dir(file)), filepath.Dir(file), filepath.Base(file)); err == nil && sum == f.SHA256 {
		return ""
	}
	if f.SHA256 == "" {
		return "shape as expected; the registry knows no checksum"
	}
	if vars := variables(files.Dir(filepath.Dir(file)), filepath.Base(file)); vars != "" {
		return "same content, saved as " + vars
	}
	return "same content, packed in another way"
}

// variables lists what a MATLAB file holds, "" if the file is of another kind or cannot be read.
func variables(fsys fs.FS, name string) string {
	if !strings.EqualFold(path.Ext(name), ".mat") {
		return ""
	}
	r, size, err := dataset.ReaderAt(fsys, name)
	if err != nil {
		return ""
	}
	f, err := matfile.Open(r, size, name)
	if err != nil {
		return ""
	}
	return list.Join(f.Vars, ", ", matfile.Var.String)
}

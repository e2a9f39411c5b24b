package datasets

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"nmfrepro/datasets/dataset"
)

// State tells the state of a file in the data folder.
type State string

// The states of a file, and of a set, which has the state of its worst file.
const (
	StateOK        State = "ok"
	StateUnchecked State = "unchecked" // nobody told us the sum
	StateVariant   State = "variant"   // other bytes, same content: another archive of the same pictures, say
	StatePresent   State = "present"   // the size is right; the sum was not computed
	StateMissing   State = "missing"   //
	StateTruncated State = "truncated" // shorter than it should be
	StateWrong     State = "wrong-sum" // neither the sum nor the content is right
)

// Good tells whether a set in this state can be loaded.
func (s State) Good() bool {
	return s == StateOK || s == StateVariant || s == StatePresent || s == StateUnchecked
}

// FileStatus is one file with its state.
type FileStatus struct {
	File
	State       State
	Found       int64  // size
	FoundSHA256 string // "" unless it was computed
	Holds       string // variables of a MATLAB file; only Verify looks
	Err         error  // why the file could not be read, or its content not used
}

// Check computes the checksum of every file of e and returns what was found. Sums that were computed before by this
// process are used again unless a file's size or time has changed. It writes nothing.
func Check(folder string, e Entry) []FileStatus { return check(filesOf(folder, e), folder, e) }

// check does what Check does, on a file system; folder distinguishes it from others in what is remembered.
func check(fsys fs.FS, folder string, e Entry) []FileStatus {
	files := present(fsys, e)
	out := make([]FileStatus, len(files))
	bad := false
	for i, f := range files {
		out[i] = glance(fsys, f)
		if s := out[i].State; s == StatePresent || s == StateTruncated {
			out[i].compare(fsys, folder)
		}
		bad = bad || out[i].State != StateOK && out[i].State != StateUnchecked
	}
	if bad {
		judge(fsys, e, out)
	}
	return out
}

// judge looks at what the files hold where their bytes differ, or another layout is there.
func judge(fsys fs.FS, e Entry, found []FileStatus) {
	fsys = verify(fsys, e) // bounds what is read
	if e.Content != "" {
		sum, err := loadContent(fsys, e)
		for i := range found {
			found[i].weigh(err == nil && sum == e.Content, err)
		}
		return
	}
	if r, ok := e.New().(dataset.Recogniser); ok {
		for i := range found {
			err := r.Recognise(fsys, found[i].Path)
			found[i].weigh(err == nil, err)
		}
	}
}

func (st *FileStatus) weigh(same bool, err error) {
	switch {
	case st.State == StateOK || st.State == StateUnchecked:
	case same:
		st.State = StateVariant
	case !errors.Is(err, fs.ErrNotExist):
		st.Err = err
	}
}

// Problem turns what Check found into the error that Load would return, nil if the set can be loaded.
func Problem(folder string, e Entry, found []FileStatus) error {
	absent := &MissingError{Dataset: e.Name, Folder: folder, Get: e.HowToGet()}
	for _, f := range found {
		switch {
		case f.State == StateMissing:
			absent.Paths = append(absent.Paths, f.Path)
		case !f.State.Good():
			return &CorruptError{e.Name, folder, e.HowToGet(), f}
		}
	}
	if absent.Paths != nil {
		return absent
	}
	return nil
}

// Glance tells the state of a set without reading it: missing, truncated where a short file cannot be a variant, or
// present.
func Glance(folder string, e Entry) State {
	fsys := filesOf(folder, e)
	for _, f := range present(fsys, e) {
		s := glance(fsys, f).State
		if s == StateTruncated && e.Content != "" {
			s = StatePresent
		}
		if s != StatePresent {
			return s
		}
	}
	if e.Embedded || len(e.Files) == 0 {
		return StateOK
	}
	return StatePresent
}

// present returns the files of a set, or the alternate that is there in their place.
func present(fsys fs.FS, e Entry) []File {
	for _, f := range e.Files {
		if glance(fsys, f).State != StateMissing {
			return e.Files
		}
	}
	for _, f := range e.Alternates {
		if glance(fsys, f).State != StateMissing {
			return []File{f}
		}
	}
	return e.Files
}

func glance(fsys fs.FS, f File) FileStatus {
	st := FileStatus{File: f, State: StatePresent}
	info, err := fs.Stat(fsys, f.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		st.State = StateMissing
	case err != nil:
		st.State, st.Err = StateWrong, err
	case !info.Mode().IsRegular():
		st.State, st.Err = StateWrong, fmt.Errorf("datasets: %s is a %v, want a file", f.Path, info.Mode().Type())
	case info.Size() < f.Size:
		st.State, st.Found = StateTruncated, info.Size()
	default:
		st.Found = info.Size()
	}
	return st
}

func (st *FileStatus) compare(fsys fs.FS, folder string) {
	if st.Err = st.TooLarge(st.Found); st.Err != nil {
		st.State = StateWrong
		return
	}
	st.FoundSHA256, st.Err = sumFile(fsys, folder, st.Path)
	switch {
	case st.Err == nil && st.SHA256 == "":
		st.State = StateUnchecked
	case st.Err == nil && st.FoundSHA256 == st.SHA256:
		st.State = StateOK
	case st.State == StatePresent:
		st.State = StateWrong
	}
}

// sums remembers the sums of this process.
var sums sync.Map // sumKey: string

type sumKey struct {
	path string
	size int64
	time time.Time
}

func sumFile(fsys fs.FS, folder, path string) (string, error) {
	f, err := fsys.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	key := sumKey{filepath.Join(folder, path), info.Size(), info.ModTime()}
	if sum, ok := sums.Load(key); ok {
		return sum.(string), nil
	}
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	sum := hex.EncodeToString(h.Sum(nil))
	sums.Store(key, sum)
	return sum, nil
}

// MissingError says which files of a data set are not in the data folder.
type MissingError struct {
	Dataset string
	Folder  string   // the data folder
	Paths   []string // below it
	Get     string   // how to get them, one sentence
}

func (e *MissingError) Error() string {
	return fmt.Sprintf("datasets: %s: %s missing in %s; %s", e.Dataset, strings.Join(e.Paths, ", "), e.Folder, e.Get)
}

// CorruptError says that a file is there but is not the one that the registry knows, nor one with the same content.
type CorruptError struct {
	Dataset    string
	Folder     string // the data folder
	Get        string // how to get the right one, one sentence
	FileStatus        // Err is what the loader said about the file, or nil
}

func (e *CorruptError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "datasets: %s: %s in %s is not the expected file: found %d bytes, SHA-256 %s, want %d bytes, SHA-256 %s",
		e.Dataset, e.Path, e.Folder, e.Found, cmp.Or(e.FoundSHA256, "unknown"), e.Size, cmp.Or(e.SHA256, "unknown"))
	if e.Err != nil {
		fmt.Fprintf(&b, " (%v)", e.Err)
	}
	fmt.Fprintf(&b, "; it was left as it is: move it away, then %s", e.Get)
	return b.String()
}

// Unwrap returns what the loader said about the file.
func (e *CorruptError) Unwrap() error { return e.Err }

// LicenceError says that the terms of a set must be accepted before it is downloaded.
type LicenceError struct {
	Dataset string
	Terms   string
}

func (e *LicenceError) Error() string {
	return fmt.Sprintf("datasets: %s: %s If you accept these terms: nmfrepro data get %s --accept-license", e.Dataset, e.Terms, e.Dataset)
}

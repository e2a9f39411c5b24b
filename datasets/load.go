package datasets

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"reflect"
	"slices"

	"nmfrepro/datasets/budget"
	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/list"
)

// Load reads a data set from the data folder and checks that it is the right one: every file read must have the sum in
// the registry, or the set as a whole must have the content of the registry (then a file is a variant: the same pictures
// packed anew, the same ratings with other time stamps). d nil stands for the default options; rng serves generated data.
//
// Errors are *MissingError and *CorruptError where the files are at fault.
func Load(folder string, e Entry, d Dataset, rng *rand.Rand) (*Data, error) {
	if d == nil {
		d = e.New()
	}
	if err := dataset.Validate(e, d); err != nil {
		return nil, err
	}
	files := verify(filesOf(folder, e), e)
	data, err := d.Load(files, rng)
	if errors.Is(err, fs.ErrNotExist) {
		if absent := missing(folder, e); absent != nil {
			return nil, absent
		}
	}
	// a file has another sum than the registry says, or the set was made from files that are not the listed ones
	if len(files.differ) > 0 || e.Content != "" && (files.unlisted != "" || files.other && err == nil) {
		if wrong := checkContent(folder, e, files, d, data, err); wrong != nil {
			return nil, wrong
		}
	}
	if err == nil {
		err = dataset.ScalingOf(d).Apply(data)
	}
	if err != nil {
		return nil, fmt.Errorf("datasets: %s: %w", e.Name, err)
	}
	data.SHA256 = dataset.Checksum(e, d)
	if files.unknown {
		sum := sha256.Sum256([]byte(data.SHA256 + "\n" + dataset.ContentSum(data) + "\n"))
		data.SHA256 = hex.EncodeToString(sum[:])
	}
	return data, nil
}

// missing returns the error for the files of e that are not there, nil if all are.
func missing(folder string, e Entry) error {
	out := &MissingError{Dataset: e.Name, Folder: folder, Get: e.HowToGet()}
	fsys := filesOf(folder, e)
	for _, f := range present(fsys, e) {
		if _, err := fs.Stat(fsys, f.Path); errors.Is(err, fs.ErrNotExist) {
			out.Paths = append(out.Paths, f.Path)
		}
	}
	if out.Paths == nil {
		return nil
	}
	return out
}

// checkContent returns nil if the files hold the content of the registry, whatever their sums; data and err are what
// loading with d gave.
func checkContent(folder string, e Entry, files *verified, d Dataset, data *Data, err error) error {
	wrong := &CorruptError{e.Name, folder, e.HowToGet(), FileStatus{File: File{Path: files.unlisted, SHA256: e.Content}}}
	if len(files.differ) > 0 {
		wrong.FileStatus = files.differ[0]
	}
	if wrong.Err = err; err != nil {
		return wrong
	}
	if e.Content == "" {
		return files.recognised(d, wrong)
	}
	var sum string
	if reflect.DeepEqual(d, e.New()) {
		sum = dataset.ContentSum(data)
	} else if sum, err = loadContent(files, e); err != nil {
		wrong.Err = err
		return wrong
	}
	if sum == e.Content {
		return nil
	}
	if wrong.SHA256 == e.Content {
		wrong.FoundSHA256 = sum
	}
	wrong.Err = errors.New("its content is another, too")
	return wrong
}

// recognised returns nil if d finds every file that differs to hold what it should, else wrong.
func (v *verified) recognised(d Dataset, wrong *CorruptError) error {
	r, ok := d.(dataset.Recogniser)
	if !ok {
		return wrong
	}
	for _, f := range v.differ {
		if wrong.Err = r.Recognise(v, f.Path); wrong.Err != nil {
			return wrong
		}
	}
	return nil
}

// loadContent loads a set with its default options and returns the sum of what it holds.
func loadContent(fsys fs.FS, e Entry) (string, error) {
	data, err := e.New().Load(fsys, nil)
	if err != nil {
		return "", err
	}
	return dataset.ContentSum(data), nil
}

// verified is the file system that loaders read from. A file of the entry is read into memory once and hashed there, so
// that the sum is of the very bytes that are parsed. Differences are kept, not refused: the content decides (see Load).
type verified struct {
	fs.FS
	listed    map[string]File
	alternate map[string]bool
	vouched   bool // the registry knows the content
	content   map[string][]byte
	differ    []FileStatus // listed files with another sum
	other     bool         // an alternate was opened
	unknown   bool         // a file was opened that nothing is known about
	unlisted  string       // a file outside the list that was opened, or ""
}

func verify(fsys fs.FS, e Entry) *verified {
	path := func(f File) string { return f.Path }
	return &verified{
		FS: fsys, listed: list.ByKey(slices.Concat(e.Files, e.Alternates), path), alternate: list.Set(list.Map(e.Alternates, path)),
		vouched: e.Content != "", content: map[string][]byte{},
	}
}

// Open implements fs.FS.
func (v *verified) Open(name string) (fs.File, error) {
	f, err := v.FS.Open(name)
	if err != nil {
		return nil, err
	}
	want, ok := v.listed[name]
	if !ok {
		if info, err := f.Stat(); err == nil && !info.IsDir() {
			v.unlisted = name
			v.unknown = v.unknown || !v.vouched
		}
		return f, nil
	}
	v.other = v.other || v.alternate[name]
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	data, seen := v.content[name]
	if !seen {
		v.unknown = v.unknown || want.SHA256 == ""
		if err := want.TooLarge(info.Size()); err != nil {
			v.differ = append(v.differ, FileStatus{File: want, State: StateWrong, Found: info.Size(), Err: err})
			return nil, err
		}
		if err := budget.Check(float64(min(info.Size(), want.Limit())), "%s", name); err != nil {
			return nil, err
		}
		if data, err = readAll(f, info.Size(), want.Limit()); err != nil {
			return nil, err
		}
		v.content[name] = data
		sum := sha256.Sum256(data)
		if found := hex.EncodeToString(sum[:]); want.SHA256 != "" && found != want.SHA256 {
			v.differ = append(v.differ, FileStatus{File: want, State: StateWrong, Found: info.Size(), FoundSHA256: found})
		}
	}
	return dataset.InMemory(data, info), nil
}

// readAll reads r, which should hold size bytes, up to limit.
func readAll(r io.Reader, size, limit int64) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(min(size, limit)) + bytes.MinRead)
	_, err := b.ReadFrom(io.LimitReader(r, limit))
	return b.Bytes(), err
}

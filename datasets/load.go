package datasets

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"reflect"

	"nmfrepro/datasets/dataset"
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
	if files.doubtful(e, err) {
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
		data.SHA256 = sumText(data.SHA256, dataset.ContentSum(data))
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

// doubtful tells whether the content must be checked: a file has another sum than the registry says, or the set was made
// from files that are not the listed ones. err is what loading said.
func (v *verified) doubtful(e Entry, err error) bool {
	return len(v.differ) > 0 || e.Content != "" && (v.unlisted != "" || v.other && err == nil)
}

// checkContent returns nil if the files hold the content of the registry, whatever their sums; data and err are what
// loading with d gave.
func checkContent(folder string, e Entry, files *verified, d Dataset, data *Data, err error) error {
	wrong := &CorruptError{Dataset: e.Name, Folder: folder, Path: files.unlisted, SHA256: e.Content, Get: e.HowToGet(), Err: err}
	if len(files.differ) > 0 {
		f := files.differ[0]
		wrong.Path, wrong.Size, wrong.Found, wrong.SHA256, wrong.FoundSHA256 = f.Path, f.Size, f.Found, f.SHA256, f.FoundSHA256
	}
	if err != nil {
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

// sumText returns the SHA-256 of texts, a line each.
func sumText(lines ...string) string {
	h := sha256.New()
	for _, l := range lines {
		fmt.Fprintln(h, l)
	}
	return hex.EncodeToString(h.Sum(nil))
}

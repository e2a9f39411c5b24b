package datasets

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strconv"

	"nmfrepro/datasets/csvmat"
)

// Own is the card of data that an experiment of a user's own names: files below the data folder. It is not in the registry,
// since files, sums and shape are only known with the options; see Bind.
var Own = Entry{
	Name:    "file",
	Doc:     "a matrix of your own, features × samples, in a file below the data folder, with the classes of the samples in another",
	Cite:    "as you say",
	Licence: "as you say",
	New:     func() Dataset { return &ownFiles{Scaled: Unscaled} },
}

// ownFiles are the files of Own.
type ownFiles struct {
	Scaled   `yaml:",inline"`
	X        string `yaml:"x" doc:"file of X below the data folder: .csv without header, .npy, .mat or .mtx"`
	Variable string `yaml:"variable" doc:"variable of a .mat file that holds X; needed if it holds several"`
	Labels   string `yaml:"labels" doc:"file with the class of each sample, one whole number a line; none if empty"`
}

// Source finds what an experiment may take its data from: a set of the registry, or Own.
func Source(name string) (Entry, bool) {
	if name == Own.Name {
		return Own, true
	}
	return Find(name)
}

// Sources names what Source finds.
func Sources() []string { return append(Names(), Own.Name) }

// Bind returns the entry with the files that the options of the set name, and their sums at this moment, so that results
// belong to what the files hold. The entry of any other set is returned as it is.
func Bind(folder string, e Entry, d Dataset) Entry {
	own, ok := d.(*ownFiles)
	if !ok || own.validate() != nil {
		return e
	}
	fsys := filesOf(folder, e)
	for _, path := range []string{own.X, own.Labels} {
		if path != "" {
			e.Files = append(slices.Clip(e.Files), fileNow(fsys, path))
		}
	}
	return e
}

// fileNow describes a file; one that cannot be read has no sum, and loading says why.
func fileNow(fsys fs.FS, path string) File {
	file := File{Path: path}
	f, err := fsys.Open(path)
	if err != nil {
		return file
	}
	defer f.Close()
	h := sha256.New()
	if file.Size, err = io.Copy(h, f); err == nil {
		file.SHA256 = hex.EncodeToString(h.Sum(nil))
	}
	return file
}

func (o *ownFiles) validate() error {
	if o.X == "" {
		return errors.New("x is empty, want the file of X below the data folder")
	}
	for _, path := range []string{o.X, o.Labels} {
		if path != "" && !fs.ValidPath(path) {
			return fmt.Errorf("%q is no path below the data folder, want one as in mine/X.csv", path)
		}
	}
	return nil
}

// Load implements Dataset.
func (o *ownFiles) Load(folder fs.FS, _ *rand.Rand) (*Data, error) {
	r, size, err := readerAt(folder, o.X)
	if err != nil {
		return nil, err
	}
	data := &Data{}
	if data.X, err = ReadMatrix(r, size, o.X, o.Variable); err != nil || o.Labels == "" {
		return data, err
	}
	if r, size, err = readerAt(folder, o.Labels); err != nil {
		return nil, err
	}
	lines, err := csvmat.ReadInts(io.NewSectionReader(r, 0, size), o.Labels, 1)
	if err != nil {
		return nil, err
	}
	if _, n := data.X.Dims(); len(lines) != n {
		return nil, fmt.Errorf("%s holds %d labels, want one for each of %d samples", o.Labels, len(lines), n)
	}
	names := make([]int, len(lines))
	for j, line := range lines {
		names[j] = line[0]
	}
	classes := slices.Compact(slices.Sorted(slices.Values(names)))
	for _, name := range names {
		k, _ := slices.BinarySearch(classes, name)
		data.Labels = append(data.Labels, k)
	}
	for _, c := range classes {
		data.Classes = append(data.Classes, strconv.Itoa(c))
	}
	return data, nil
}

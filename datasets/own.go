package datasets

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strconv"

	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/table"
	"nmfrepro/datasets/tabular"
)

// Own is the card of data that an experiment of a user's own names: files below the data folder. It is not in the registry,
// since files, sums and shape are only known with the options; see Bind.
var Own = Entry{
	Name:    dataset.OwnName,
	Doc:     "a matrix of your own, features × samples, in a file below the data folder, with the classes of the samples in another",
	Cite:    "as you say",
	Licence: "as you say",
	New:     func() Dataset { return &ownFiles{Scaled: dataset.Unscaled} },
}

// ownFiles are the files of Own. An option that came later and has its default is in no sum, so that results keep theirs.
type ownFiles struct {
	dataset.Scaled `yaml:",inline"`
	X              string            `yaml:"x" doc:"file of X below the data folder: text (CSV and its relatives), .npy, .npz, .mat, .mtx, .h5ad or .h5, also packed by gzip; NaN, NA and empty values are unknown"`
	Variable       string            `yaml:"variable" doc:"variable of a .mat or .npz file that holds X, layer (or raw) of .h5ad; needed if a file holds several"`
	Labels         string            `yaml:"labels" doc:"file with the class of each sample, a word or a whole number a line, matched by name where both files have names, else by position; none may be unknown (empty, NA or -1); no labels if empty"`
	LabelColumn    string            `yaml:"label-column,omitempty" doc:"column of the labels in a file that holds several, by its header"`
	Mask           string            `yaml:"mask,omitempty" doc:"file of X's shape, matched like labels: 1 where an entry is known, 0 where it is not; none if empty"`
	Transpose      bool              `yaml:"transpose,omitempty" doc:"the rows of the file are samples"`
	Separator      tabular.Separator `yaml:"separator,omitempty" doc:"comma, semicolon, tab or blank; found out if empty"`
	Decimal        tabular.Decimal   `yaml:"decimal,omitempty" doc:"point or comma; found out if empty"`
	Header         tabular.Choice    `yaml:"header,omitempty" doc:"yes or no; found out if empty"`
	RowNames       tabular.Choice    `yaml:"row-names,omitempty" doc:"yes or no; found out if empty"`
	Drop           []string          `yaml:"drop,omitempty" doc:"columns of the file to leave out, by header or number from 1"`
	Sum            string            `yaml:"sha256,omitempty" doc:"SHA-256 of the file of X, as sha256sum tells it: another file of that name is an error; any file if empty"`
	LabelsSum      string            `yaml:"labels-sha256,omitempty" doc:"the same of the file of labels"`
	MaskSum        string            `yaml:"mask-sha256,omitempty" doc:"the same of the file of the mask"`
}

func (o *ownFiles) table() table.Options {
	return table.Options{Variable: o.Variable, Transpose: o.Transpose,
		Options: tabular.Options{Separator: o.Separator, Decimal: o.Decimal, Header: o.Header, RowNames: o.RowNames, Drop: o.Drop}}
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
	if !ok || own.Validate() != nil {
		return e
	}
	fsys := filesOf(folder, e)
	for _, f := range own.pinned() {
		if f.Path != "" {
			now := fileNow(fsys, f.Path)
			now.SHA256 = cmp.Or(f.SHA256, now.SHA256) // what the spec says decides, also where the file is not here
			e.Files = append(slices.Clip(e.Files), now)
		}
	}
	for _, names := range table.NamesBeside(own.X) {
		for _, name := range names {
			if _, err := fs.Stat(fsys, name); err == nil {
				e.Files = append(slices.Clip(e.Files), fileNow(fsys, name))
			}
		}
	}
	return e
}

// Changed says which file of a user's own has another sum than its spec says, nil if none has. Files that are not there are no matter
// of this, nor are the sets of the registry, whose sums Load checks.
func Changed(folder string, e Entry, d Dataset) error {
	own, ok := d.(*ownFiles)
	if !ok || own.Validate() != nil {
		return nil
	}
	fsys := filesOf(folder, e)
	for _, want := range own.pinned() {
		if want.SHA256 == "" {
			continue
		}
		if now := fileNow(fsys, want.Path); now.SHA256 != "" && now.SHA256 != want.SHA256 {
			return &OwnError{fmt.Errorf("%s is not the file of the spec: found SHA-256 %s, want %s (option %s); put the file of the spec there, "+
				"or write the sum of the new one into the spec: its results are others", want.Path, now.SHA256, want.SHA256, want.option)}
		}
	}
	return nil
}

// Unnamed lists the files of a user's own set whose sum the spec does not say: those that are there, as paths with their sums, and those
// that are not, without.
func Unnamed(folder string, e Entry, d Dataset) (files []File) {
	own, ok := d.(*ownFiles)
	if !ok || own.Validate() != nil {
		return nil
	}
	for _, f := range own.pinned() {
		if f.Path != "" && f.SHA256 == "" {
			files = append(files, fileNow(filesOf(folder, e), f.Path))
		}
	}
	return files
}

// pin is a file that a spec names, with the sum that it says, "" for any.
type pin struct{ option, Path, SHA256 string }

func (o *ownFiles) pinned() []pin {
	return []pin{{"sha256", o.X, o.Sum}, {"labels-sha256", o.Labels, o.LabelsSum}, {"mask-sha256", o.Mask, o.MaskSum}}
}

// Unpinned returns the set without the sums of its files, which are no part of what it holds.
func (o *ownFiles) Unpinned() Dataset {
	free := *o
	free.Sum, free.LabelsSum, free.MaskSum = "", "", ""
	return &free
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

func (o *ownFiles) Validate() error {
	if o.X == "" {
		return errors.New("x is empty, want the file of X below the data folder")
	}
	for _, f := range o.pinned() {
		switch raw, err := hex.DecodeString(f.SHA256); {
		case f.Path != "" && !fs.ValidPath(f.Path):
			return fmt.Errorf("%q is no path below the data folder, want one as in mine/X.csv", f.Path)
		case f.SHA256 == "":
		case f.Path == "":
			return fmt.Errorf("%s is given, and no file that has the sum; drop it", f.option)
		case err != nil || len(raw) != sha256.Size || f.SHA256 != hex.EncodeToString(raw):
			return fmt.Errorf("%s = %q, want the 64 digits 0 to 9 and a to f that sha256sum %s tells", f.option, f.SHA256, f.Path)
		}
	}
	return o.table().Validate()
}

// Reading tells that a mask, and labels among other columns, are matched by names, as they once were not.
func (o *ownFiles) Reading() string {
	if o.Mask == "" && o.LabelColumn == "" {
		return ""
	}
	return "\nnames decide"
}

// Load implements Dataset.
func (o *ownFiles) Load(folder fs.FS, _ *rand.Rand) (*Data, error) {
	file, err := table.FileIn(folder, o.X)
	if err != nil {
		return nil, err
	}
	t, err := table.Read(file, o.table())
	if err != nil {
		return nil, &OwnError{err}
	}
	if o.Mask != "" {
		if file, err = table.FileIn(folder, o.Mask); err != nil {
			return nil, err
		}
		if _, err := t.MaskBy(file); err != nil {
			return nil, &OwnError{err}
		}
	}
	data := &Data{X: t.X, Rows: t.Features, Columns: t.Samples}
	if o.Labels == "" {
		return data, nil
	}
	if file, err = table.FileIn(folder, o.Labels); err != nil {
		return nil, err
	}
	if data.Labels, data.Classes, err = classes(file, o.LabelColumn, t); err != nil {
		return nil, &OwnError{err}
	}
	return data, nil
}

// OwnError says why a file that a spec names is not what the spec says: a matter of the spec, not of missing data.
type OwnError struct{ Err error }

func (e *OwnError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *OwnError) Unwrap() error { return e.Err }

// classes reads the class of each sample, from 0, and the names of the classes.
func classes(file table.File, column string, t *table.Table) (labels []int, names []string, err error) {
	l, err := table.ReadLabels(file, column, tabular.Options{})
	if err != nil {
		return nil, nil, err
	}
	if _, err := t.AlignLabels(l); err != nil {
		return nil, nil, err
	}
	codes, names, err := l.Known()
	if err != nil || names != nil {
		return codes, names, err
	}
	numbers := slices.Compact(slices.Sorted(slices.Values(codes)))
	labels = list.Map(codes, func(code int) int { k, _ := slices.BinarySearch(numbers, code); return k })
	return labels, list.Map(numbers, strconv.Itoa), nil
}

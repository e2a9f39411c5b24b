// Package dataset defines a data set: the card that describes it, the options with which it is read, and its data.
package dataset

import (
	"fmt"
	"image"
	"io/fs"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"nmfrepro/solvers/matrix"
)

// Data is a loaded data set.
type Data struct {
	X             matrix.Matrix // m×n, one sample per column
	Labels        []int         // class of each sample from 0, or nil
	Classes       []string      // names of the classes, or nil
	Rows, Columns []string      // names of features and samples, or nil
	Image         image.Point   // width and height of a column that is a picture, or zero; pixel (x, y) is feature y·width + x
	SHA256        string        // of the content that was read: the files' sums, or the generator with its parameters
	Substitute    string        // what this data stands in for, or ""

	RowFeatures    *mat.Dense // side information on the features of X, one row each, or nil
	ColumnFeatures *mat.Dense // side information on the samples, one row each, or nil
	Triples        [][3]int   // (q, r, s) from 0: sample q is known to be nearer to r than to s
	RowTriples     [][3]int   // the same of the features
	Basis          *mat.Dense // m×r, the basis W0 that generated data was made from, or nil
	Coefficients   *mat.Dense // n×r, the transpose of H0 that generated data was made from, or nil
}

// File is one file that a data set is read from.
type File struct {
	Path   string `json:"path"`             // below the data folder, with forward slashes
	Size   int64  `json:"size,omitempty"`   // bytes
	SHA256 string `json:"sha256,omitempty"` // hex; "" where nobody could tell it to us: then the set's shape is all that is checked
}

// Dataset is a plain value: the options of a set (subset, preprocessing, size of generated data).
type Dataset interface {
	// Load reads the set from the data folder. rng serves generated data only.
	Load(folder fs.FS, rng *rand.Rand) (*Data, error)
}

// Recogniser is a set whose files can be recognised one by one, since the set as a whole has no fixed content.
type Recogniser interface {
	// Recognise returns nil if the file holds what it should, whatever its bytes.
	Recognise(folder fs.FS, path string) error
}

// Sized is generated data that knows its size without being drawn.
type Sized interface {
	Size() (features, samples int)
}

// Large is generated data that takes long to draw.
type Large interface {
	// Small is the set with few samples, which the same code draws.
	Small() Dataset
}

// Entry is one line of the registry: the card of a data set. Shapes are those with default options.
type Entry struct {
	Name     string   `json:"name"` // lower case with hyphens
	Doc      string   `json:"doc"`  // one sentence
	Cite     string   `json:"cite"`
	Licence  string   `json:"licence"`           // a few words
	Terms    string   `json:"terms,omitempty"`   // the conditions in more words, shown before a download; "" if generated
	Accept   bool     `json:"accept,omitempty"`  // the terms must be accepted before a download
	Share    bool     `json:"redistribution"`    // the terms allow it
	Source   string   `json:"source,omitempty"`  // where a person gets it
	Papers   []Use    `json:"papers,omitempty"`  //
	Prepare  string   `json:"prepare,omitempty"` // what was done to the data before it is read, and what Load does, with its source
	Defects  []string `json:"defects,omitempty"`
	Lost     string   `json:"cannot_be_had,omitempty"`  // why what a paper used cannot be had as things are, "" if it can
	StandIn  string   `json:"substitute_for,omitempty"` // what the set stands in for, "" if it is what its name says
	PartOf   string   `json:"part_of,omitempty"`        // the set of the registry whose samples these are in another form, "" if they are its own
	Features int      `json:"features"`
	Samples  int      `json:"samples"`
	Classes  int      `json:"classes"` // 0 without labels

	Files      []File         `json:"files,omitempty"`          // nil if generated; an embedded set's files are in the program
	Alternates []File         `json:"alternates,omitempty"`     // any one of them serves in place of Files
	Downloads  []Download     `json:"downloads,omitempty"`      // nil if it cannot be downloaded
	Content    string         `json:"content_sha256,omitempty"` // of what Load returns with default options (see [ContentSum]), or ""
	Embedded   bool           `json:"embedded,omitempty"`
	New        func() Dataset `json:"-"` // the default options; YAML decodes over it
}

// Use says for which paper, and how, a set is used.
type Use struct {
	Paper    string   `json:"paper"` // its key: rpr, pnmf, ornmf, dsp, mcnmf
	Fidelity Fidelity `json:"fidelity"`
	Note     string   `json:"note,omitempty"` // the tables, and what differs
}

// Fidelity tells how near a set is to what a paper used.
type Fidelity string

// The fidelities.
const (
	Exact   Fidelity = "exact"      // shape and content as the paper describes
	Variant Fidelity = "variant"    // the same source, prepared in another way
	StandIn Fidelity = "substitute" // other data of the same kind
)

// Download is one file to fetch.
type Download struct {
	URLs  []string `json:"urls"`  // tried in order
	Path  string   `json:"path"`  // where the file goes below the data folder
	Limit int64    `json:"limit"` // most bytes that are accepted

	Mirror bool `json:"-"` // the address is the user's, who wants no other
}

// Validate reports the first impossible value among the options of a set.
func Validate(e Entry, d Dataset) error {
	var err error
	if s := ScalingOf(d); !slices.Contains(scales, s) {
		err = fmt.Errorf("scale = %q, want one of %q", string(s), scales)
	}
	if v, ok := d.(interface{ Validate() error }); ok && err == nil {
		err = v.Validate()
	}
	if err != nil {
		return fmt.Errorf("datasets: %s: %w", e.Name, err)
	}
	return nil
}

// Option is one option of a set, as cards show it.
type Option struct {
	Name  string `json:"name"`  // as in specs
	Value any    `json:"value"` // the present one: the default, where the set comes fresh from its Entry
	Doc   string `json:"doc"`   // meaning, range, default and its source
}

// Options lists the options of a set in the order of its declaration: its fields with a yaml name.
func Options(d Dataset) []Option {
	var list []Option
	eachOption(reflect.Indirect(reflect.ValueOf(d)), func(name, doc string, _ bool, v reflect.Value) {
		list = append(list, Option{name, v.Interface(), doc})
	})
	return list
}

// eachOption visits the option fields of a struct, those of inlined structs included.
func eachOption(v reflect.Value, visit func(name, doc string, omit bool, v reflect.Value)) {
	for i := range v.NumField() {
		tag := v.Type().Field(i).Tag
		name, flags, _ := strings.Cut(tag.Get("yaml"), ",")
		switch {
		case flags == "inline":
			eachOption(v.Field(i), visit)
		case name != "" && name != "-":
			visit(name, tag.Get("doc"), flags == "omitempty", v.Field(i))
		}
	}
}

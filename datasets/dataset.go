// Package datasets knows the data of the papers: what each set is, where its files are, whether they are the right ones,
// and how to read them.
package datasets

import (
	"image"
	"io/fs"
	"math/rand/v2"

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
	StandIn       string        // what this data stands in for, or ""
}

// File is one file that a data set is read from.
type File struct {
	Path   string // below the data folder, with forward slashes
	Size   int64
	SHA256 string // hex
}

// Dataset is a plain value: the options of a set (subset, preprocessing, size of generated data).
type Dataset interface {
	// Load reads the set from the data folder. rng serves generated data only.
	Load(folder fs.FS, rng *rand.Rand) (*Data, error)
}

// Entry is one line of the registry. Shapes are those with default options.
type Entry struct {
	Name     string // lower case with hyphens
	Doc      string // one sentence
	Cite     string
	Licence  string
	Source   string // where a person gets it
	Features int
	Samples  int
	Classes  int
	Files    []File // nil if generated; an embedded set's files are in the program
	Content  string // SHA-256 of what Load returns with default options (see contentSum), or ""
	Embedded bool
	New      func() Dataset // the default options; YAML decodes over it
}

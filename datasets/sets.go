// Package datasets is the data of the papers and of a user's own below one folder: whether the files are there and the right
// ones, how to get them, and what they hold. What a set is, package dataset says; which there are, package sets.
package datasets

import (
	"io/fs"
	"os"
	"path/filepath"

	"nmfrepro/datasets/dataset"
	"nmfrepro/datasets/files"
	"nmfrepro/datasets/list"
	"nmfrepro/datasets/sets"
)

// The types of package dataset that most of the program has to do with.
type (
	// Data is what a set holds.
	Data = dataset.Data
	// Dataset is a set with its options.
	Dataset = dataset.Dataset
	// Entry is the card of a set.
	Entry = dataset.Entry
	// File is one of a set's files.
	File = dataset.File
	// Download says where a file is fetched from.
	Download = dataset.Download
)

// Registry lists every data set, sorted by name.
var Registry = sets.Registry

// Find returns the data set of that name.
func Find(name string) (Entry, bool) { return sets.Find(name) }

// Names returns the names of all data sets, sorted.
func Names() []string { return sets.Names() }

// PaperScalings lists, for each paper that the registry names, what it does to the entries of its data before factorising,
// with where that is said or how we know. The sets themselves are as their cards say; experiments ask for a Scale.
var PaperScalings = []PaperScaling{
	{"rpr", "none: grey levels 0 to 255, ratings 1 to 5 (author code); RPR-NMF itself divides by max - min and multiplies W back (author " +
		"code)"},
	{"pnmf", "none (inferred: raw values fit all methods of Tables III and IV); each feature to mean 0 and deviation 1 before a Gaussian " +
		"kernel (stated, section IV-C)"},
	{"ornmf", "faces and frames /255 (inferred: raw grey levels drown the penalty); the synthetic set to [0, 1] (stated, section IV-C)"},
	{"dsp", "min-max per feature, (x - min)/(max - min), constant features to 0 (stated, end of section 3)"},
	{"mcnmf", "none: as in the files (inferred)"},
}

// PaperScaling is what a paper does to its data.
type PaperScaling struct {
	Paper   string // its key
	Scaling string
}

// ScalingOf returns what a paper does to its data, "" if the registry does not name the paper.
func ScalingOf(paper string) string {
	s, _ := list.First(PaperScalings, func(s PaperScaling) bool { return s.Paper == paper })
	return s.Scaling
}

// EnvFolder names the environment variable that holds the data folder.
const EnvFolder = "NMFREPRO_DATA"

// Folder returns the data folder: flag, else $NMFREPRO_DATA, else nmfrepro/data in the user's cache folder, else, for who has none
// because HOME is not set, data in the working folder. It need not exist.
func Folder(flag string) (string, error) {
	for _, f := range []string{flag, os.Getenv(EnvFolder)} {
		if f != "" {
			return filepath.Abs(f)
		}
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return filepath.Abs("data")
	}
	return filepath.Join(cache, "nmfrepro", "data"), nil
}

// filesOf returns the file system that an entry's files are in.
func filesOf(folder string, e Entry) fs.FS {
	if e.Embedded {
		return sets.Embedded{}
	}
	return files.Dir(folder)
}

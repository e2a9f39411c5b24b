// Package datasets is the data of the papers and of a user's own below one folder: whether the files are there and the right
// ones, how to get them, and what they hold. What a set is, package dataset says; which there are, package sets.
package datasets

import (
	"nmfrepro/datasets/dataset"
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

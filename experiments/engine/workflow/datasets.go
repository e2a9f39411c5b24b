package workflow

import (
	"slices"
	"strings"

	"nmfrepro/datasets"
	"nmfrepro/datasets/list"
)

// SetsFor finds the sets that words name: a data set by its name; a paper, or one of its tables, for all that it needs and
// that is not in the program. all takes every set that has files.
func SetsFor(specs, data string, words []string, all bool) (folder string, entries []datasets.Entry, err error) {
	if folder, err = datasets.Folder(data); err != nil {
		return "", nil, With(Data, err)
	}
	if all {
		entries = list.Filter(datasets.Registry, datasets.Outside)
	}
	for _, word := range words {
		needed, err := neededBy(specs, word)
		if err != nil {
			return "", nil, err
		}
		for _, e := range needed {
			if !slices.ContainsFunc(entries, func(other datasets.Entry) bool { return other.Name == e.Name }) {
				entries = append(entries, e)
			}
		}
	}
	return folder, entries, nil
}

// neededBy lists the sets of a paper's experiments, or of one, in their order, or the only set of that name.
func neededBy(specs, address string) ([]datasets.Entry, error) {
	if e, ok := datasets.Find(address); ok {
		return []datasets.Entry{e}, nil
	}
	lib, err := Library(specs, nil, nil)
	if err != nil {
		return nil, err
	}
	names := Addresses(lib.Papers)
	if paper, _, isAddress := strings.Cut(address, "/"); !isAddress && !slices.Contains(names, paper) {
		return nil, Errorf(Usage, "unknown data set or paper %q, %s", address, list.DidYouMean(address, append(names, datasets.Names()...)))
	}
	if strings.Contains(address, ":") {
		return nil, Errorf(Usage, "%q names cells, want a paper or a table, as rpr or rpr/table2, or the name of a data set", address)
	}
	a, err := lib.ParseAddress(address)
	if err != nil {
		return nil, Errorf(Usage, "%w", err)
	}
	var needed []datasets.Entry
	for _, s := range lib.Select(a) {
		for _, d := range s.Datasets {
			if e, ok := datasets.Find(d.Source); ok && datasets.Outside(e) {
				needed = append(needed, e)
			}
		}
	}
	return needed, nil
}

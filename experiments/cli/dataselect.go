package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"nmfrepro/datasets"
	"nmfrepro/experiments/workflow"
	"nmfrepro/reports/list"
	"nmfrepro/reports/term"
)

// SetsFor finds the sets that words name: a data set by its name; a paper, or one of its tables, for all that it needs and
// that is not in the program. all takes every set that has files.
func SetsFor(env *Env, words []string, all bool) (folder string, entries []datasets.Entry, err error) {
	if folder, err = Folder(env); err != nil {
		return "", nil, err
	}
	if all {
		entries = list.Filter(datasets.Registry, outside)
	}
	for _, word := range words {
		needed, err := neededBy(env, word)
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

// outside tells whether the files of a set have to be fetched.
func outside(e datasets.Entry) bool { return len(e.Files) > 0 && !e.Embedded }

// neededBy lists the sets of a paper's experiments, or of one, in their order, or the only set of that name.
func neededBy(env *Env, address string) ([]datasets.Entry, error) {
	if e, ok := datasets.Find(address); ok {
		return []datasets.Entry{e}, nil
	}
	lib, err := workflow.Library(env.Specs, nil, nil)
	if err != nil {
		return nil, err
	}
	names := workflow.Addresses(lib.Papers)
	if paper, _, isAddress := strings.Cut(address, "/"); !isAddress && !slices.Contains(names, paper) {
		return nil, UsageError("unknown data set or paper %q, %s", address, list.DidYouMean(address, append(names, datasets.Names()...)))
	}
	if strings.Contains(address, ":") {
		return nil, UsageError("%q names cells, want a paper or a table, as rpr or rpr/table2, or the name of a data set", address)
	}
	a, err := lib.ParseAddress(address)
	if err != nil {
		return nil, UsageError("%w", err)
	}
	var needed []datasets.Entry
	for _, spec := range lib.Select(a) {
		for _, d := range spec.Datasets {
			if e, ok := datasets.Find(d.Source); ok && outside(e) {
				needed = append(needed, e)
			}
		}
	}
	return needed, nil
}

// writeSizes says what is about to be fetched, and how much that is.
func writeSizes(w io.Writer, folder string, entries []datasets.Entry) {
	var lines [][]string
	sum, whole := int64(0), true
	for _, e := range entries {
		if !outside(e) || datasets.Glance(folder, e) != datasets.StateMissing || len(e.Downloads) == 0 {
			continue
		}
		bytes, known := e.FetchSize()
		sum, whole = sum+bytes, whole && known
		terms := ""
		if e.Accept {
			terms = "its terms are to be accepted"
		}
		lines = append(lines, []string{"  " + e.Name, sizeText(bytes, known), terms})
	}
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(w, "to fetch into %s:\n", folder)
	if len(lines) > 1 {
		lines = append(lines, []string{"  together", sizeText(sum, whole)})
	}
	term.Columns(w, lines)
}

// sizeText is a size that is known in whole, in part or not at all.
func sizeText(bytes int64, known bool) string {
	switch {
	case known:
		return bytesText(bytes)
	case bytes == 0:
		return "size not known"
	}
	return "more than " + bytesText(bytes)
}

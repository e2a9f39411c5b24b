// Package errata looks for what cannot be right in the tables of a paper, before any experiment: averages that are not
// those of the numbers above them, rows that stand twice, shares that no count gives. A finding says where, what, why
// and how grave; whether it is the paper's or our transcription's, a reader of the paper decides.
package errata

import (
	"slices"

	"nmfrepro/datasets/strict"
	"nmfrepro/experiments/engine/reported"
	"nmfrepro/reports/result"
)

// Severity grades a finding.
type Severity = string

// The severities.
const (
	Error Severity = "error" // cannot be right as reported
	Doubt Severity = "doubt" // contradicts what the paper says elsewhere, or needs an unusual reason
	Note  Severity = "note"  // harmless, or a finding about how the numbers were made

	Unchecked Severity = "not checked" // what would have to be known is not
)

// Finding is one thing that is wrong, or strange, with a reported table.
type Finding = result.Erratum

// Detector looks for one kind of error.
type Detector struct {
	Name string
	Doc  string
	find func(tables) []Finding
}

// Detectors lists the detectors, sorted by name.
var Detectors = []Detector{
	{"averages", "averages are the means of the numbers above or beside them", inEach(averages)},
	{"boldface", "bold numbers are the best of their row", inEach(boldface)},
	{"deviations", "deviations belong to whole counts (GRIMMER)", inEach(deviations)},
	{"duplicates", "no row or column stands twice", duplicates},
	{"granularity", "means of counts lie on the grid of their denominators (GRIM)", inEach(granularity)},
	{"nmi", "NMI can be what is reported beside accuracies, at the sizes of the classes, and how it was normalised", normalised},
	{"order", "purity is at least accuracy, a maximum at least the mean", order},
	{"range", "numbers lie in their range, deviations are possible there", inEach(ranges)},
	{"ranks", "ranks, and mean ranks, are those of the numbers", inEach(ranks)},
	{"recounts", "counts of wins are those of the tables that they count", inEach(recounts)},
	{"sums", "sums are those of the numbers above them", inEach(sums)},
	{"text", "what the text says of the tables holds of them", text},
}

// Find runs every detector over a paper. Findings come in the order of the tables, graver ones first within a table.
func Find(p *reported.Paper) []Finding {
	var all []Finding
	t := tablesOf(p)
	for _, d := range Detectors {
		for _, f := range d.find(t) {
			f.Detector = d.Name
			all = append(all, f)
		}
	}
	all = once(all)
	names, severities := p.Tables.Names(), []Severity{Error, Doubt, Note, Unchecked}
	rank := map[string]int{}
	for _, f := range all {
		r, _ := reported.ParseRef(f.Place)
		rank[f.Place+f.Severity] = slices.Index(names, r.Table)*len(severities) + slices.Index(severities, f.Severity)
	}
	slices.SortStableFunc(all, func(a, b Finding) int { return rank[a.Place+a.Severity] - rank[b.Place+b.Severity] })
	return all
}

// once tells of a row that is the copy of another in one finding: that its numbers are no shares of its own samples says
// which of the two is the copy.
func once(all []Finding) []Finding {
	said := map[string]int{}
	for i, f := range all {
		if f.Of != "" {
			said[f.Place], said[f.Of] = i, i
		}
	}
	told := func(f Finding) bool {
		_, there := said[f.Place]
		return there && f.Detector == "granularity"
	}
	for _, f := range all {
		if told(f) {
			all[said[f.Place]].Why += "; " + f.Place + ": " + f.What
		}
	}
	return slices.DeleteFunc(all, told)
}

// slack is what rounding in floating point may add to a comparison of reported decimals.
const slack = 1e-9

// Preface is the beginning of a paper.yaml, up to its tables.
const Preface = "title: a table\ncite: none\nshort: none\n"

// Parse reads and checks a paper.yaml that belongs to no experiments.
func Parse(file string, data []byte) (*reported.Paper, error) {
	p := &reported.Paper{Key: file, File: file}
	root, problems := strict.Decode(file, data, p)
	problems = append(problems, p.Check(root)...)
	problems.Sort()
	return p, problems.Err()
}

// Package site writes the report: a folder of HTML pages that open from a file. No page needs anything outside itself; styles,
// script and figures are inside, and a content policy forbids the rest. The pages read well in light and dark, on narrow
// screens, on paper, by keyboard and without colour; without script only sorting and the details of a cell are missing.
//
// The model is plain and knows nothing of experiments.
package site

import (
	"strings"

	"nmfrepro/reports/list"

	"nmfrepro/reports"
)

// Site is all that the report shows.
type Site struct {
	Lead     string // a paragraph or two for the front page: what was done, with which profile
	Papers   []reports.Paper
	Solvers  []Card
	Datasets []Card
	Machine  []Fact // machine and versions that wrote the report
	Version  string // of the program, which names its commit
	Cite     string // how to cite the program
}

// Dated says what wrote the report and when its runs were made.
func (s Site) Dated() string {
	text := "Written by nmfrepro " + s.Version
	if when := days(span(list.FlatMap(s.Papers, func(p reports.Paper) []reports.Origin { return p.Records.Origins }))); when != "" {
		text += " from runs of " + when
	}
	return text
}

// Title heads the front page.
func (s Site) Title() string {
	if len(s.Papers) == 5 {
		return "Five papers on matrix factorisation, run again"
	}
	names := list.Map(s.Papers, func(p reports.Paper) string { return p.Short })
	switch last := len(names) - 1; {
	case last < 0:
		return "Papers, run again"
	case last > 0:
		names = []string{strings.Join(names[:last], ", ") + " and " + names[last]}
	}
	return names[0] + ", run again"
}

// Card describes a solver, a data set or the machines of a paper.
type Card struct {
	Key, Title, Doc, Cite string
	Facts                 []Fact
}

// Fact is a line of a list: seed, version, licence.
type Fact struct{ Name, Value string }

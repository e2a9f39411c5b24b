// Package published is what a paper printed: its tables cell by cell and the choices of its protocol, as paper.yaml holds
// them. It is data for reports, never for runs, and knows neither experiments nor results.
package published

import "nmfrepro/experiments/strict"

// Paper is what a paper published.
type Paper struct {
	Title    string            `yaml:"title" strict:"required" doc:"title of the paper"`
	Cite     string            `yaml:"cite" strict:"required" doc:"authors, venue, year, pages"`
	DOI      string            `yaml:"doi" doc:"digital object identifier"`
	Short    string            `yaml:"short" strict:"required" doc:"short name of the method the paper proposes"`
	Tables   strict.Map[Table] `yaml:"tables" doc:"published tables by the key of their experiment"`
	Protocol []Choice          `yaml:"protocol" doc:"the protocol ledger: every choice that a run depends on"`

	// Key is the paper's folder; File names paper.yaml in messages.
	Key  string `yaml:"-"`
	File string `yaml:"-"`
}

// Table is a table as printed.
type Table struct {
	Number  string            `yaml:"number" strict:"required" doc:"number in the paper, as Table III"`
	Caption string            `yaml:"caption" strict:"required" doc:"what the caption says, in short"`
	Panels  strict.Map[Panel] `yaml:"panels" strict:"required" doc:"blocks of the table by key"`
}

// Panel is a block of numbers as printed, turned where need be so that a row is a data set and a column a method.
//
// Rows are addressed as specs label theirs: by the key of the data set, or "key r=K" where a data set has several ranks.
// Columns are the method's label, or "group label" under a shared heading. A row of averages has the key avg.
type Panel struct {
	Columns []string             `yaml:"columns" strict:"required" doc:"column headings from left to right; 'group label' under a shared heading"`
	Rows    strict.Map[[]string] `yaml:"rows" strict:"required" doc:"one string a cell: \"0.97±0.01\", **bold** in asterisks, illegible where our copy cannot be read, empty where nothing is printed"`
}

// Choice is an entry of the protocol ledger.
type Choice struct {
	Key      string `yaml:"key" strict:"required" doc:"short name"`
	Choice   string `yaml:"choice" strict:"required" doc:"what had to be decided"`
	Value    string `yaml:"value" strict:"required" doc:"what was decided"`
	Status   string `yaml:"status" strict:"required" doc:"stated (in the paper), inferred (from its numbers), author-code, or assumed"`
	Evidence string `yaml:"evidence" strict:"required" doc:"why"`
	Where    string `yaml:"where" doc:"tables that it concerns; all if empty"`
}

package published

import "slices"

// Claim is a quantitative sentence of the paper as predicates over cells; all of them must hold. Cells are addressed as
// table/panel/row/column. Where a predicate wants a number and the row is empty (table/panel//column), it is the mean of
// the column over the rows other than averages.
type Claim struct {
	Key   string `yaml:"key" strict:"required" doc:"short name"`
	Says  string `yaml:"says" strict:"required" doc:"what the sentence says, in short"`
	Where string `yaml:"where" strict:"required" doc:"its place: section, page or caption"`
	Note  string `yaml:"note" doc:"how the sentence was read, or what to know about the outcome"`

	Greater    []Ref      `yaml:"greater" doc:"numbers in falling order, as [cell, cell]"`
	BestIn     []Best     `yaml:"best-in" doc:"a column is the best of its row"`
	BestRow    []BestRow  `yaml:"best-row" doc:"a row is the best of its column"`
	Equals     []Equality `yaml:"equals" doc:"a number, or a difference, is what the text says"`
	AtLeast    []Bound    `yaml:"at-least" doc:"no number is below a bound"`
	AtMost     []Bound    `yaml:"at-most" doc:"no number is above a bound"`
	Rows       []RowsAre  `yaml:"rows" doc:"a panel has the rows that the text says"`
	Open       string     `yaml:"open" doc:"why our numbers cannot decide it, by construction or in fairness: it is then undefined on ours, with this reason"`
	Untestable string     `yaml:"untestable" doc:"why no printed number decides: instead of predicates over cells"`

	Figures []Shown  `yaml:"figures" doc:"what a figure shows: evaluated on ours alone, since figures print no numbers"`
	Traces  []Traced `yaml:"traces" doc:"how the objective falls: evaluated on ours alone"`

	Ablations []Ablation `yaml:"ablations" former:"controls" doc:"experiments that take the claimed cause away and keep the rest"`
}

// Best says that a column is the best of its row, in every row of some panels.
type Best struct {
	Panels  []Ref    `yaml:"panels" strict:"required" doc:"table/panel, one or more"`
	Column  string   `yaml:"column" strict:"required" doc:"the column that the claim is about"`
	Rows    []string `yaml:"rows" doc:"rows; all but averages if empty"`
	Among   []string `yaml:"among" doc:"columns that it is compared with; its group if empty"`
	Across  bool     `yaml:"across" doc:"compare with every column of the panel, not with its group only"`
	Mean    bool     `yaml:"mean" doc:"compare the means over the rows, not row by row"`
	By      string   `yaml:"by" doc:"deviation compares the deviations, of which the least is the best; empty the numbers"`
	Alone   bool     `yaml:"alone" doc:"a shared first place does not count"`
	Place   int      `yaml:"place" doc:"place instead of the first: 2 is the runner-up"`
	Least   int      `yaml:"least" doc:"in at least so many rows, instead of all"`
	Most    int      `yaml:"most" doc:"in at most so many rows, instead of all"`
	Exactly int      `yaml:"exactly" doc:"in just so many rows, instead of all"`
}

// BestRow says that a row is the best of some columns.
type BestRow struct {
	Panel   Ref      `yaml:"panel" strict:"required" doc:"table/panel"`
	Row     string   `yaml:"row" strict:"required" doc:"the row that the claim is about"`
	Columns []string `yaml:"columns" doc:"columns; all if empty"`
}

// Equality says what a number is, or a difference of two, or the mean of several differences.
type Equality struct {
	Of       []Ref   `yaml:"of" strict:"required" doc:"[cell], [cell, cell] for their difference, more pairs for the mean of their differences; others is the best of the other columns in the row of the cell before it"`
	Is       string  `yaml:"is" strict:"required" doc:"the number as the text prints it"`
	Relative bool    `yaml:"relative" doc:"differences in percent of the second number"`
	Within   float64 `yaml:"within" doc:"deviation from the text that is allowed beside rounding, where it says about or similar"`
	By       string  `yaml:"by" doc:"deviation takes the deviations; empty the numbers"`
}

// Bound bounds numbers: a cell, or every cell of a column (table/panel//column), row (table/panel/row) or panel.
type Bound struct {
	Of    []Ref   `yaml:"of" strict:"required" doc:"cells, rows, columns or panels"`
	Bound float64 `yaml:"bound" strict:"required" doc:"the least or greatest value"`
}

// RowsAre says which rows a panel has.
type RowsAre struct {
	Panel Ref      `yaml:"panel" strict:"required" doc:"table/panel"`
	Are   []string `yaml:"are" strict:"required" doc:"the rows, averages left out"`
}

// Panels lists the panels that the predicates are about, each once.
func (c Claim) Panels() []Ref {
	refs := slices.Clone(c.Greater)
	for _, b := range c.BestIn {
		refs = append(refs, b.Panels...)
	}
	for _, b := range c.BestRow {
		refs = append(refs, b.Panel)
	}
	for _, e := range c.Equals {
		refs = append(refs, e.Of...)
	}
	for _, b := range slices.Concat(c.AtLeast, c.AtMost) {
		refs = append(refs, b.Of...)
	}
	for _, r := range c.Rows {
		refs = append(refs, r.Panel)
	}
	var panels []Ref
	for _, r := range refs {
		if panel := (Ref{Table: r.Table, Panel: r.Panel}); r != Others && !slices.Contains(panels, panel) {
			panels = append(panels, panel)
		}
	}
	return panels
}

// Experiments lists the keys of the experiments whose numbers decide the claim, each once.
func (c Claim) Experiments() []string {
	var keys []string
	add := func(key string) {
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	for _, panel := range c.Panels() {
		add(panel.Table)
	}
	for _, f := range c.Figures {
		add(f.Experiment)
	}
	for _, t := range c.Traces {
		add(t.Experiment)
	}
	return keys
}

package reported

import (
	"fmt"
	"slices"
	"strings"

	"nmfrepro/datasets/list"
	"nmfrepro/datasets/strict"
)

// Claim is a quantitative sentence of the paper as predicates over cells; all of them must hold. Cells are addressed as
// table/panel/row/column. Where the row is empty (table/panel//column), that is the mean of the column over the rows other than
// averages.
type Claim struct {
	Key   string `yaml:"key" strict:"required" doc:"short name"`
	Says  string `yaml:"says" strict:"required" doc:"what the sentence says, in short"`
	Where string `yaml:"where" strict:"required" doc:"its place: section, page or caption"`
	Note  string `yaml:"note" doc:"how the sentence was read, or what to know about the outcome"`

	Greater    []Ref     `yaml:"greater" doc:"numbers in falling order, as [cell, cell]"`
	BestIn     []Best    `yaml:"best-in" former:"best-row" doc:"a cell is the best of its row, or of its column"`
	Numbers    []Amount  `yaml:"numbers" former:"equals at-least at-most" doc:"what a number, or a difference, is: as the text says, at least or at most so much"`
	Rows       []RowsAre `yaml:"rows" doc:"a panel has the rows that the text says"`
	Open       string    `yaml:"open" doc:"why our numbers cannot decide it, by construction or in fairness: it is then undefined on ours, with this reason"`
	Untestable string    `yaml:"untestable" doc:"why no printed number decides: instead of predicates over cells"`

	DrawnIn []string `yaml:"drawn-in" doc:"figures of the paper that show it, beside those whose runs decide it: the figure then tells what became of it"`

	Figures []Shown  `yaml:"figures" doc:"what a figure shows: evaluated on ours alone, since figures print no numbers"`
	Traces  []Traced `yaml:"traces" doc:"how the objective falls: evaluated on ours alone"`

	Stands []Stand `yaml:"stands" doc:"how a method stands against another over data sets: evaluated on ours alone"`
	Agree  []Agree `yaml:"agree" doc:"how far two orders of the methods agree: evaluated on ours alone"`

	Ablations []Ablation `yaml:"ablations" former:"controls" doc:"experiments that take the claimed cause away and keep the rest"`
}

// Best says that cells are the best of their rows, or of their columns.
type Best struct {
	Of    []Ref    `yaml:"of" strict:"required" former:"panels panel column columns row rows mean" doc:"cells, each of which is the best: table/panel/*/column in every row, table/panel//column by the means over the rows"`
	Among []string `yaml:"among" former:"across" doc:"columns that it is compared with, [*] for all of the panel; its group if empty"`
	In    string   `yaml:"in" words:"in" doc:"row (default) or column, where it is compared with the other rows; averages are left out"`
	By    string   `yaml:"by" words:"by" doc:"deviation compares the deviations, of which the least is the best; empty the numbers"`
	Alone bool     `yaml:"alone" doc:"a shared first place does not count"`
	Place int      `yaml:"place" doc:"place instead of the first: 2 is the runner-up"`
	Least int      `yaml:"least" former:"exactly" doc:"at least so many of the cells, instead of all"`
	Most  int      `yaml:"most" doc:"at most so many of the cells, instead of all; with least, just so many"`
}

// Amount bounds a number, a difference of two, the mean of several differences, or each of some cells.
type Amount struct {
	Of       []Ref    `yaml:"of" doc:"[cell], [cell, cell] for their difference, more pairs for the mean of their differences; others is the best of the other columns in the row of the cell before it"`
	Each     []Ref    `yaml:"each" doc:"instead, each of these: table/panel/row/column, where * is any row or column, as those at the end that are left out"`
	Is       string   `yaml:"is" doc:"the number as the text prints it"`
	Within   float64  `yaml:"within" doc:"deviation from the text that is allowed beside rounding, where it says about or similar"`
	Least    *float64 `yaml:"least" doc:"it is no less than this"`
	Most     *float64 `yaml:"most" doc:"it is no more than this"`
	Relative bool     `yaml:"relative" doc:"differences in percent of the second number"`
	By       string   `yaml:"by" words:"by" doc:"deviation takes the deviations; empty the numbers"`
}

// RowsAre says which rows a panel has.
type RowsAre struct {
	Panel Ref      `yaml:"panel" strict:"required" doc:"table/panel"`
	Are   []string `yaml:"are" strict:"required" doc:"the rows, averages left out"`
}

// Stand says how a method stands against another over the data sets of a panel, by the Bayesian signed-rank test whose region of no
// difference is the tolerance of the metric. The claim holds if its probability is at least Sure, and fails if it is at most 1 - Sure.
type Stand struct {
	Experiment string `yaml:"experiment" strict:"required" doc:"experiment of this paper"`
	Panel      string `yaml:"panel" strict:"required" doc:"key of its panel"`
	Method     string `yaml:"method" strict:"required" doc:"key of the method"`
	Against    string `yaml:"against" strict:"required" doc:"key of the method that it is compared with"`
	Is         string `yaml:"is" strict:"required" words:"stands" doc:"better, equal, worse, or not better: equal or worse"`
	Without    string `yaml:"without-family" words:"left" doc:"each: it must hold without any one family of data sets, too"`
}

// Sure is the probability from which on a [Stand] holds.
const Sure = 0.95

// Agree says how far the orders of the methods in two panels agree, by Kendall's τ of their mean ranks over the data sets that both have. Its
// interval, by drawing data sets again, decides.
type Agree struct {
	Of    []string `yaml:"of" strict:"required" doc:"two panels, EXPERIMENT/PANEL"`
	Least *float64 `yaml:"least" doc:"τ is no less than this"`
	Most  *float64 `yaml:"most" doc:"τ is no more than this"`
}

// Study tells whether the sentences are on runs of this program alone: nothing is reported beside which they could stand.
func (p *Paper) Study() bool {
	return len(p.Tables) == 0 && slices.ContainsFunc(p.Claims, func(c Claim) bool { return len(c.Stands)+len(c.Agree) > 0 })
}

// Panels lists the panels that the predicates are about, each once.
func (c Claim) Panels() []Ref {
	refs := slices.Concat(c.Greater,
		list.FlatMap(c.BestIn, func(b Best) []Ref { return b.Of }),
		list.FlatMap(c.Numbers, func(a Amount) []Ref { return slices.Concat(a.Of, a.Each) }),
		list.Map(c.Rows, func(r RowsAre) Ref { return r.Panel }))
	refs = slices.DeleteFunc(refs, func(r Ref) bool { return r == Others })
	return list.AppendUnique(nil, list.Map(refs, func(r Ref) Ref { return Ref{Table: r.Table, Panel: r.Panel} })...)
}

// Experiments lists the keys of the experiments whose numbers decide the claim, each once.
func (c Claim) Experiments() []string {
	return list.AppendUnique(nil, slices.Concat(
		list.Map(c.Panels(), func(r Ref) string { return r.Table }),
		list.Map(c.Figures, func(f Shown) string { return f.Experiment }),
		list.Map(c.Traces, func(t Traced) string { return t.Experiment }),
		list.Map(c.Stands, func(s Stand) string { return s.Experiment }),
		list.FlatMap(c.Agree, func(a Agree) []string {
			return list.Map(a.Of, func(of string) string { experiment, _, _ := strings.Cut(of, "/"); return experiment })
		}))...)
}

// Drawn lists the keys of the tables and figures beside which the outcome of the claim is told.
func (c Claim) Drawn() []string { return list.AppendUnique(c.Experiments(), c.DrawnIn...) }

// Ablation cites an experiment that takes away what a claim names as the cause and keeps the rest. If the cause is the right
// one, the column Better does better than the column Than, over the same rows, or over ThanRows where the two conditions
// are data sets.
type Ablation struct {
	Removes    string   `yaml:"removes" strict:"required" doc:"what the comparison takes away, and what it keeps"`
	Experiment string   `yaml:"experiment" strict:"required" doc:"experiment of this paper, as table2 or control"`
	Panel      string   `yaml:"panel" strict:"required" doc:"key of its panel"`
	Better     string   `yaml:"better" strict:"required" doc:"column with the claimed cause: its label, or 'group label'"`
	Than       string   `yaml:"than" doc:"column without it; the same column if empty, for other rows"`
	Rows       []string `yaml:"rows" doc:"labels of the rows that are compared; all but averages if empty"`
	ThanRows   []string `yaml:"than-rows" doc:"rows of the condition without the cause, where that is another data set"`
	Harms      bool     `yaml:"harms" doc:"the cause is one of something bad: it is supported if the column Better does worse with it"`
	Factor     string   `yaml:"factor" words:"ablated" doc:"what the difference is a part of in the leads of the paper's own method over the method that it changes, for compare lead: cause (what the paper claims) or size (rank, number of parameters); empty if it is no part of a lead"`
}

// ablations reports ablations that compare nothing.
func (c *checker) ablations(n strict.Node, all []Ablation) {
	for i, a := range all {
		c.name(n.Index(i).Get("factor"), "factor", a.Factor, words["ablated"])
		c.refuse(a.Than == "" && len(a.ThanRows) == 0, n.Index(i), "want than or than-rows: with what is %q compared?", a.Better)
		if len(a.ThanRows) > 0 && len(a.ThanRows) != len(a.Rows) {
			c.bad(n.Index(i).Get("than-rows"), "%d rows beside %d, want as many", len(a.ThanRows), len(a.Rows))
		}
	}
}

// studied reports what the methods of a study cannot be asked.
func (c *checker) studied(at strict.Node, claim Claim) {
	for i, s := range claim.Stands {
		n := at.Get("stands").Index(i)
		c.name(n.Get("is"), "standing", s.Is, words["stands"])
		c.name(n.Get("without-family"), "word", s.Without, words["left"])
		c.refuse(s.Method == s.Against, n.Get("against"), "%s is compared with itself", s.Method)
	}
	for i, a := range claim.Agree {
		n := at.Get("agree").Index(i)
		c.refuse(len(a.Of) != 2, n.Get("of"), "%s, want two panels, each as EXPERIMENT/PANEL", fmt.Sprint(a.Of))
		c.refuse(a.Least == nil && a.Most == nil, n, "want one of the keys least and most, the bounds of τ")
	}
}
